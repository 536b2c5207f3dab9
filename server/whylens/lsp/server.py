"""What every handler receives as `ls`: the protocol server and the parts of this session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from whylens import __version__
from whylens.lsp import configuration, messages
from whylens.lsp.assisting import Assisting
from whylens.lsp.coalesced import Coalesced
from whylens.lsp.documents import Documents, path_of
from whylens.lsp.editor_model import EditorModel
from whylens.lsp.intake.hooks import let_hooks_in
from whylens.lsp.intake.intake import Intake
from whylens.lsp.learning import Learner, learn_command
from whylens.lsp.live import LiveViews
from whylens.lsp.mirror import LARGEST_DOCUMENT, MirrorWorkspace
from whylens.lsp.projects import OpenMemory, Project, Projects
from whylens.lsp.protocol import WhylensProtocol, raw_params_converter
from whylens.lsp.requestlog import current_request
from whylens.lsp.startup import Startup, startup
from whylens.lsp.undo import Acts
from whylens.lsp.watching import Watch
from whylens.lsp.workers import Workers
from whylens.memory.requests import Unfinished
from whylens.model.errors import WhylensError
from whylens.runtime.background import Background

if TYPE_CHECKING:
    from whylens.model.happening import HeadMoved

T = TypeVar("T")

log = logging.getLogger(__name__)

#: Seconds between two notices that learning moved on, and between two requests to redraw lenses.
NOTICE_EVERY, REDRAW_EVERY = 0.5, 0.1
#: Seconds that finishing accepted writes may take when the session ends.
FLUSH_WITHIN = 1.5


class WhylensLanguageServer(LanguageServer):
    """One session with one client. All of it belongs to the event loop; the memory is reached through `workers`."""

    protocol: WhylensProtocol  # pyright: ignore[reportIncompatibleVariableOverride] - made by protocol_cls below

    def __init__(
        self, open_memory: OpenMemory, *, home: Path | None = None, project: Path | None = None
    ) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - pygls has untyped *args
            "whylens",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=WhylensProtocol,
            converter_factory=raw_params_converter,
            max_workers=1,
        )
        self.startup = Startup()
        self.fixed_project = project
        self.workers = Workers()
        self.background = Background()
        self.documents = Documents()
        self.acts = Acts()
        self.projects = Projects(self.workers, open_memory)
        self.projects.home = home
        self.projects.report = self._tell
        self.projects.came = self._came
        self.live = LiveViews(self.documents, self.projects, self.workers, self.background)
        self.live.changed = self.redraw_lenses
        self.learner = Learner(self, self.background, self._learn_command)
        self.learner.changed = self.status_changed
        self.learner.stopped_by_user = self._learning_stopped
        self.intake = Intake(self.documents, self.projects, self.workers, self.background)
        self.watch = Watch(self.projects, self.workers)
        self.watch.wrote = self._cards_changed
        self.watch.moved = self._head_moved
        self.watch.spooled = lambda project: self.intake.spooled(project, self.projects.home)
        self.assisting = Assisting(
            self.projects,
            self.workers,
            self.watch,
            editor=lambda: EditorModel(self.protocol),
            is_busy=lambda: self.learner.current is not None,
        )
        self.assisting.changed = self.status_changed
        self._redraw = Coalesced(REDRAW_EVERY, lambda: self.background.spawn("redraw", self._redraw_now()))
        self._notice = Coalesced(NOTICE_EVERY, lambda: self.background.spawn("notice", self._notice_now()))
        #: Whether the client's setting decides how much is logged: not when the command line said it.
        self.may_set_log_level = True
        self._stopped = False
        self._noted_large = False
        #: Set by the status feature: what `whylens/status` answers.
        self.make_status: Callable[[], Any] | None = None

    # -- one session -----------------------------------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """The client said who it is: nothing is opened yet."""
        self.startup = startup(params.initialization_options)
        self.projects.home = self.projects.home or self.startup.home
        if self.may_set_log_level and self.startup.log_level:
            logging.getLogger("whylens").setLevel(self.startup.log_level.upper())
        log.debug("the client is %s", params.client_info.name if params.client_info else "nameless")
        before = self.protocol.workspace
        folders = list(params.workspace_folders or [])
        workspace = MirrorWorkspace(
            before.root_uri, types.TextDocumentSyncKind.Incremental, folders, before.position_encoding
        )
        self.protocol._workspace = workspace  # pyright: ignore[reportPrivateUsage] - pygls has no other way
        self.documents.use(workspace)

    async def configure(self) -> None:
        """Ask for the settings and make them hold; open, reopen and close projects accordingly."""
        folders = [self.fixed_project] if self.fixed_project else self.documents.folders()
        settings = await configuration.fetch(self, self.startup, list(dict.fromkeys(folders)))
        closed = await self.projects.apply(settings)
        for project in closed:
            self.learner.cancel(project)
        self.intake.consent_changed()
        await self.workers.read(let_hooks_in, settings, self.projects.home)
        self.live.forget_projects()
        for folder in self.projects.folders[:1]:
            await self.projects.at(folder)
        self.status_changed()

    async def stop_intake(self) -> None:
        """The client is about to leave: take no more in, and make durable what was accepted."""
        await self.learner.stop()
        try:
            async with asyncio.timeout(FLUSH_WITHIN):
                await self.intake.flush()
        except TimeoutError:
            log.warning("what was captured last could not be kept in time")

    async def stop(self) -> None:
        """End everything. Reached on every way out, also when the client is simply gone."""
        if self._stopped:
            return
        self._stopped = True
        await self.stop_intake()
        await self.background.stop(1.0)
        try:
            async with asyncio.timeout(3.0):
                await self.projects.close()
        except TimeoutError:
            log.warning("the memory did not close in time; nothing accepted is lost")
        self.workers.stop()

    # -- for handlers ----------------------------------------------------------------------------------------

    @contextmanager
    def running(self) -> Generator[None]:
        """Let a cancel of the current request reach the task that serves it."""
        msg_id, task = self.protocol.msg_id, asyncio.current_task()
        if msg_id is not None and task is not None:
            self.protocol.tasks[msg_id] = task
            current_request.set(str(msg_id))
        self.watch.active()
        try:
            yield
        finally:
            if msg_id is not None:
                self.protocol.tasks.pop(msg_id, None)

    def wrote(self, project: Project) -> None:
        """A handler changed cards of *project*: what is shown follows at once."""
        self.live.outdated(project)
        self.watch.look()
        self.status_changed()

    def opened(self, project: Project, ids: list[str]) -> None:
        """The user opened cards of *project*: a weak sign that they are of use, noted where anything may be."""
        if ids and not project.read_only:
            self.background.spawn("opened", self._note_opened(project, ids))

    def redraw_lenses(self) -> None:
        """Ask the client to ask for lenses again, soon and not too often."""
        self._redraw.soon()

    def status_changed(self) -> None:
        """Tell the client the new status, soon and not too often."""
        self._notice.soon()

    def take_settings(self, settings: Any) -> None:
        """Settings a client pushed because it cannot be asked; they may stand under `whylens` or by themselves."""
        whole = cast("dict[str, Any]", settings) if isinstance(settings, dict) else {}
        inner = whole.get(configuration.SECTION, settings)
        self.startup = replace(self.startup, settings=inner)

    async def path_in(self, project: Project, uri: str) -> str | None:
        """The repo-relative path of a file; None outside the project."""
        path = path_of(uri)
        return await self.workers.read(project.memory.relative, str(path)) if path is not None else None

    @property
    def wants_markdown(self) -> bool:
        """Whether the client shows Markdown in hovers: its first choice counts, and none means plain text."""
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format") or []
        return bool(formats) and formats[0] == types.MarkupKind.Markdown

    async def asked(self, request: Awaitable[T], within: float = 5.0) -> T | None:
        """The answer of the client to a request of ours; None when it refuses, answers nonsense or takes too long."""
        try:
            async with asyncio.timeout(within):
                return await request
        except (TimeoutError, JsonRpcException) as error:
            log.debug("the client did not answer a request: %s", type(error).__name__)
            return None

    def note_too_large(self, uri: str) -> None:
        """Say in the log, once a session, that a document is too large to be looked at."""
        document = self.documents.mirror(uri)
        if document is not None and document.too_large and not self._noted_large:
            self._noted_large = True
            text = (
                f"Whylens leaves out files of more than {LARGEST_DOCUMENT // 1_000_000} million characters."
            )
            self.window_log_message(types.LogMessageParams(types.MessageType.Info, text))

    def can(self, capability: str) -> bool:
        """Whether the client declared a capability, by its dotted path."""
        return bool(get_capability(self.client_capabilities, capability))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log only: pygls would pop up a message, and a memory must never interrupt. Never the text of the error."""
        log.error("%s: %s", getattr(source, "__name__", source), type(error).__name__)

    # -- inside ----------------------------------------------------------------------------------------------

    def _tell(self, message: str) -> None:
        log.warning("%s", message)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Whylens: {message}"))

    def _learn_command(self, project: Project) -> list[str]:
        return learn_command(project, self.projects.home)

    def _cards_changed(self, project: Project) -> None:
        self.live.outdated(project)
        self.status_changed()

    def _head_moved(self, project: Project, moves: list[HeadMoved]) -> None:
        self.intake.head_moved(project, moves)
        self._learn_if_wanted(project)

    def _came(self, project: Project) -> None:
        """A project was opened: learn what is new, at least the rest of what was being learned when it was closed."""
        self._learn_if_wanted(project)
        if not (self.learner.is_at(project) or project.read_only):
            self.background.spawn("resume", self._resume(project))

    async def _resume(self, project: Project) -> None:
        try:
            interrupted = await self.workers.read(project.memory.unfinished) is Unfinished.INTERRUPTED
        except WhylensError as error:
            log.info("cannot say whether %s was learned to its end: %s", project.root.name, error)
            return
        if interrupted:
            log.info("learning %s was interrupted; it goes on", project.root.name)
            self.learner.start(project)

    async def _note_opened(self, project: Project, ids: list[str]) -> None:
        try:
            moved = await self.workers.capture(project.memory.opened, ids)
        except WhylensError as error:
            log.info("that memories were opened is not kept: %s", error)
            return
        if moved:
            self.live.outdated(project)

    async def _learning_stopped(self, project: Project) -> None:
        """The user stopped it: it is not gone on with until somebody asks for it, or there is something new."""
        try:
            await self.workers.write(project.memory.stop_learning)
        except WhylensError as error:
            log.info("that learning was stopped is not kept: %s", error)

    def _learn_if_wanted(self, project: Project) -> None:
        """A project was opened, or its history moved on."""
        if project.settings.learn_on_open and project.settings.mode.captures:
            self.learner.start(project)

    async def _redraw_now(self) -> None:
        if self.can("workspace.code_lens.refresh_support"):
            await self.asked(self.workspace_code_lens_refresh_async(None))

    async def _notice_now(self) -> None:
        if self.make_status is not None:
            self.protocol.notify(messages.STATUS_CHANGED, await self.make_status())
