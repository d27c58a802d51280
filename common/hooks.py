"""Hooks: what a lower floor asks of an upper one, which registers its answer when it is ready."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

HookArgs = ParamSpec("HookArgs")
HookAnswer = TypeVar("HookAnswer")


class SingleHook(Generic[HookArgs, HookAnswer]):
    """Decorator of a function that says what is asked, and answers as long as nobody has registered better."""

    def __init__(self, unanswered: Callable[HookArgs, HookAnswer]) -> None:
        self._answer = unanswered
        update_wrapper(self, unanswered)

    def register(self, answer: Callable[HookArgs, HookAnswer]) -> None:
        """Make a function the one that answers from now on."""
        self._answer = answer

    def __call__(self, *args: HookArgs.args, **named: HookArgs.kwargs) -> HookAnswer:
        return self._answer(*args, **named)
