"""Loading the site: garbage collection is off meanwhile, and what was loaded is never searched again.

Nearly all that is made by importing the site stays until the process ends. Looking through it again and again took a
third of a start and of an end (docs/performance.md).
"""

import atexit
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured


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


# The system takes the memory of a process that ends; Python would search all of it first.
atexit.register(gc.freeze)
