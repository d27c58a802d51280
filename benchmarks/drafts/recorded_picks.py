"""Prints every pick that is written in the database of DATABASE_URL, as JSON: key, seat, round, number, card.

`python -m benchmarks.drafts.recorded_picks`
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    """Read and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    from drafts.models import Pick

    rows = Pick.objects.order_by("pk").values_list("draft__key", "seat", "round", "number", "card")
    sys.stdout.write(json.dumps([list(row) for row in rows]))


if __name__ == "__main__":
    main()
