"""`remember`, `confirm`, `reject`, `forget`: the user's own hand on the cards."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    YesOption,
    confirmed,
    emit,
    fail,
    home_of,
    in_project,
    opened,
    say,
    split_place,
)
from whylens.memory.judging import Verdict
from whylens.memory.requests import RememberRequest, Selection
from whylens.memory.wire import card_json
from whylens.model.card import Card
from whylens.model.words import Kind, Scope

_DAY = 86_400
_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("remember", help="Keep a memory by hand.")(remember)
    app.command("confirm", help="Say that a memory is right.")(confirm)
    app.command("reject", help="Say that a memory is wrong; it is not shown again.")(reject)
    app.command("forget", help="Delete memories for good, and show what was removed from where.")(forget)


def remember(
    summary: Annotated[str, typer.Argument(help="One sentence that stands alone.")],
    kind: Annotated[Kind, typer.Option("--kind", help="What it is.")] = Kind.OBSERVATION,
    file: Annotated[
        str | None, typer.Option("--file", "--at", help="FILE or FILE:LINE it belongs to.")
    ] = None,
    details: Annotated[str, typer.Option("--details", help="More, if one sentence is not enough.")] = "",
    scope: Annotated[Scope, typer.Option("--scope", help="How long it is meant to live.")] = Scope.PROJECT,
    ttl: Annotated[str | None, typer.Option("--ttl", help="Forget it after, e.g. 12h, 7d, 4w.")] = None,
    supersedes: Annotated[str | None, typer.Option("--supersedes", help="The memory this replaces.")] = None,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep one sentence, anchored where it belongs."""
    with opened(project, home, embeddings=False) as memory:
        path, line = split_place(file)
        relative = in_project(memory, path) if path else None
        card = memory.remember(
            RememberRequest(
                summary=summary,
                kind=kind,
                details=details,
                scope=scope,
                path=relative,
                line=line,
                ttl_seconds=_seconds(ttl) if ttl is not None else None,
                supersedes=supersedes,
            )
        )
        _tell("Remembered", card, as_json=as_json)


UndoOption = Annotated[bool, typer.Option("--undo", help="Take that back instead.")]


def confirm(
    name: Annotated[str, typer.Argument(metavar="ID", help="Its id or handle.")],
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Confirm a memory; `--undo` takes it back."""
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _tell("No longer confirmed:", memory.take_back(name, Verdict.CONFIRM), as_json=as_json)
            return
        card = memory.confirm(name)
        _tell("Confirmed", card, as_json=as_json)
        _tell_undo("confirm", card, as_json=as_json)


def reject(
    name: Annotated[str, typer.Argument(metavar="ID", help="Its id or handle.")],
    why: Annotated[str, typer.Option("--why", help="What is wrong with it.")] = "",
    undo: UndoOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Reject a memory; `--undo` takes it back."""
    if undo and why:
        raise typer.BadParameter(
            "says why something is rejected: leave it out with --undo", param_hint="--why"
        )
    with opened(project, home, embeddings=False) as memory:
        if undo:
            _tell("No longer rejected:", memory.take_back(name, Verdict.REJECT), as_json=as_json)
            return
        card = memory.reject(name, why=why)
        _tell("Rejected", card, as_json=as_json)
        _tell_undo("reject", card, as_json=as_json)


def forget(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids or handles.")] = None,
    file: Annotated[str | None, typer.Option("--file", help="All of a file.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="All of a session.")] = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="All of a kind.")] = None,
    since: Annotated[str | None, typer.Option("--from", help="From this day on (YYYY-MM-DD).")] = None,
    until: Annotated[str | None, typer.Option("--to", help="To this day, included (YYYY-MM-DD).")] = None,
    everything_here: Annotated[bool, typer.Option("--all", help="All of this project.")] = False,
    everything: Annotated[bool, typer.Option("--everything", help="The whole home, all projects.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go, delete nothing.")] = False,
    yes: YesOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Delete memories with proof. A deleted memory is not learned again from the same source."""
    if everything:
        _forget_home(home_of(home), yes=yes, dry_run=dry_run, as_json=as_json)
        return
    with opened(project, home, embeddings=False) as memory:
        choice = Selection(
            ids=tuple(names or ()),
            file=in_project(memory, file) if file is not None else None,
            session=_not_empty(session, "--session"),
            kind=kind,
            since=_day(since).timestamp() if since is not None else None,
            until=_day(until).timestamp() + _DAY if until is not None else None,
            all_of_project=everything_here,
        )
        if choice == Selection():
            raise typer.BadParameter(
                "say what to forget: an ID, --file, --session, --kind, --from, --to or --all"
            )
        if choice.ids and choice != Selection(ids=choice.ids):
            raise typer.BadParameter("give either IDs or what to choose by, not both")
        plan = memory.forget(choice, dry_run=True)
        if not plan["cards"]:
            fail("nothing remembered fits that")
        if dry_run or not confirmed(_question(plan["cards"]), yes=yes):
            _tell_forgotten(plan, as_json=as_json)
            return
        _tell_forgotten(memory.forget(choice), as_json=as_json)


def _forget_home(home: Path | None, *, yes: bool, dry_run: bool, as_json: bool) -> None:
    from whylens.app import forget_home

    plan = forget_home(home, dry_run=True)
    if not dry_run and confirmed(f"Delete the memories of all {plan['projects']} project(s)?", yes=yes):
        plan = forget_home(home, dry_run=False)
    if as_json:
        emit(plan)
    else:
        done = "Would delete" if plan["dry_run"] else "Deleted"
        say(f"{done} {plan['projects']} project(s), {plan['bytes']:,} bytes.")


def _question(count: int) -> str:
    return f"Delete {count} memor{'y' if count == 1 else 'ies'} for good?"


def _tell_forgotten(report: dict[str, object], *, as_json: bool) -> None:
    if as_json:
        emit(report)
        return
    say("Would delete:" if report["dry_run"] else "Deleted:")
    removed = report["removed"]
    if isinstance(removed, dict):
        for where, count in removed.items():  # pyright: ignore[reportUnknownVariableType]
            say(f"  {where:14} {count}")
    if not report["dry_run"]:
        say(f"Searched the files of the project for their words: {report['remaining']} left.")


def _tell(what: str, card: Card, *, as_json: bool) -> None:
    if as_json:
        emit(card_json(card))
        return
    say(f"{what} [{card.handle}] {card.kind.value.replace('_', ' ')}: {card.summary}")
    for anchor in card.anchors:
        say(f"  at {anchor.path}" + (f" › {anchor.symbol_text}" if anchor.symbol else ""))


def _tell_undo(command: str, card: Card, *, as_json: bool) -> None:
    if not as_json:
        say(f"Undo: whylens {command} --undo {card.handle}")


def _not_empty(value: str | None, option: str) -> str | None:
    """An empty choice would choose everything."""
    if value is not None and not value.strip():
        raise typer.BadParameter("must not be empty", param_hint=option)
    return value


def _seconds(duration: str) -> float:
    match = re.fullmatch(r"([0-9]{1,6})\s*([mhdw])", duration.strip())
    if not match or not int(match[1]):
        raise typer.BadParameter("use a number and m, h, d or w, e.g. 12h or 7d", param_hint="--ttl")
    return int(match[1]) * _UNITS[match[2]]


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a day like 2024-05-31") from None
