"""The cache of a process: one value a key, valid for one version."""

from __future__ import annotations

from common.versioned_cache import VersionedCache


def test_a_value_is_made_once_a_version_and_replaced_by_the_next() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name

    cache = VersionedCache[str]()
    assert cache.get_or_make("game", 1, lambda: make("first")) == "first"
    assert cache.get_or_make("game", 1, lambda: make("never")) == "first"
    assert cache.get_or_make("game", 2, lambda: make("second")) == "second"
    assert (cache.get("game", 1), cache.get("game", 2), cache.get("other", 2)) == (None, "second", None)
    assert made == ["first", "second"]


def test_where_keys_are_many_the_oldest_goes_first() -> None:
    cache = VersionedCache[str](max_keys=2)
    for key, version in (("one", 1), ("two", 1), ("one", 2), ("three", 1)):
        cache.put(key, version, key)
    assert [cache.get("one", 2), cache.get("two", 1), cache.get("three", 1)] == ["one", None, "three"]
