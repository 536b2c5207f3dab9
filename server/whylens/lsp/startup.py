"""What the client says once, in `initializationOptions`, before any setting can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

#: Keys of our own; every other one is read as a setting.
_OWN = frozenset({"trusted", "home", "commandLinks", "token", "settings"})


@dataclass(frozen=True, slots=True)
class Startup:
    """`trusted`: the workspace is. `command_links`: the client runs `command:` links and has the `whylens.*` commands.

    `home` moves the home folder. `settings` are the settings as far as the client sent them along, or None.
    """

    trusted: bool = True
    home: Path | None = None
    command_links: bool = False
    settings: object = None
    token: str = field(default="", repr=False)


def startup(options: Any) -> Startup:
    """Read `initializationOptions`. A client that says nothing of trust has none to ask for; nonsense is distrust."""
    if options is None:
        return Startup()
    if not isinstance(options, Mapping):
        return Startup(trusted=False)
    given = cast("Mapping[str, Any]", options)
    home, token = given.get("home"), given.get("token")
    return Startup(
        trusted=given.get("trusted", True) is True,
        home=Path(home) if isinstance(home, str) and home else None,
        command_links=given.get("commandLinks") is True,
        settings=_settings(given),
        token=token if isinstance(token, str) else "",
    )


def _settings(given: Mapping[str, Any]) -> object:
    """Settings may stand under `settings` or beside our own keys."""
    beside = {name: value for name, value in given.items() if name not in _OWN}
    under = given.get("settings")
    if under is None:
        return beside or None
    return {**beside, **cast("Mapping[str, Any]", under)} if isinstance(under, Mapping) else under
