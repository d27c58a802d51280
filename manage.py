#!/usr/bin/env python
"""The command line of the site."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run a management command with the settings of this project."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    if sys.argv[1:2] != ["serve"]:  # a command that ends would leave its counts in the folder of the processes
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    if sys.argv[1:2] == ["demo"]:
        os.environ.setdefault("VAR_DIR", str(Path(__file__).resolve().parent / "var" / "demo"))
        os.environ.setdefault("COOKIE_MARK", "demo")  # also where the environment has the SECRET_KEY of the site
    import django
    from django.core.management import execute_from_command_line

    from tenmoons.serving.loading import exiting_with_error_message, loading_modules

    with exiting_with_error_message():
        with loading_modules():
            django.setup()
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
