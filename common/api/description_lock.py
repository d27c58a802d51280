"""The lock held while anything of the API is described.

drf-spectacular loads its extensions at their first use, and two threads that do so at once fail.
"""

import threading

DESCRIPTION_LOCK = threading.RLock()
