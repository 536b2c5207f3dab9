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
from whylens.cli.progress import progress_shown
from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    YesOption,
    emit,
    fail,
    home_of,
    opened,
    place_of,
    say,
)
from whylens.memory import Memory
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
    if not progress_lines and is_empty(path or project, home):
        _nothing_to_learn(as_json=as_json)
        return
    with opened(path or project, home) as memory:
        chats = agreed_chats(memory, yes=yes, quiet=as_json or progress_lines) if transcripts else ()
        left_out = tuple(exclude or ())
        if progress_lines:
            _learn_for_a_server(memory, chats, left_out)
        else:
            with progress_shown() as show:
                report = _learned(memory, chats, left_out, show)
                vectors = memory.embed(on_progress=show)
            if as_json:
                emit({**_json(report), "vectors": vectors})
            else:
                _tell(report)


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


def is_empty(place: Path | None, home: Path | None) -> bool:
    """Whether there is nothing to learn at *place*, and never was: no memory is begun for an empty folder."""
    from whylens.capture.tree import walk_folder
    from whylens.runtime.git import Git
    from whylens.runtime.paths import home_place
    from whylens.runtime.project import find_project

    project = find_project(place_of(place))
    if (home_place(home_of(home)) / "projects" / project.key).exists():
        return False
    if not project.is_git:
        return next(iter(walk_folder(project.root)), None) is None
    git = Git(project.root)
    return git.head() is None and git.is_unborn() and not git.ls_files()


def _nothing_to_learn(*, as_json: bool) -> None:
    if as_json:
        emit({**_json(LearnReport({}, {}, 0, 0, 0.0)), "vectors": 0})
    else:
        say("There is nothing to learn here yet: no commit, and no file. Nothing was written.")


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
