"""`whylens/status` and `whylens/statusChanged`: how the memory is, in figures."""

from __future__ import annotations

import asyncio
from typing import Any

from whylens import __version__
from whylens.lsp import messages
from whylens.lsp.figures import figures
from whylens.lsp.guard import answered
from whylens.lsp.learning import Learner
from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.requests import Unfinished
from whylens.model.consent import Mode
from whylens.model.errors import WhylensError


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(messages.STATUS)(status)
    server.command(messages.SERVER_STATUS)(status_command)
    server.make_status = lambda: report(server)


@answered("status", deadline=3.0)
async def status(ls: WhylensLanguageServer, params: Any) -> dict[str, Any]:
    """The state now; answered also when nothing is open or nothing works."""
    return {**await report(ls), "latency": figures.report()}


@answered("status", deadline=3.0)
async def status_command(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """The same as a command, for clients without custom requests."""
    return {**await report(ls), "latency": figures.report()}


async def report(ls: WhylensLanguageServer) -> dict[str, Any]:
    """The status of the first folder's project, with what concerns the whole session."""
    folder = next(iter(ls.projects.folders), None)
    settings = ls.projects.settings_at(folder) if folder is not None else None
    mode = settings.mode if settings else Mode.OFF
    project = next(iter(ls.projects.opened()), None)
    state = await _of_memory(ls, project)
    problems = (
        *(settings.problems if settings else ()),
        *ls.projects.problems.values(),
        ls.intake.paused,
        _dropped(ls.intake.dropped),
        ls.learner.problem,
    )
    failing = "handlers are failing" if figures.failing else ""
    degraded = [*state.pop("degraded", []), *filter(None, (failing, *problems))]
    return {
        "version": __version__,
        "database": "",
        "sqlite": "",
        "cards": {"total": 0, "byKind": {}},
        "vectors": {"done": 0, "total": 0},
        **state,
        "unfinished": _unfinished(ls.learner, project, state.get("unfinished")),
        "mode": mode.value,
        "learning": _learning(ls.learner),
        "degraded": degraded,
        "captured": ls.intake.taken,
        "assist": await _assist(ls, project),
        "dropped": sum(ls.intake.dropped.values()),
    }


def _unfinished(learner: Learner, project: Project | None, found: Any) -> Any:
    """What is left to learn, where nothing goes on with it by itself."""
    if not found or project is None or learner.is_at(project):
        return None
    follows_head = project.settings.learn_on_open and project.settings.mode.captures
    return None if found["why"] == Unfinished.BEHIND and follows_head else found


def _dropped(counts: dict[str, int]) -> str:
    """What had no room in the queue, in words; empty when nothing was lost."""
    if not counts:
        return ""
    kinds = ", ".join(f"{count} of kind {kind}" for kind, count in sorted(counts.items()))
    return f"capture could not keep up: {kinds} dropped in this session"


async def _of_memory(ls: WhylensLanguageServer, project: Project | None) -> dict[str, Any]:
    if project is None:
        return {"degraded": []}
    try:
        async with asyncio.timeout(2.0):
            return await ls.workers.read(project.memory.status)
    except TimeoutError:
        return {"degraded": ["the database is slow to answer"]}
    except WhylensError as error:
        return {"degraded": [str(error)]}


async def _assist(ls: WhylensLanguageServer, project: Project | None) -> dict[str, Any]:
    try:
        async with asyncio.timeout(0.5):
            return await ls.assisting.report(project)
    except (TimeoutError, WhylensError):
        return await ls.assisting.report(None)


def _learning(learner: Learner) -> dict[str, Any] | None:
    run = learner.current
    if run is None:
        return None
    return {"running": True, "done": run.done, "total": run.total, "stage": run.stage, "cards": run.cards}
