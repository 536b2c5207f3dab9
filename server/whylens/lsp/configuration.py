"""Settings from the client: asked for per folder, asked again when they change, and off until they are known."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from lsprotocol import types
from pygls.capabilities import get_capability

from whylens.lsp.documents import uri_of
from whylens.lsp.startup import Startup
from whylens.model.settings import Settings

log = logging.getLogger(__name__)

SECTION = "whylens"
#: Seconds a client may take to answer. Until then nothing is opened, captured or shown.
PATIENCE = 10.0


async def fetch(ls: Any, startup: Startup, folders: list[Path]) -> dict[Path, Settings]:
    """The settings of each folder. A client that cannot be asked is taken at its `initializationOptions`."""
    written: list[object] = [startup.settings] * len(folders)
    if folders and get_capability(ls.client_capabilities, "workspace.configuration"):
        written = [_over(startup.settings, each) for each in await _ask(ls, folders)]
    resolved = await ls.workers.read(_resolved, written, startup)
    return dict(zip(folders, resolved, strict=True))


async def _ask(ls: Any, folders: list[Path]) -> list[object]:
    items = [types.ConfigurationItem(scope_uri=uri_of(each), section=SECTION) for each in folders]
    answer = await ls.asked(
        ls.workspace_configuration_async(types.ConfigurationParams(items=items)), within=PATIENCE
    )
    return list(answer) if len(answer or ()) == len(folders) else ["unreadable"] * len(folders)


def _over(below: object, above: object) -> object:
    """What the client answered, over what it sent at the start; nonsense stays nonsense: consent fails closed."""
    if above is None:
        return below
    if isinstance(above, Mapping) and isinstance(below, Mapping):
        return {**cast("Mapping[str, Any]", below), **cast("Mapping[str, Any]", above)}
    return cast("object", above)


def _resolved(written: list[object], startup: Startup) -> list[Settings]:
    # imported here, on a worker: pydantic must not delay the answer to `initialize`
    from whylens.model.options import resolve

    settings = [resolve(each, trusted=startup.trusted) for each in written]
    for problem in dict.fromkeys(problem for each in settings for problem in each.problems):
        log.warning("settings: %s", problem)
    return settings


async def follow_changes(ls: Any) -> None:
    """Ask the client to say when settings change, where it only does so on request."""
    if get_capability(ls.client_capabilities, "workspace.did_change_configuration.dynamic_registration"):
        registration = types.Registration(
            id="whylens.configuration",
            method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
            register_options=types.DidChangeConfigurationRegistrationOptions(section=SECTION),
        )
        await ls.asked(ls.client_register_capability_async(types.RegistrationParams([registration])))
