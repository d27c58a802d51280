"""Effects of verbs that happen once; importing this package registers them all."""

from game.engine.effects import own, theirs
from game.engine.effects.base import can_use_text, resolve_text
