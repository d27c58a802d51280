"""Rule reference: number and title of every rule."""

from tenmoons.help_site.rulebook import RuleText, heading_anchor, rules_chapters
from tests.reference.markdown import page, table


def text() -> str:
    lead = (
        "Every rule that findings, errors, tests and code name, with where it is explained in full. Words, readings and"
        " sources are in [the rules by number](../rules.md)."
    )
    parts = []
    for chapter in rules_chapters():
        rows = [(f"[{rule.number}](../rules.md#{_anchor(rule)})", rule.title) for rule in chapter.rules]
        if rows:
            parts += [f"## {chapter.title}", table(("Number", "Rule"), rows)]
    return page("Rules", lead, *parts)


def _anchor(rule: RuleText) -> str:
    """Return where Markdown viewers find the rule; the site's own page reads the number in it."""
    return heading_anchor(f"{rule.number}: {rule.title}")
