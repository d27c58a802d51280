"""What is filled in on the pages of a draft, and what they say."""

from __future__ import annotations

from typing import Any

from accounts.models import Person
from tests.drafts.tables import view_of
from tests.html import flat

SIX = ["Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"]


def answers(**changed: Any) -> dict[str, Any]:
    usual = {"players": "4", "before": "4", "peoples": SIX, "step8": "right", "seating": "random", "action": "open"}
    return {**usual, **changed}


def text(response: Any) -> str:
    return flat(response.content)


def pick_form(key: str, player: Person, at: int = 0) -> dict[str, str]:
    view = view_of(key, player)
    return {"round": str(view.table.round), "number": str(view.table.number), "card": view.packet[at]}
