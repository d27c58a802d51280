"""Enums of the API's description for fields whose serializers take any text, because the rules refuse it by number."""

from collections.abc import Mapping, Sequence
from enum import Enum

from cards.core.facts import FAMILIES, IconKind
from common.api.error_codes import CODES
from decks.core.legality import FamilyRule
from drafts.core.engine.setup import Flow, Step8
from drafts.models import Draft, PaperTable
from matches.core.companion.replay import NoteKind
from matches.core.scoring import Ended
from matches.core.scoring.power import Element
from matches.core.tournament.rules import API_FORMATS
from matches.models import Event, JudgeNote, Role, Round
from matches.models.matches import GameCorrection
from matches.models.webhooks import Notice

GAMES = ("bluemoon", "cthulhu")
EDITIONS = ("first", "legends", "both", "lcg", "unknown")
_SIDE = ("a", "b")
_NO_SIDE = ("", *_SIDE)


def _values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_VERDICT = ("", "legal", "illegal", "unknown")

# By `Schema.field`; `*.field` counts for every schema that has no line of its own.
ENUMS: Mapping[str, Sequence[str]] = {
    "*.game": GAMES,
    "Companion.side": _NO_SIDE,
    "Companion.starter": _NO_SIDE,
    "Companion.first_starter": _NO_SIDE,
    "Companion.winner": _NO_SIDE,
    "Game.winner": _NO_SIDE,
    "Report.winner": _NO_SIDE,
    "Settle.winner": _NO_SIDE,
    "Dispute.winner": _NO_SIDE,
    "Match.winner": _SIDE,
    "*.side": _SIDE,
    "*.ended": _values(Ended),
    "*.step8": _values(Step8),
    "*.flow": _values(Flow),
    "Draft.status": tuple(Draft.Status.values),
    "DraftLine.status": tuple(Draft.Status.values),
    "PlaceRequest.status": ("asks", "waits", "refused"),
    "PublicDeck.status": ("legal", "illegal", "unknown"),
    "Pod.status": tuple(Draft.Status.values),
    "PaperTable.status": tuple(PaperTable.Status.values),
    "PaperLine.status": tuple(PaperTable.Status.values),
    "EventLine.format": tuple(API_FORMATS),
    "CalendarEvent.format": tuple(API_FORMATS),
    "EventLine.status": tuple(Event.Status.values),
    "Entrant.deck_verdict": _VERDICT,
    "HandedIn.verdict": _VERDICT,
    "ErrorBody.code": tuple(CODES),
    "Helper.kind": tuple(Role.Kind.values),
    "History.kind": tuple(GameCorrection.Kind.values),
    "Note.kind": tuple(JudgeNote.Kind.values),
    "NewNote.kind": tuple(JudgeNote.Kind.values),
    "NoteRequest.kind": _values(NoteKind),
    "Notice.status": tuple(Notice.State.values),
    "Round.stage": tuple(Round.Stage.values),
    "Played.stage": tuple(Round.Stage.values),
    "Round.status": tuple(Round.Status.values),
    "Played.outcome": ("won", "lost", "drawn", "bye", "open"),
    "Table.status": ("open", "claimed", "disputed", "done", "bye"),
    "RulingDetail.edition": EDITIONS,
    "Ruling.edition": EDITIONS,
    "Icon.kind": _values(IconKind),
    "PowerQuestion.element": _values(Element),
    "Card.family": ("", *FAMILIES),
    "Deck.family": ("", *FAMILIES),
    "Deck.family_rule": _values(FamilyRule),
}
