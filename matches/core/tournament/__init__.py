"""Tournament: rules, roles, and who meets whom in each stage of an event; pure."""

from matches.core.tournament.roles import RIGHTS, Permission, Who
from matches.core.tournament.rule_checks import check_league, check_round_count, check_rules, require_not_long_over
from matches.core.tournament.rules import EventRules, usual_rounds, usual_sheet
from matches.core.tournament.stages import bracket, next_bracket, pods, round_robin, seed_cut
