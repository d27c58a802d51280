"""Rulings in another language, folded, so that words of that language find them; pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cards.core.rulings.book import Book
from common.text import fold

# Words one types without looking for them. Other languages: only those that are no word of the game.
_ENGLISH = """
a an and are as at be by can could do does for from has have how i if in is it its may me my of on one or out s that the
their then there this to vs versus was what when where which while who why will with would you your und der die das ein
eine
"""
_OTHERS = {
    "de": """
ab aber als am an auch auf aus bei beim bin bis bist da damit dann darf das dass dem den der des die dies diese diesen
dieser dieses doch du durch ein eine einem einen einer eines er es gibt habe haben hat hatte ich ihr ihre im in ist ja
jede jeder kann kein keine man mein meine meinem meinen meiner mich mir mit muss nach nicht noch nun ob oder ohne sein
seine seinen sich sie sind so soll um und uns unter vom von vor wann war warum was welche welcher welchen welches wenn
wer werden wie wird wo wozu zu zum zur
""",
    "nl": """
aan al als bij dan dat de deze die dit door een en er geen had hebben heb heeft het hij hoe hoeveel hun ik in is ja je
jij jouw kan kun kunnen maar mag met mijn moet na naar niet nog nu of om ook op over te tot uit van voor waar waarom
wanneer wat welk welke wie wil worden wordt ze zich zij zijn zo zonder
""",
    "ru": """
а без бы был было в вам вас во вот вы где да для до его ее если есть еще же за и из или им их к как какая какие какой
когда кто ли мне можно мой мои моя на над надо нас не нет ни но о об он она они от по под при с свой свою себя со та так
там то тот ты у уже чего чем что чтобы эта эти это этот я
""",
}
_SHORTEST_STEM = 4
_ENDING = 2


@dataclass(frozen=True, slots=True)
class Spoken:
    """The book in one more language: by id the question and everything said, by topic its title; all folded.

    `fillers` are the words one types in that language without looking for them.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    fillers: frozenset[str] = frozenset(_ENGLISH.split())
    words: frozenset[str] = frozenset()


ENGLISH = Spoken()


def spoken(book: Book, language: str, said: Callable[[str], str]) -> Spoken:
    """The book as `said` gives each of its sentences in a language."""
    questions = {ruling.id: fold(said(ruling.question)) for ruling in book.rulings}
    texts = {
        ruling.id: fold(f"{said(ruling.question)} {said(ruling.answer)} {said(ruling.note)}") for ruling in book.rulings
    }
    texts |= {erratum.id: fold(f"{said(erratum.text)} {said(erratum.note)}") for erratum in book.errata}
    titles = {slug: fold(said(topic.title)) for slug, topic in book.topics.items()}
    fillers = ENGLISH.fillers | {fold(word) for word in _OTHERS.get(language, "").split()}
    words = frozenset(word for text in (*texts.values(), *titles.values()) for word in text.split())
    return Spoken(questions, texts, titles, fillers, words)


def stem(word: str) -> str:
    """A word without its ending, so that "drachen" finds "drache": for languages that decline.

    >>> stem("drachen"), stem("karte"), stem("zug")
    ('drach', 'karte', 'zug')
    """
    return word[:-_ENDING] if len(word) > _SHORTEST_STEM + _ENDING else word
