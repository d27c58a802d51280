"""Explanation: a query in plain English, such as "characters of the Vulca with fire of at least 5".

A sentence is a noun, then what the cards are *of*, what they are *with* and *without*, and what else is true of them
(*that*). Every piece is a marked template; `say` translates it (identity for English).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from cards.core.search.keys import KeyTable, SearchKey, SearchKeyKind
from cards.core.search.nodes import And, CardQuery, Condition, ExactName, Not, NumberTest, OneOf, Or, Quoted, Word
from common.sentence_tables import sentences
from common.text import gettext_noop as _

Translate = Callable[[str], str]
_VALUE_TEMPLATES = sentences("cards", "explain_values")
_MOONS = sentences("cards", "explain_moons")
# Wordings for small numbers, such as “no moons”.
_SMALL_COUNT_TEMPLATES = sentences("cards", "explain_few")
_COPIES_TEMPLATES = sentences("cards", "explain_copies")
_TEMPLATES: Mapping[str, Mapping[str, str]] = {"value": _VALUE_TEMPLATES, "count": _MOONS, "copies": _COPIES_TEMPLATES}
_TEXT_PLACES = sentences("cards", "explain_places")
_FIELD_NAMES = sentences("cards", "explain_fields")


def explain(query: CardQuery, key_table: KeyTable, say: Translate = str) -> str:
    sayer = _ConditionExplainer(key_table, say)
    text = sayer.phrase(query.where) if not query.matches_everything else say(_("all cards"))
    if query.game:
        text = say(_("from %(game)s: %(what)s")) % {"game": key_table.name, "what": text}
    for sort in query.sort:
        order = key_table.orders[sort.key]
        order_text = say(order.phrase) if not sort.reversed else say(order.back)
        text = f"{text}, {order_text}"
    return text


def explain_condition(condition: Condition, key_table: KeyTable, say: Translate = str) -> str:
    """Explain one condition without a noun, for the button that removes it."""
    place, text = _ConditionExplainer(key_table, say).explain_piece(condition)
    templates = {"without": _("without %(what)s"), "that": _("that %(what)s")}
    return say(templates.get(place, "%(what)s")) % {"what": text}


@dataclass(slots=True)
class _SentencePieces:
    noun: list[str] = field(default_factory=list)
    of: list[str] = field(default_factory=list)
    having: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    that: list[str] = field(default_factory=list)


class _ConditionExplainer:
    def __init__(self, key_table: KeyTable, say: Translate) -> None:
        self.table = key_table
        self.say = say

    def join_in_words(self, texts: Sequence[str], template: str) -> str:
        """Return a list in words: a, b and c."""
        if len(texts) < 2:
            return "".join(texts)
        return self.say(template) % {"first": ", ".join(texts[:-1]), "last": texts[-1]}

    def join_with_and(self, texts: Sequence[str]) -> str:
        return self.join_in_words(texts, _("%(first)s and %(last)s"))

    def join_with_or(self, texts: Sequence[str]) -> str:
        return self.join_in_words(texts, _("%(first)s or %(last)s"))

    def phrase(self, condition: Condition) -> str:
        if isinstance(condition, Or) and not self._has_one_kind(condition):
            return self.join_in_words([self.phrase(part) for part in condition.parts], _("%(first)s, or %(last)s"))
        pieces = self._collect_pieces(condition.parts if isinstance(condition, And) else (condition,))
        noun = pieces.noun[0] if pieces.noun else self.say(self.table.cards)
        parts = [" ".join([noun, ", ".join(pieces.of)]) if pieces.of else noun]
        if pieces.having:
            parts.append(self.say(_("with %(what)s")) % {"what": self.join_with_and(pieces.having)})
        if pieces.without:
            template = _("and without %(what)s") if pieces.having else _("without %(what)s")
            parts.append(self.say(template) % {"what": self.join_with_or(pieces.without)})
        that = [self.say(_("are %(what)s")) % {"what": noun} for noun in pieces.noun[1:]] + pieces.that
        if that:
            parts.append(self.say(_("that %(what)s")) % {"what": self.join_with_and(that)})
        return " ".join(parts)

    def _collect_pieces(self, parts: Sequence[Condition]) -> _SentencePieces:
        pieces = _SentencePieces()
        words = [part.text for part in parts if self._is_plain_word(part)]
        if words:
            quoted = self.join_with_and([f"“{word}”" for word in words])
            pieces.that.append(self.say(_("mention %(value)s")) % {"value": quoted})
        for part in sorted(parts, key=self._sort_key):
            if not self._is_plain_word(part):
                place, text = self.explain_piece(part)
                getattr(pieces, {"with": "having"}.get(place, place)).append(text)
        return pieces

    def _is_plain_word(self, part: Condition) -> TypeGuard[Word | Quoted]:
        return isinstance(part, Quoted) or (isinstance(part, Word) and self.table.find_noun_choice(part.text) is None)

    def _sort_key(self, condition: Condition) -> int:
        """Sort conditions: the key that leads is next to the noun, a name before everything else."""
        inner = condition.part if isinstance(condition, Not) else condition
        leads = isinstance(inner, OneOf) and self.table[inner.key].leads
        return 0 if leads else 1 if isinstance(inner, ExactName) else 2

    def explain_piece(self, condition: Condition, *, denied: bool = False) -> tuple[str, str]:
        """Return a condition’s place in the sentence and its words."""
        match condition:
            case Word(text) if kind := self.table.find_noun_choice(text):
                template = (
                    _("aren’t %(what)s and don’t mention “%(word)s”")
                    if denied
                    else _("are %(what)s or mention “%(word)s”")
                )
                return "that", self.say(template) % {"what": self.say(kind.phrase), "word": text}
            case Word(text) | Quoted(text):
                template = _("don’t mention %(value)s") if denied else _("mention %(value)s")
                return "that", self.say(template) % {"value": f"“{text}”"}
            case ExactName(text):
                template = _("aren’t called %(what)s") if denied else _("called %(what)s")
                return "that" if denied else "of", self.say(template) % {"what": f"“{text}”"}
            case OneOf():
                return self._explain_one_of(condition, denied=denied)
            case NumberTest():
                return self._explain_number_test(condition, denied=denied)
            case Not(part):
                return self.explain_piece(part, denied=not denied)
            case Or() if self._has_one_kind(condition) and not denied:
                pieces = [self.explain_piece(part) for part in condition.parts]
                return pieces[0][0], self.join_with_or([text for _place, text in pieces])
            case _:
                template = _("aren’t %(what)s") if denied else _("are %(what)s")
                return "that", self.say(template) % {"what": self.phrase(condition)}

    def _has_one_kind(self, condition: Or) -> bool:
        """Return whether the alternatives are of one kind, so that one "or" is enough."""
        if any(isinstance(part, And | Or | Not) for part in condition.parts):
            return False
        return len({self.explain_piece(part)[0] for part in condition.parts}) == 1

    def _explain_one_of(self, compare: OneOf, *, denied: bool) -> tuple[str, str]:
        key = self.table[compare.key]
        value = self.join_with_or([self._explain_value(key, value) for value in compare.values])
        text = self.say(key.denied if denied else key.phrase) % {"value": value}
        choices = [key.find_choice(value) for value in compare.values]
        if not denied and all(choice is not None and choice.noun for choice in choices):
            return "noun", value
        if key.place == "with":
            return ("without" if denied else "with"), text
        return ("that" if denied and key.place == "noun" else key.place), text

    def _explain_value(self, key: SearchKey, value: str) -> str:
        if key.kind is SearchKeyKind.TEXT:
            return f"“{value}”"
        choice = key.find_choice(value)
        return self.say(choice.phrase) if choice else value

    def _explain_number_test(self, measure: NumberTest, *, denied: bool) -> tuple[str, str]:
        key = self.table[measure.keys[0]]
        what, single = self._explain_sum(measure.keys), len(measure.keys) == 1
        if measure.fields:
            text = self.say(_FIELD_NAMES[measure.sign]) % {"what": what, "n": self._explain_sum(measure.fields)}
            return ("without" if denied else "with"), text
        number = self.join_with_or([str(number) for number in measure.numbers])
        if single and key.measure == "place":
            text = self.say(_TEXT_PLACES[measure.sign]) % {"n": number}
            return ("that", self.say(_("aren’t %(value)s")) % {"value": text}) if denied else ("of", text)
        templates = _TEMPLATES.get(key.measure, _VALUE_TEMPLATES) if single else _VALUE_TEMPLATES
        template = templates[measure.sign]
        if templates is _MOONS and len(measure.numbers) == 1:
            template = _SMALL_COUNT_TEMPLATES.get(f"{measure.sign}{measure.numbers[0]:g}", template)
        return ("without" if denied else "with"), self.say(template) % {"what": what, "n": number}

    def _explain_sum(self, names: Sequence[str]) -> str:
        words = [self.say(self.table[name].many) for name in names]
        return self.say(_(" plus ")).join(words)
