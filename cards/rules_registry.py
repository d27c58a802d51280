"""Registry of the rules by number: the site registers here how one is found, by its number or by words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulePlace:
    """A rule as pages link to it, in the reader's language."""

    title: str
    url: str
    language: str


Source = Callable[[Sequence[str], str], Sequence[RulePlace]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask this for rules; it is given numbers and words. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def rules_on(numbers: Sequence[str], words: str) -> list[RulePlace]:
    """The rules of these numbers, and those that have the words, each once."""
    return list(dict.fromkeys(place for source in _sources for place in source(numbers, words)))
