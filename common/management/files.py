"""Files that commands read."""

from pathlib import Path


def file_problem(file: str | Path, error: Exception) -> str:
    """Return which file couldn’t be read, why, and what to do."""
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, UnicodeDecodeError):
        return f"We couldn’t read {file}: it isn’t UTF-8 text. Save it as UTF-8."
    advice = " Check the name of the file." if isinstance(error, FileNotFoundError) else ""
    return f"We couldn’t read {file}: {reason}.{advice}"
