"""`remember` and `forget`: keeping a card by hand, and deleting for good."""

from __future__ import annotations

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
from whylens.cli.told import seconds_of, tell_card
from whylens.memory.requests import RememberRequest, Selection
from whylens.model.words import Kind, Scope

_DAY = 86_400


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("remember", help="Keep a memory by hand.")(remember)
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
                ttl_seconds=seconds_of(ttl, "--ttl") if ttl is not None else None,
                supersedes=supersedes,
            )
        )
        tell_card("Remembered", card, as_json=as_json)


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
        say(f"Searched the files of this memory for their words: {report['remaining']} left.")
        if report["still_said"]:
            say(
                f"{report['still_said']} of the phrases searched for are said by other memories too, and stay there."
            )


def _not_empty(value: str | None, option: str) -> str | None:
    """An empty choice would choose everything."""
    if value is not None and not value.strip():
        raise typer.BadParameter("must not be empty", param_hint=option)
    return value


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a day like 2024-05-31") from None
