"""`transcripts`: AI chat sessions found on disk, or read from given paths. Stores nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whylens.cli.session import HomeOption, JsonOption, ProjectOption, one_line, place_of, say
from whylens.model.source import date_text

if TYPE_CHECKING:
    from whylens.capture.transcripts.discover import Found
    from whylens.capture.transcripts.session import Session, Turn

HELP = (
    "List AI chat sessions on this machine, or those at PATH. Stores nothing.\n\n"
    "Read are Claude Code, Codex, Copilot Chat, Copilot CLI, Cursor (desktop and CLI), aider and SpecStory, "
    "where each keeps its sessions; aider and SpecStory in the project. --json prints a line a session with its "
    "turns, unredacted, as they stand on disk. To learn from those of this project: whylens learn --transcripts."
)


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("transcripts", help=HELP)(transcripts)


def transcripts(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...", help="Session files, or folders with some (default: all places)."
        ),
    ] = None,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Format, project, dates and turns of every session; what cannot be read is named on standard error."""
    count = 0
    for shown, found in _given(paths) if paths else _standard(project):
        count += _print_json(shown, found) if as_json else _print_rows(shown, found)
    if not as_json:
        say(_end(count, bool(paths)))


def _given(paths: list[Path]) -> Iterator[tuple[str, Found]]:
    """The sessions at *paths*; those below a folder are named from it."""
    from whylens.capture.transcripts.discover import within

    for path in paths:
        place = place_of(path).resolve()
        any_found = False
        for found in within(place):
            any_found = True
            yield (found.file.relative_to(place).as_posix() if place.is_dir() else str(path)), found
        if not any_found:
            _report(str(path), "holds no session of a known format")


def _standard(project: Path | None) -> Iterator[tuple[str, Found]]:
    from whylens.capture.transcripts.belonging import work_trees
    from whylens.capture.transcripts.discover import Machine, standard_places
    from whylens.runtime.project import find_project

    for found in standard_places(Machine.here(), work_trees(find_project(place_of(project)))):
        yield str(found.file), found


def _print_rows(shown: str, found: Found) -> int:
    from whylens.capture.transcripts.read import sessions
    from whylens.capture.transcripts.session import NAMES

    count = 0
    for session in sessions(found.file, found.format):
        for _ in session:
            pass
        for problem in session.problems:
            _report(shown, problem)
        if session.count == 0:
            continue
        count += 1
        days = dict.fromkeys(filter(None, (date_text(session.started), date_text(session.ended))))
        where = session.cwd or (str(session.place) if session.place else "folder unknown")
        say(
            one_line(
                f"{NAMES[session.format]:12} {' to '.join(days) or '–':24} {session.spoken:>5} turns  {where}"
            )
        )
        say(one_line(f"{'':12} {session.title or 'untitled'}  ({shown})"))
    return count


def _print_json(shown: str, found: Found) -> int:
    """A line a session, written turn by turn: a session may be larger than memory. Empty ones have no line."""
    from whylens.capture.transcripts.read import sessions

    count = 0
    for session in sessions(found.file, found.format):
        turns = iter(session)
        first = next(turns, None)
        if first is not None or session.problems:
            count += 1
            sys.stdout.write('{"turns": [')
            for turn in chain([first] if first is not None else [], turns):
                sys.stdout.write((", " if turn is not first else "") + _dumped(turn_json(turn)))
            sys.stdout.write(f"], {_dumped(session_json(session, shown))[1:]}\n")
        for problem in session.problems:
            _report(shown, problem)
    return count


def session_json(session: Session, shown: str) -> dict[str, Any]:
    """What is known of a session whose turns were read, without them."""
    return {
        "format": session.format.value,
        "path": shown,
        "file": str(session.file),
        "session_id": session.id,
        "title": session.title,
        "cwd": session.cwd,
        "git_branch": session.git_branch,
        "started": session.started or None,
        "ended": session.ended or None,
        "problems": session.problems,
    }


def turn_json(turn: Turn) -> dict[str, Any]:
    """One turn."""
    if turn.role == "tool":
        said: dict[str, Any] = {"name": turn.name, "input": turn.input, "output": turn.output}
    else:
        said = {"text": turn.text}
    return {"role": turn.role, **said, "at": turn.at or None}


def _dumped(value: dict[str, Any]) -> str:
    """JSON that can be printed: half surrogate pairs, which some files hold, are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or _is_text(text) else json.dumps(value)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _report(shown: str, problem: str) -> None:
    sys.stderr.write(f"whylens: {one_line(f'{shown}: {problem}')}\n")


def _end(count: int, given: bool) -> str:
    if count:
        return f"{count} session{'' if count == 1 else 's'}. Nothing was stored; to learn: whylens learn --transcripts"
    return "No session found there." if given else "No AI chat session found on this machine."
