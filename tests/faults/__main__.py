"""`python -m tests.faults [--rounds 20] [--tables 3] [--seed N]`: prints a report; exit status 0 when all is well."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.rounds import Kit


def main() -> int:
    """Start, kill, compare, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--tables", type=int, default=3, help="tables opened every few rounds")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=None, help="the same seed kills the same in the same order")
    asked = parser.parse_args()
    seed = asked.seed if asked.seed is not None else int(time.time())
    with tempfile.TemporaryDirectory() as folder:
        kit = Kit(
            Path(folder),
            say=lambda line: print(line, flush=True),
            seed=seed,
            tables=asked.tables,
            players=asked.players,
        )
        with kit:
            print(
                f"Seed {seed}; web processes {' and '.join(kit.cluster.webs)}, worker, beat, Redis, PostgreSQL.",
                flush=True,
            )
            kit.open()
            for _round in range(asked.rounds):
                if all(draft.done for draft in kit.drafts):
                    kit.open()
                kit.round()
            report = kit.finish()
            if not report.good:
                print((Path(folder) / "cluster.log").read_text()[-6000:])
    print(report)
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
