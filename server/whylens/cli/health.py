"""`status`, `doctor`, `rebuild`: how the memory is, and how to mend it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import typer

from whylens.cli.session import HomeOption, JsonOption, ProjectOption, emit, home_of, opened, place_of, say


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
    say(f"{report['project']}: {cards['total']} memories, {cards['candidates']} waiting for review")
    for kind, count in cards["byKind"].items():
        say(f"  {kind.replace('_', ' '):16} {count}")
    say(f"vectors   {report['vectors']['done']} of {report['vectors']['total']}")
    say(f"learned   {_when(report['learned'])}")
    say(f"database  {report['database']} ({sum(report['bytes'].values()) / 1e6:.1f} MB)")
    for reason in report["degraded"]:
        say(f"degraded  {reason}")


def _when(at: float | None) -> str:
    if at is None:
        return "not yet: run `whylens learn`"
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def doctor(
    repair: Annotated[
        bool, typer.Option("--repair", help="Set a damaged database aside and restore a backup.")
    ] = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run every check; exit code 1 when one fails."""
    from whylens.doctor import examine

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


def rebuild(project: ProjectOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Rebuild what is derived: the text index, the vector index, missing vectors."""
    with opened(project, home) as memory:
        report = memory.rebuild()
    if as_json:
        emit(report)
    else:
        say(f"Rebuilt the search of {report['cards']} cards and {report['vectors']} vectors.")
