"""Tournament: rules, roles, and who meets whom in each stage of an event; pure."""

from matches.core.tournament.roles import ROLES_BY_PERMISSION, Permission, Who
from matches.core.tournament.rule_checks import check_league, check_round_count, check_rules, require_not_long_over
from matches.core.tournament.rules import EventRules, default_sheet, recommended_swiss_rounds
from matches.core.tournament.stages import cut_seeds, first_bracket_round, round_robin, split_into_pods
