"""`why`: where the confidence of a memory comes from, line by line."""

from __future__ import annotations

from typing import Annotated

import typer

from whylens.cli.session import HomeOption, JsonOption, ProjectOption, emit, opened, say
from whylens.memory.shown import plain


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("why", help="Why a memory is as sure as it is: every change with its cause and day.")(why)


def why(
    name: Annotated[str, typer.Argument(metavar="ID", help="Its id or handle.")],
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain a confidence."""
    with opened(project, home, embeddings=False, reads=True) as memory:
        told = memory.why(name)
        if as_json:
            emit(told)
            return
        say(plain(told["summary"]))
        say(told["text"])
