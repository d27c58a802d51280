"""Record what the API promises from now on: `python -m tests.site.api.accept`; refuses to break a promise."""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.site.api.description import described
    from tests.site.api.promise import broken, contract_of
    from tests.site.api.test_promise import PROMISED

    after = contract_of(described())
    before = json.loads(PROMISED.read_text(encoding="utf-8")) if PROMISED.exists() else after
    lines = broken(before, after)
    if lines:
        sys.exit("This breaks what was promised:\n" + "\n".join(lines))
    PROMISED.write_text(json.dumps(after, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
