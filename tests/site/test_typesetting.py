"""Papers are typeset by processes of their own, which leave nothing behind and end with their caller."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextvars import copy_context
from datetime import date
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from cards.core.facts import Catalogue
from cards.pictures.painting import card_row_response
from common import typesetting
from common.errors import Unavailable
from common.paper.sheet import PdfPaper, draw_qr, write_text
from common.request_work import RequestWork, attach_request_work
from decks.core.legality import DeckList, Entry
from decks.exchange.box_papers import box_pdf, proxy_cards_pdf
from decks.exchange.deck_papers import PaperCard, RegistrationSheet, playtest_cards_pdf, registration_sheet_pdf

STATUS = Path("/proc/self/status")
FOLDER = "tests/site/papers"
KINDS = ("proxies", "box", "cards", "registration", "link picture", "sheet")


def _paper(kind: str, number: int, facts: Catalogue) -> object:
    """Return one paper of a kind, for another deck by each number."""
    cards = list(facts)[number * 3 :][:30]
    deck, title = DeckList(entries=tuple(Entry(card.code) for card in cards)), f"Deck {number}"
    paper_cards = [PaperCard(card.code, f"{card.name} {number}", "Character", 1, "") for card in cards]
    sheet = RegistrationSheet(title, "Roland", "Custom", "-", "legal", "30 cards", f"http://testserver/{number}/")
    made: dict[str, Callable[[], object]] = {
        "proxies": lambda: proxy_cards_pdf(title, deck, facts),
        "box": lambda: box_pdf(title, "30 cards", deck, facts, f"http://testserver/{number}/"),
        "cards": lambda: playtest_cards_pdf(title, paper_cards),
        "registration": lambda: registration_sheet_pdf(sheet, paper_cards, date(2026, 11, 1)),
        "link picture": lambda: card_row_response(cards[:4], title, "30 cards"),
        "sheet": lambda: _sheet(title),
    }
    return made[kind]()


def _sheet(title: str) -> bytes:
    paper = PdfPaper(title, pages=1)
    for row in range(40):
        write_text(paper.canvas, 40, 40 + row * 15, f"{title}, player {row}", size=9, width=200)
    draw_qr(paper.canvas, f"http://testserver/{title}", 300, 300, 100)
    return paper.finish_file()


def _megabytes() -> int:
    gc.collect()
    return int(STATUS.read_text().split("VmRSS:")[1].split()[0]) // 1024


def _grown(kind: str, count: int, facts: Catalogue) -> int:
    """Return by how many megabytes the process has grown after so many papers of a kind."""
    if not STATUS.exists():
        pytest.skip("this system does not say how much memory a process has")
    for number in range(2):
        _paper(kind, number, facts)
    before = _megabytes()
    for number in range(2, 2 + count):
        _paper(kind, number, facts)
    return _megabytes() - before


def test_papers_with_drawings_leave_no_memory_behind(facts: Catalogue) -> None:
    assert _grown("proxies", 6, facts) < 12


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_fifty_papers_of_a_kind_leave_no_memory_behind(kind: str, facts: Catalogue) -> None:
    assert _grown(kind, 50, facts) < 24


def test_a_paper_ends_when_nobody_waits_for_it() -> None:
    work, context = RequestWork(), copy_context()
    work.gone.set()
    context.run(attach_request_work, work)
    with pytest.raises(Unavailable, match="Nothing was changed"):
        context.run(typesetting.typeset_pdf, f"{FOLDER}/endless.typ", {})


def test_a_paper_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "_MAX_SECONDS", 0.1)
    with pytest.raises(Unavailable, match="too long"):
        typesetting.typeset_pdf(f"{FOLDER}/endless.typ", {})


def test_a_paper_that_takes_too_much_memory_is_given_up() -> None:
    with pytest.raises(Unavailable, match="too much memory"):
        typesetting.typeset_pdf(f"{FOLDER}/hungry.typ", {})


def test_a_fault_in_a_template_is_told() -> None:
    with pytest.raises(RuntimeError, match=r"nothing\.typ"):
        typesetting.typeset_pdf(f"{FOLDER}/nothing.typ", {})


def test_without_the_extra_for_papers_a_sentence_says_so(facts: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(typesetting, "version", gone)
    with pytest.raises(Unavailable, match="Printing isn’t available: this site was installed without “ten-moons"):
        _paper("proxies", 1, facts)
    assert _paper("registration", 1, facts)
