"""What only a broken handler would show: results that JSON cannot hold, and one that is JSON already."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.server import LanguageServer

from whylens.lsp.protocol import Ready, WhylensProtocol, raw_params_converter


class Written:
    """A writer that keeps what it is given."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        header, _, body = data.partition(b"\r\n\r\n")
        assert int(header.split(b":")[1]) == len(body)
        self.bodies.append(json.loads(body))

    def close(self) -> None:
        raise AssertionError("not closed here")


@pytest.fixture
def written() -> Written:
    return Written()


@pytest.fixture
def protocol(written: Written) -> WhylensProtocol:
    server = LanguageServer("x", "0", protocol_cls=WhylensProtocol, converter_factory=raw_params_converter)
    made = server.protocol
    assert isinstance(made, WhylensProtocol)
    made.set_writer(written)
    return made


@pytest.mark.parametrize("result", [{1, 2}, datetime(2024, 1, 1, tzinfo=UTC), object(), {"a": {3}}, b"bytes"])
def test_a_result_that_json_cannot_hold_is_still_answered(
    protocol: WhylensProtocol, written: Written, result: Any
) -> None:
    protocol._send_response(7, result)
    (body,) = written.bodies
    assert body["id"] == 7
    assert body["error"]["code"] == -32603
    assert "Traceback" not in json.dumps(body)


def test_the_length_counts_bytes_whatever_the_text(protocol: WhylensProtocol, written: Written) -> None:
    protocol._send_response(7, {"text": "⚠ 🙂 ä \u2028"})
    assert written.bodies[0]["result"] == {"text": "⚠ 🙂 ä \u2028"}


def test_plain_json_is_sent_as_it_is(protocol: WhylensProtocol, written: Written) -> None:
    protocol._send_response(7, Ready([{"range": 1}]))
    assert written.bodies == [{"jsonrpc": "2.0", "id": 7, "result": [{"range": 1}]}]


def test_types_of_the_protocol_are_sent_in_its_spelling(protocol: WhylensProtocol, written: Written) -> None:
    protocol._send_response(7, types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "x")))
    assert written.bodies[0]["result"] == {"contents": {"kind": "markdown", "value": "x"}}


@pytest.mark.parametrize("key", ["class", "file-path", "_x", "type_name", "jsonrpc", "0"])
def test_params_of_our_own_methods_keep_their_keys(key: str) -> None:
    seen: list[Any] = []
    server = LanguageServer("x", "0", protocol_cls=WhylensProtocol, converter_factory=raw_params_converter)
    server.feature("whylens/own")(lambda params: seen.append(params))
    protocol = server.protocol
    assert isinstance(protocol, WhylensProtocol)
    protocol.initialize_seen = True
    message = json.dumps({"jsonrpc": "2.0", "method": "whylens/own", "params": {key: {key: 1}}})
    protocol.handle_message(json.loads(message, object_hook=protocol.structure_message))
    assert seen == [{key: {key: 1}}]
