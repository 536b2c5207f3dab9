"""The few places where we bend pygls, each with the reason; nothing here knows what Whylens does."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Callable
from typing import Any

from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    LanguageServerProtocol,
)

log = logging.getLogger(__name__)

#: Codes of the protocol that pygls has no class for.
NOT_INITIALIZED = -32002
INVALID_REQUEST = -32600


def raw_params_converter() -> Any:
    """Leave the params of our own methods as plain dicts (pygls#285: keys are renamed otherwise)."""
    converter = converters.get_converter()
    for message in (JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage):
        converter.register_structure_hook(message, _envelope_only)
    return converter


def _envelope_only(message: dict[str, Any], cls: Any) -> Any:
    """Only the keys the envelope has: `params` may be left out, and a stray key must not stop the message."""
    return cls(**{name: message.get(name) for name in inspect.signature(cls).parameters})


class Ready:
    """A result that is plain JSON already: sent as it is."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class _Pending(dict[Any, Any]):
    """In-flight requests; `items` is a copy, because pygls' shutdown cancels while it iterates (pygls#606)."""

    def items(self) -> Any:
        return tuple(super().items())


class WhylensProtocol(LanguageServerProtocol):
    """The protocol with every request answered, commands that can be cancelled, and a shutdown safe under load.

    `admits` may refuse an `initialize` by its raw params (used for the token of TCP); it returns the reason. `decided`
    is set when an `initialize` was admitted or refused.
    """

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.tasks: dict[Any, asyncio.Task[Any]] = {}
        self.admits: Callable[[Any], str | None] = lambda params: None
        self.initialize_seen = False
        self.decided = asyncio.Event()
        self._request_futures = _Pending()

    @property
    def was_shut_down(self) -> bool:
        """Whether the client asked for `shutdown`: decides the exit code."""
        return self._shutdown

    def structure_message(self, data: dict[str, Any]) -> Any:
        # json.loads calls this for every nested object, so a payload that looks like a message
        # would be typed as one: leave everything plain here and type the envelope once, below.
        return data

    def typed(self, message: dict[str, Any]) -> Any:
        """A message with its envelope, and the params of the protocol's own methods, as objects."""
        return super().structure_message(message)  # pyright: ignore[reportUnknownMemberType]

    def handle_message(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:  # pyright: ignore[reportUnknownMemberType]
            log.warning("ignored something that is no JSON-RPC 2.0 message")
            self._refuse(message, INVALID_REQUEST, "not a JSON-RPC 2.0 message")
            return
        if self._out_of_order(message):  # pyright: ignore[reportUnknownArgumentType]
            return
        try:
            typed = self.typed(message)  # pyright: ignore[reportUnknownArgumentType]
        except JsonRpcException:
            self._unreadable(message)  # pyright: ignore[reportUnknownArgumentType]
            return
        super().handle_message(typed)

    def _out_of_order(self, message: dict[str, Any]) -> bool:
        """Answer what comes before `initialize`, twice, or after `shutdown` (pygls drops the last without a word)."""
        method = message.get("method")
        if method is None or method == types.EXIT:
            return False
        if method == types.INITIALIZE:
            return self._initialize_again(message)
        if not self.initialize_seen:
            self._refuse(message, NOT_INITIALIZED, "the server was not initialized")
        elif self._shutdown:
            self._refuse(message, INVALID_REQUEST, "the server is shutting down")
        else:
            return False
        return True

    def _initialize_again(self, message: dict[str, Any]) -> bool:
        if self.initialize_seen:
            self._refuse(message, INVALID_REQUEST, "the server was initialized before")
            return True
        if reason := self.admits(message.get("params")):
            self.decided.set()
            self._refuse(message, INVALID_REQUEST, reason)
            return True
        self.initialize_seen = True
        self.decided.set()
        return False

    def _refuse(self, message: Any, code: int, reason: str) -> None:
        if isinstance(message, dict) and "id" in message and "method" in message:
            self._send_response(message["id"], error=types.ResponseError(code=code, message=reason))  # pyright: ignore[reportUnknownArgumentType]

    def _unreadable(self, message: dict[str, Any]) -> None:
        """A request is always answered, and whoever waits for a response is told. The params are never logged."""
        method = message.get("method")
        log.warning("the params of %r could not be read", method)
        if method is not None:
            self._refuse(message, JsonRpcInvalidParams.CODE, "the params could not be read")
            return
        future: Any = self._request_futures.pop(message["id"], None) if "id" in message else None
        if future is not None and not future.done():
            future.set_exception(JsonRpcInvalidParams())

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        future: Any = self._request_futures.get(msg_id)
        super()._handle_cancel_notification(msg_id)
        # pygls does not reach the task of a command, only the generator around it
        task = self.tasks.pop(msg_id, None)
        if task is not None and task is not future:
            task.cancel()

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:
        """As pygls does, without a traceback in the log for an error raised on purpose."""
        if not future.cancelled() and isinstance(error := future.exception(), JsonRpcException):
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=error.to_response_error())
            return
        super()._send_handler_result(future, msg_id=msg_id)

    def _send_response(
        self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        try:
            if isinstance(result, Ready) and error is None:
                self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
                return
            super()._send_response(msg_id, result, error)
        except (TypeError, ValueError, AttributeError):
            # without this the client would wait for ever: pygls only logs what JSON cannot hold
            log.exception("the result of request %r cannot be sent", msg_id)
            super()._send_response(
                msg_id, error=JsonRpcInternalError(message="unsendable result").to_response_error()
            )

    def _send_data(self, data: Any) -> None:
        """Write one message. ASCII-escaped on purpose: the length in the header counts characters (pygls#604)."""
        if not data or self.writer is None:
            return
        body = json.dumps(data, default=self._serialize_message)
        try:
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode("ascii"))
        except (BrokenPipeError, ConnectionError, ValueError):  # ValueError: the stream was closed by `exit`
            log.debug("the client is gone; a message was dropped")
