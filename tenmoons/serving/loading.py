"""Loading the site: garbage collection is off meanwhile, and what was loaded is never searched again.

Nearly all that is made by importing the site stays until the process ends. Looking through it again and again took a
third of a start and of an end (docs/performance.md).
"""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading_modules() -> Iterator[None]:
    """Load in this context; afterwards only what is made from then on is collected."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


# The system takes the memory of a process that ends; Python would search all of it first.
atexit.register(gc.freeze)
