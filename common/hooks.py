"""Hooks: what a lower floor asks of an upper one, which registers its answer when it is ready."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Hook(Generic[Asked, Answer]):
    """Decorator of a function that says what is asked, and answers as long as nobody has registered better."""

    def __init__(self, unanswered: Callable[Asked, Answer]) -> None:
        self._answer = unanswered
        update_wrapper(self, unanswered)

    def register(self, answer: Callable[Asked, Answer]) -> None:
        """Let this answer from now on."""
        self._answer = answer

    def __call__(self, *asked: Asked.args, **named: Asked.kwargs) -> Answer:
        """Ask whoever registered last."""
        return self._answer(*asked, **named)
