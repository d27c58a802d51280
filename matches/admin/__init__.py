"""The admin of matches and events."""

from matches.admin import events, matches
