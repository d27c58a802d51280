"""As much of PromQL as the alarms use, on what a real site answers to `/metrics` at several times."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
STALE_SECONDS = 300
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:e\d+)?[smh]?|\w+|=~|==|\"[^\"]*\"|[][(){}<>,=*/])")
_METRIC = re.compile(r"(?:tenmoons|process|python)_\w+")
AGGREGATES: Mapping[str, Callable[[list[float]], float]] = {"sum": sum, "min": min, "max": max}
_UNITS = {"s": 1, "m": 60, "h": 3600}


def seconds(text: str) -> int:
    return int(text[:-1]) * _UNITS[text[-1]]


@lru_cache(8)
def _samples(text: str, names: frozenset[str]) -> list[tuple[str, dict[str, str], float]]:
    lines = [line for line in text.splitlines(keepends=True) if not names or any(name in line for name in names)]
    samples = [sample for family in text_string_to_metric_families("".join(lines)) for sample in family.samples]
    return [(sample.name, dict(sample.labels), sample.value) for sample in samples]


@dataclass
class History:
    """What Prometheus has stored: for each series its samples in time; of all, or of those that an expression names.

    The process of the tests has thousands of series, of which an alarm uses a few.
    """

    expression: str = ""
    series: dict[str, dict[Labels, list[tuple[float, float]]]] = field(default_factory=dict)
    known: dict[tuple[str, float], bool] = field(default_factory=dict)

    def holds(self, expression: str, time: float) -> bool:
        """Whether an expression has a value at a time."""
        if (expression, time) not in self.known:
            self.known[expression, time] = bool(Query(expression, self, time).value())
        return self.known[expression, time]

    def scrape(self, time: float, text: str | None, *, instance: str = "a") -> None:
        """Store one answer; None for none."""
        self.known.clear()
        own = {"job": "tenmoons", "instance": instance}
        self._add("up", own, time, float(text is not None))
        for name, labels, value in _samples(text or "", frozenset(_METRIC.findall(self.expression))):
            self._add(name, labels | own, time, value)

    def _add(self, name: str, labels: Mapping[str, str], time: float, value: float) -> None:
        self.series.setdefault(name, {}).setdefault(frozenset(labels.items()), []).append((time, value))


class Query:
    """An expression at a point in time."""

    def __init__(self, text: str, history: History, time: float) -> None:
        self.words, self.history, self.time = _TOKEN.findall(text), history, time
        assert "".join(self.words) == re.sub(r"\s", "", text), text

    def value(self) -> Vector:
        found = self._either()
        assert not self.words, self.words
        assert isinstance(found, dict)
        return found

    def _next(self, *expected: str) -> str:
        word = str(self.words.pop(0))
        assert not expected or word in expected, (word, expected)
        return word

    def _is(self, *words: str) -> bool:
        return bool(self.words) and self.words[0] in words

    def _either(self) -> Vector | float:
        left = self._unless()
        while self._is("or"):
            self._next()
            left = _vector(self._unless()) | _vector(left)
        return left

    def _unless(self) -> Vector | float:
        left = self._compared()
        while self._is("unless"):
            self._next()
            right = _vector(self._compared())
            left = {labels: value for labels, value in _vector(left).items() if labels not in right}
        return left

    def _compared(self) -> Vector | float:
        left = self._product()
        if not self._is("<", ">", "=="):
            return left
        sign, right = self._next(), self._product()
        assert isinstance(right, float)
        holds: dict[str, Callable[[float], bool]] = {
            "<": lambda value: value < right,
            ">": lambda value: value > right,
            "==": lambda value: value == right,
        }
        return {labels: value for labels, value in _vector(left).items() if holds[sign](value)}

    def _product(self) -> Vector | float:
        left = self._one()
        while self._is("*", "/"):
            sign, right = self._next(), self._one()
            if isinstance(left, float) and isinstance(right, float):
                left = left * right if sign == "*" else left / right
            else:
                assert sign == "/"
                parts = _vector(right)
                left = {labels: value / parts[labels] for labels, value in _vector(left).items() if parts.get(labels)}
        return left

    def _one(self) -> Vector | float:
        word = self._next()
        if word == "(":
            inner = self._either()
            self._next(")")
            return inner
        if word[0].isdigit():
            return float(word)
        if word in AGGREGATES:
            return self._aggregate(AGGREGATES[word])
        if word in {"increase", "rate"}:
            self._next("(")
            ranges, span = self._range(self._next())
            self._next(")")
            risen = {labels: _rise(values) for labels, values in ranges.items() if len(values) > 1}
            return risen if word == "increase" else {labels: value / span for labels, value in risen.items()}
        if word == "absent":
            self._next("(")
            inner = _vector(self._either())
            self._next(")")
            return {} if inner else {frozenset(): 1.0}
        if word == "histogram_quantile":
            self._next("(")
            part = float(self._next())
            self._next(",")
            buckets = _vector(self._either())
            self._next(")")
            return {frozenset(): _quantile(part, buckets)} if buckets else {}
        ranges, _span = self._range(word)
        return {labels: values[-1] for labels, values in ranges.items() if values}

    def _aggregate(self, combine: Callable[[list[float]], float]) -> Vector:
        names = set[str]()
        if self._is("by"):
            self._next()
            self._next("(")
            while (word := self._next()) != ")":
                names |= {word} - {","}
        self._next("(")
        inner = _vector(self._either())
        self._next(")")
        groups: dict[Labels, list[float]] = {}
        for labels, value in inner.items():
            groups.setdefault(frozenset(pair for pair in labels if pair[0] in names), []).append(value)
        return {labels: combine(values) for labels, values in groups.items()}

    def _range(self, name: str) -> tuple[dict[Labels, list[float]], int]:
        """Return the values of a selector, with its range in seconds."""
        wanted, span, until = list[tuple[str, str, str]](), STALE_SECONDS, self.time
        if self._is("{"):
            self._next()
            while not self._is("}"):
                label, sign, value = self._next(), self._next("=", "=~"), self._next()
                wanted.append((label, sign, value.strip('"')))
                if self._is(","):
                    self._next()
            self._next("}")
        if self._is("["):
            self._next()
            span = seconds(self._next())
            self._next("]")
        if self._is("offset"):
            self._next()
            until -= seconds(self._next())
        found = {}
        for labels, samples in self.history.series.get(name, {}).items():
            of = dict(labels)
            if all(re.fullmatch(v if sign == "=~" else re.escape(v), of.get(label, "")) for label, sign, v in wanted):
                values = [value for time, value in samples if until - span < time <= until]
                if values:
                    found[labels] = values
        return found, span


def _vector(value: Vector | float) -> Vector:
    assert isinstance(value, dict), value
    return value


def _rise(values: list[float]) -> float:
    return sum(after - before if after >= before else after for before, after in pairwise(values))


def _quantile(part: float, buckets: Vector) -> float:
    rows = sorted((float(dict(labels)["le"]), count) for labels, count in buckets.items())
    rank, lower, below = part * rows[-1][1], 0.0, 0.0
    for most, count in rows:
        if count >= rank and count > 0:
            return lower if most == float("inf") else lower + (most - lower) * (rank - below) / (count - below)
        lower, below = most, count
    return float("nan")


def is_firing(rule: Mapping[str, object], history: History, time: float, step: int = 15) -> bool:
    """Whether an alarm fires: its expression has held for as long as it must."""
    held = seconds(str(rule.get("for", "0s")))
    moments = [time - back for back in range(0, held + 1, step)]
    return all(history.holds(str(rule["expr"]), moment) for moment in moments)
