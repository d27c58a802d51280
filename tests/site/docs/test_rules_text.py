"""What the rules page must say: passages that were once in rulings or in the FAQ alone."""

from __future__ import annotations

import re

import pytest
from django.conf import settings


@pytest.fixture(scope="module")
def sections() -> dict[str, str]:
    """Return the text of each rule by its number."""
    text = (settings.BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8")
    parts = re.split(r"^### ([A-Z]+-\d+a?): ", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(
    "says",
    [
        pytest.param("you may attach it to another story, if able", id="L741"),
        pytest.param("you keep it only while that attached card is in play", id="L743"),
        pytest.param("the game is over and the player who carried it out has won", id="L762"),
        pytest.param("ceases to be revealed when the effect resolves, unless", id="L804"),
        pytest.param("triggered again and again if each is paid for; Responses and Disrupts once", id="L898"),
        pytest.param("A Response from the discard pile may be triggered once for each time", id="L964"),
        pytest.param("An icon booster is resolved right after the first struggle of its kind", id="L1014"),
        pytest.param("does not count as wounding it, but the character suffers the wound", id="L1042"),
        pytest.param("no matter how it enters play. This is checked only then", id="L1058"),
        pytest.param("does not count as restoring a character. A restored event is discarded", id="L1074"),
        pytest.param("its success tokens are removed, all characters there are uncommitted", id="L1120"),
        pytest.param("in play but is not an Attachment support. If it is not played when the story is won", id="L1195"),
    ],
)
def test_the_passages_of_the_faq_that_are_easy_to_miss(sections: dict[str, str], says: str) -> None:
    assert says in sections["COC-18"]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("CARD-10", "All 18 may be played as bluffs"),
        ("GAME-13", "A card that lies as a bluff has 2, whatever mark it bears"),
        ("GAME-12", "have no effect, but they are still on the card"),
        ("GAME-10", "when announcing power for the first time"),
        ("GAME-27", "A pair is two cards with PAIR whose names begin with the same word"),
        ("GAME-27", "with GANG in the same colour whose names begin with the same word"),
        ("GAME-28", "You land ships at the beginning of your turn"),
        ("GAME-29", "supports and bluffs mix"),
        ("GAME-29", "The dragon that a call brings is apart"),
        ("GAME-30", "in the last case you must change to that card"),
        ("GAME-31", "the opponent of its player acts first"),
        ("GAME-32", "Several cards are discarded one by one"),
        ("GAME-33", "Texts with “now” are of this kind"),
        ("GAME-34", "leadership cards and cards with PAIR or GANG are apart"),
        ("GAME-35", "Put the three dragons in the middle"),
        ("GAME-35", "draw six cards each"),
        ("MATCH-09", "or 7 when emissaries or inquisitors are agreed"),
        ("MATCH-10", "undo everything after the engagement phase and play on from there"),
        ("DECK-13", "stays open until someone has entered all seven"),
        ("DECK-15", "The Buka deck takes none: its 30 cards are the six families already"),
        ("DECK-23", "a match needs no agreement here"),
        ("DRAFT-25", "Sea Moon is in when the Buka are"),
    ],
)
def test_a_rule_says_what_its_sources_say(sections: dict[str, str], rule: str, says: str) -> None:
    assert says in sections[rule]
