"""Pages of the display in the hall: how many names fit on a page, in how many columns, and in what size."""

from __future__ import annotations

import pytest

from matches.events.wall import FINAL_COLUMNS, FINAL_LINES, split_into_screen_pages
from matches.templatetags.matches import name_size


@pytest.mark.parametrize(
    ("names", "pages", "columns", "lines"),
    [(0, 0, 0, 0), (2, 1, 2, 1), (16, 1, 2, 8), (17, 1, 4, 5), (41, 1, 4, 11), (44, 1, 4, 11), (45, 2, 4, 6)],
)
def test_a_page_of_the_wall(names: int, pages: int, columns: int, lines: int) -> None:
    pages_made = split_into_screen_pages(range(names))
    assert len(pages_made) == pages
    assert all((page.columns, page.lines) == (columns, lines) for page in pages_made)
    assert [name for page in pages_made for name in page.entries] == list(range(names))


def test_two_hundred_names_fill_five_pages_alike() -> None:
    assert [len(page.entries) for page in split_into_screen_pages(range(200))] == [40] * 5


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Adler, Anna", ""),
        ("Schmitt, Marie-Luise", "name-long"),
        ("Преображенская, Александра", "name-longest"),
        ("Преображенский, Александр Константинович", "name-two-lines"),
    ],
)
def test_a_longer_name_has_smaller_letters(name: str, size: str) -> None:
    assert name_size(name) == size


@pytest.mark.parametrize(("players", "count", "lines"), [(41, 1, 14), (42, 1, 14), (43, 2, 8), (20, 1, 7)])
def test_final_places_stand_beside_the_winner_in_three_columns(players: int, count: int, lines: int) -> None:
    pages = split_into_screen_pages(range(players), FINAL_COLUMNS, FINAL_LINES)
    assert (len(pages), {(page.columns, page.lines) for page in pages}) == (count, {(3, lines)})
