"""Rulings in another language, folded, so that words of that language find them; pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

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
# Endings of the four languages, folded as texts are: of a word that declines the longest one goes.
_ENDINGS = """
ing ings ed es s e er ers ern en em n y ies ied ly ment ments t te ung ungen
а я о е ы и у ю ь ая яя ое ее ые ие ыи ии ои еи ого его ому ему ым им ом ем ых их ую юю ов ев ам ям ами ями ах ях ыми
ими ию ия ием ение ения ению ением ание ания анию анием ться ется ется ать ять ить еть ает ают ка ки ку кои ок
"""
_BY_LENGTH = sorted(_ENDINGS.split(), key=lambda ending: -len(ending))
_SHORTEST_STEM = 3
# Words that say the same at the table; a word of three letters or more stands for whatever begins with it.
_SAME = (
    ("infinite", "endless"),
    ("optional", "i may"),
    ("mandatory", "must", "does not say i may"),
    ("precedence", "come first"),
    ("simultaneous", "same time"),
    ("multiple", "several"),
    ("winning", "won"),
    ("choosing", "chose"),
    ("бои", "боя", "бою"),
    ("игра", "сыгра", "розыгрыш", "разыгра"),
    ("отступлени", "отступит"),
    ("просмотр", "смотре"),
    ("раскрыти", "показа"),
    ("соответстви", "сравня"),
    ("целев", "цел"),
    ("окончани", "заканчива"),
    ("предотвращени", "запрет", "не дает"),
    ("порядок", "упорядоч", "стоит выше"),
    ("инструкци", "разыграть текст"),
    ("необязательны", "я могу"),
    ("обязательны", "без слов я могу"),
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The book in one more language: by id the question and everything said, by topic its title; all folded.

    `fillers` are the words one types in that language without looking for them, `terms` the words of the game, which
    a mistyped word may be read as.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    fillers: frozenset[str] = frozenset(_ENGLISH.split())
    terms: frozenset[str] = frozenset()


ENGLISH = Spoken()


def spoken(book: Book, language: str, said: Callable[[str], str], place: Callable[[str], str]) -> Spoken:
    """The book as `said` gives each of its sentences, and `place` each place in a document, in a language."""
    questions = {ruling.id: fold(said(ruling.question)) for ruling in book.rulings}
    texts = {
        ruling.id: fold(
            " ".join((*map(said, (ruling.question, ruling.answer, ruling.note, ruling.source)), place(ruling.place)))
        )
        for ruling in book.rulings
    }
    texts |= {erratum.id: fold(f"{said(erratum.text)} {said(erratum.note)}") for erratum in book.errata}
    titles = {slug: fold(said(topic.title)) for slug, topic in book.topics.items()}
    fillers = ENGLISH.fillers | {fold(word) for word in _OTHERS.get(language, "").split()}
    return Spoken(questions, texts, titles, fillers)


def stem(word: str) -> str:
    """A word without its ending, so that "drachen" finds "drache" and "choosing" what is chosen or may be chosen.

    >>> stem("drachen"), stem("choosing"), stem("stopped"), stem("карты"), stem("zug")
    ('drach', 'choos', 'stop', 'карт', 'zug')
    """
    for ending in _BY_LENGTH:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            bare = word[: -len(ending)]
            return bare[:-1] if len(bare) > _SHORTEST_STEM and bare[-1] == bare[-2] else bare
    return word


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[tuple[str, float], ...]:
    """What a word is found by, with a blank before it, and how much each form counts: the whole word, its beginning,
    its stem, what says the same; and for a long one its root, which counts least. A number is only found whole."""
    if word.isdigit():
        return ((f" {word} ", 1.0),)
    bare = stem(word)
    same = (other for group in _SAME for one in group if len(bare) > 2 and one.startswith(bare) for other in group)
    found = [(f" {word} ", 1.0), (f" {word}", 0.9), (f" {bare}", 0.7), *((f" {other}", 0.6) for other in same)]
    return (*found, (f" {word[: max(4, len(word) * 6 // 10)]}", ROOT))


ROOT = 0.25
