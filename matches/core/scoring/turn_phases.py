"""Turn phases: the eight of them and what may be done in each (GAME-01 to GAME-08), as sentences."""

from dataclasses import dataclass

from common.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase: number, name, rule, and what may be done in it; `opening` replaces it in the first turn of a fight.

    `topic` is what the rulings call what is asked about in it, and so is `opening_topic`.
    """

    number: int
    name: str
    may: str
    opening: str = ""
    topic: str = "turn"
    opening_topic: str = ""

    @property
    def rule(self) -> str:
        """The number of its rule."""
        return f"GAME-0{self.number}"


PHASES = (
    Phase(
        1,
        gettext_noop("Beginning"),
        gettext_noop("Resolve texts due now, take back active RETRIEVE cards, discard own bluff cards, land ships."),
    ),
    Phase(
        2,
        gettext_noop("Leadership"),
        gettext_noop("You may play a leadership, Hyla, ship or crystal card, or discard a REPLACE card and draw one."),
        topic="leadership",
    ),
    Phase(
        3,
        gettext_noop("Engagement"),
        gettext_noop("Continue the fight, or retreat. Later in the turn nobody may retreat."),
        gettext_noop("Start a fight, or decline: discard one to three cards, then refresh."),
        topic="end-of-fight",
        opening_topic="start-of-fight",
    ),
    Phase(4, gettext_noop("Character"), gettext_noop("Play one character.")),
    Phase(
        5,
        gettext_noop("Booster or support"),
        gettext_noop("You may play one booster, one support, one bluff or one load."),
        gettext_noop("The player who starts the fight plays none here, unless a card says otherwise."),
        topic="bluff",
    ),
    Phase(
        6,
        gettext_noop("Power"),
        gettext_noop("Announce your power; it has to reach the opponent's. Then a bluff may be called."),
        gettext_noop("Name fire or earth and announce your power in it. Then a bluff may be called."),
        topic="power",
    ),
    Phase(7, gettext_noop("Refresh"), gettext_noop("Draw until you hold six cards."), topic="drawing"),
    Phase(
        8,
        gettext_noop("End"),
        gettext_noop("Resolve texts of the end of the turn. Then the opponent's turn begins."),
        topic="timing",
    ),
)
