"""Matches after a draft for its television page, registered with `drafts.screen.afterwards`."""

from __future__ import annotations

from drafts.screen.afterwards import PlayedMatch
from matches.models import GroupDraft, Match
from matches.play.queries import MatchView, view_of, with_games

MAX_MATCHES_SHOWN = 12


def played_after(draft_key: str) -> list[PlayedMatch]:
    """The newest matches of the group that drafted together, as far as they began after the draft was opened."""
    held = GroupDraft.objects.select_related("draft").filter(draft__key=draft_key).order_by("pk").first()
    if held is None:
        return []
    matches = Match.objects.filter(group=held.group_id, created__gte=held.draft.created).order_by("-pk")[
        :MAX_MATCHES_SHOWN
    ]
    return [_played(view_of(match)) for match in with_games(matches)]


def _played(view: MatchView) -> PlayedMatch:
    a, b = view.players
    return PlayedMatch(a.name, b.name, a.crystals, b.crystals, view.winner.name if view.winner else None)
