"""What is played after a draft, for its television page; registered with `drafts.screen.follow_up_registry`."""

from collections.abc import Sequence
from dataclasses import replace

from drafts.screen.follow_up_registry import Evening, Place, PlayedMatch
from matches.groups.queries import GroupView, StandingLine, group_view, next_round, table_of
from matches.models import GroupDraft, Match, Member
from matches.play.queries import MatchView, view_of, with_games

MAX_MATCHES_SHOWN = 12


def evening_of(draft_key: str) -> Evening | None:
    """Pairs, matches and standings of those who drafted together, since the draft was opened; None without a group.

    Others of the same group, and what was played before, are left out.
    """
    held = GroupDraft.objects.select_related("draft", "group").filter(draft__key=draft_key).order_by("pk").first()
    if held is None:
        return None
    people = set(held.draft.seats.exclude(person=None).values_list("person_id", flat=True))
    view = group_view(held.group.key, newest=0)
    drafted = tuple(member for member in view.members if member.person_id in people)
    since = Match.objects.filter(group=held.group_id, created__gte=held.draft.created).order_by("-pk")
    matches = [view_of(match) for match in with_games(since)]
    pairs, sits_out = _next(replace(view, everybody=drafted))
    places = tuple(_place(line) for line in _standings(view, matches, drafted))
    return Evening(pairs, sits_out, tuple(_played(match) for match in matches[:MAX_MATCHES_SHOWN]), places)


def _next(view: GroupView) -> tuple[tuple[tuple[str, str], ...], str]:
    """Those who should play next, without those who have met all the others; and who sits out meanwhile."""
    paired = next_round(view)
    pairs = tuple((pair.a.name, pair.b.name) for pair in paired.pairs if not pair.rematch)
    return pairs, paired.bye.name if paired.bye is not None and pairs else ""


def _standings(view: GroupView, matches: Sequence[MatchView], drafted: Sequence[Member]) -> tuple[StandingLine, ...]:
    keys = {each.match.key for each in matches}
    return table_of((played for played in view.encounters if played.key in keys), drafted)


def _place(line: StandingLine) -> Place:
    row = line.row
    return Place(row.place, line.name, row.won, row.drawn, row.lost, row.crystals_for)


def _played(view: MatchView) -> PlayedMatch:
    a, b = view.players
    return PlayedMatch(a.name, b.name, a.crystals, b.crystals, view.winner.name if view.winner else None)
