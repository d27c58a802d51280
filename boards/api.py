"""API of positions: the legal actions in one, why another isn’t legal, and the position after an action."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from boards.core.carry_out import likely_illegal_actions, state_after
from boards.core.notation import READINGS, TEXT_VERSION
from boards.core.read import MAX_LETTERS, ParsedPosition, parse_position
from boards.core.reasons import IllegalReason, why_illegal
from boards.core.write import position_as_text, position_link, view_as_text
from cards.catalogue.queries import catalogue
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.shapes import shape
from common.errors import Detail
from common.i18n import error_detail_message, translated
from game.engine.state import game_result, legal_actions
from game.records.coverage import power_coverage
from game.records.words import ELEMENT_WORDS, action_from_words, action_to_words, event_sentences
from game.shipped_evidence import TextReview, TextUses, shipped_text_reviews, shipped_text_uses


class BoardPositionSerializer(serializers.Serializer[Any]):
    """A position as text (docs/boards.md)."""

    position = serializers.CharField(max_length=MAX_LETTERS)


class BoardReasonSerializer(serializers.Serializer[Any]):
    """An action that is not legal, and why."""

    action = serializers.CharField(help_text="The action in words.")
    rule = serializers.CharField(help_text="The number of the rule, as in docs/rules.md.")
    reason = serializers.CharField(help_text="The reason, in the language of the request.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="The codes of the cards that forbid it.")


class BoardNoteSerializer(serializers.Serializer[Any]):
    """Something impossible in a position, or judged differently now, and its field."""

    field = serializers.CharField(help_text="The field of the position.")
    message = serializers.CharField(help_text="What is unusual, or judged differently now.")


class BoardSerializer(serializers.Serializer[Any]):
    """A position: its normalised text, whose decision it is, and the legal actions."""

    position = serializers.CharField(help_text="The position in its standard form.")
    link = serializers.CharField(help_text="The same, ready for a URL.")
    seen = serializers.ListField(
        child=serializers.CharField(), help_text="The position as each seat sees it; empty if hidden."
    )
    version = serializers.IntegerField(help_text="The version of the notation.")
    readings = serializers.IntegerField(help_text="Rises whenever positions are judged differently.")
    notes = BoardNoteSerializer(many=True)
    turn = serializers.IntegerField(help_text="Whose turn it is: 0 or 1.")
    phase = serializers.CharField(help_text="The phase of the turn, in words.")
    element = serializers.CharField(allow_blank=True, help_text="`fire` or `earth`; empty without a fight.")
    dragons = serializers.IntegerField(help_text="Dragons attracted by player 0; negative for player 1.")
    power = serializers.ListField(child=serializers.IntegerField(), help_text="The power of player 0 and player 1.")
    deciding = serializers.IntegerField(help_text="The player who decides, 0 or 1; -1 after the end.")
    asking = serializers.CharField(allow_blank=True, help_text="The card whose text asks for a decision.")
    legal = serializers.ListField(child=serializers.CharField(), help_text="The legal actions, in words.")
    not_legal = BoardReasonSerializer(many=True, help_text="Hand cards that cannot be played, with the reason.")
    winner = serializers.IntegerField(allow_null=True, help_text="The winner, 0 or 1; null before the end.")
    crystals = serializers.IntegerField(allow_null=True, help_text="The crystals the winner scores.")


class BoardActionSerializer(BoardPositionSerializer):
    """A position and an action in words."""

    action = serializers.CharField(max_length=80, help_text="`play Vulca 05`; see docs/game.md.")


class BoardLegalSerializer(serializers.Serializer[Any]):
    """Whether an action is legal, and if not why."""

    legal = serializers.BooleanField(help_text="Whether the action is legal.")
    why_not = BoardReasonSerializer(allow_null=True, help_text="The reason if it is not; null otherwise.")


class BoardPlaySerializer(BoardActionSerializer):
    """A position, an action, and chance: a seed, or the cards that turn up."""

    seed = serializers.IntegerField(
        min_value=0, max_value=1 << 31, required=False, help_text="The seed for all random events."
    )
    draws = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=60)
    picks = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=60)


class BoardAfterSerializer(serializers.Serializer[Any]):
    """The position after an action, and what happened."""

    after = BoardSerializer()
    happened = serializers.ListField(child=serializers.CharField(), help_text="What happened, in English sentences.")


BoardReadingSerializer = shape("BoardReadingSerializer", TextReview)
BoardUsesSerializer = shape("BoardUsesSerializer", TextUses)


class BoardTextsSerializer(serializers.Serializer[Any]):
    """How completely the engine carries out card texts."""

    whole = serializers.ListField(child=serializers.CharField(), help_text="The codes of the cards.")
    partly = serializers.DictField(child=serializers.CharField(), help_text="What is missing, by card code.")
    not_done = serializers.DictField(child=serializers.CharField(), help_text="The reason, by card code.")
    readings = BoardReadingSerializer(
        many=True, help_text="The results of two independent checks of each text and ruling."
    )
    used = BoardUsesSerializer(help_text="Which texts have been used in games.")


class PositionDetail(APIView):
    """A position: what may be done."""

    keeps_nothing = True

    @operation("boards", "boards_look", request=BoardPositionSerializer, response=BoardSerializer)
    def post(self, request: Request) -> Response:
        """Return the legal actions in a position, and why hand cards cannot be played."""
        data = valid_body(BoardPositionSerializer, request)
        return Response(_position_data(parse_position(catalogue(), data["position"])))


class CardTexts(APIView):
    """The texts of the cards: which the engine carries out."""

    @operation("boards", "boards_texts", response=BoardTextsSerializer)
    def get(self, request: Request) -> Response:
        """Return which card texts the engine carries out in full, in part or not at all, with what is missing."""
        played = power_coverage(catalogue())
        lacking = {"partly": played.carried_out_in_part, "not_done": played.not_carried_out}
        data = {name: {code: gettext(why) for code, why in codes.items()} for name, codes in lacking.items()}
        whole = {"whole": played.carried_out, **data, "readings": shipped_text_reviews(), "used": shipped_text_uses()}
        return Response(BoardTextsSerializer(whole).data)


class WhyActionIllegal(APIView):
    """An action: whether it is legal."""

    keeps_nothing = True

    @operation("boards", "boards_why_not", request=BoardActionSerializer, response=BoardLegalSerializer)
    def post(self, request: Request) -> Response:
        """Check whether an action is legal in a position. If it is not, the rule and the cards that forbid it are
        returned.
        """
        data = valid_body(BoardActionSerializer, request)
        state = parse_position(catalogue(), data["position"]).state
        reason = why_illegal(state, action_from_words(state.table, max(state.player, 0), data["action"]))
        why = _reason_data(data["action"], reason) if reason else None
        return Response({"legal": reason is None, "why_not": why})


class PlayAction(APIView):
    """An action: the position after it."""

    keeps_nothing = True

    @operation("boards", "boards_play", request=BoardPlaySerializer, response=BoardAfterSerializer)
    def post(self, request: Request) -> Response:
        """Carry out an action and return the position after it. Chance comes from the seed unless you name the
        outcome.
        """
        data = valid_body(BoardPlaySerializer, request)
        position = parse_position(catalogue(), data["position"])
        chance = {name: data.get(name, []) for name in ("draws", "picks")}
        events: list[tuple[object, ...]] = []
        state = state_after(position, data["action"], seed=data.get("seed"), chance=chance, events=events)
        happened = [sentence.strip() for sentence in event_sentences(state.table, events)]
        return Response({"after": _position_data(ParsedPosition(state, None, ())), "happened": happened})


def _reason_data(action: str, reason: IllegalReason) -> dict[str, object]:
    return {"action": action, "rule": reason.rule, "reason": translated(reason), "cards": list(reason.cards)}


def _note_data(note: Detail) -> dict[str, object]:
    message = error_detail_message(note)
    return {"field": note.field, "message": f"{message.removesuffix('.')} ({note.rule})." if note.rule else message}


def _position_data(position: ParsedPosition) -> dict[str, object]:
    state = position.state
    text = position_as_text(state) if position.seat is None else view_as_text(state, position.seat)
    ended = game_result(state)
    refused = [
        (words, why_illegal(state, action_from_words(state.table, state.player, words)))
        for words in likely_illegal_actions(state)
    ]
    return {
        "position": text,
        "link": position_link(text),
        "seen": [view_as_text(state, seat) for seat in (0, 1)] if position.seat is None else [],
        "version": TEXT_VERSION,
        "readings": READINGS,
        "notes": [_note_data(note) for note in position.notes],
        "turn": state.player_in_turn,
        "phase": state.phase_name,
        "element": ELEMENT_WORDS[state.contested_element],
        "dragons": state.dragons_balance,
        "power": [state.power(0), state.power(1)],
        "deciding": state.player,
        "asking": state.table.code(state.asking_card) if state.asking_card >= 0 else "",
        "legal": [action_to_words(state.table, state.player, action) for action in legal_actions(state)],
        "not_legal": [_reason_data(words, reason) for words, reason in refused if reason],
        "winner": ended.winner if ended else None,
        "crystals": ended.crystals if ended else None,
    }
