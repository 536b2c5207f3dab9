"""The editor's own language model, asked through the client, which decides whether it may be."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from whylens.lsp.messages import ASK_MODEL, AskModelResult, read
from whylens.lsp.protocol import WhylensProtocol
from whylens.runtime.assistant import NotAnswered

#: Seconds until an answer must be there; the client gives up earlier by itself.
ANSWER_WITHIN = 90.0

#: What the client says when it did not ask, and the reason in the user's words.
_NOT_ASKED = {
    "off": "the editor's setting does not allow it",
    "unavailable": "the editor offers no language model",
    "refused": "you did not allow Whylens to use the editor's language model",
}


class EditorModel:
    """An `Assistant`."""

    def __init__(self, protocol: WhylensProtocol, within: float = ANSWER_WITHIN) -> None:
        self._protocol = protocol
        self._within = within

    async def ask(self, prompt: str, most_tokens: int) -> str:
        """As the port says. A question nobody waits for any more is cancelled in the client too."""
        name = str(uuid4())
        params = {"prompt": prompt, "maxTokens": most_tokens}
        try:
            async with asyncio.timeout(self._within):
                given = await self._protocol.send_request_async(ASK_MODEL, params, name)
        except TimeoutError:
            self._cancel(name)
            raise NotAnswered("the editor's language model did not answer in time", sent=True) from None
        except asyncio.CancelledError:
            self._cancel(name)
            raise
        except JsonRpcException:
            raise NotAnswered("this editor offers no language model to Whylens", lasting=True) from None
        return _text(given)

    def _cancel(self, name: str) -> None:
        self._protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=name))


def _text(given: Any) -> str:
    """What the model said, out of the client's answer."""
    try:
        answer = read(AskModelResult, given)
    except JsonRpcException:
        raise NotAnswered("the editor's answer cannot be read", sent=True) from None
    if reason := _NOT_ASKED.get(answer.error):
        raise NotAnswered(reason, lasting=answer.error != "unavailable")
    if answer.text is None or answer.error:
        raise NotAnswered("the editor's language model failed", sent=True)
    return answer.text
