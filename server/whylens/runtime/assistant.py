"""The port to a language model: who can be asked, and how it says that it was not.

`runtime.endpoint` asks a program on the user's machine; the editor's own model is asked by `lsp.editor_model`.
"""

from __future__ import annotations

from typing import Protocol

from whylens.model.errors import Unavailable


class NotAnswered(Unavailable):
    """There is no answer. The message says why, for the status.

    `sent`: the question may have reached a model, and counts as spent. `lasting`: asking again would not help before
    the user changes something.
    """

    def __init__(self, why: str, *, sent: bool = False, lasting: bool = False) -> None:
        super().__init__(why)
        self.sent = sent
        self.lasting = lasting


class Assistant(Protocol):
    """A language model that may be asked."""

    async def ask(self, prompt: str, most_tokens: int) -> str:
        """The model's answer to a redacted *prompt*, whatever it says; `NotAnswered` when there is none.

        Cancelling ends the question at once. Takes its own time limit.
        """
        ...
