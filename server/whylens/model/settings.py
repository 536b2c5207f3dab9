"""The settings the program goes by: total and sound, whatever was written (`model.options` reads that)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from whylens.model.consent import Mode


class Source(StrEnum):
    """What is captured while somebody works; each can be switched off by itself (`whylens.capture.*`)."""

    EDITS = "edits"
    DIAGNOSTICS = "diagnostics"
    GIT = "git"
    TERMINAL = "terminal"
    TASKS = "tasks"
    CHAT = "chat"
    TOOLS = "tools"


class Lenses(StrEnum):
    """Above which functions a code lens appears."""

    OFF = "off"
    DEFECTS = "defects"
    ALL = "all"


class Model(StrEnum):
    """Which language model may be asked; it only ever proposes."""

    NONE = "off"
    EDITOR = "editor"
    ENDPOINT = "endpoint"


@dataclass(frozen=True, slots=True)
class Assist:
    """Whether a model is asked, which, and for how much; off unless the user said so in their own settings.

    `key_variable` names the environment variable that holds the endpoint's key; the key itself is never a setting.
    """

    ask: Model = Model.NONE
    endpoint: str = ""
    model: str = ""
    key_variable: str = ""
    allowed_hosts: frozenset[str] = frozenset()
    daily_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """One folder's settings; without anything known, Whylens is off. `problems` names what could not be read.

    `sources` are those that may be captured where the mode captures; `exclude` are patterns of files never read.
    Hosts in `internal_domains` are left out of everything that is kept.
    """

    mode: Mode = Mode.OFF
    lenses: Lenses = Lenses.ALL
    hover: bool = True
    budget: int = 1200
    learn_on_open: bool = True
    learn_transcripts: bool = False
    sources: frozenset[Source] = frozenset(Source)
    exclude: tuple[str, ...] = ()
    internal_domains: tuple[str, ...] = ()
    assist: Assist = Assist()
    problems: tuple[str, ...] = ()
