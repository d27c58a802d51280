"""Turn phases: their names and actions (GAME-01 to GAME-08)."""

from dataclasses import dataclass

from common.sentences import sentences


@dataclass(frozen=True, slots=True)
class TurnPhase:
    """A phase: number, name, rule, and its actions; `opening` replaces them in the first turn of a fight.

    `topic` and `opening_topic` are topics of the rulings.
    """

    number: int
    name: str
    may: str
    opening: str
    topic: str
    opening_topic: str

    @property
    def rule(self) -> str:
        return f"GAME-0{self.number}"


_HELP_TOPICS = ("turn", "leadership", "end-of-fight", "turn", "bluff", "power", "drawing", "timing")
_NAMES, _ALLOWED, _OPENINGS = (sentences("matches", table) for table in ("phases", "phases_may", "phases_opening"))
PHASES = tuple(
    TurnPhase(
        number,
        _NAMES[str(number)],
        _ALLOWED[str(number)],
        _OPENINGS.get(str(number), ""),
        topic,
        "start-of-fight" if topic == "end-of-fight" else "",
    )
    for number, topic in enumerate(_HELP_TOPICS, start=1)
)
