"""Lets a session end that nobody works in any more, although the editor stays open."""

from __future__ import annotations

import asyncio
import logging

from whylens.lsp.projects import Projects
from whylens.lsp.workers import Workers
from whylens.model.errors import WhylensError

log = logging.getLogger(__name__)

#: Seconds between two looks. How long nothing must have happened is the memory's to say.
EVERY = 60.0


async def end_idle_sessions(projects: Projects, workers: Workers) -> None:
    """Until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        for project in projects.opened():
            if project.read_only:
                continue
            try:
                await workers.capture(project.memory.end_idle_session)
            except (WhylensError, OSError) as error:
                log.info("the session of %s could not be closed yet: %s", project.root.name, error)
