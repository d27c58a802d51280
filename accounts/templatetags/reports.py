"""Template tags: the quiet link “Report”, and what the owner of a hidden thing reads."""

from typing import Any

from django import template

from accounts.reports.queries import why_hidden

register = template.Library()


@register.inclusion_tag("reports/_link.html")
def report_link(kind: str, target: str, *, mine: bool = False) -> dict[str, Any]:
    return {"kind": kind, "target": target, "mine": mine}


@register.inclusion_tag("reports/_hidden.html")
def hidden_notice(kind: str, target: str, hidden: Any) -> dict[str, Any]:
    """That a thing is hidden, why, and how to ask for another look. A query only where it is hidden."""
    return {"kind": kind, "target": target, "hidden": bool(hidden), "why": why_hidden(kind, target) if hidden else None}
