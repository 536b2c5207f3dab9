"""`whylens/queue`, and one word on many cards: what waits for the user."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeVar

from whylens.lsp import messages
from whylens.lsp.guard import answered
from whylens.lsp.messages import JudgeArguments, QueueParams, read
from whylens.lsp.named import find, line_of, one, writable
from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.judging import Verdict
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Kind

Word = TypeVar("Word", bound=StrEnum)

#: Cards of one word: more are a mistake of a client.
MOST_JUDGED = 5_000


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(messages.QUEUE)(queue)
    server.command(messages.JUDGE)(judge)


@answered("queue", deadline=5.0)
async def queue(ls: WhylensLanguageServer, params: Any) -> dict[str, Any]:
    """What waits, by group, the surest first; of one file when a document is named."""
    wanted = read(QueueParams, params or {})
    uri = wanted.textDocument.uri if wanted.textDocument else None
    project = (await ls.projects.of(uri) if uri else None) or await ls.projects.first()
    path = await ls.path_in(project, uri) if uri else None
    if uri and path is None:
        raise UserError("that file is not in the project: name one that is, or none")
    return await ls.workers.read(_waiting, project, wanted, path)


@answered("judge", deadline=60.0)
async def judge(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Confirm or reject several cards of one project; undone by one undo."""
    wanted = read(JudgeArguments, one(arguments))
    if wanted.verdict not in set(Verdict) or not 0 < len(wanted.ids) <= MOST_JUDGED:
        raise UserError(f"say {' or '.join(Verdict)} of 1 to {MOST_JUDGED:,} memories")
    verdict = Verdict(wanted.verdict)
    project, _ = await find(ls, wanted.ids[0])
    writable(project)
    judged = await ls.workers.write(_judge, project, wanted, verdict)
    cards: tuple[Card, ...] = judged.cards
    if cards:
        ls.acts.did(project, verdict.value, cards[0], None, cards[1:])
        ls.wrote(project)
    return {
        "verdict": verdict.value,
        "count": len(cards),
        "left": judged.left,
        "cards": [*map(line_of, cards)],
    }


def _waiting(project: Project, wanted: QueueParams, path: str | None) -> dict[str, Any]:
    from whylens.memory.queue import Asked, Group  # here, on a worker: not needed for the first answer
    from whylens.memory.queue_wire import queue_json

    groups, kinds = _words(Group, wanted.groups), _words(Kind, wanted.kinds)
    found = project.memory.queue.waiting(Asked(groups, kinds, path, wanted.source))
    return queue_json(found, limit=max(0, wanted.limit))


def _judge(project: Project, wanted: JudgeArguments, verdict: Verdict) -> Any:
    review = project.memory.queue
    return review.judge(review.chosen(wanted.ids), verdict, why=wanted.why)


def _words(words: type[Word], names: Iterable[str]) -> frozenset[Word]:
    try:
        return frozenset(map(words, names))
    except ValueError:
        raise UserError(f"use only: {', '.join(words)}") from None
