"""API of drafts with real cards, and its serializers."""

from typing import Any

from django.db.models import Q
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.api.bodies import valid_body
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Detail, Invalid, NotAllowed
from common.i18n import translated
from common.text import gettext_noop
from decks.core.text import parse_picks
from drafts.core.engine.setup import LastDealDirection, Setup, parse_last_deal, parse_peoples
from drafts.models import PaperTable
from drafts.paper import services as papers
from drafts.table.serializers import DraftSetupSerializer


class NewPaperTableSerializer(serializers.Serializer[Any]):
    """A draft with real cards to create."""

    names = serializers.ListField(child=serializers.CharField(max_length=60), max_length=10)
    peoples = serializers.ListField(child=serializers.CharField(max_length=40), max_length=20)
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    step8 = serializers.CharField(max_length=40, default=LastDealDirection.RIGHT.value)
    shuffled = serializers.BooleanField(default=True, help_text="Whether to shuffle the seats.")
    pick_seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="Null for no clock."
    )


class PaperLineSerializer(serializers.ModelSerializer[PaperTable]):
    """A draft with real cards in a list."""

    status = serializers.CharField(help_text="`drafting` or `entering`.")

    class Meta:
        model = PaperTable
        fields = ["key", "name", "status", "created"]
        read_only_fields = fields


class PaperSeatSerializer(serializers.Serializer[Any]):
    """A seat: its player, whom they pass to in this round, and whether their pool is entered."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    passes_to = serializers.IntegerField(help_text="The seat they pass packets to in this round.")
    entered = serializers.BooleanField()
    corrected = serializers.IntegerField(help_text="How often a saved pool was changed.")
    is_me = serializers.BooleanField()


class PaperTableSerializer(serializers.Serializer[Any]):
    """State of a draft with real cards: what to do now, and who has entered their pool."""

    key = serializers.CharField()
    name = serializers.CharField()
    status = serializers.CharField(help_text="`drafting` or `entering`.")
    version = serializers.IntegerField(help_text="The version to send with a step.")
    host = serializers.CharField()
    is_host = serializers.BooleanField()
    setup = DraftSetupSerializer()
    pick_seconds = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True, help_text="When the time for this pick runs out.")
    round = serializers.IntegerField()
    rounds = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The current pick in this round.")
    last_deal = serializers.BooleanField()
    direction = serializers.ChoiceField(choices=["right", "left"])
    deal = serializers.IntegerField(help_text="Cards dealt to each player in this round.")
    in_hand = serializers.IntegerField(help_text="Cards in each packet now.")
    seats = PaperSeatSerializer(many=True)


class PaperStepSerializer(serializers.Serializer[Any]):
    """Confirms that everyone has passed."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    back = serializers.BooleanField(default=False, help_text="Go back one packet instead.")


class PaperPicksSerializer(serializers.Serializer[Any]):
    """A pool as codes, as text, or both."""

    cards = serializers.ListField(child=serializers.CharField(max_length=40), max_length=400, default=list)
    text = serializers.CharField(max_length=20_000, allow_blank=True, default="", help_text="One card per line.")


class PaperFindingSerializer(serializers.Serializer[Any]):
    """A problem of a pool, such as a card that another pool lists, too."""

    rule = serializers.CharField()
    message = serializers.CharField()
    card = serializers.CharField(allow_blank=True)


class PaperPoolSerializer(serializers.Serializer[Any]):
    """The caller’s saved pool, and where it contradicts those of others."""

    cards = serializers.ListField(child=serializers.CharField())
    pool = serializers.CharField(allow_null=True, help_text="The key of the saved pool; null until it is saved.")
    findings = PaperFindingSerializer(many=True)


def _paper_draft_data(paper: papers.PaperDraft, person: Person | None) -> dict[str, Any]:
    table, setup = paper.table, paper.setup
    size, direction = setup.sizes[table.round - 1], setup.direction(table.round)
    own_seat = paper.seat_of(person)
    body: dict[str, Any] = {name: getattr(table, name) for name in ("key", "name", "status", "version")}
    body["deadline"] = table.ends
    body |= {"host": table.host.display_name, "is_host": person is not None and person.pk == table.host_id}
    body |= {"setup": setup, "pick_seconds": table.pick_seconds, "round": table.round, "number": table.number}
    body |= {"rounds": setup.rounds, "last_deal": setup.is_last_deal(table.round), "direction": direction.value}
    body |= {"deal": size, "in_hand": size - table.number + 1}
    body["seats"] = [
        {
            "number": seat.number,
            "name": seat.name,
            "passes_to": (seat.number + direction.step) % setup.players,
            "entered": seat.entered,
            "corrected": seat.corrected,
            "is_me": own_seat is not None and own_seat.pk == seat.pk,
        }
        for seat in paper.seats
    ]
    return PaperTableSerializer(body).data


_FILTERS = ListFilters(
    text=("name",),
    names=("seats__name",),
    exact={"status": ("status", PaperTable.Status.values)},
    orders={"new": NEW, "old": OLD, "name": ("name", "pk")},
)


class PaperDraftList(APIView):
    """Drafts with real cards: list the caller's and open one."""

    is_of_the_caller = True

    @operation(
        "drafts",
        "paper_tables_list",
        summary="List your drafts with real cards",
        parameters=_FILTERS.parameters(),
        page=PaperLineSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return the drafts with real cards that you host or played in, newest first."""
        person = person_of(request)
        mine = Q(host=person) | Q(seats__person=person) if person is not None else Q(pk__in=[])
        rows = _FILTERS.apply(request, PaperTable.objects.filter(mine).distinct())
        return page_of(request, rows, PaperLineSerializer)

    @operation(
        "drafts",
        "paper_tables_create",
        summary="Create a draft with real cards",
        request=NewPaperTableSerializer,
        created=PaperTableSerializer,
    )
    def post(self, request: Request) -> Response:
        """Send the players and the peoples. The response says what to deal and which way to pass."""
        data = valid_body(NewPaperTableSerializer, request)
        setup = Setup(len(data["names"]), parse_peoples(data["peoples"]), parse_last_deal(data["step8"]))
        host = get_or_create_person(request, making="paper")
        table = papers.create_paper_draft(
            host=host,
            setup=setup,
            names=data["names"],
            name=data["name"],
            shuffled=data["shuffled"],
            pick_seconds=data["pick_seconds"],
        )
        return Response(_paper_draft_data(papers.load_paper_draft(table.key), host), status=status.HTTP_201_CREATED)


class PaperDraftDetail(APIView):
    """Draft with real cards: read one."""

    @operation(
        "drafts",
        "paper_tables_read",
        summary="Get the next step of a draft with real cards",
        response=PaperTableSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return what to do now, for everyone at the table. It contains no cards."""
        return Response(_paper_draft_data(papers.load_paper_draft(key), person_of(request)))


class AdvancePaperDraft(APIView):
    """Draft with real cards: go on to the next packet."""

    @operation(
        "drafts",
        "paper_tables_step",
        summary="Confirm that everyone has passed",
        request=PaperStepSerializer,
        response=PaperTableSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Return the next step. Host only. Sending the same version twice counts once. After the last packet, players
        enter their pools.
        """
        data, person = valid_body(PaperStepSerializer, request), person_of(request)
        return Response(_paper_draft_data(papers.advance_paper_draft(key, person=person, **data), person))


class PaperPoolDetail(APIView):
    """Pool drafted with real cards: save it, and read the caller’s own."""

    @operation("drafts", "paper_pools_read", summary="Get your entered pool", response=PaperPoolSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return the pool as you entered it. Only the player who entered it can read it."""
        own_seat = papers.load_paper_draft(key).seat_of(person_of(request))
        if own_seat is None or own_seat.number != number:
            raise NotAllowed(gettext_noop("Only the player who entered a pool can see it."))
        return Response(_paper_pool_data(papers.load_paper_draft(key), number))

    @operation(
        "drafts",
        "paper_pools_enter",
        summary="Enter your pool",
        request=PaperPicksSerializer,
        response=PaperPoolSerializer,
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """Return the saved pool. 400 with every error for a pool that is impossible; `findings` lists cards that are
        in another pool, too.
        """
        data = valid_body(PaperPicksSerializer, request)
        typed, problems = parse_picks(data["text"], catalogue())
        if problems:
            details = [problem.as_error_detail() for problem in problems]
            raise Invalid(problems[0].template, problems[0].params, details=details)
        codes = [*data["cards"], *(code for code in typed if code not in data["cards"])]
        entered = papers.submit_pool(
            key, number=number, person=get_or_create_person(request), codes=codes, catalogue=catalogue()
        )
        if not entered.is_saved:
            first = entered.findings[0]
            details = [Detail(translated(finding), field="cards") for finding in entered.findings]
            raise Invalid(first.template, first.params, rule=first.rule, details=details)
        return Response(_paper_pool_data(papers.load_paper_draft(key), number))


def _paper_pool_data(paper: papers.PaperDraft, number: int) -> dict[str, Any]:
    seat = paper.seats[number]
    body = {"cards": seat.codes, "pool": seat.pool.key if seat.pool is not None else None}
    clashes = papers.pool_problems_for(paper, number)
    findings = [{"rule": clash.rule, "message": translated(clash), "card": clash.code} for clash in clashes]
    return PaperPoolSerializer(body | {"findings": findings}).data
