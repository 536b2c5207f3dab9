"""Our own messages: names, params and how they are read from the wire. Mirrored by `client/src/messages.ts`."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_type_hints

import attrs
from cattrs.errors import BaseValidationError
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcInvalidParams

T = TypeVar("T")

CONTEXT = "whylens/context"
CARDS = "whylens/cards"
STATUS = "whylens/status"
QUEUE = "whylens/queue"
DIAGNOSTICS = "whylens/diagnostics"
FOCUS = "whylens/focus"
TERMINAL_COMMAND = "whylens/terminalCommand"
TASK_FINISHED = "whylens/taskFinished"
CHAT_TURN = "whylens/chatTurn"
GIT_STATE = "whylens/gitState"
OPENED = "whylens/opened"
STATUS_CHANGED = "whylens/statusChanged"
ASK_MODEL = "whylens/askModel"

REMEMBER = "whylens.server.remember"
CONFIRM = "whylens.server.confirm"
REJECT = "whylens.server.reject"
FORGET = "whylens.server.forget"
LEARN = "whylens.server.learn"
SOURCE = "whylens.server.source"
SERVER_STATUS = "whylens.server.status"
EXPORT = "whylens.server.export"
UNDO = "whylens.server.undo"
SHOW_CARDS = "whylens.server.showCards"
JUDGE = "whylens.server.judge"
PAGE = "whylens.server.page"
SAVE_PAGE = "whylens.server.savePage"
EDIT = "whylens.server.edit"
SUPERSEDE = "whylens.server.supersede"
PIN = "whylens.server.pin"
UNPIN = "whylens.server.unpin"
SNOOZE = "whylens.server.snooze"
NOT_HERE = "whylens.server.notHere"
WHY = "whylens.server.why"

#: Commands of the client; used only when it says `commandLinks`.
CLIENT_SHOW_CARDS = "whylens.showCards"
CLIENT_OPEN_SOURCE = "whylens.openSource"
CLIENT_REMEMBER = "whylens.remember"
CLIENT_EDIT = "whylens.edit"
CLIENT_MORE = "whylens.more"


@attrs.frozen
class ContextParams:
    """`whylens/context`: what is about to be done, and where. `budget` is in tokens; the setting's when left out.

    What the chat called `session` has is not given to it once more, unless `again` says so.
    """

    textDocument: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    task: str = ""
    selection: str = ""
    budget: int | None = None
    session: str = ""
    again: bool = False


@attrs.frozen
class CardsParams:
    """`whylens/cards`: every card of one file."""

    textDocument: types.TextDocumentIdentifier


@attrs.frozen
class QueueParams:
    """`whylens/queue`: what waits in the first project, or in that of `textDocument`, and there of that file alone."""

    textDocument: types.TextDocumentIdentifier | None = None
    groups: list[str] = attrs.Factory(list[str])
    kinds: list[str] = attrs.Factory(list[str])
    source: str = ""
    limit: int = 500


@attrs.frozen
class DiagnosticsParams:
    """`whylens/diagnostics`: what other tools say of a file now."""

    uri: str
    diagnostics: list[types.Diagnostic] = attrs.Factory(list[types.Diagnostic])


@attrs.frozen
class FocusParams:
    """`whylens/focus`: where the user is. `focused` false says that the window lost the focus."""

    uri: str = ""
    range: types.Range | None = None
    focused: bool = True


@attrs.frozen
class TerminalCommandParams:
    """`whylens/terminalCommand`: a command came to its end, how (`exitCode`, where it is known) and where (a URI)."""

    command: str = attrs.field(repr=False)
    exitCode: int | None = None
    milliseconds: int = 0
    output: str = attrs.field(default="", repr=False)
    cwd: str = ""


@attrs.frozen
class TaskFinishedParams:
    """`whylens/taskFinished`: a task came to its end. `folder` is a URI."""

    name: str
    command: str = attrs.field(default="", repr=False)
    exitCode: int | None = None
    milliseconds: int = 0
    output: str = attrs.field(default="", repr=False)
    folder: str = ""


@attrs.frozen
class ChatTurnParams:
    """`whylens/chatTurn`: something was said. `speaker` is `user` or `assistant`; `folder` and `files` are URIs."""

    session: str
    turn: int
    speaker: str
    text: str = attrs.field(repr=False)
    tool: str = ""
    files: list[str] = attrs.Factory(list[str])
    folder: str = ""


@attrs.frozen
class GitStateParams:
    """`whylens/gitState`: the repository at the URI `root` stands elsewhere now; the server looks for itself."""

    root: str
    branch: str = ""
    commit: str = ""


@attrs.frozen
class OpenedParams:
    """`whylens/opened`: the user opened the list of these cards of a file, from its lens."""

    uri: str
    ids: list[str] = attrs.Factory(list[str])


@attrs.frozen
class AskModelResult:
    """The client's answer to `whylens/askModel`: what the model said, or why there is no answer."""

    text: str | None = attrs.field(default=None, repr=False)
    error: str = ""


@attrs.frozen
class RememberArguments:
    """A card written by hand, anchored at `position` of `uri` when both are given."""

    text: str
    uri: str | None = None
    position: types.Position | None = None
    kind: str = "observation"


@attrs.frozen
class CardArguments:
    """One card. `why` is kept with a rejection. `ask`: the server asks the user first (clients without a question)."""

    id: str
    why: str = ""
    ask: bool = False


@attrs.frozen
class JudgeArguments:
    """One word (`confirm` or `reject`) on many cards."""

    ids: list[str]
    verdict: str
    why: str = ""


@attrs.frozen
class PageArguments:
    """One card, and its Markdown page as the user wrote it."""

    id: str
    text: str = attrs.field(repr=False)


@attrs.frozen
class EditArguments:
    """What is changed of a card; what is left out stays."""

    id: str
    summary: str | None = attrs.field(default=None, repr=False)
    details: str | None = attrs.field(default=None, repr=False)
    rationale: str | None = attrs.field(default=None, repr=False)
    kind: str | None = None
    scope: str | None = None


@attrs.frozen
class SupersedeArguments:
    """`by` holds in the stead of the card: another card, or the sentence of a new one."""

    id: str
    by: str = attrs.field(repr=False)
    why: str = attrs.field(default="", repr=False)


@attrs.frozen
class SnoozeArguments:
    """One card, and the day (`2027-01-31`) before which it is not shown; `days` from now where no day is named."""

    id: str
    until: str = ""
    days: int = 7


@attrs.frozen
class PlaceArguments:
    """A place in a file."""

    uri: str
    position: types.Position


@attrs.frozen
class NotHereArguments:
    """One card, and the place where it does not belong; with `moveTo`, where it belongs in the same or another file."""

    id: str
    uri: str | None = None
    position: types.Position | None = None
    moveTo: PlaceArguments | None = None


@attrs.frozen
class WhyArguments:
    """One card; `show` tells the user why its confidence is what it is, as a message."""

    id: str
    show: bool = False


@attrs.frozen
class UndoArguments:
    """The card whose last change is to be taken back; the last card that was changed when left out."""

    id: str = ""


@attrs.frozen
class SourceArguments:
    """One card; `show` opens its source in the client too."""

    id: str
    show: bool = False


@attrs.frozen
class ShowCardsArguments:
    """Some cards of a file, to be shown as a message (clients without `whylens.showCards`)."""

    uri: str
    ids: list[str]


@attrs.frozen
class ActionData:
    """What a code action carries to its resolve: the file, and the card it is about (none for a selection)."""

    uri: str = ""
    id: str = ""


@cache
def _converter() -> Any:
    return converters.get_converter()


def read(wanted: type[T], given: Any) -> T:
    """*given* (plain JSON) as *wanted*; unknown keys are ignored. Invalid Params otherwise, without quoting a value."""
    try:
        # a key that is null was left out, as far as a field with a default is concerned
        present = {name: value for name, value in given.items() if value is not None}
        _check_plain(wanted, present)
        return _converter().structure(present, wanted)
    except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError):
        names = ", ".join(each.name for each in attrs.fields(wanted))  # pyright: ignore
        raise JsonRpcInvalidParams(message=f"expected an object with {names or 'nothing in it'}") from None


def _check_plain(wanted: type[Any], present: dict[str, Any]) -> None:
    """cattrs turns anything into text and numbers; a wrong type is an error here, not a card called "[1, 2]"."""
    for name, plain in _plain_fields(wanted).items():
        if name in present and type(present[name]) is not plain:
            raise TypeError(name)


@cache
def _plain_fields(wanted: type[Any]) -> dict[str, type]:
    """Fields that hold a text, number or truth value, or nothing."""
    hints = get_type_hints(wanted)
    kinds = {name: get_args(hint) if isinstance(hint, UnionType) else (hint,) for name, hint in hints.items()}
    return {name: plain for name in kinds for plain in (str, bool, int) if plain in kinds[name]}
