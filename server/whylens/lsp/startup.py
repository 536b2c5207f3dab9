"""What the client says once, in `initializationOptions`, before any setting can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

LOG_LEVELS = ("error", "warning", "info", "debug")
#: Keys of our own; every other one is read as a setting.
_OWN = frozenset({"trusted", "home", "commandLinks", "token", "settings"})


@dataclass(frozen=True, slots=True)
class Startup:
    """`trusted`: the workspace is. `command_links`: the client runs `command:` links and has the `whylens.*` commands.

    `home` moves the home folder. `settings` are the settings as far as the client sent them along, or None; `log_level`
    is taken from them, because what happens at the start should be logged too.
    """

    trusted: bool = True
    home: Path | None = None
    command_links: bool = False
    settings: object = None
    log_level: str = ""
    token: str = field(default="", repr=False)


def startup(options: Any) -> Startup:
    """Read `initializationOptions`. A client that says nothing of trust has none to ask for; nonsense is distrust."""
    if options is None:
        return Startup()
    if not isinstance(options, Mapping):
        return Startup(trusted=False)
    given = cast("Mapping[str, Any]", options)
    home, token, settings = given.get("home"), given.get("token"), _settings(given)
    return Startup(
        trusted=given.get("trusted", True) is True,
        home=Path(home) if isinstance(home, str) and home else None,
        command_links=given.get("commandLinks") is True,
        settings=settings,
        log_level=_log_level(settings),
        token=token if isinstance(token, str) else "",
    )


def _settings(given: Mapping[str, Any]) -> object:
    """Settings may stand under `settings` or beside our own keys."""
    beside = {name: value for name, value in given.items() if name not in _OWN}
    under = given.get("settings")
    if under is None:
        return beside or None
    return {**beside, **cast("Mapping[str, Any]", under)} if isinstance(under, Mapping) else under


def _log_level(settings: object) -> str:
    """`log.level` of the settings; empty when it is not one of the levels."""
    log = cast("Mapping[str, Any]", settings).get("log") if isinstance(settings, Mapping) else None
    level = cast("Mapping[str, Any]", log).get("level") if isinstance(log, Mapping) else None
    return level if level in LOG_LEVELS else ""
