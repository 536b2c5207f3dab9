"""Asks a language model while nobody types, where the user switched that on: one question at a time, in no hurry."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from whylens.lsp.projects import Project, Projects
from whylens.lsp.watching import Watch
from whylens.lsp.workers import Workers
from whylens.model.errors import UserError, WhylensError
from whylens.model.settings import Assist, Model
from whylens.runtime.assistant import Assistant, NotAnswered

if TYPE_CHECKING:
    from whylens.memory.assist.assistance import Asking

log = logging.getLogger(__name__)

#: Seconds between two looks, and without a sign of the user before a question is asked.
EVERY, QUIET = 1.0, 5.0
#: Seconds until a model that could not be asked is tried again, and until any question is given up.
RETRY, GIVE_UP = 600.0, 120.0


class Assisting:
    """Belongs to the event loop. `editor` makes the assistant that asks the client, `is_busy` says whether to wait."""

    def __init__(
        self,
        projects: Projects,
        workers: Workers,
        watch: Watch,
        editor: Callable[[], Assistant],
        is_busy: Callable[[], bool],
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._projects = projects
        self._workers = workers
        self._watch = watch
        self._editor = editor
        self._is_busy = is_busy
        self._problem = ""
        self._failed_with: Assist | None = None
        self._retry_at = self._begin_at = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        told: dict[Project, Assist] = {}
        self._begin_at = (
            asyncio.get_running_loop().time() + QUIET
        )  # who opens a window is about to do something
        while True:
            await asyncio.sleep(EVERY)
            opened = self._projects.opened()
            told = {project: terms for project, terms in told.items() if project in opened}
            for project in opened:
                terms = _terms_of(project)
                if told.get(project, Assist()) != terms:
                    told[project] = terms
                    await self._workers.capture(_allow, project, terms)
                if terms.ask is not Model.NONE and self._may_ask(terms):
                    await self._guarded(project, terms)

    async def report(self, project: Project | None) -> dict[str, Any]:
        """What the status says of it."""
        terms = _terms_of(project) if project is not None else Assist()
        if project is None or terms.ask is Model.NONE:
            return {"ask": Model.NONE.value, "problem": ""}
        figures = await self._workers.read(lambda: project.memory.assistance().status())
        spent = "today's tokens are spent: nothing is asked before tomorrow" if figures["isSpent"] else ""
        problem = self._problem if self._failed_with == terms else ""
        return {"ask": terms.ask.value, **figures, "problem": problem or spent}

    # -- inside ----------------------------------------------------------------------------------------------

    def _may_ask(self, terms: Assist) -> bool:
        """Nobody types, nothing is being learned, and the model was not just found missing."""
        now = asyncio.get_running_loop().time()
        waits = now < self._begin_at or (self._failed_with == terms and now < self._retry_at)
        return not waits and self._watch.idle_for >= QUIET and not self._is_busy()

    async def _guarded(self, project: Project, terms: Assist) -> None:
        try:
            await self._ask(project, terms)
        except NotAnswered as reason:
            self._failed(terms, reason)
        except (WhylensError, OSError) as error:
            log.info("no model is asked about %s: %s", project.root.name, error)
            self._failed(terms, NotAnswered("the memory cannot be used now"))

    async def _ask(self, project: Project, terms: Assist) -> None:
        assistance = project.memory.assistance()
        asking = await self._workers.capture(assistance.next_question)
        if asking is None:
            return
        try:
            answer = await self._answer(terms, asking)
        except NotAnswered as reason:
            await self._workers.capture(assistance.unanswered, asking, sent=reason.sent)
            raise
        kept = await self._workers.capture(assistance.answered, asking, answer)
        log.info("a language model was asked about a text of %s: %d proposed", project.root.name, kept)
        self._problem, self._failed_with = "", None
        self.changed()

    async def _answer(self, terms: Assist, asking: Asking) -> str:
        try:
            async with asyncio.timeout(GIVE_UP):
                return await self._assistant(terms).ask(asking.question.prompt, asking.question.most_tokens)
        except TimeoutError:
            raise NotAnswered("the language model did not answer in time", sent=True) from None

    def _assistant(self, terms: Assist) -> Assistant:
        if terms.ask is Model.EDITOR:
            return self._editor()
        from whylens.extract.assisted.question import SCHEMA  # here: off for nearly everybody
        from whylens.runtime.endpoint import Endpoint, read_address

        try:
            address = read_address(terms.endpoint, terms.allowed_hosts)
        except UserError as error:
            raise NotAnswered(str(error), lasting=True) from None
        return Endpoint(address, terms.model, terms.key_variable, SCHEMA)

    def _failed(self, terms: Assist, reason: NotAnswered) -> None:
        """Said once, in the log and in the status; tried again later, or when the settings have changed."""
        if str(reason) != self._problem:
            log.info("no model is asked: %s", reason)
        wait = float("inf") if reason.lasting else RETRY
        self._problem, self._failed_with = str(reason), terms
        self._retry_at = asyncio.get_running_loop().time() + wait
        self.changed()


def _terms_of(project: Project) -> Assist:
    """What may be asked about a project: nothing where nothing is captured."""
    return project.settings.assist if project.settings.mode.captures else Assist()


def _allow(project: Project, terms: Assist) -> None:
    from whylens.capture.paths import excluded_by
    from whylens.memory.assist.assistance import Terms

    is_on = terms.ask is not Model.NONE
    excluded = excluded_by(project.settings.exclude)
    project.memory.assistance().allow(Terms(terms.daily_tokens, excluded) if is_on else None)
