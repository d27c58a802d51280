"""Tournament: rules, roles, and the pairings in each stage of an event; pure."""

from matches.core.tournament.roles import ROLES_BY_PERMISSION, EventRole, Permission
from matches.core.tournament.rule_checks import check_first_day, check_league_size, check_round_count, check_rules
from matches.core.tournament.rules import EventRules, default_match_settings, recommended_swiss_rounds
from matches.core.tournament.stages import first_bracket_round, playoff_seeds, round_robin, split_into_pods
