"""A longer run: `python -m tests.fuzz 200` sends that many requests to each operation of the API, signed in and not,
and reads that many generated files in each format. Each run has another seed; a failure names it."""

from __future__ import annotations

import os
import random
import subprocess
import sys


def main(words: list[str]) -> int:
    """Run it; return 0 when nothing was found."""
    examples = words[0] if words else "100"
    seed = words[1] if len(words) > 1 else str(random.SystemRandom().randrange(2**31))
    print(f"{examples} examples, seed {seed}", flush=True)
    environment = os.environ | {"FUZZ_EXAMPLES": examples, "FUZZ_SEED": seed}
    return subprocess.run([sys.executable, "-m", "pytest", "tests/fuzz", "-q"], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
