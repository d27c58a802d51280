"""Names of the rounds of a bracket: final, semifinals, winners' and losers' bracket, as templates; pure."""

from collections.abc import Iterable, Sequence

from common.sentences import Sentence
from common.text import gettext_noop
from matches.core.tournament.elimination import Branch, Slot

# The name of a round with so many matches, and of one of its matches.
_NAMES_BY_MATCH_COUNT = {
    1: (gettext_noop("Final"), gettext_noop("Final")),
    2: (gettext_noop("Semifinals"), gettext_noop("Semifinal")),
    4: (gettext_noop("Quarterfinals"), gettext_noop("Quarterfinal")),
}
_WINNERS_NAMES_BY_MATCH_COUNT = {
    1: (gettext_noop("Winners’ final"), gettext_noop("Winners’ final")),
    2: (gettext_noop("Winners’ semifinals"), gettext_noop("Winners’ semifinal")),
}
_BRANCH_NAMES = {
    Branch.WINNERS: gettext_noop("Winners’ bracket: no losses"),
    Branch.LOSERS: gettext_noop("Losers’ bracket: one loss"),
    Branch.FINAL: gettext_noop("Final"),
    Branch.THIRD: gettext_noop("Third-place match"),
}


def branch_name(branch: str) -> Sentence:
    return Sentence(_BRANCH_NAMES[Branch(branch)])


def name_of_numbered_round(number: int) -> Sentence:
    return Sentence(gettext_noop("Round %(number)s"), {"number": number})


def knockout_name(matches: int, *, single: bool = False) -> Sentence:
    """The name of a round of a knock-out, by its number of matches; with `single` the name of one match of it.

    >>> knockout_name(2).template, knockout_name(2, single=True).template, knockout_name(8).params
    ('Semifinals', 'Semifinal', {'players': 16})
    """
    if matches in _NAMES_BY_MATCH_COUNT:
        return Sentence(_NAMES_BY_MATCH_COUNT[matches][single])
    return Sentence(gettext_noop("Round of %(players)s"), {"players": 2 * matches})


def name_of_bracket_round(slots: Sequence[Slot], slot: Slot, *, single: bool = False) -> Sentence:
    """Return the name of the round a match of this tree is in; with `single` that of the match."""
    if slot.branch is Branch.THIRD:
        return branch_name(slot.branch)
    if slot.branch is Branch.FINAL:
        return Sentence(gettext_noop("Second final") if slot.again else gettext_noop("Final"))
    matches = sum(other.branch is slot.branch and other.round == slot.round for other in slots)
    if slots[-1].branch is not Branch.FINAL:
        return knockout_name(matches, single=single)
    if slot.branch is Branch.WINNERS:
        if matches in _WINNERS_NAMES_BY_MATCH_COUNT:
            return Sentence(_WINNERS_NAMES_BY_MATCH_COUNT[matches][single])
        return Sentence(gettext_noop("Winners’ round %(number)s"), {"number": slot.round})
    if slot.round == max(other.round for other in slots if other.branch is Branch.LOSERS):
        return Sentence(gettext_noop("Losers’ final"))
    return Sentence(gettext_noop("Losers’ round %(number)s"), {"number": slot.round})


def common_round_name(names: Iterable[Sentence], *, number: int) -> Sentence:
    """Return the common name of a round’s matches; if they are of several rounds of the tree, its number."""
    taken = list(names)
    same = bool(taken) and all(name == taken[0] for name in taken)
    return taken[0] if same else name_of_numbered_round(number)
