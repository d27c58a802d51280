"""Reading a file, before anything is written: every fault with its place, and decks judged by this site’s rules."""

import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from rest_framework.exceptions import ValidationError

from cards.catalogue.queries import catalogue
from common.api.bodies import validate_data
from common.api.errors import flattened_details
from common.errors import Detail, DomainError, Invalid
from common.json_depth import JsonTooDeep, parse_json
from common.text import gettext_noop
from decks.core.collection import SETS
from decks.core.text import ParsedDeck, detect_game_of_text, parse_deck_text
from decks.core.text.deck_file import parse_deck_file
from decks.deck.judging import house_by_name
from decks.exchange.deck_files import contents_of_deck_file
from drafts.core.proof.verify import check_proof
from drafts.lists.services import MAX_LISTED_CARDS
from matches.core import scoring
from matches.core.names import name_key
from matches.core.standings import Outcome
from matches.core.tournament import EventRules
from matches.core.tournament.results import check_games_won, outcome_by_crystals
from matches.core.tournament.rule_checks import check_rules
from matches.events.decks.services import checked_deck_columns
from matches.models import MAX_CRYSTAL_CARDS, Event, Game, Match, Pairing, Round, Side
from matches.play.core_values import game_record_of, settings_from_data
from matches.play.decks_brought import deck_with_match_settings
from matches.play.services import settings_columns
from tenmoons.moving.file_fields import MOVED_RULES, THINGS, VERSION, file_serializer
from tenmoons.moving.trf import event_of_trf, is_trf
from tenmoons.my_account.personal_data import MOVING_FILE

MAX_FILE_BYTES = 4_000_000
MAX_FAULTS = 100
MAX_MERGES = 20  # names of one person, each merged into the next
Fields = Mapping[str, Any]
_FORMAT = re.compile(r"tenmoons-([a-z]{1,12})/(\d{1,4})", re.ASCII)
NOT_EXPORTED = gettext_noop("This isn’t a file that Ten Moons has exported.")
_MISFIT = gettext_noop("This doesn’t fit the rest of the file.")
_TWICE = gettext_noop("“%(name)s” is there twice.")


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file without faults: its kind, the address of the site it comes from, and what was exported."""

    kind: str
    site: str
    thing: Fields


def decode_exported_file(data: bytes) -> str:
    """Return the text of an exported file, or of the file in a zip of “My data”; raises `Invalid`."""
    try:
        if data.startswith(b"PK"):
            with zipfile.ZipFile(BytesIO(data)) as archive:
                if archive.getinfo(MOVING_FILE).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise Invalid(NOT_EXPORTED)  # other methods raise other errors, and may take much memory
                with archive.open(MOVING_FILE) as file:
                    data = file.read(MAX_FILE_BYTES + 1)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if is_trf(data[:9].decode("latin-1")):  # older programs write Windows encodings
            return data.decode("cp1252", "replace")
        raise Invalid(NOT_EXPORTED) from error
    except (ValueError, LookupError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise Invalid(NOT_EXPORTED) from error


def parse_exported_file(text: str) -> ExportedFile:
    """Read a file; raises `Invalid` with a detail for each fault, whose field is the place in the file."""
    data = event_of_trf(text) if is_trf(text) else _parse_json_object(text)
    match = _FORMAT.fullmatch(str(data.get("format", ""))[:40])
    if match is None or match[1] not in THINGS:
        raise Invalid(NOT_EXPORTED, field="format")
    if int(match[2]) > VERSION:
        template = gettext_noop("This file comes from a newer version of Ten Moons. Update this site first.")
        raise Invalid(template, field="format")
    kind = match[1]
    try:
        document = validate_data(file_serializer(kind), data)
    except ValidationError as error:
        faults = flattened_details(error.detail)
    else:
        faults = list(_FAULTS[kind](document[kind], kind))
    if faults:
        template = gettext_noop("This file can’t be imported. Problems: %(count)s. Nothing was saved.")
        raise Invalid(
            template, {"count": len(faults)}, details=[_with_field_path(fault) for fault in faults[:MAX_FAULTS]]
        )
    return ExportedFile(kind, document["site"], document[kind])


def _with_field_path(detail: Detail) -> Detail:
    """Return the fault with its place as a path, such as `event.players[2].name`."""
    field_path = re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", detail.field or "")
    return Detail(detail.message, field=field_path or None, params=detail.params, rule=detail.rule)


def _parse_json_object(text: str) -> Fields:
    if len(text) > MAX_FILE_BYTES:
        template = gettext_noop("The file is too long. It can have up to %(most)s characters.")
        raise Invalid(template, {"most": MAX_FILE_BYTES})
    twice: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(_duplicates(name for name, _value in pairs))
        return dict(pairs)

    try:
        data = parse_json(text.lstrip("\ufeff"), unique)
    except JsonTooDeep as error:
        raise Invalid(gettext_noop("The file is nested too deeply or contains an invalid number.")) from error
    except ValueError as error:
        raise Invalid(gettext_noop("This isn’t valid JSON: %(why)s."), {"why": str(error)[:200].rstrip(".")}) from error
    if twice:
        raise Invalid(_TWICE, {"name": twice[0][:40]})
    return data if isinstance(data, dict) else {}


def _duplicates(values: Iterable[Any]) -> Iterator[Any]:
    seen = set[Any]()
    for value in values:
        if value in seen:
            yield value
        seen.add(value)


def _name_errors(field_path: str, names: Iterable[str]) -> Iterator[Detail]:
    """Yield a fault for each name that is there twice; the `*` in `field_path` stands for its number."""
    taken = set[str]()
    for index, name in enumerate(names):
        if name_key(name) in taken:
            yield Detail(_TWICE, field_path.replace("*", str(index)), params={"name": name})
        taken.add(name_key(name))


def _errors_at_places(*places: tuple[str, bool]) -> Iterator[Detail]:
    """Yield a fault for each place where something is wrong."""
    return (Detail(_MISFIT, field_path, params={}) for field_path, is_wrong in places if is_wrong)


def _are_numbered_in_order(rows: Iterable[Fields]) -> bool:
    """Return whether rows have the numbers 1, 2, 3 and so on."""
    return all(row["number"] == number for number, row in enumerate(rows, 1))


def match_score(match: Fields) -> scoring.MatchScore:
    """Return the score of a match of a file; `findings` of the score are faults of the file."""
    sheet, row = settings_from_data(match["sheet"]), Match(name_a=match["players"][0], name_b=match["players"][1])
    names = {"a": row.name_a, "b": row.name_b}
    games = tuple(game_record_of(row, Game(**game)) for game in match["games"])
    counting = (penalty for penalty in match["penalties"] if penalty["taken_back"] is None)
    costs = sheet.penalty is scoring.Penalty.CRYSTALS
    penalties = tuple(
        scoring.PenalisedMistake(names[penalty["side"]], penalty["after"]) for penalty in counting if costs
    )
    return scoring.score_match(scoring.MatchRecord((row.name_a, row.name_b), games, sheet, penalties))


def _match_errors(match: Fields, field_path: str) -> Iterator[Detail]:
    names_in_group = [member or name for member, name in zip(match["members"], match["players"], strict=True)]
    faults = [*_name_errors(f"{field_path}.players.*", match["players"])]
    yield from faults or _name_errors(f"{field_path}.members.*", names_in_group)
    yield from _errors_at_places((f"{field_path}.games", not _are_numbered_in_order(match["games"])))
    for issue in match_score(match).findings:
        if issue.severity is scoring.Severity.ERROR:
            issue_path = f"{field_path}.games.{issue.game - 1}" if issue.game else f"{field_path}.sheet"
            yield Detail(issue.template, issue_path, params=issue.params, rule=issue.code)
    for index, game in enumerate(match["games"]):
        game_path, disputed = f"{field_path}.games.{index}", game["status"] == Game.Status.DISPUTED
        yield from _errors_at_places(
            (f"{game_path}.claim", game["claim"] is not None and not disputed),
            (f"{game_path}.crystal_cards", game["crystal_cards"] > MAX_CRYSTAL_CARDS),
        )
    yield from _errors_at_places(
        (f"{field_path}.decks", any(_duplicates((deck["side"], deck["number"]) for deck in match["decks"])))
    )
    for index, deck in enumerate(match["decks"]):
        yield from _deck_errors(deck["text"], f"{field_path}.decks.{index}.text")


def read_deck_text(text: str) -> ParsedDeck:
    return parse_deck_text(text, catalogue(detect_game_of_text(text)), houses=house_by_name)[0]


def _deck_errors(text: str, field_path: str) -> Iterator[Detail]:
    try:
        problems = read_deck_text(text).problems
    except DomainError as error:
        yield Detail(error.template, field_path, params=error.params)
        return
    for problem in problems:
        yield Detail(problem.template, field_path, params=problem.params)


def events_of(kind: str, thing: Fields) -> Sequence[Fields]:
    return [thing] if kind == "event" else thing.get("events", ())


def matches_outside_events(kind: str, thing: Fields) -> Sequence[Fields]:
    return [thing] if kind == "match" else thing.get("matches", ())


def matches_of_event(event: Fields) -> list[Fields]:
    tables = (table for round_ in event["rounds"] for table in round_["tables"])
    return [table["match"] for table in tables if table["match"] is not None]


def event_rules_of(event: Fields) -> EventRules:
    rules = {name: event[name] for name in MOVED_RULES}
    return EventRules(**rules, sheet=settings_from_data(event["sheet"]), tie_breaks=tuple(event["tie_breaks"]))


def _event_errors(event: Fields, field_path: str) -> Iterator[Detail]:
    players, rounds, status = event["players"], event["rounds"], event["status"]
    try:
        check_rules(event_rules_of(event))
    except Invalid as error:
        for detail in error.details:
            yield Detail(detail.message, f"{field_path}.{detail.field or 'sheet'}", params=detail.params)
    yield from _name_errors(f"{field_path}.players.*.name", (row["name"] for row in players))
    in_playoff = any(row["stage"] == Round.Stage.CUT for row in rounds)
    yield from _errors_at_places(
        (f"{field_path}.players", any(_duplicates(row["number"] for row in players))),
        (
            f"{field_path}.players",
            any(_duplicates(name_key(row["member"]) for row in players if row["member"] is not None)),
        ),
        (f"{field_path}.rounds", not _are_numbered_in_order(rounds)),
        (f"{field_path}.rounds", any(_duplicates(match["key"] for match in matches_of_event(event)))),
        (f"{field_path}.status", bool(rounds) and status == Event.Status.REGISTRATION),
        (f"{field_path}.status", status == Event.Status.CUT and not in_playoff),
        # Anyone who knows the seed can predict the next pairings and how ties are broken.
        (f"{field_path}.seed", event["seed"] is not None and status != Event.Status.FINISHED),
    )
    for index, player in enumerate(players):
        if player["deck"]:
            yield from _deck_errors(player["deck"], f"{field_path}.players.{index}.deck")
    numbers = {row["number"] for row in players}
    for index, row in enumerate(rounds):
        tables, round_path = row["tables"], f"{field_path}.rounds.{index}.tables"
        seated = [table[side] for table in tables for side in Side.values if table[side] is not None]
        # A latecomer to a league plays several matches in a round.
        seated_twice = any(_duplicates(seated)) and event["format"] != Event.Format.ROUND_ROBIN
        repeated = any(_duplicates(table["table"] for table in tables))
        yield from _errors_at_places((round_path, not tables or seated_twice or repeated or not set(seated) <= numbers))
        for at_table, table in enumerate(tables):
            yield from _pairing_errors(event, table, f"{round_path}.{at_table}")


def _pairing_errors(event: Fields, table: Fields, field_path: str) -> Iterator[Detail]:
    settled, crystals = table["settled"], (table["crystals_a"], table["crystals_b"])
    alone = table["b"] is None and (bool(settled) or table["match"] is not None)
    yield from _errors_at_places((field_path, alone or table["a"] == table["b"]))
    if table["match"] is not None:
        yield from _match_errors(table["match"], f"{field_path}.match")
    if not settled:
        return
    nobody = table["outcome"] == Outcome.NOBODY
    played = settled in (Pairing.Settled.AGREED, Pairing.Settled.STAFF) and not nobody
    sheet = settings_from_data(event["sheet"])
    try:
        outcome = outcome_by_crystals(crystals, target=sheet.target, finished=played)
        if table["games_a"] is not None and table["games_b"] is not None:
            costs = sheet.penalty is scoring.Penalty.CRYSTALS
            check_games_won((table["games_a"], table["games_b"]), crystals, mistakes_cost=costs)
    except Invalid as error:
        yield Detail(error.template, f"{field_path}.crystals_a", params=error.params, rule=error.rule or "")
    else:
        yield from _errors_at_places((f"{field_path}.outcome", not nobody and outcome != table["outcome"]))


def _group_errors(group: Fields, field_path: str) -> Iterator[Detail]:
    members = {name_key(row["name"]): row for row in group["members"]}
    yield from _name_errors(f"{field_path}.members.*.name", (row["name"] for row in group["members"]))
    yield from _name_errors(f"{field_path}.seasons.*.name", (row["name"] for row in group["seasons"]))
    for index, row in enumerate(group["members"]):
        into = row
        for _step in range(MAX_MERGES):
            if into["merged_into"] is not None:
                into = members.get(name_key(into["merged_into"]), into)
        yield from _errors_at_places((f"{field_path}.members.{index}.merged_into", into["merged_into"] is not None))
    for index, row in enumerate(group["seasons"]):
        yield from _errors_at_places(
            (f"{field_path}.seasons.{index}.last", row["last"] is not None and row["last"] < row["first"])
        )
    for index, match in enumerate(group["matches"]):
        yield from _match_errors(match, f"{field_path}.matches.{index}")
    for index, event in enumerate(group["events"]):
        yield from _event_errors(event, f"{field_path}.events.{index}")
    for index, row in enumerate(group["past"]):
        yield from _name_errors(f"{field_path}.past.{index}", (row["a"], row["b"]))
    matches = [*group["matches"], *(match for event in group["events"] for match in matches_of_event(event))]
    yield from _errors_at_places(
        (field_path, any(_duplicates(thing["key"] for thing in (*matches, *group["events"], *group["seasons"])))),
        (f"{field_path}.past", any(_duplicates(row["mark"] for row in group["past"]))),
    )


def _draft_errors(draft: Fields, field_path: str) -> Iterator[Detail]:
    cards, kept = catalogue().by_code, sorted(pick["card"] for pick in draft["picks"])
    yield from _errors_at_places((f"{field_path}.seat", draft["seat"] >= len(draft["players"])))
    yield from _errors_at_places((f"{field_path}.picks", any(_duplicates(kept)) or not set(kept) <= set(cards)))
    if draft["proof"] is not None:
        try:
            is_valid = check_proof(draft["proof"]).is_valid
        except Invalid as error:
            yield Detail(error.template, f"{field_path}.proof", params=error.params)
            return
        packets, proofs = draft["proof"]["packets"], draft["proof"]["proofs"]
        if packets and all(packet["kept"] for packet in packets):
            proven = is_valid and sorted(packet["kept"] for packet in packets) == kept
        else:  # without packets, every card must have a proof of its own
            proven = is_valid and set(kept) <= {proof["card"] for proof in proofs}
        yield from _errors_at_places((f"{field_path}.proof", not proven))


def _person_errors(person: Fields, field_path: str) -> Iterator[Detail]:
    try:
        decks = parse_deck_file(json.dumps(person["decks"]))
        contents_of_deck_file(decks)
    except Invalid as error:
        for fault in error.details or (Detail(error.template, params=error.params),):
            yield Detail(fault.message, f"{field_path}.decks.{fault.field or ''}".rstrip("."), params=fault.params)
    yield from _errors_at_places((f"{field_path}.boxes", not set(person["boxes"]) <= set(SETS)))
    for index, pool in enumerate(person["pools"]):
        yield from _errors_at_places(
            (f"{field_path}.pools.{index}.codes", not set(pool["codes"]) <= set(catalogue(pool["game"]).by_code))
        )
    draftable = {card.code for card in catalogue() if card.playable}
    for index, entry in enumerate(person["lists"]):
        wrong = any(_duplicates(entry["codes"])) or not set(entry["codes"]) <= draftable
        yield from _errors_at_places(
            (f"{field_path}.lists.{index}.codes", wrong or len(entry["codes"]) > MAX_LISTED_CARDS)
        )
    for index, match in enumerate(person["matches"]):
        yield from _match_errors(match, f"{field_path}.matches.{index}")
    keys = [entry["key"] for entry in (*person["matches"], *person["pools"], *person["lists"])]
    yield from _errors_at_places((field_path, any(_duplicates(keys))))


_FAULTS = {
    "match": _match_errors,
    "event": _event_errors,
    "group": _group_errors,
    "draft": _draft_errors,
    "person": _person_errors,
}


def judged_decks(file: ExportedFile) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Return the columns of each deck by the key of its match or event, its side and its number.

    Judging a deck takes milliseconds. A full file would take too long inside a transaction, which locks SQLite.
    """
    events = events_of(file.kind, file.thing)
    matches = [
        *matches_outside_events(file.kind, file.thing),
        *(match for event in events for match in matches_of_event(event)),
    ]
    judged = {
        (match["key"], deck["side"], deck["number"]): _deck_row(
            match["sheet"], deck["text"], deck["name"], deck["pool"]
        )
        for match in matches
        for deck in match["decks"]
    }
    return judged | {
        (event["key"], "", player["number"]): _deck_row(event["sheet"], player["deck"], player["deck_name"])
        for event in events
        for player in event["players"]
        if player["deck"]
    }


def _deck_row(sheet: Mapping[str, Any], text: str, name: str, pool: Any = None) -> dict[str, Any]:
    settings, deck = Match(**settings_columns(settings_from_data(sheet))), replace(read_deck_text(text).deck, pool=pool)
    return checked_deck_columns(deck_with_match_settings(settings, deck), name=name)
