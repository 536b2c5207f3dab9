"""Consent: what Whylens may do in a workspace. Read first, alone and by hand, and closed when in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast


class Mode(StrEnum):
    """What Whylens may do in a project."""

    FULL = "full"
    OBSERVE = "observe"
    READ_ONLY = "read-only"
    OFF = "off"

    @property
    def captures(self) -> bool:
        """Whether what happens may be remembered."""
        return self in (Mode.FULL, Mode.OBSERVE)

    @property
    def shows(self) -> bool:
        """Whether memories may be shown to the user."""
        return self is not Mode.OFF

    @property
    def injects(self) -> bool:
        """Whether memories may be given to an assistant."""
        return self in (Mode.FULL, Mode.READ_ONLY)


def consent(written: object, *, trusted: bool) -> tuple[Mode, str]:
    """The mode for what stands under `whylens`, and why it is `off` if the user did not write that.

    None means that nothing was written: the default of a trusted workspace. Anything that is not exactly a known
    value closes everything, whatever the other settings say.
    """
    if not trusted:
        return Mode.OFF, "the workspace is not trusted: Whylens is off here"
    if written is None:
        return Mode.FULL, ""
    if not isinstance(written, Mapping):
        return Mode.OFF, "the settings cannot be read: Whylens is off until they can"
    settings = cast("Mapping[str, Any]", written)
    enabled, mode = settings.get("enabled"), settings.get("mode")
    if enabled is not None and not isinstance(enabled, bool):
        return Mode.OFF, "whylens.enabled cannot be read: Whylens is off until it can"
    if mode is not None and not (isinstance(mode, str) and mode in set(Mode)):
        return Mode.OFF, "whylens.mode cannot be read: Whylens is off until it can"
    if enabled is False:
        return Mode.OFF, ""
    return Mode(mode) if mode is not None else Mode.FULL, ""
