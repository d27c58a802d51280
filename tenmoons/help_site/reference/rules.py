"""Rule reference: number and title of every rule."""

from __future__ import annotations

from tenmoons.help_site.reference.markdown import page, table
from tenmoons.help_site.rulebook import chapters


def text() -> str:
    """The reference."""
    lead = (
        "Every rule that findings, errors, tests and code name, with where it is explained in full. Words, readings and"
        " sources are in [the rules by number](../rules.md)."
    )
    parts = []
    for chapter in chapters():
        rows = [(f"[{rule.number}](../rules.md#{rule.number.lower()})", rule.title) for rule in chapter.rules]
        if rows:
            parts += [f"## {chapter.title}", table(("Number", "Rule"), rows)]
    return page("Rules", lead, *parts)
