"""Registry of what follows a draft: the matches app registers the evening played after it."""

from common.hooks import SingleHook


@SingleHook
def evening_after_draft(draft_key: str) -> object | None:
    """Return the evening after a draft as anyone may see it, for its template; None before its first match."""
    return None
