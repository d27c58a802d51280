"""API of events: with an organiser's token a script runs a whole event."""

from typing import Any

from django.db import transaction
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from accounts.reader import require_same_reader
from common.api.bodies import valid_body, version_in_if_match, version_to_change
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events import pod_services, result_services, round_services, services, staff_services
from matches.events import serializers as shapes
from matches.events.answers import ACTION, EVENT, SINCE_PARAMETER, EventActionView, event_response
from matches.events.audit_log import audit_log_lines
from matches.events.decks.queries import ProceedAnyway
from matches.events.etag import not_modified_for_everyone
from matches.events.queries import event_by_key, events_of_person, is_permitted, judge_notes_of, load_event
from matches.events.read_models import has_permission
from matches.events.results_desk import device_stamp_from_form
from matches.events.rounds import clock, fixtures
from matches.events.transactions import require_role
from matches.models import Event
from matches.play.queries import group_by_key

_FILTERS = ListFilters(
    text=("name", "venue"),
    names=("registrations__name",),
    day="first_day",
    exact={"status": ("status", Event.Status.values), "group": ("group__key", ())},
    orders={"new": NEW, "old": OLD, "day": ("first_day", "pk"), "name": ("name", "pk")},
)


class Events(APIView):
    """Events: list the caller's and create one."""

    is_of_the_caller = True

    @operation("events", "events_list", parameters=_FILTERS.parameters(), page=shapes.EventLineSerializer)
    def get(self, request: Request) -> Response:
        """Return the events you own, help at or play in, newest first."""
        rows = _FILTERS.apply(request, events_of_person(person_of(request), limit=None).select_related("group"))
        return page_of(request, rows, shapes.EventLineSerializer)

    @operation("events", "events_create", request=shapes.NewEventSerializer, created=EVENT)
    def post(self, request: Request) -> Response:
        """Create an event and return it."""
        data = valid_body(shapes.NewEventSerializer, request)
        group = group_by_key(data["group"]) if data.get("group") else None
        rules = shapes.event_rules_from_data(data)
        by = get_or_create_person(request, making="event")
        event = services.create_event(by=by, rules=rules, group=group, is_past=data["is_past"])
        return event_response(request, event.key, status.HTTP_201_CREATED)


class EventDetail(EventActionView):
    """Event: read, change and delete."""

    @method_decorator(not_modified_for_everyone)
    @operation("events", "events_read", parameters=[SINCE_PARAMETER], response=EVENT)
    def get(self, request: Request, key: str) -> Response:
        """Return the event with this key or short code. Anyone who knows it can read it."""
        return event_response(request, key)

    @operation("events", "events_save", request=shapes.EventChangeSerializer, parameters=ACTION, response=EVENT)
    def put(self, request: Request, key: str) -> Response:
        """Replace the event's settings: send everything you read, with your changes. The saved event is returned."""
        return self._save_change(request, key, whole=True)

    @operation("events", "events_change", request=shapes.EventChangeSerializer, parameters=ACTION, response=EVENT)
    def patch(self, request: Request, key: str) -> Response:
        """Change the settings you name; the others stay the same. The saved event is returned."""
        return self._save_change(request, key)

    @operation("events", "events_delete")
    def delete(self, request: Request, key: str) -> None:
        """Delete your event with its players. 409 once anyone has been paired or seated at a draft."""
        by, event = person_of(request), event_by_key(key)
        services.delete_event(by=by, key=key, version=version_in_if_match(request, event.version))

    def _save_change(self, request: Request, key: str, *, whole: bool = False) -> Response:
        event, by = event_by_key(key), person_of(request)
        require_role(event, by, Permission.RULES)
        data = valid_body(shapes.EventChangeSerializer, request, answer=EVENT, whole=whole, partial=not whole)
        seen, version = data.get("fingerprint"), None
        if seen is None or "version" in data:
            version = version_to_change(request, data, event.version)
        group = event.group if "group" not in data else group_by_key(data["group"]) if data["group"] else None
        rules = shapes.event_rules_with_changes(event, data)
        guards = {"version": version, "seen": seen, "moves_rounds": data.get("moves_rounds", False)}
        services.change_event(by=by, key=event.key, rules=rules, group=group, **guards)
        return self.event_response(request, event.key)


class EventStage(EventActionView):
    """Stage of an event: registration, cut, finish, open again."""

    @operation("events", "events_stage", request=shapes.StageSerializer, parameters=ACTION, response=EVENT)
    def post(self, request: Request, key: str) -> Response:
        """Start the playoff, finish or reopen the event, or open or close registration, and return the event."""
        data, by = valid_body(shapes.StageSerializer, request), person_of(request)
        wanted = data["to"]
        if wanted == "cut":
            round_services.begin_playoff(by=by, key=key, anyway=ProceedAnyway(data["without_decks"], data["reason"]))
        elif wanted == "finished":
            round_services.finish_event(by=by, key=key)
        elif wanted == "reopened":
            round_services.reopen_event(by=by, key=key)
        else:
            services.set_registration(by=by, key=key, is_open=wanted == "open")
        return self.event_response(request, key)


class EventPods(EventActionView):
    """Draft tables of an event: seat the players by lot."""

    @operation("events", "event_pods_create", request=shapes.PodsSerializer, parameters=ACTION, response=EVENT)
    def post(self, request: Request, key: str) -> Response:
        """Seat all players at random in pods of up to six, or of the size you set, and return the event."""
        data: dict[str, Any] = valid_body(shapes.PodsSerializer, request)
        pod_services.seat_players_in_pods(by=person_of(request), key=key, **data)
        return self.event_response(request, key)


class EventRounds(EventActionView):
    """Rounds of an event: pair one."""

    @operation("events", "event_rounds_create", request=shapes.PairSerializer, parameters=ACTION, created=EVENT)
    def post(self, request: Request, key: str) -> Response:
        """Pair the round with this number, and return the event. 409 if another organiser was faster or results are
        missing.
        """
        data = valid_body(shapes.PairSerializer, request)
        fixed = [(a, b) for a, b in data["fixed"]]
        round_services.pair_next_round(
            by=person_of(request),
            key=key,
            number=data["number"],
            fixed=fixed,
            byes=data["byes"],
            anyway=ProceedAnyway(data["without_decks"], data["reason"]),
        )
        return self.event_response(request, key, status.HTTP_201_CREATED)


class RoundDetail(EventActionView):
    """Round of an event: close it, run its clock, take its pairing back."""

    @operation("events", "event_rounds_run", request=shapes.RoundChangeSerializer, parameters=ACTION, response=EVENT)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Close the round, or start or pause its clock, and return the event."""
        data, by = valid_body(shapes.RoundChangeSerializer, request), person_of(request)
        # Everything that is requested, or nothing.
        with transaction.atomic():
            if "clock" in data:
                clock.set_round_clock(by=by, key=key, number=number, running=data["clock"] == "run")
            if "bye_to" in data:
                clock.pair_with_bye(by=by, key=key, number=number, to=data["bye_to"])
            if "swap" in data:
                clock.swap_players(by=by, key=key, number=number, first=data["swap"][0], second=data["swap"][1])
            if "longer" in data:
                clock.extend_round(by=by, key=key, number=number, minutes=data["longer"])
            for table in data["extra"]:
                clock.give_extra_time(by=by, key=key, pairing=table["id"], minutes=table["minutes"])
            if data.get("closed") is False:
                round_services.reopen_round(by=by, key=key, number=number)
            if data.get("closed"):
                round_services.close_round(
                    by=by,
                    key=key,
                    number=number,
                    unfinished=data["unfinished"],
                    decided={decision["id"]: decision["counts"] for decision in data["decided"]},
                )
        return self.event_response(request, key)

    @operation("events", "event_rounds_delete")
    def delete(self, request: Request, key: str, number: int) -> None:
        """Undo the pairings of the latest round, while it has no results."""
        round_services.unpair_round(by=person_of(request), key=key, number=number)


class TableResult(APIView):
    """Result of a table: read, report, enter and take back."""

    @operation("events", "event_results_read", response=shapes.TableSerializer)
    def get(self, request: Request, key: str, pairing: int) -> Response:
        """Return a table with its result."""
        table = next((table for table in load_event(key).tables if table.row.pk == pairing), None)
        if table is None:
            raise Missing(gettext_noop("We couldn’t find that table in this event."))
        return Response(shapes.TableSerializer(table).data)

    @operation("events", "event_results_save", request=shapes.ResultSerializer, response=shapes.TableSerializer)
    def put(self, request: Request, key: str, pairing: int) -> Response:
        """Enter or edit a result, or report the result of your own table, and return the table."""
        require_same_reader(request)
        data = valid_body(shapes.ResultSerializer, request, answer=shapes.TableSerializer)
        by = person_of(request)
        tap = device_stamp_from_form(request, {"tap": str(data["tap"])})
        a, b = data["crystals"]
        if data["as_player"]:
            table = result_services.report_result(by=by, key=key, pairing=pairing, crystals=(a, b), tap=tap)
        else:
            table = result_services.enter_result(
                by=by,
                key=key,
                pairing=pairing,
                crystals=(a, b),
                time_up=data["time_up"],
                outcome=data["outcome"],
                forfeit=data["forfeit"],
                games=data["games"] and (data["games"][0], data["games"][1]),
                before=data["before"],
                tap=tap,
            )
        return Response(shapes.TableSerializer(table).data)

    @operation("events", "event_results_delete", response=shapes.TableSerializer)
    def delete(self, request: Request, key: str, pairing: int) -> Response:
        """Clear a result, so that the table is open again. 409 once the round is over. In single elimination and
        playoffs, the last round is only over when the event is.
        """
        table = result_services.undo_result(by=person_of(request), key=key, pairing=pairing)
        return Response(shapes.TableSerializer(table).data)


class LeagueMatchDay(APIView):
    """Match of a league: its day, its link, and what one of the two says."""

    @operation("events", "event_fixtures_read", response=shapes.FixtureSerializer)
    def get(self, request: Request, key: str, pairing: int) -> Response:
        """Return when a match is to be played and what the players have proposed. Only for its two players and the
        organisers.
        """
        table = fixtures.require_league_match(by=person_of(request), key=key, pairing=pairing)
        return Response(shapes.FixtureSerializer(table.row).data)

    @operation("events", "event_fixtures_arrange", request=shapes.WishSerializer, response=shapes.FixtureSerializer)
    def post(self, request: Request, key: str, pairing: int) -> Response:
        """Propose another day, or accept the opponent's proposal, and return the fixture. A change by an organiser
        takes effect at once.
        """
        proposal = fixtures.FixtureProposal(**valid_body(shapes.WishSerializer, request))
        table = fixtures.schedule_league_match(by=person_of(request), key=key, pairing=pairing, proposal=proposal)
        return Response(shapes.FixtureSerializer(table.row).data)


class JudgeNotes(EventActionView):
    """Penalties and judge notes of an event: list and add."""

    @operation("events", "event_notes_list", page=shapes.NoteSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the judges' notes, newest first. Staff of the event only."""
        event, by = event_by_key(key), person_of(request)
        if not is_permitted(event, by, Permission.NOTES):
            raise NotAllowed(gettext_noop("Only the organiser and helpers of this event can read the notes."))
        return page_of(request, judge_notes_of(event), shapes.NoteSerializer)

    @operation("events", "event_notes_create", request=shapes.NewNoteSerializer, parameters=ACTION, created=EVENT)
    def post(self, request: Request, key: str) -> Response:
        """Record a penalty as a judge's note, and return the event. Judges only."""
        services.add_judge_note(by=person_of(request), key=key, **valid_body(shapes.NewNoteSerializer, request))
        return self.event_response(request, key, status.HTTP_201_CREATED)


class AuditLog(APIView):
    """Audit log of an event: list."""

    @operation(
        "events",
        "event_trail_list",
        parameters=[OpenApiParameter("by", str, description="Only entries that contain this text.")],
        page=shapes.TrailSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the activity log, newest first."""
        who = request.query_params.get("by", "")[:40]
        return page_of(request, audit_log_lines(event_by_key(key), person_of(request), who=who), shapes.TrailSerializer)


class Announcements(APIView):
    """Announcements of an event: list and publish."""

    @operation("events", "announcements_list", page=shapes.AnnouncementSentSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return all announcements, newest first."""
        announcements = event_by_key(key).announcements.select_related("by__user")
        return page_of(request, announcements, shapes.AnnouncementSentSerializer)

    @operation(
        "events",
        "announcements_create",
        request=shapes.AnnouncementTextSerializer,
        created=shapes.AnnouncementTextSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Announce something to everyone in the event. It appears on every page of the event, and as a push message for
        subscribers. The announcement is returned.
        """
        text = valid_body(shapes.AnnouncementTextSerializer, request)["text"]
        event = services.publish_announcement(by=person_of(request), key=key, text=text)
        return Response({"text": event.announcement}, status=status.HTTP_201_CREATED)


class HelperSerializer(serializers.Serializer[Any]):
    """Somebody who helps."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="person.display_name")
    kind = serializers.CharField(help_text="`judge` or `scorekeeper`.")


class HelpersSerializer(serializers.Serializer[Any]):
    """Who helps, and the secret keys of the links that make helpers."""

    judge_key = serializers.CharField()
    scorekeeper_key = serializers.CharField()
    helpers = HelperSerializer(many=True, source="roles.all")


HelpSerializer = fields(
    "HelpSerializer", "The secret key of a link for helpers.", key=serializers.CharField(max_length=16)
)


class Helpers(APIView):
    """Staff of an event: list, join by a link, renew the links."""

    @operation("events", "event_helpers_read", response=HelpersSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the helpers and the keys of the helper links. Organiser only."""
        event = event_by_key(key)
        if not has_permission(event, {}, person_of(request), Permission.HELPERS):
            raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
        return Response(HelpersSerializer(event).data)

    @operation("events", "event_helpers_join", request=HelpSerializer, created=HelperSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Become a helper with the key from a link, and return your role."""
        data: dict[str, Any] = valid_body(HelpSerializer, request)
        role = staff_services.become_helper(by=get_or_create_person(request), key=key, role_key=data["key"])
        return Response(HelperSerializer(role).data, status=status.HTTP_201_CREATED)

    @operation("events", "event_helpers_renew_links", response=HelpersSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Create new helper links and return them. The old ones stop working."""
        return Response(HelpersSerializer(staff_services.renew_helper_links(by=person_of(request), key=key)).data)


class HelperDetail(APIView):
    """Staff member of an event: dismiss them."""

    @operation("events", "event_helpers_delete")
    def delete(self, request: Request, key: str, pk: int) -> None:
        """Remove a helper. The helper links change, too."""
        staff_services.dismiss_helper(by=person_of(request), key=key, pk=pk)
