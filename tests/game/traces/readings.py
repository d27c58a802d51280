"""Readings of the rules in which the recorded program differs: harmless, shared, or a setting."""

from game.engine.table import RuleSettings

# Readings that contradict no legal course of play (GAME-36).
HARMLESS = frozenset(
    {"ok_list_strict_after_free_character", "gang_joined_automatically", "ok_list_strict_bluff_or_load", "auto_target"}
)
# What the record does without naming it: the rest of our reading is unaffected.
SETTINGS = RuleSettings(
    landed_ships_leave="plays", bans_stop_bluffs=False, text_bans_stop_ships=False, optional_in_part=True
)
# The readings of the recorded program where they are settings: with these its listed differences are compared as well.
RECORDED = RuleSettings(
    edition="1e",
    decline_with_last_card_ends=True,
    bluffs_count_for_six=False,
    increases_first=False,
    landed_ships_leave="plays",
    must_join_gangs=True,
    bans_stop_bluffs=False,
    text_bans_stop_ships=False,
    optional_in_part=True,
)
# Named there as open, and read by us in the same way.
SHARED = frozenset({"bluff_under_character_ban", "ship_played_under_text_ban", "bluff_ignored_as_card_with_icons"})
COMPARED_AS_SETTINGS = frozenset(
    {
        "decline_with_last_card_ends_game",
        "six_cards_bluff_not_counted",
        "reduce_before_increase",
        "bluff_under_character_ban",
        "ship_played_under_text_ban",
        "bluff_ignored_as_card_with_icons",
    }
)
