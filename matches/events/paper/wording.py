"""Wording of papers: day, venue and club, and the stage of the event."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper.fonts import fonts_cover_text
from matches.core.tournament.elimination import name_of_numbered_round
from matches.events.bracket_queries import round_name
from matches.events.read_models import LoadedEvent, LoadedRound
from matches.models import Event, Registration


def printed_name(player: Registration) -> str:
    """Return a player’s name, or their number if the fonts lack a letter of the name."""
    return player.name if fonts_cover_text(player.name) else f"#{player.number}"


def day_in_words(loaded: LoadedEvent, day: date | None) -> str:
    """Return this day, or else the event’s first day, with the weekday; empty without a day."""
    day = day or loaded.event.first_day
    return f"{date_format(day, 'l')}, {date_format(day)}" if day is not None else ""


def when_and_where(loaded: LoadedEvent, round_: LoadedRound | None = None) -> list[str]:
    """Return day, venue and club, leaving out what is unknown."""
    club = loaded.event.group.name if loaded.event.group is not None else ""
    day = day_in_words(loaded, round_.row.day if round_ else None)
    return [part for part in (day, loaded.event.venue, club) if part]


def head_lines(loaded: LoadedEvent, *more: str, round_: LoadedRound | None = None) -> list[str]:
    where = " · ".join(when_and_where(loaded, round_))
    return [line for line in (where, *more) if line]


def stage_of(loaded: LoadedEvent) -> str:
    """Return the stage of the event, by which readers recognise an old sheet on the board."""
    if loaded.event.status == Event.Status.FINISHED:
        return _("Final standings")
    if loaded.event.is_league and loaded.event.status == Event.Status.RUNNING:
        tables = [pairing for pairing in loaded.tables if pairing.b and not pairing.is_struck]
        numbers = {"played": sum(pairing.outcome is not None for pairing in tables), "all": len(tables)}
        return _("After %(played)s of %(all)s matches") % numbers
    rounds = [round_ for round_ in loaded.rounds if not round_.unreported]
    if not rounds:
        return _("Before the first result")
    name = round_name(loaded, rounds[-1])
    if name == name_of_numbered_round(rounds[-1].row.number):
        return _("After round %(number)s") % name.params
    return _("Played: %(round)s") % {"round": translated(name)}
