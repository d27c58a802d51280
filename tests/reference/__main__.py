"""Write `docs/reference/` from the code: `python -m tests.reference`; `--check` only lists what is out of date."""

import os
import sys


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.reference.pages import stale, update

    if arguments == ["--check"]:
        if old := stale():
            sys.exit(f"Out of date: {', '.join(old)}. Run python -m tests.reference.")
        return
    for name in update():
        print(f"docs/reference/{name}")


if __name__ == "__main__":
    main(sys.argv[1:])
