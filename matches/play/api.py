"""API of matches: the same services as the pages."""

from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of, version_in_if_match
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from matches.models import Match, Side
from matches.play import disputes, queries, services
from matches.play.core_values import sheet_from_data
from matches.play.serializers import (
    GameSerializer,
    JoinLinkSerializer,
    MatchSerializer,
    NewMatchSerializer,
    RecordedGameSerializer,
    ReportSerializer,
    SheetSerializer,
    SideSerializer,
    match_answer,
    report_from_data,
)
from matches.play.services import NewMatchPlayer

_FILTERS = ListFilters(
    text=("name_a", "name_b", "group__name"),
    names=("name_a", "name_b"),
    exact={"status": ("status", Match.Status.values), "group": ("group__key", ())},
    orders={"new": NEW, "old": OLD, "changed": ("-changed", "-pk")},
)


class Matches(APIView):
    """Matches: list the caller's and create one."""

    is_of_the_caller = True

    @operation("matches", "matches_list", parameters=_FILTERS.parameters(), page=MatchSerializer)
    def get(self, request: Request) -> Response:
        """Return the matches you play in or created, newest first."""
        rows = _FILTERS.apply(request, queries.all_matches_of(person_of(request)))
        return page_of(request, rows, MatchSerializer, queries.match_view_of)

    @operation("matches", "matches_create", request=NewMatchSerializer, created=MatchSerializer)
    def post(self, request: Request) -> Response:
        """Create a match between two names or two members of a group, and return it. Add its games one at a time."""
        answers = body_of(NewMatchSerializer, request, answer=MatchSerializer)
        sheet = sheet_from_data(answers.get("sheet") or SheetSerializer(data={}).run_validation({}))
        if answers.get("group"):
            by_member, members = person_of(request), answers.get("members") or answers["players"]
            match = services.create_group_match(by=by_member, group_key=answers["group"], members=members, sheet=sheet)
        else:
            by = get_or_create_person(request, making="match")
            sides = zip(answers["players"], Side.values, strict=True)
            player_a, player_b = (NewMatchPlayer(name, by if side == answers["me"] else None) for name, side in sides)
            match = services.create_match(by=by, players=(player_a, player_b), sheet=sheet)
        return match_answer(match, code=status.HTTP_201_CREATED)


class MatchDetail(APIView):
    """Match: read, and delete one not played."""

    @operation("matches", "matches_read", response=MatchSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the match with its games and crystals. Anyone who knows the key can read it."""
        return Response(MatchSerializer(queries.match_view(key)).data)

    @operation("matches", "matches_delete")
    def delete(self, request: Request, key: str) -> Response:
        """Delete a match you created, if nothing was ever recorded in it. 409 for a match of an event."""
        version = version_in_if_match(request, queries.match_by_key(key).version)
        services.delete_match(by=person_of(request), key=key, version=version)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MatchJoinLink(APIView):
    """Link by which the other player takes the free seat: read."""

    @operation("matches", "match_join_links_read", response=JoinLinkSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the link that lets the other player join; empty if no seat is free. Only for those who can record
        results in the match.
        """
        match = services.match_to_join(by=person_of(request), key=key)
        url = absolute_url(request, reverse("matches:join", args=[key, match.join_key])) if match else None
        return Response(JoinLinkSerializer({"key": match.join_key if match else None, "url": url}).data)


class JoinMatch(APIView):
    """Free seat of a match: take it by the link of the other player."""

    @operation("matches", "matches_join", request=SideSerializer, response=MatchSerializer)
    def post(self, request: Request, key: str, join_key: str) -> Response:
        """Join a match as one of its two players, and return it. The link is `/matches/KEY/join/JOIN_KEY/`."""
        side = body_of(SideSerializer, request)["side"]
        return match_answer(services.take_seat(by=get_or_create_person(request), key=key, join_key=join_key, side=side))


class MatchGames(APIView):
    """Games of a match: record the next one."""

    @operation("matches", "games_create", request=ReportSerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Record the next game and return the match. 409 if another player was faster: read the match again."""
        answers = body_of(ReportSerializer, request, answer=GameSerializer)
        match = disputes.report_game(
            by=person_of(request),
            key=key,
            version=answers["version"],
            number=answers.get("number"),
            report=report_from_data(answers),
        )
        return match_answer(match, code=status.HTTP_201_CREATED)


class GameDetail(APIView):
    """Game of a match: read and correct it."""

    @operation("matches", "games_read", response=RecordedGameSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return a game with the version of the match, in the form that PUT takes."""
        view = queries.match_view(key)
        game = next((game for game in MatchSerializer(view).data["games"] if game["number"] == number), None)
        if game is None:
            raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
        return Response({**game, "version": view.match.version})

    @operation("matches", "games_save", request=ReportSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str, number: int) -> Response:
        """Edit a game and return the match. The earlier report stays in the history."""
        answers = body_of(ReportSerializer, request, answer=GameSerializer)
        match = services.correct_game(
            by=person_of(request), key=key, number=number, version=answers["version"], report=report_from_data(answers)
        )
        return match_answer(match)
