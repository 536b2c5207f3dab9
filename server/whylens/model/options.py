"""What the user may write as settings, and how it becomes `Settings`. The one place that needs pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from whylens.model.consent import consent
from whylens.model.settings import Assist, Lenses, Model, Settings, Source

_UNREADABLE = " cannot be read"


class _Section(BaseModel):
    # extra keys are kept so that they can be reported, never refused: an older server meets newer settings
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="allow", strict=True)


class ServerOptions(_Section):
    """How the server is started; read by the client alone."""

    python: str = Field(
        default="",
        description="A Python 3.11 or newer that has the `whylens` package, used as it is. "
        "Empty: Whylens makes an environment of its own from the package it carries. A change restarts the server.",
    )


class HoverOptions(_Section):
    """The hover."""

    enabled: bool = Field(
        default=True, description="Show the memories of a function when the mouse rests on it."
    )


class ContextOptions(_Section):
    """The text an assistant is given."""

    budget: int = Field(
        default=1200,
        ge=100,
        le=20_000,
        description="The most tokens the context for the chat may use. "
        "The most valuable memories come first; what does not fit is counted, not sent.",
    )


class LearnOptions(_Section):
    """First-day learning."""

    on_open: bool = Field(
        default=True,
        description="Learn from the repository's history, decision records and comments in the background "
        "when it is opened, and again when its history moves on.",
    )
    transcripts: bool = Field(
        default=False,
        description="Learn also from the AI chat sessions of this project that other tools keep on this machine "
        "(Claude Code, Codex, Copilot, Cursor, aider, SpecStory). They are redacted before anything is kept, "
        "and what an assistant said waits for your review. Can be set for the user only, not by a repository.",
    )


class CaptureOptions(_Section):
    """What is taken in while somebody works, source by source."""

    edits: bool = Field(
        default=True,
        description="Take in what you change, function by function, once you pause: never keystrokes. "
        "Also which files you look at for a while, rename and delete. "
        "Comments of saved files are read whatever stands here.",
    )
    diagnostics: bool = Field(
        default=True,
        description="Take in the errors and warnings other tools report, and that they are gone.",
    )
    git: bool = Field(
        default=True,
        description="Take in commits, branch switches, merges, rebases and resets as they happen. "
        "Learning from the history is another setting, `whylens.learn.onOpen`.",
    )
    terminal: bool = Field(
        default=True,
        description="Take in the commands you run in the terminal of the editor: command, exit code, duration and "
        "the beginning and end of the output. Needs the editor's shell integration.",
    )
    tasks: bool = Field(default=True, description="Take in which tasks ran, and how they ended.")
    chat: bool = Field(
        default=True,
        description="Take in the turns of chats that a client hands to Whylens. "
        "What Whylens itself put into the chat is left out.",
    )
    tools: bool = Field(
        default=True,
        description="Take in what assistants report of their tool calls through `whylens hook`. "
        "Nothing is reported before you add the hook to your assistant's settings.",
    )


class AssistOptions(_Section):
    """Language models: off until the user says otherwise."""

    ask: Literal["off", "editor", "endpoint"] = Field(
        default="off",
        description="Which language model may propose memories, "
        "from commits and chats in which the rules found nothing. "
        "`editor`: the editor's own, whoever runs it; what is asked goes where that model runs. "
        "`endpoint`: the one at `whylens.assist.endpoint`. `off`: none, and nothing is sent anywhere. "
        "Only redacted text is sent, and what a model proposes waits for your review. "
        "Can be set for the user only, not by a repository.",
    )
    endpoint: str = Field(
        default="",
        description="The address of a model on this machine that speaks the protocol of OpenAI, "
        "such as `http://127.0.0.1:11434/v1`. Can be set for the user only, not by a repository.",
    )
    model: str = Field(
        default="",
        description="The model to ask, by its id or family. Empty: the first the editor offers, or the endpoint's own. "
        "Can be set for the user only, not by a repository.",
    )
    daily_tokens: int = Field(
        default=50_000,
        ge=0,
        le=10_000_000,
        description="The most tokens that questions and answers may cost in a day (UTC), for each project. "
        "When they are spent nothing is asked, and the status says so. "
        "Can be set for the user only, not by a repository.",
    )
    key_variable: str = Field(
        default="",
        description="The name of the environment variable that holds the endpoint's key, if it needs one. "
        "The key itself belongs into no setting and is kept nowhere. "
        "Can be set for the user only, not by a repository.",
    )
    allowed_hosts: list[str] = Field(
        default=[],
        description="Hosts besides this machine that `whylens.assist.endpoint` may name, such as `models.example.org`; "
        "they are asked over https alone. Empty: none. Can be set for the user only, not by a repository.",
    )


class LogOptions(_Section):
    """The log."""

    level: Literal["error", "warning", "info", "debug"] = Field(
        default="info", description="How much the server writes to its log. A change restarts the server."
    )


class TraceOptions(_Section):
    """The trace of messages."""

    server: Literal["off", "messages", "verbose"] = Field(
        default="off",
        description="Write the messages between editor and server to the log of the editor. "
        "`verbose` includes their contents, that is, pieces of your code.",
    )


class Options(_Section):
    """The settings as written under `whylens` in the editor's settings; everything may be left out."""

    enabled: bool = Field(
        default=True,
        description="Whether Whylens works in this workspace. When off, nothing is started, captured or shown.",
    )
    mode: Literal["full", "observe", "read-only", "off"] = Field(
        default="full",
        description="What Whylens may do. `full`: capture, and show what is remembered. "
        "`observe`: capture and show, but add nothing to the chat. `read-only`: show and add to the chat, "
        "but capture, learn and change nothing. `off`: none of it. "
        "In a workspace you do not trust, and whenever this setting cannot be read, it is `off`.",
    )
    code_lens: Literal["off", "defects", "all"] = Field(
        default="all",
        description="Above which functions a line says what is known about them. "
        "`defects`: only above functions with a known defect. `all`: also above those with a constraint, "
        "a decision or a failed approach (facts and notes are in the hover alone). `off`: nowhere.",
    )
    hover: HoverOptions = HoverOptions()
    context: ContextOptions = ContextOptions()
    learn: LearnOptions = LearnOptions()
    capture: CaptureOptions = CaptureOptions()
    exclude: list[str] = Field(
        default=[],
        description="Files that are never captured, as patterns like those of a `.gitignore`, relative to the "
        "project: `private/`, `*.generated.ts`. Files that git ignores, and files that hold secrets (`.env`, keys), "
        "are left out whatever stands here. When this setting cannot be read, nothing is captured.",
    )
    internal_domains: list[str] = Field(
        default=[],
        description="Domains whose hosts are internal, such as `acme.net`: their names are taken out of everything "
        "that is kept, as are those that end in `.internal`, `.corp`, `.lan` or `.local` and private addresses. "
        "When you add one, `whylens doctor --rescan` takes it out of what is there already.",
    )
    assist: AssistOptions = AssistOptions()
    server: ServerOptions = ServerOptions()
    wheelhouse: str = Field(
        default="",
        description="A folder with wheels of Whylens' dependencies. When set, its own environment is installed "
        "from it alone, without any network.",
    )
    log: LogOptions = LogOptions()
    trace: TraceOptions = TraceOptions()


def resolve(written: object, *, trusted: bool) -> Settings:
    """Settings from what was *written* (the object under `whylens`, or None for nothing).

    What cannot be read counts as its default and is named in `problems`, except for consent: that is read first, by
    itself, and becomes `off`.
    """
    mode, reason = consent(written, trusted=trusted)
    options, problems = _readable(written)
    exclude = _patterns(options.exclude, problems)
    return Settings(
        mode=mode,
        lenses=Lenses(options.code_lens),
        hover=options.hover.enabled,
        budget=options.context.budget,
        learn_on_open=options.learn.on_open,
        learn_transcripts=options.learn.transcripts,
        sources=_sources(options.capture, problems),
        exclude=exclude,
        internal_domains=tuple(options.internal_domains),
        assist=_assist(options.assist, problems),
        problems=(*((reason,) if reason else ()), *problems),
    )


def _sources(options: CaptureOptions, problems: list[str]) -> frozenset[Source]:
    """The sources that are on. What cannot be read is off; all are when it is unclear what to leave out."""
    unread = {each.removesuffix(_UNREADABLE) for each in problems}
    if any(each == "whylens.capture" or each.startswith("whylens.exclude") for each in unread):
        return frozenset()
    return frozenset(
        each
        for each in Source
        if getattr(options, each.value) and f"whylens.capture.{each.value}" not in unread
    )


def _assist(options: AssistOptions, problems: list[str]) -> Assist:
    """Which model may be asked; none when anything about it cannot be read."""
    if options.ask == "off" or any(each.startswith("whylens.assist") for each in problems):
        return Assist()
    return Assist(
        Model(options.ask),
        options.endpoint,
        options.model,
        options.key_variable,
        frozenset(each.strip().lower() for each in options.allowed_hosts),
        options.daily_tokens,
    )


def _patterns(given: list[str], problems: list[str]) -> tuple[str, ...]:
    """The patterns of `exclude`; when one cannot be read it is named in *problems*, and everything is left out."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines(given)
    except ValueError:
        problems.append("whylens.exclude" + _UNREADABLE)
    return ("*",) if any(each.startswith("whylens.exclude") for each in problems) else tuple(given)


def _readable(written: object) -> tuple[Options, list[str]]:
    """The options that can be read, and the names of those that cannot."""
    remaining = _copied(cast("Mapping[str, Any]", written)) if isinstance(written, Mapping) else {}
    problems: list[str] = []
    while True:
        try:
            return Options.model_validate(remaining), problems
        except ValidationError as error:
            for each in error.errors():
                # never the value: it may be anything the user pasted
                problems.append("whylens." + ".".join(map(str, each["loc"])) + _UNREADABLE)
                _drop(remaining, each["loc"])


def _copied(written: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        str(key): _copied(cast("Mapping[Any, Any]", value)) if isinstance(value, Mapping) else value
        for key, value in written.items()
        if value is not None
    }


def _drop(remaining: dict[str, Any], location: tuple[int | str, ...]) -> None:
    for name in location[:-1]:
        inner = remaining.get(str(name))
        if not isinstance(inner, dict):
            remaining.pop(str(name), None)
            return
        remaining = cast("dict[str, Any]", inner)
    remaining.pop(str(location[-1]), None)
