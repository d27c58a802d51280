"""Hooks: what a lower floor asks of an upper one, which registers its answer when it is ready."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


class Hook(Generic[Args, Answer]):
    """Decorator of a function that says what is asked, and answers as long as nobody has registered better."""

    def __init__(self, unanswered: Callable[Args, Answer]) -> None:
        self._answer = unanswered
        update_wrapper(self, unanswered)

    def register(self, answer: Callable[Args, Answer]) -> None:
        """Make a function the one that answers from now on."""
        self._answer = answer

    def __call__(self, *args: Args.args, **named: Args.kwargs) -> Answer:
        """Call the function that was registered last."""
        return self._answer(*args, **named)
