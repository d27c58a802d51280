"""Tournament: rules, roles, and who meets whom in each stage of an event; pure."""

from matches.core.tournament.roles import ROLES_BY_PERMISSION, EventRole, Permission
from matches.core.tournament.rule_checks import check_league, check_round_count, check_rules, require_not_long_over
from matches.core.tournament.rules import EventRules, default_sheet, recommended_swiss_rounds
from matches.core.tournament.stages import first_bracket_round, playoff_seeds, round_robin, split_into_pods
