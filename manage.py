#!/usr/bin/env python
"""The command line of the site."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a management command with the settings of this project."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
