"""Every worked example of the rules page, 2.3, by its number: through the core and through `check_deck`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.core.facts import Catalogue, People
from decks.core.legality import Agreement, DeckList, Edition, FamilyRule, Format, Report, judge_deck
from decks.core.text import format_deck, format_picks_as_text
from decks.management.commands import check_deck
from tests.decks.example_decks import (
    SET_OF_SEVEN,
    completed,
    deck,
    foreign,
    own,
    published,
    sample_step_1,
    sample_step_2,
    with_extras,
)

V, H, M, F, K, T, P, A, B = list(People)[:9]
LEGAL, ILLEGAL, UNKNOWN = "legal", "illegal", "unknown"
Build = Callable[[Catalogue], DeckList]
RAZOR, SWIFT, TONGUE = ("Inq 412",), ("Inq 411",), ("Inq Schlangenzunge",)
EMISSARY: dict[str, Any] = {"format": Format.EMISSARY, "emissaries": ("Emissary slot 1",)}
FIRST: dict[str, Any] = {**EMISSARY, "edition": Edition.FIRST}


def vulca(count: int, *moons: int, **fields: Any) -> Build:
    """Return a Vulca deck of this many own cards and foreign ones with these moons."""
    return lambda facts: deck(V, own(facts, V, count) + foreign(facts, V, *moons), **fields)


def terrah(make: Callable[[Catalogue], list[str]], **fields: Any) -> Build:
    return lambda facts: deck(T, make(facts), **fields)


def magpie(facts: Catalogue) -> DeckList:
    codes = [code for code in own(facts, F, 32) if code != "Flit 13"][:24]
    return deck(F, ["Flit 13", *codes, *foreign(facts, F, 2, 2, 2, 2, 2)])


def swapped(facts: Catalogue) -> list[str]:
    codes = [c for c in published(facts, T) if c not in ("Terrah 09", "Terrah 10", "Terrah 11")]
    return [*codes, "Vulca 03", "Flit 15", "Flit 16"]


def sample_unfinished(facts: Catalogue) -> list[str]:
    return [*sample_step_1(facts), "Vulca 03", "Flit 15", "Flit 16"]


def eartheroder_back(facts: Catalogue) -> list[str]:
    return [*(code for code in sample_step_2(facts) if code != "Terrah 06"), "Pillar 17"]


def chosen_ones(facts: Catalogue) -> DeckList:
    chosen = [card.code for card in facts if card.is_chosen_one and card.people is not A]
    return deck(A, own(facts, A, 23) + chosen)


def bashdin(facts: Catalogue) -> DeckList:
    codes = [code for code in own(facts, T, 32) if code != "Terrah 15"][:28]
    return deck(T, [*codes, "Terrah 15", "Mutant 107"])


def emissary(people: People, *, less: int = 0, seven: int = 7, more: tuple[str, ...] = (), **fields: Any) -> Build:
    def build(facts: Catalogue) -> DeckList:
        codes = with_extras(facts, people)
        return deck(people, [*codes[: len(codes) - less], *SET_OF_SEVEN[:seven], *more], **fields)

    return build


def one_expansion(edition: Edition) -> Build:
    def build(facts: Catalogue) -> DeckList:
        part = [code for code in with_extras(facts, H) if facts[code].deck != "E&I:B"]
        assert len(part) == 32
        return deck(H, part + SET_OF_SEVEN, **{**EMISSARY, "edition": edition})

    return build


def family_cards(facts: Catalogue, letter: str) -> list[str]:
    return [card.code for card in facts if card.family == letter]


def vulca_family(own_cards: int, *moons: int, **fields: Any) -> Build:
    return lambda facts: deck(
        V, own(facts, V, own_cards) + family_cards(facts, "b") + foreign(facts, V, *moons), families=("b",), **fields
    )


def people_family(*letters: str) -> Build:
    def build(facts: Catalogue) -> DeckList:
        codes = published(facts, T) + [code for letter in letters for code in family_cards(facts, letter)]
        return deck(T, codes, families=letters, format=Format.PRECONSTRUCTED)

    return build


def drafted(count: int, *extra: str) -> Build:
    """Return a draft deck of seven peoples with 25 moons or more."""

    def build(facts: Catalogue) -> DeckList:
        pool = [code for people in (V, H, M, F, K, T, P) for code in own(facts, people, 6)]
        codes = sorted(pool, key=lambda code: -(facts[code].moons or 0))[:count]
        return deck(None, [*codes, *extra], format=Format.DRAFT, pool=tuple(pool) + extra)

    return build


def drafted_second_game(facts: Catalogue) -> DeckList:
    first = drafted(30)(facts)
    unused = [code for code in first.pool or () if code not in first.codes][:2]
    return deck(None, [*first.codes[2:], *unused], format=Format.DRAFT, pool=first.pool)


PRE: dict[str, Any] = {"format": Format.PRECONSTRUCTED}

# number, deck, verdict, rules of the errors, size, moons
EXAMPLES: list[tuple[str, Build, str, set[str], int, int | None]] = [
    ("01", vulca(30), LEGAL, set(), 30, 0),
    ("02", vulca(29), ILLEGAL, {"DECK-02"}, 29, 0),
    ("03", vulca(31), ILLEGAL, {"DECK-02"}, 31, 0),
    ("04", vulca(25, 2, 2, 2, 2, 2), LEGAL, set(), 30, 10),
    ("05", vulca(25, 2, 2, 2, 2, 3), ILLEGAL, {"DECK-03"}, 30, 11),
    ("06", vulca(20, *[1] * 10), LEGAL, set(), 30, 10),
    ("07", vulca(19, *[1] * 10, 0), LEGAL, set(), 30, 10),
    ("09", bashdin, LEGAL, set(), 30, 0),
    ("10", terrah(lambda facts: published(facts, T)), LEGAL, set(), 30, 6),
    ("11", terrah(swapped), ILLEGAL, {"DECK-03"}, 30, 12),
    ("13", magpie, LEGAL, set(), 30, 10),
    ("14", terrah(sample_step_1), LEGAL, set(), 30, 4),
    ("15", terrah(sample_step_2), LEGAL, set(), 30, 10),
    ("16", terrah(sample_unfinished), ILLEGAL, {"DECK-02"}, 33, 10),
    ("16a", terrah(eartheroder_back), ILLEGAL, {"DECK-03"}, 30, 12),
    ("17", chosen_ones, LEGAL, set(), 30, 0),
    ("18", lambda facts: deck(B, [*own(facts, B, 29), "Buka 31"]), LEGAL, set(), 30, 0),
    (
        "19",
        lambda facts: deck(H, [*own(facts, H, 25), "Buka 31", *foreign(facts, H, 2, 2, 2, 2)]),
        LEGAL,
        set(),
        30,
        10,
    ),
    ("21", lambda facts: deck(M, [*own(facts, M, 29), "Mimix 16"]), ILLEGAL, {"DECK-08"}, 30, 0),
    ("23", lambda facts: deck(P, [*own(facts, P, 29), "Pillar 00"]), ILLEGAL, {"DECK-09"}, 30, 0),
    ("24", lambda facts: deck(P, [*own(facts, P, 29), "Inq 412"]), ILLEGAL, {"DECK-09"}, 30, 0),
    ("25", lambda f: deck(None, own(f, V, 30), leaders=("Vulca 00", "Hoax 00")), ILLEGAL, {"DECK-01"}, 30, None),
    ("26", lambda f: deck(K, [*own(f, K, 29), "Crystal slot 1"]), ILLEGAL, {"DECK-11"}, 30, 1),
    ("27", lambda f: deck(K, [*own(f, K, 29), "Crystal slot 1"], match=True), LEGAL, set(), 30, 1),
    (
        "28",
        lambda f: deck(V, [*own(f, V, 25), "Inter 402", "Inter 404", "Inter 407", "Mutant 106", "Mutant 107"]),
        LEGAL,
        set(),
        30,
        10,
    ),
    ("30", lambda f: deck(V, [*own(f, V, 29), "Spirit slot 1"]), LEGAL, set(), 30, 0),
    ("31", vulca(30, 3, 3, 3, 3, 3, inquisitors=RAZOR), LEGAL, set(), 35, 15),
    ("32", vulca(25, 2, 2, 2, 2, 2, inquisitors=RAZOR), ILLEGAL, {"DECK-02"}, 30, 10),
    ("34", vulca(25, 2, 2, 2, 2, 2, inquisitors=SWIFT), LEGAL, set(), 30, 10),
    ("35", vulca(25, 2, 2, 2, 2, 3, inquisitors=SWIFT), ILLEGAL, {"DECK-03"}, 30, 11),
    ("36", vulca(32, *[2] * 10, 0, 0, 0, inquisitors=TONGUE), LEGAL, set(), 45, 20),
    ("38", vulca(30, inquisitors=SWIFT, agreed=frozenset({Agreement.MATCH})), ILLEGAL, {"DECK-23"}, 30, 0),
    ("40", emissary(V, **EMISSARY), UNKNOWN, set(), 40, None),
    ("41", emissary(V, less=1, **EMISSARY), ILLEGAL, {"DECK-13"}, 39, None),
    ("43", emissary(V, seven=6, more=("Vulca 02",), **EMISSARY), ILLEGAL, {"DECK-13"}, 40, None),
    ("44", emissary(B, **EMISSARY), UNKNOWN, set(), 38, None),
    ("46-1e", one_expansion(Edition.FIRST), UNKNOWN, set(), 39, None),
    ("46-legends", one_expansion(Edition.LEGENDS), ILLEGAL, {"DECK-13"}, 39, None),
    ("47", emissary(V, inquisitors=SWIFT, **EMISSARY), ILLEGAL, {"DECK-14"}, 40, None),
    ("48", people_family("c"), LEGAL, set(), 35, 15),
    ("49", people_family("c", "d"), ILLEGAL, {"DECK-15"}, 40, None),
    ("51", vulca_family(24, 2), LEGAL, set(), 30, 10),
    ("53", vulca_family(30), ILLEGAL, {"DECK-02"}, 35, 8),
    ("53-extend", vulca_family(30, family_rule=FamilyRule.EXTEND), LEGAL, set(), 35, 8),
    ("55", lambda facts: deck(F, published(facts, F), **PRE), LEGAL, set(), 30, 5),
    ("56", lambda facts: deck(B, [*published(facts, B), "Buka 31"], **PRE), ILLEGAL, {"DECK-17"}, 31, 0),
    ("57", drafted(30), LEGAL, set(), 30, None),
    ("58-leader", drafted(29, "Vulca 00"), ILLEGAL, {"DECK-18"}, 30, None),
    ("58-inquisitor", drafted(29, "Inq 411"), ILLEGAL, {"DECK-18"}, 30, None),
    ("59", drafted(29), ILLEGAL, {"DECK-18"}, 29, None),
    ("61", drafted_second_game, LEGAL, set(), 30, None),
]


def errors(report: Report) -> set[str]:
    """Return the broken rules."""
    return {finding.code for finding in report.findings_of_severity("error")}


every_example = pytest.mark.parametrize(
    ("build", "status", "broken", "size", "moons"),
    [row[1:] for row in EXAMPLES],
    ids=[f"2.3-{row[0]}" for row in EXAMPLES],
)


@every_example
def test_worked_example(
    facts: Catalogue, build: Build, status: str, broken: set[str], size: int, moons: int | None
) -> None:
    report = judge_deck(build(facts), completed(facts) if _needs_completing(build(facts)) else facts)
    assert (report.status, errors(report), report.have) == (status, broken, size)
    if moons is not None:
        assert report.moons_have == moons


@pytest.mark.django_db
@every_example
def test_worked_example_by_the_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    facts: Catalogue,
    build: Build,
    status: str,
    broken: set[str],
    size: int,
    moons: int | None,
) -> None:
    judged = build(facts)
    if _needs_completing(judged):
        monkeypatch.setattr(check_deck, "catalogue", lambda game: completed(facts))
    file, picks = tmp_path / "deck.txt", "picks.txt" if judged.pool else ""
    file.write_text(format_deck(judged, facts, pool_file=picks), encoding="utf-8")
    drafted_cards = tuple(code for code in judged.pool or () if facts[code].playable)  # a pool file rejects a leader
    (tmp_path / "picks.txt").write_text(format_picks_as_text(drafted_cards, facts), encoding="utf-8")
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_deck", str(file), "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["status"], ended.value.code) == (status, {LEGAL: 0, ILLEGAL: 1, UNKNOWN: 2}[status])
    assert {finding["code"] for finding in report["findings"] if finding["severity"] == "error"} == broken
    assert report["size"]["have"] == size
    if moons is not None:
        assert report["moons"]["have"] == moons


def _needs_completing(judged: DeckList) -> bool:
    """Rows 26 to 30 are about moons that are not in the data yet."""
    return any(code.startswith(("Crystal", "Spirit", "Inter ")) for code in judged.codes)
