"""`learn`: first-day learning from the repository, with progress."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whylens.cli.chats import agreed_chats
from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    YesOption,
    emit,
    fail,
    opened,
    place_of,
    say,
)
from whylens.memory import Memory
from whylens.memory.learning_lock import WAITING
from whylens.memory.requests import LearnProgress, LearnReport

if TYPE_CHECKING:
    from whylens.memory.chats import Chat


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command(
        "learn", help="Learn from the repository: history, records, comments, agent files. Incremental."
    )(learn)


def learn(
    path: Annotated[Path | None, typer.Argument(help="The repository (default: --project).")] = None,
    transcripts: Annotated[
        bool,
        typer.Option(
            "--transcripts",
            help="Also learn from this project's AI chat sessions on disk: lists them and asks.",
        ),
    ] = False,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude", metavar="PATTERN", help="Files not to read, as in a .gitignore; repeatable."
        ),
    ] = None,
    yes: YesOption = False,
    progress_lines: Annotated[
        bool,
        typer.Option(
            "--progress-lines", hidden=True, help="Progress as JSON lines, for the language server."
        ),
    ] = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Learn, newest first; a second run reads only what is new, an interrupted one goes on where it stopped."""
    if path is not None and not place_of(path).is_dir():
        fail(f"{path} is no folder: give the folder of a repository")
    with opened(path or project, home) as memory:
        chats = agreed_chats(memory, yes=yes, quiet=as_json or progress_lines) if transcripts else ()
        left_out = tuple(exclude or ())
        if progress_lines:
            _learn_for_a_server(memory, chats, left_out)
        elif as_json:
            report = _learned(memory, chats, left_out, _say_waiting)
            emit({**_json(report), "vectors": memory.embed()})
        else:
            _tell(_with_bar(memory, chats, left_out))


def _learned(
    memory: Memory,
    chats: Sequence[Chat],
    exclude: Sequence[str],
    on_progress: Callable[[LearnProgress], None],
    cancelled: Callable[[], bool] = lambda: False,
) -> LearnReport:
    """Learn from the repository, then from *chats*: what both say rests on the repository first."""
    report = memory.learn(exclude=exclude, on_progress=on_progress, cancelled=cancelled)
    if not chats or report.interrupted:
        return report
    return report.and_then(memory.learn_chats(chats, on_progress=on_progress, cancelled=cancelled))


def _json(report: LearnReport) -> dict[str, object]:
    from whylens.memory.wire import learn_json

    return learn_json(report)


def _learn_for_a_server(memory: Memory, chats: Sequence[Chat], exclude: Sequence[str]) -> None:
    """Learn as the child of a language server: the editor goes first, and a server that is gone ends this too."""
    if hasattr(os, "nice"):
        os.nice(10)
    gone = threading.Event()
    threading.Thread(target=_watch_input, args=(gone,), name="watch input", daemon=True).start()
    report = _learned(memory, chats, exclude, _progress_line, gone.is_set)
    emit({"result": _json(report)})
    memory.embed(on_progress=_progress_line, cancelled=gone.is_set)


def _watch_input(gone: threading.Event) -> None:
    """Set *gone* when standard input ends: the server closes it, or died."""
    while os.read(0, 1):  # not through sys.stdin: a thread that waits in it aborts the interpreter at its end
        pass
    gone.set()


def _progress_line(progress: LearnProgress) -> None:
    emit({"stage": progress.stage, "done": progress.done, "total": progress.total, "cards": progress.cards})


def _with_bar(memory: Memory, chats: Sequence[Chat], exclude: Sequence[str]) -> LearnReport:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:18}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    if not console.is_terminal:
        report = _learned(memory, chats, exclude, _say_waiting)
        memory.embed()
        return report
    with Progress(*columns, console=console) as bar:
        tasks: dict[str, object] = {}

        def show(progress: LearnProgress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bar.add_task(progress.stage, total=progress.total)
            bar.update(tasks[progress.stage], completed=progress.done, total=progress.total)  # pyright: ignore

        report = _learned(memory, chats, exclude, show)
        memory.embed(on_progress=show)
        return report


def _say_waiting(progress: LearnProgress) -> None:
    if progress.stage == WAITING:
        sys.stderr.write("whylens: another run is learning this project; waiting for it\n")


def _tell(report: LearnReport) -> None:
    total = sum(report.cards.values())
    read = ", ".join(f"{count:,} {what}" for what, count in report.read.items() if count) or "nothing new"
    say(f"Read {read} in {report.seconds:.1f} s.")
    if total:
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in sorted(report.cards.items()))
        say(f"Kept {total} new memories: {kinds}. Merged {report.merged} repeats.")
    if report.candidates:
        say(f"{report.candidates} wait for your review: they are not shown until you confirm them.")
    if report.interrupted:
        say("Stopped early; run the command again to go on from there.")
    for problem in report.problems:
        sys.stderr.write(f"whylens: {problem}\n")
    if total:
        say('Ask: whylens recall "why …"   ·   see a file: whylens recall --file PATH')
