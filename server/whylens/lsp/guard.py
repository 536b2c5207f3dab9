"""One boundary around every handler: bound it, time it, and never let a failure reach the user."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from pygls.exceptions import JsonRpcException

from whylens.lsp.figures import figures
from whylens.lsp.server import WhylensLanguageServer
from whylens.model.errors import WhylensError

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F")

log = logging.getLogger(__name__)

#: LSP's code for a request that was understood and could not be done.
REQUEST_FAILED = -32803

Handler = Callable[Concatenate[WhylensLanguageServer, P], Awaitable[R]]
Guarded = Callable[Concatenate[WhylensLanguageServer, P], Coroutine[Any, Any, R]]


class RequestFailed(JsonRpcException):
    """A request the user made that cannot be done; the message says the next step."""

    CODE = REQUEST_FAILED
    MESSAGE = "Request failed"


def nothing() -> None:
    """The fallback of a handler whose absence the user should not notice."""


def guarded(
    name: str, *, deadline: float, fallback: Callable[[], F]
) -> Callable[[Handler[P, R]], Guarded[P, R | F]]:
    """For what the editor asks by itself: past *deadline* seconds, or on any failure, answer *fallback* quietly."""

    def wrap(handler: Handler[P, R]) -> Guarded[P, R | F]:
        @functools.wraps(handler)  # pygls reads the wrapped signature and annotations
        async def run(ls: WhylensLanguageServer, /, *args: P.args, **kwargs: P.kwargs) -> R | F:
            started = time.perf_counter()
            try:
                with ls.running():
                    async with asyncio.timeout(deadline):
                        return await handler(ls, *args, **kwargs)
            except TimeoutError:
                figures.missed(name)
                log.info("%s missed its deadline of %.0f ms", name, deadline * 1000)
                return fallback()
            except WhylensError as error:
                figures.failed(name)
                log.warning("%s failed: %s", name, error)
                return fallback()
            except Exception:  # the one boundary around handlers
                figures.failed(name)
                log.exception("%s failed", name)
                return fallback()
            finally:
                figures.took(name, time.perf_counter() - started)

        return run

    return wrap


def answered(name: str, *, deadline: float) -> Callable[[Handler[P, R]], Guarded[P, R]]:
    """For what the user asked: an error is told, in one sentence that holds no captured text."""

    def wrap(handler: Handler[P, R]) -> Guarded[P, R]:
        @functools.wraps(handler)
        async def run(ls: WhylensLanguageServer, /, *args: P.args, **kwargs: P.kwargs) -> R:
            started = time.perf_counter()
            try:
                with ls.running():
                    async with asyncio.timeout(deadline):
                        return await handler(ls, *args, **kwargs)
            except JsonRpcException:
                raise
            except TimeoutError:
                figures.missed(name)
                raise RequestFailed(
                    f"{name} took longer than {deadline:.0f} s: try again in a moment"
                ) from None
            except WhylensError as error:
                raise RequestFailed(str(error)) from None
            except Exception:  # the same boundary, for requests
                figures.failed(name)
                log.exception("%s failed", name)
                raise RequestFailed(f"{name} failed: the log of the Whylens server says why") from None
            finally:
                figures.took(name, time.perf_counter() - started)

        return run

    return wrap
