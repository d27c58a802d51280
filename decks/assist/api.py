"""API of help: repair and completion, odds, history, and the shelf."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, IconKind
from common.api.bodies import EVERY_FIELD, body_of
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Conflict
from common.i18n import translated
from common.text import gettext_noop
from decks.assist import services as assist_services
from decks.collection import services as collection_services
from decks.collection.queries import ShelfView, shelf_of
from decks.core.building import Contradiction, Goal, Help, Said, Wishes
from decks.core.collection import MAX_BOXES_PER_SET, SETS
from decks.core.odds import odds_of
from decks.core.text import print_deck
from decks.deck.contents_reader import read_contents
from decks.deck.queries import deck_by
from decks.deck.serializers import ContentsSerializer, DeckSerializer, ReportSerializer, report_data
from decks.deck.versions import difference
from decks.history import services as history_services
from decks.permissions import require_editor


class DeckHelpSerializer(serializers.Serializer[Any]):
    """A legal deck that is proposed."""

    changes = serializers.IntegerField(help_text="Cards out plus cards in.")
    out = serializers.ListField(child=serializers.CharField())
    into = serializers.ListField(child=serializers.CharField())
    mended = serializers.ListField(child=serializers.CharField(), help_text="What beside the cards was put right.")
    proven = serializers.BooleanField(help_text="Whether it is proven that nothing is better.")
    text = serializers.CharField()
    report = ReportSerializer()


class RepairInputSerializer(ContentsSerializer):
    """A deck to be made legal."""

    alternatives = serializers.IntegerField(min_value=0, max_value=5, default=0)


class RepairsSerializer(serializers.Serializer[Any]):
    """The nearest legal deck, and others as near."""

    proposals = DeckHelpSerializer(many=True)


class CompleteInputSerializer(ContentsSerializer):
    """A deck to be completed, the goal and the wishes; cards by code or any name."""

    goal = serializers.ChoiceField(choices=[goal.value for goal in Goal], default=Goal.STRONG.value)
    keep_held = serializers.BooleanField(default=True)
    keep = serializers.ListField(child=serializers.CharField(max_length=120), required=False, max_length=60)
    never = serializers.ListField(child=serializers.CharField(max_length=120), required=False, max_length=60)
    only_owned = serializers.BooleanField(default=False, help_text="Only cards on the shelf of the person who asks.")
    most_moons = serializers.IntegerField(min_value=0, max_value=99, required=False)
    least_fire = serializers.IntegerField(min_value=0, max_value=400, required=False)
    least_earth = serializers.IntegerField(min_value=0, max_value=400, required=False)
    icons = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=60), required=False)
    types = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=60), required=False)

    def validate_icons(self, value: dict[str, int]) -> dict[IconKind, int]:
        """By the name of the icon."""
        return {IconKind(name): count for name, count in _known(value, IconKind.__members__).items()}

    def validate_types(self, value: dict[str, int]) -> dict[CardType, int]:
        """By the name of the type."""
        return {CardType(name): n for name, n in _known(value, {kind.value: 1 for kind in CardType if kind}).items()}


def _known(value: dict[str, int], names: Any) -> dict[str, int]:
    wrong = [name for name in value if name not in names]
    if wrong:
        raise serializers.ValidationError(f"{wrong[0][:40]} is none of {', '.join(names)}.")
    return value


class WishSaidSerializer(serializers.Serializer[Any]):
    """A wish or a rule that contradicts the others."""

    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class CompletedSerializer(serializers.Serializer[Any]):
    """The best deck, or what contradicts what."""

    proposal = DeckHelpSerializer(allow_null=True)
    contradiction = WishSaidSerializer(many=True)


def _help(proposal: Help, cards: Any) -> dict[str, object]:
    return {
        "changes": proposal.changes,
        "out": proposal.out,
        "into": proposal.into,
        "mended": proposal.mended,
        "proven": proposal.proven,
        "text": print_deck(proposal.deck, cards),
        "report": report_data(proposal.report),
    }


class Repair(APIView):
    """Repair: the smallest changes that make a deck legal."""

    budget = "solver"
    keeps_nothing = True

    @operation("decks", "deck_repair", request=RepairInputSerializer, response=RepairsSerializer)
    def post(self, request: Request) -> Response:
        """Make a deck legal with the fewest changes. Needs no account; nothing is kept."""
        said = body_of(RepairInputSerializer, request, answer=DeckSerializer)
        deck = read_contents(said, person_of(request)).deck
        cards = catalogue(deck.game)
        proposals = assist_services.repairs_of(deck, cards, alternatives=said["alternatives"])
        return Response({"proposals": [_help(proposal, cards) for proposal in proposals]})


class Complete(APIView):
    """Completion: the best deck for a goal and wishes."""

    budget = "solver"
    keeps_nothing = True

    @operation("decks", "deck_complete", request=CompleteInputSerializer, response=CompletedSerializer)
    def post(self, request: Request) -> Response:
        """Complete a deck to a goal, or say which wishes and rules contradict each other. Nothing is kept."""
        said = body_of(CompleteInputSerializer, request, answer=DeckSerializer)
        cards = catalogue()
        owned = shelf_of(person_of(request), cards).owned(cards) if said["only_owned"] else None
        wishes = Wishes(
            goal=Goal(said["goal"]),
            keep_held=said["keep_held"],
            keep=tuple(cards.find(name).code for name in said.get("keep", ())),
            never=tuple(cards.find(name).code for name in said.get("never", ())),
            only=owned,
            most_moons=said.get("most_moons"),
            least_fire=said.get("least_fire"),
            least_earth=said.get("least_earth"),
            at_least=said.get("icons", {}),
            types=said.get("types", {}),
        )
        answer = assist_services.search_now(read_contents(said, person_of(request)).deck, cards, wishes)
        if answer is None:
            raise Conflict(gettext_noop("This takes longer than an answer may. Fewer wishes are found sooner."))
        clash = (
            [{"message": translated(sentence), "rule": sentence.rule} for sentence in answer.said]
            if isinstance(answer, Contradiction)
            else []
        )
        proposal = _help(answer, cards) if isinstance(answer, Help) else None
        return Response({"proposal": proposal, "contradiction": clash})


class OddsInputSerializer(ContentsSerializer):
    """A deck and how it is played."""

    played = serializers.IntegerField(min_value=1, max_value=6, default=2, help_text="Cards played a turn.")
    turns = serializers.IntegerField(min_value=1, max_value=10, default=6)


class OddsLineSerializer(serializers.Serializer[Any]):
    """One hope and its chances."""

    hope = serializers.CharField()
    sources = serializers.IntegerField(help_text="Cards of the deck that can bring it.")
    by_turn = serializers.ListField(child=serializers.FloatField(), help_text="Chance by the beginning of each turn.")
    with_mulligan = serializers.FloatField()


class OddsSerializer(serializers.Serializer[Any]):
    """Exact odds, from 0 to 1."""

    odds = OddsLineSerializer(many=True)


class OddsOfDeck(APIView):
    """Odds of a deck: chances of drawing kinds of cards."""

    budget = "solver"
    keeps_nothing = True

    @operation("decks", "deck_odds", request=OddsInputSerializer, response=OddsSerializer)
    def post(self, request: Request) -> Response:
        """The exact odds of a deck that is not kept."""
        said = body_of(OddsInputSerializer, request, answer=DeckSerializer)
        cards = catalogue()
        deck = read_contents(said, person_of(request)).deck
        facts = [cards[code] for code in deck.codes if code in cards and cards[code].playable]
        lines = odds_of(facts, played=said["played"], turns=said["turns"])
        odds = [
            {
                "hope": translated_count(line.template, line.count),
                "sources": line.sources,
                "by_turn": [float(chance) for chance in line.by_turn],
                "with_mulligan": float(line.again),
            }
            for line in lines
        ]
        return Response({"odds": odds})


def translated_count(template: str, count: int) -> str:
    """A hope in words."""
    return translated(Said(template, {"count": count} if "%(" in template else {}))


class CopiesSerializer(serializers.Serializer[Any]):
    """A card and its copies."""

    card = serializers.CharField()
    copies = serializers.IntegerField()


class DeckVersionSerializer(serializers.Serializer[Any]):
    """A version of a deck and what it changed."""

    version = serializers.IntegerField()
    what = serializers.CharField()
    who = serializers.CharField(allow_null=True)
    when = serializers.DateTimeField()
    name = serializers.CharField(allow_blank=True)
    added = CopiesSerializer(many=True)
    removed = CopiesSerializer(many=True)
    settings = serializers.ListField(child=serializers.CharField(), help_text="The fields that changed.")


class History(APIView):
    """History of one's own deck: its versions."""

    @operation("decks", "deck_history", page=DeckVersionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The latest hundred versions of a deck and what each changed, the newest first."""
        person = person_of(request)
        row, _editor = require_editor(deck_by(key, person), person)
        changes = list(row.changes.select_related("person__user")[:101])
        names = dict(row.version_names.values_list("version", "name"))
        older = [change.contents for change in changes[1:]] + [{}]
        versions = []
        for change, before in zip(changes[:100], older, strict=False):
            gap = difference(before, change.contents)
            versions.append(
                {
                    "version": change.version,
                    "what": change.kind,
                    "who": change.person.display_name if change.person else None,
                    "when": change.when,
                    "name": names.get(change.version, ""),
                    "added": [{"card": code, "copies": n} for code, n in gap.added],
                    "removed": [{"card": code, "copies": n} for code, n in gap.removed],
                    "settings": [name for name, _old, _new in gap.settings],
                }
            )
        return page_of(request, versions, DeckVersionSerializer)


class Restore(APIView):
    """Restore an old version of a deck."""

    @operation("decks", "deck_restore", response=DeckSerializer)
    def post(self, request: Request, key: str, version: int) -> Response:
        """Restore a version; what was there before stays in the history."""
        person = person_of(request)
        row = history_services.restore(key=key, person=person, version=version)
        shown = {"catalogue": catalogue(row.game), "person": person}
        return Response(DeckSerializer(deck_by(key, person), context=shown).data)


class CollectionClashSerializer(serializers.Serializer[Any]):
    """A card wanted more often than owned."""

    card = serializers.CharField()
    owned = serializers.IntegerField()
    wanted = serializers.IntegerField()
    decks = serializers.ListField(child=serializers.CharField())


class CollectionSerializer(serializers.Serializer[Any]):
    """The boxes of a shelf by the mark of their set, the decks built from them, and the clashes (DECK-20)."""

    boxes = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=MAX_BOXES_PER_SET))
    people = serializers.ListField(child=serializers.CharField(), read_only=True)
    built = serializers.ListField(child=serializers.CharField(), read_only=True)
    clashes = CollectionClashSerializer(many=True, read_only=True)


def _collection(view: ShelfView) -> Response:
    clashes = [
        {
            "card": clash.card.code,
            "owned": clash.owned,
            "wanted": clash.wanted,
            "decks": [deck.name for deck in clash.decks],
        }
        for clash in view.clashes
    ]
    people = [person.display_name for person in view.people]
    boxes = {mark: view.boxes.get(mark, 0) for mark in SETS}
    return Response({"boxes": boxes, "people": people, "built": [deck.name for deck in view.built], "clashes": clashes})


class Collection(APIView):
    """Collection of the caller: boxes and cards owned."""

    is_of_the_caller = True

    @operation("decks", "collection_read", response=CollectionSerializer)
    def get(self, request: Request) -> Response:
        """My boxes, the decks built from them, the clashes."""
        return _collection(shelf_of(person_of(request), catalogue()))

    @operation("decks", "collection_save", request=CollectionSerializer, response=CollectionSerializer)
    def put(self, request: Request) -> Response:
        """Say how many boxes of each set there are, every set named."""
        said = body_of(CollectionSerializer, request)
        missing = [mark for mark in SETS if mark not in said["boxes"]]
        if missing:
            raise serializers.ValidationError({f"boxes.{mark}": [EVERY_FIELD] for mark in missing})
        return self._changed(request, said)

    @operation("decks", "collection_change", request=CollectionSerializer, response=CollectionSerializer)
    def patch(self, request: Request) -> Response:
        """Say how many boxes there are of the sets that are named; the others stay as they are."""
        return self._changed(request, body_of(CollectionSerializer, request))

    def _changed(self, request: Request, said: dict[str, Any]) -> Response:
        person = get_or_create_person(request)
        collection_services.set_boxes(person=person, boxes=said["boxes"])
        return _collection(shelf_of(person, catalogue()))
