"""Hooks: questions of lower apps, answered by functions that upper apps register at start."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

HookArgs = ParamSpec("HookArgs")
HookAnswer = TypeVar("HookAnswer")


class SingleHook(Generic[HookArgs, HookAnswer]):
    """Decorator of a function with a default answer, until an app registers another."""

    def __init__(self, unanswered: Callable[HookArgs, HookAnswer]) -> None:
        self._answer = unanswered
        update_wrapper(self, unanswered)

    def register(self, answer: Callable[HookArgs, HookAnswer]) -> None:
        """Make a function answer from now on."""
        self._answer = answer

    def __call__(self, *args: HookArgs.args, **named: HookArgs.kwargs) -> HookAnswer:
        return self._answer(*args, **named)
