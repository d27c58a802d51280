"""Template tags of reports: the link “Report”, and the notice on hidden content."""

from typing import Any

from django import template

from accounts.reports.queries import why_hidden

register = template.Library()


@register.inclusion_tag("reports/_link.html")
def report_link(kind: str, target: str, *, mine: bool = False) -> dict[str, Any]:
    return {"kind": kind, "target": target, "mine": mine}


@register.inclusion_tag("reports/_hidden.html")
def hidden_notice(kind: str, target: str, hidden: Any) -> dict[str, Any]:
    """Show that something is hidden, why, and how to appeal. A query only if it is hidden."""
    return {"kind": kind, "target": target, "hidden": bool(hidden), "why": why_hidden(kind, target) if hidden else None}
