"""Loading the site: garbage collection is off until it is loaded, and loaded objects are never scanned again.

Nearly everything created by importing the site stays until the process ends. Scanning it again and again took a third
of the start and shutdown time (docs/performance.md).
"""

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db.utils import OperationalError, ProgrammingError

from common.management.problems import server_answer_in_error


@contextmanager
def loading_modules() -> Iterator[None]:
    """Load in this context; afterwards only what is made from then on is collected."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def refusing_bad_settings() -> Iterator[None]:
    """End the process with one sentence where the settings can’t work."""
    try:
        yield
    except ImproperlyConfigured as error:
        sys.exit(f"Ten Moons doesn’t start: {error}")


@contextmanager
def exiting_with_error_message() -> Iterator[None]:
    """End a command with one sentence where the settings, the database, a file or the disk can’t be used."""
    if "--traceback" in sys.argv:
        yield
        return
    try:
        with refusing_bad_settings():
            yield
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # `… | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (OperationalError, ProgrammingError) as error:
        if isinstance(error, ProgrammingError) and "does not exist" not in str(error):
            raise
        reason = str(error).strip().partition("\n")[0]
        sys.exit(f"The database isn’t usable: {reason}. Start it, fix DATABASE_URL, or run prepare for its tables.")
    except OSError as error:
        sys.exit(f"{error.filename or 'The system refused'}: {server_answer_in_error(error)}.")


# The system takes the memory of a process that ends; Python would search all of it first.
atexit.register(gc.freeze)
