"""Acts done in the disguise of their project: every redaction inside uses its key and its internal domains."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from whylens.normalize.disguise import Disguise, wearing

P = ParamSpec("P")
R = TypeVar("R")


class Disguised(Protocol):
    """Whoever acts for one project."""

    @property
    def disguise(self) -> Disguise:
        """What redaction knows of the project."""
        ...


S = TypeVar("S", bound=Disguised)


def disguised(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let `method` redact as its project does. Whatever takes in text from outside needs it."""

    @wraps(method)
    def worn(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with wearing(self.disguise):
            return method(self, *args, **kwargs)

    return worn
