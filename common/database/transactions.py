"""Transactions that are retried when another writer was faster."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, transaction

from common.errors import Conflict

StepResult = TypeVar("StepResult")
FunctionParams = ParamSpec("FunctionParams")
MAX_TRANSACTION_ATTEMPTS = 20


class VersionConflict(Exception):
    """Another writer has changed the row since it was read."""


@dataclass(frozen=True, slots=True)
class RetriedTransaction:
    """Decorator that runs a function in a transaction, several times if needed; finally raises `Conflict`."""

    refusal: str

    def __call__(self, function: Callable[FunctionParams, StepResult]) -> Callable[FunctionParams, StepResult]:
        @wraps(function)
        def done(*args: FunctionParams.args, **kwargs: FunctionParams.kwargs) -> StepResult:
            for _attempt in range(MAX_TRANSACTION_ATTEMPTS):
                try:
                    with transaction.atomic():
                        return function(*args, **kwargs)
                except (VersionConflict, IntegrityError):
                    continue
            raise Conflict(self.refusal)

        return done
