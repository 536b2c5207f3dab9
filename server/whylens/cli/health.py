"""`status`, `doctor`, `rebuild`: how the memory is, and how to mend it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from signal import SIGINT, signal
from threading import Event
from typing import Annotated, Any

import typer

from whylens.cli.counts import counted_memories
from whylens.cli.progress import progress_shown
from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    emit,
    fail,
    home_of,
    opened,
    place_of,
    say,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("status", help="What is remembered and how healthy it is.")(status)
    app.command("doctor", help="Check everything, and say what to do about what is wrong.")(doctor)
    app.command("rebuild", help="Rebuild search and vectors from the cards; nothing remembered is lost.")(
        rebuild
    )


def status(project: ProjectOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Print the figures of this project's memory."""
    with opened(project, home, reads=True) as memory:
        report = memory.status()
    if as_json:
        emit(report)
        return
    cards: dict[str, Any] = report["cards"]
    say(f"{report['project']}: {counted_memories(cards['byStatus'])}")
    for kind, count in cards["byKind"].items():
        say(f"  {kind.replace('_', ' '):16} {count}")
    say(f"vectors   {report['vectors']['done']} of {report['vectors']['total']}{_of_all(cards)}")
    say(f"learned   {_when(report['learned'], report['unfinished'])}")
    say(f"database  {report['database']} ({sum(report['bytes'].values()) / 1e6:.1f} MB)")
    if report["rescanDue"]:
        say("rescan    due, for the redaction rules see more now: run `whylens doctor --rescan`")
    if spent := report["assist"]["spentToday"]:
        say(f"assisted  {spent:,} tokens of a language model today")
    if report["unfinished"]:
        say(f"to do     {report['unfinished']['hint']}")
    for reason in report["degraded"]:
        say(f"degraded  {reason}")


def _of_all(cards: dict[str, Any]) -> str:
    """Why there are more vectors than memories."""
    return ", those not shown included" if sum(cards["byStatus"].values()) > cards["total"] else ""


def _when(at: float | None, unfinished: object) -> str:
    if at is None:
        return "not to its end yet" if unfinished else "not yet: run `whylens learn`"
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def doctor(
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Set a damaged database aside, begin from a backup if there is one."),
    ] = False,
    rescan: Annotated[
        bool, typer.Option("--rescan", help="Search everything stored with the redaction rules of today.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --rescan: count, and change nothing.")
    ] = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run every check; exit code 1 when one fails."""
    from whylens.doctor import examine

    if dry_run and not rescan:
        raise typer.BadParameter("counts what --rescan would do: give both", param_hint="--dry-run")
    if rescan:
        _rescan(project, home, dry_run=dry_run, as_json=as_json)
        return

    checks = examine(place_of(project), home_of(home), repair=repair)
    if as_json:
        emit({"checks": checks, "ok": all(each["ok"] for each in checks)})
    else:
        for each in checks:
            say(f"{'ok  ' if each['ok'] else 'FAIL'}  {each['name']:20} {each['detail']}")
            if not each["ok"] and each["remedy"]:
                say(f"      → {each['remedy']}")
    if not all(each["ok"] for each in checks):
        raise typer.Exit(1)


def _rescan(project: Path | None, home: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Rescan with progress on the terminal; Ctrl-C breaks it off, and the next run goes on there."""
    stop = Event()
    before = signal(SIGINT, lambda _signal, _frame: stop.set())
    try:
        with opened(project, home) as memory, progress_shown() as show:
            report = memory.rescan(dry_run=dry_run, on_progress=show, cancelled=stop.is_set)
    finally:
        signal(SIGINT, before)
    if as_json:
        emit(asdict(report))
    else:
        verb = "Would change" if dry_run else "Changed"
        say(f"Searched {report.cards} memories and {report.observations} sources.")
        say(
            f"{verb} {report.cards_changed} memories, {report.versions_changed} earlier versions, "
            f"{report.observations_changed} sources."
        )
        if report.files_removed:
            say(f"Removed {report.files_removed} older copies.")
    if report.interrupted:
        fail("broken off: run `whylens doctor --rescan` again, it goes on where it stopped")


def rebuild(project: ProjectOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Rebuild what is derived: the text index, the vector index, missing vectors."""
    with opened(project, home) as memory:
        report = memory.rebuild()
    if as_json:
        emit(report)
    else:
        cards, vectors = report["cards"], report["vectors"]
        say(f"Rebuilt the search of {cards} memories, those not shown included, and {vectors} vectors.")
