"""What is done while nobody works: sessions come to their end, and memory is tidied."""

from __future__ import annotations

import asyncio
import gc
import logging

from whylens.lsp.projects import Projects
from whylens.lsp.watching import Watch
from whylens.lsp.workers import Workers
from whylens.model.errors import WhylensError

log = logging.getLogger(__name__)

#: Seconds between two looks. How long nothing must have happened until a session is over is the memory's to say.
EVERY = 60.0
#: Seconds without a sign of the user after which a pause of some 35 ms is felt by nobody, and the longest that count:
#: who is away longer finds everything tidy.
AWAY, LONG_AWAY = 15.0, 15.0 + EVERY


async def while_idle(projects: Projects, workers: Workers, watch: Watch) -> None:
    """Until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        if AWAY < watch.idle_for <= LONG_AWAY:
            gc.collect()
        for project in projects.opened():
            if project.read_only:
                continue
            try:
                await workers.capture(project.memory.end_idle_session)
            except (WhylensError, OSError) as error:
                log.info("the session of %s could not be closed yet: %s", project.root.name, error)
