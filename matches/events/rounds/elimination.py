"""The matches of a knock-out that can be played next."""

from collections.abc import Collection, Sequence

from matches.core.tournament.elimination import Branch, TreeMatch, draw_seeds, fill_tree, tree
from matches.events.read_models import EventView
from matches.models import Event, Registration


def next_matches(
    view: EventView, players: Sequence[Registration], *, apart: Collection[frozenset[int]]
) -> list[TreeMatch]:
    """Every match that can be played now; empty once the tree is played to its end.

    The first round is drawn among the `players`, byes among it; of `apart` as few as possible meet there.
    """
    if view.rounds:
        return [match for match in view.tree if match.ready]
    double = view.event.format == Event.Format.DOUBLE
    seeds = draw_seeds([player.pk for player in players], seed=view.event.seed, apart=apart)
    first = fill_tree(tree(len(seeds), double=double), seeds, {})
    return [match for match in first if match.slot.branch is Branch.WINNERS and match.slot.round == 1]
