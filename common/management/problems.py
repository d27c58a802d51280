"""Sentences about files a command couldn’t read, and emails it couldn’t send."""

from pathlib import Path


def file_problem(file: str | Path, error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"We couldn’t read {file}: it isn’t UTF-8 text. Save it as UTF-8."
    advice = " Check the name of the file." if isinstance(error, FileNotFoundError) else ""
    return f"We couldn’t read {file}: {getattr(error, 'strerror', None) or error}.{advice}"


def server_answer_in_error(error: Exception) -> str:
    """Return what a mail server or the system answered."""
    answer = (getattr(error, "smtp_code", 0), getattr(error, "smtp_error", b""))
    code, reply = next(iter(getattr(error, "recipients", {}).values()), answer)
    return f"{code} {reply.decode(errors='replace')}" if reply else str(getattr(error, "strerror", None) or error)
