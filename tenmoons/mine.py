"""What a person has kept on every floor, as one page shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """One thing: its name, where it is, and a few words about it."""

    name: str
    url: str
    about: str


@dataclass(frozen=True, slots=True)
class Section:
    """The things of one floor, and what to do when there are none."""

    id: str
    heading: str
    items: tuple[Item, ...]
    empty: str
    new_url: str
    new_label: str


def sections_of(person: object) -> tuple[Section, ...]:
    """The sections of a person's page."""
    return ()
