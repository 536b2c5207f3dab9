"""Whether `whylens hook` may leave something for this server: as the mode and the setting of each folder say."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from whylens.model.errors import WhylensError
from whylens.model.settings import Settings, Source
from whylens.runtime.project import find_project

log = logging.getLogger(__name__)


def let_hooks_in(settings: Mapping[Path, Settings], home: Path | None) -> None:
    """Open the spool of each folder that captures tool calls, take away that of every other (blocks)."""
    from whylens.capture import spool  # here: nothing of it is needed for the first answer

    for folder, each in settings.items():
        allowed = each.mode.captures and Source.TOOLS in each.sources
        try:
            spool.allow(spool.place(find_project(folder).key, home), allowed)
        except (WhylensError, OSError) as error:
            log.warning("the tool calls of %s cannot be taken in: %s", folder.name, error)
