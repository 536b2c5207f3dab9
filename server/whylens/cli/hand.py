"""`edit`, `supersede`, `pin`, `unpin`, `snooze`, `not-here`: the user's hand on one card, each with `--undo`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    fail,
    in_project,
    opened,
    say,
    split_place,
)
from whylens.cli.told import tell_card, until_of
from whylens.memory import Memory
from whylens.memory.hand.acts import Act
from whylens.memory.hand.editing import Edit
from whylens.memory.hand.hand import Spot
from whylens.model.card import Card
from whylens.model.errors import UserError, WhylensError
from whylens.model.source import date_text
from whylens.model.words import Kind, Scope

NameArgument = Annotated[str, typer.Argument(metavar="ID", help="Its id or handle.")]
UndoOption = Annotated[bool, typer.Option("--undo", help="Take that back instead.")]
_NEVER = "never"


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("edit", help="Change a memory: in your editor, or by the options.")(edit)
    app.command("supersede", help="Say that a memory holds in the stead of another.")(supersede)
    app.command("pin", help="Show a memory first, and keep it whatever its age.")(pin)
    app.command("unpin", help="Let go of a pinned memory.")(unpin)
    app.command("snooze", help="Do not show a memory before a day.")(snooze)
    app.command("not-here", help="Say that a memory is shown at the wrong place.")(not_here)


def edit(
    name: NameArgument,
    summary: Annotated[str | None, typer.Option("--summary", help="One sentence that stands alone.")] = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="What it is.")] = None,
    details: Annotated[str | None, typer.Option("--details", help="More than one sentence.")] = None,
    why: Annotated[str | None, typer.Option("--why", help="The reason it gives.")] = None,
    scope: Annotated[Scope | None, typer.Option("--scope", help="How long it is meant to live.")] = None,
    files: Annotated[
        list[str] | None,
        typer.Option("--file", help="What it is about, in the stead of what it has (repeatable)."),
    ] = None,
    expires: Annotated[
        str | None, typer.Option("--expires", help="When it ends: a day, a time such as 7d, or never.")
    ] = None,
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Change a memory; the earlier words stay in its history, and `--undo` brings them back."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, name, Act.EDIT, as_json=as_json)
            return
        places = None if files is None else tuple(in_project(memory, each) for each in files)
        end = None if expires is None else 0.0 if expires == _NEVER else _until(expires, "--expires")
        wanted = Edit(summary, kind, scope, details, why, places, end)
        before = memory.get(name)
        by_options = wanted != Edit()
        card = memory.hand.edit(name, wanted) if by_options else _in_editor(memory, before.handle)
        if card.version == before.version and not as_json:
            say(f"Nothing was changed in [{card.handle}].")
            return
        tell_card("Edited", card, as_json=as_json, undo=f"edit --undo {card.handle}")


def supersede(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The memory that no longer holds.")],
    new: Annotated[
        str | None,
        typer.Argument(metavar="[NEW]", help="The one that holds instead, or a sentence that does."),
    ] = None,
    why: Annotated[str | None, typer.Option("--why", help="Why it was replaced.")] = None,
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replace a memory by another; both stay, linked to each other."""
    if not undo and not new:
        raise typer.BadParameter("say by what it is replaced: a memory, or a sentence in quotes")
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, old, Act.SUPERSEDE, as_json=as_json)
            return
        memory.get(old)  # a wrong handle is told before anything is asked
        if why is None and sys.stdin.isatty() and not as_json:
            why = typer.prompt("Why (may be left empty)", default="", show_default=False)
        card = memory.hand.supersede(old, new or "", why=why or "")
        tell_card("Replaced", card, as_json=as_json, undo=f"supersede --undo {card.handle}")
        if not as_json:
            heir = memory.get(card.superseded_by)
            say(f"by [{heir.handle}] {heir.summary}")


def pin(
    name: NameArgument,
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Pin a memory."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, name, Act.PIN, as_json=as_json)
            return
        card = memory.hand.pin(name)
        tell_card("Pinned", card, as_json=as_json, undo=f"pin --undo {card.handle}")


def unpin(
    name: NameArgument,
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Unpin a memory."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, name, Act.UNPIN, as_json=as_json)
            return
        card = memory.hand.unpin(name)
        tell_card("Unpinned", card, as_json=as_json, undo=f"unpin --undo {card.handle}")


def snooze(
    name: NameArgument,
    until: Annotated[str, typer.Option("--until", help="A day (YYYY-MM-DD), or a time such as 7d.")] = "7d",
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Snooze a memory: it is shown nowhere until then, and comes back by itself."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, name, Act.SNOOZE, as_json=as_json)
            return
        end = _until(until, "--until")
        card = memory.hand.snooze(name, until=end)
        what = f"Snoozed until {date_text(end)}:"
        tell_card(what, card, as_json=as_json, undo=f"snooze --undo {card.handle}")


def not_here(
    name: NameArgument,
    left: Annotated[
        str | None,
        typer.Option("--from", help="FILE or FILE:LINE where it does not belong (one place: left out)."),
    ] = None,
    to: Annotated[str | None, typer.Option("--to", help="FILE:LINE where it belongs.")] = None,
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a memory away from a place; it is kept, and stands at another if you name one."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _undo(memory, name, Act.NOT_HERE, as_json=as_json)
            return
        card = memory.hand.not_here(name, left=_spot(memory, left), to=_spot(memory, to))
        tell_card(
            "Moved" if to else "No longer there:",
            card,
            as_json=as_json,
            undo=f"not-here --undo {card.handle}",
        )


def _undo(memory: Memory, name: str, act: Act, *, as_json: bool) -> None:
    tell_card(f"Took back “{act.value.replace('_', ' ')}” of", memory.hand.undo(name, act), as_json=as_json)


def _until(text: str, option: str) -> float:
    return until_of(text, option, now=time.time())


def _spot(memory: Memory, place: str | None) -> Spot | None:
    path, line = split_place(place)
    if path is None:
        return None
    relative = in_project(memory, path)
    from whylens.runtime.regular import read_regular_text

    try:
        return Spot(relative, read_regular_text(Path(memory.root) / relative), line)
    except FileNotFoundError:
        return Spot(relative)  # a file that is gone is a wrong place, too
    except OSError as error:
        raise UserError(f"cannot read {relative}: {error.strerror}; give a file of code or text") from None


def _in_editor(memory: Memory, handle: str) -> Card:
    """Let the user edit the page of a card; what cannot be read is said, and the text is kept to go on with."""
    page = memory.hand.page(handle)
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command:
        fail("set EDITOR to the editor of your choice, or give --summary, --details, --kind, …")
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix=f"whylens-{handle}-", suffix=".md", delete=False
    ) as file:
        file.write(page)
    path = Path(file.name)
    while True:
        _run_editor(command or "", path)
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            card = memory.hand.save_page(handle, text) if text != page else memory.get(handle)
        except WhylensError as error:
            if sys.stdin.isatty() and typer.confirm(f"{error}. Edit again?", default=True, err=True):
                continue
            raise UserError(f"{error}; your text is kept in {path}") from None
        path.unlink(missing_ok=True)
        return card


def _run_editor(command: str, path: Path) -> None:
    try:
        done = subprocess.run([*shlex.split(command), str(path)], check=False)
    except (OSError, ValueError) as error:
        path.unlink(missing_ok=True)
        raise UserError(
            f"cannot start the editor {command!r}: {error}; set EDITOR to one that works"
        ) from None
    if done.returncode:
        raise UserError(
            f"the editor ended with {done.returncode}; nothing was changed, your text is in {path}"
        )
