"""Asks before AI chat sessions are learned from: shows which they are, and takes no for an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from whylens.cli.session import confirmed, fail, one_line
from whylens.memory import Memory
from whylens.model.source import date_text

if TYPE_CHECKING:
    from whylens.memory.chats import Chat

#: Sessions shown by name before the user is asked.
_SHOWN = 20


def agreed_chats(memory: Memory, *, yes: bool, quiet: bool = False) -> Sequence[Chat]:
    """The sessions of the project to learn from: none when there is nothing new, or the user says no.

    Without a terminal to ask on, and without *yes*, this is an error. With *quiet* nothing is shown but what is asked.
    """
    if not yes and not sys.stdin.isatty():
        fail("reading AI chat sessions needs your yes: run it on a terminal, or add --yes")
    chats = memory.chats()
    for problem in chats.problems:
        sys.stderr.write(f"whylens: {one_line(problem)}\n")
    if not chats.to_read:
        if not quiet:
            _tell(
                f"Nothing new in the AI chat sessions of this project ({chats.known} read already)."
                if chats.known
                else "There are no AI chat sessions of this project on this machine."
            )
        return ()
    if not (quiet and yes):
        _show(chats.to_read)
    if confirmed(
        "Learn from them? They are read here, redacted first; nothing leaves this machine.", yes=yes
    ):
        return chats.to_read
    _tell("Left alone; learning from the repository only.")
    return ()


def _show(chats: Sequence[Chat]) -> None:
    from whylens.capture.transcripts.session import NAMES

    _tell(f"AI chat sessions of this project with something new: {len(chats)}")
    for chat in sorted(chats, key=lambda each: -each.session.ended)[:_SHOWN]:
        session = chat.session
        turns = f"{session.spoken} turns" if session.ended else "turns unknown"
        grown = "" if chat.is_new else "  (grew)"
        title = session.title or chat.found.file.name
        _tell(f"  {NAMES[session.format]:12} {date_text(session.ended):10} {turns:>13}  {title}{grown}")
    if len(chats) > _SHOWN:
        _tell(f"  … and {len(chats) - _SHOWN} more; all: whylens transcripts")


def _tell(line: str) -> None:
    """To standard error: standard output belongs to the result."""
    sys.stderr.write(one_line(line) + "\n")
