"""API of positions: what may be done in one, why not something else, and the position after an action."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from boards.core.after import after, not_now
from boards.core.fields import READINGS, VERSION
from boards.core.read import MAX_TEXT, Position, read_position
from boards.core.reasons import Reason, why_not
from boards.core.write import link_of, write_position, write_seen
from cards.catalogue.queries import catalogue
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.shapes import shape
from common.errors import Detail
from common.i18n import detail_message, translated
from game.engine.state import legal_actions, result
from game.records.coverage import coverage
from game.records.log import sentences
from game.records.words import ELEMENTS, read, write
from game.shipped_readings import Reading, Uses, shipped_readings, shipped_uses


class BoardPositionSerializer(serializers.Serializer[Any]):
    """A position as text (docs/boards.md)."""

    position = serializers.CharField(max_length=MAX_TEXT)


class BoardReasonSerializer(serializers.Serializer[Any]):
    """An action that is not legal, and why."""

    action = serializers.CharField(help_text="The action in words.")
    rule = serializers.CharField(help_text="The number of the rule, as in docs/rules.md.")
    reason = serializers.CharField(help_text="Why not, in the language of the reader.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="The cards that make it so, by code.")


class BoardNoteSerializer(serializers.Serializer[Any]):
    """What is odd about a position, or judged differently now, and the field it stands in."""

    field = serializers.CharField(help_text="The field of the text.")
    message = serializers.CharField(help_text="What is odd or judged differently.")


class BoardSerializer(serializers.Serializer[Any]):
    """A position: its text in one form, whose decision it is, and what may be done."""

    position = serializers.CharField(help_text="The text, as the program writes it.")
    link = serializers.CharField(help_text="The same for an address.")
    seen = serializers.ListField(child=serializers.CharField(), help_text="As each seat sees it; empty where hidden.")
    version = serializers.IntegerField(help_text="Of the grammar.")
    readings = serializers.IntegerField(help_text="Counted up whenever a position is judged differently.")
    notes = BoardNoteSerializer(many=True)
    turn = serializers.IntegerField(help_text="Whose turn it is: 0 or 1.")
    phase = serializers.CharField(help_text="The phase of the turn, in words.")
    element = serializers.CharField(allow_blank=True, help_text="`fire` or `earth`; empty without a fight.")
    dragons = serializers.IntegerField(help_text="Of player 0; negative: of player 1.")
    power = serializers.ListField(child=serializers.IntegerField(), help_text="Of player 0 and of player 1.")
    deciding = serializers.IntegerField(help_text="0 or 1; -1 after the end.")
    asking = serializers.CharField(allow_blank=True, help_text="The card whose text asks.")
    legal = serializers.ListField(child=serializers.CharField(), help_text="What may be done, in words.")
    not_legal = BoardReasonSerializer(many=True, help_text="Hand cards that cannot be played, and why.")
    winner = serializers.IntegerField(allow_null=True, help_text="0 or 1 after the end.")
    crystals = serializers.IntegerField(allow_null=True, help_text="What the winner scores.")


class BoardActionSerializer(BoardPositionSerializer):
    """A position and an action in words."""

    action = serializers.CharField(max_length=80, help_text="`play Vulca 05`; see docs/game.md.")


class BoardLegalSerializer(serializers.Serializer[Any]):
    """Whether an action is legal, and if not why."""

    legal = serializers.BooleanField(help_text="Whether it may be done.")
    why_not = BoardReasonSerializer(allow_null=True, help_text="Why not; null where it may.")


class BoardPlaySerializer(BoardActionSerializer):
    """A position, an action, and chance: a seed, or the cards that it brings."""

    seed = serializers.IntegerField(min_value=0, max_value=1 << 31, required=False, help_text="For all chance.")
    draws = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=60)
    picks = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=60)


class BoardAfterSerializer(serializers.Serializer[Any]):
    """The position after an action, and what happened."""

    after = BoardSerializer()
    happened = serializers.ListField(child=serializers.CharField(), help_text="In English sentences.")


BoardReadingSerializer = shape("BoardReadingSerializer", Reading)
BoardUsesSerializer = shape("BoardUsesSerializer", Uses)


class BoardTextsSerializer(serializers.Serializer[Any]):
    """How far the texts of the cards are carried out."""

    whole = serializers.ListField(child=serializers.CharField(), help_text="Codes of the cards.")
    partly = serializers.DictField(child=serializers.CharField(), help_text="What is missing, by code.")
    not_done = serializers.DictField(child=serializers.CharField(), help_text="Why not, by code.")
    readings = BoardReadingSerializer(many=True, help_text="Each text and ruling was read twice.")
    used = BoardUsesSerializer(help_text="Which texts games have used.")


class Look(APIView):
    """A position: what may be done."""

    keeps_nothing = True

    @operation("boards", "boards_look", request=BoardPositionSerializer, response=BoardSerializer)
    def post(self, request: Request) -> Response:
        """What may be done in a position, and why hand cards cannot be played."""
        said = body_of(BoardPositionSerializer, request)
        return Response(_shown(read_position(catalogue(), said["position"])))


class Texts(APIView):
    """The texts of the cards: which the engine carries out."""

    @operation("boards", "boards_texts", response=BoardTextsSerializer)
    def get(self, request: Request) -> Response:
        """Which texts of cards are carried out whole, which in part and which not, with what is missing."""
        played = coverage(catalogue())
        lacking = {name: getattr(played, at) for name, at in (("partly", "partly"), ("not_done", "undone"))}
        said = {name: {code: gettext(why) for code, why in codes.items()} for name, codes in lacking.items()}
        whole = {"whole": played.done, **said, "readings": shipped_readings(), "used": shipped_uses()}
        return Response(BoardTextsSerializer(whole).data)


class WhyNot(APIView):
    """An action: whether it is legal."""

    keeps_nothing = True

    @operation("boards", "boards_why_not", request=BoardActionSerializer, response=BoardLegalSerializer)
    def post(self, request: Request) -> Response:
        """Whether an action is legal in a position, and if not, the rule and the cards that make it so."""
        said = body_of(BoardActionSerializer, request)
        state = read_position(catalogue(), said["position"]).state
        reason = why_not(state, read(state.table, max(state.player, 0), said["action"]))
        why = _reason(said["action"], reason) if reason else None
        return Response({"legal": reason is None, "why_not": why})


class Play(APIView):
    """An action: the position after it."""

    keeps_nothing = True

    @operation("boards", "boards_play", request=BoardPlaySerializer, response=BoardAfterSerializer)
    def post(self, request: Request) -> Response:
        """The position after an action; chance comes from the seed, or is named."""
        said = body_of(BoardPlaySerializer, request)
        position = read_position(catalogue(), said["position"])
        chance = {name: said.get(name, []) for name in ("draws", "picks")}
        events: list[tuple[object, ...]] = []
        state = after(position, said["action"], seed=said.get("seed"), chance=chance, events=events)
        happened = [sentence.strip() for sentence in sentences(state.table, events)]
        return Response({"after": _shown(Position(state, None, ())), "happened": happened})


def _reason(action: str, reason: Reason) -> dict[str, object]:
    return {"action": action, "rule": reason.rule, "reason": translated(reason), "cards": list(reason.cards)}


def _note(note: Detail) -> dict[str, object]:
    return {"field": note.field, "message": detail_message(note)}


def _shown(position: Position) -> dict[str, object]:
    state = position.state
    text = write_position(state) if position.seat is None else write_seen(state, position.seat)
    ended = result(state)
    refused = [(words, why_not(state, read(state.table, state.player, words))) for words in not_now(state)]
    return {
        "position": text,
        "link": link_of(text),
        "seen": [write_seen(state, seat) for seat in (0, 1)] if position.seat is None else [],
        "version": VERSION,
        "readings": READINGS,
        "notes": [_note(note) for note in position.notes],
        "turn": state.turn,
        "phase": state.phase,
        "element": ELEMENTS[state.element],
        "dragons": state.dragons,
        "power": [state.power(0), state.power(1)],
        "deciding": state.player,
        "asking": state.table.code(state.asking) if state.asking >= 0 else "",
        "legal": [write(state.table, state.player, action) for action in legal_actions(state)],
        "not_legal": [_reason(words, reason) for words, reason in refused if reason],
        "winner": ended.winner if ended else None,
        "crystals": ended.crystals if ended else None,
    }
