"""What the product retrieves for every question of the retrieval set, before it is ranked, kept for learning from.

Collecting takes minutes (each memory is embedded once); what was collected may be kept in a file and used again, so
that rankers can be learned, taken apart and compared on exactly the same candidates.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench.retrieval import ASKING, DEADLINE, imported
from bench.retrieval_data import Question, load
from whylens.memory import recalling
from whylens.model.card import Card
from whylens.model.recall import Candidate, Query
from whylens.recall.rank import Answer


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One question asked in one way, and the candidates the product gathers for it."""

    question: Question
    way: str
    query: Query
    candidates: tuple[Candidate, ...]

    @property
    def fold(self) -> str:
        """The project left out together with this question; the small decision logs are one."""
        return "adr" if self.question.project.startswith("adr") else self.question.project

    def without_answers(self) -> Retrieved:
        """The same, as if nothing that answers the question, directly or at one remove, had been remembered."""
        rest = tuple(each for each in self.candidates if each.card.ref not in self.question.grades)
        return replace(self, candidates=rest)


def kept_or_collected(file: Path | None, data_dir: Path, home: Path) -> list[Retrieved]:
    """What *file* holds; without it, all questions are asked and the answer is kept there."""
    if file is not None and file.exists():
        return pickle.loads(file.read_bytes())
    found = collect(data_dir, home)
    if file is not None:
        file.write_bytes(pickle.dumps(found))
    return found


def collect(data_dir: Path, home: Path) -> list[Retrieved]:
    """Every question of the set in every way of asking."""
    data = load(data_dir / "memory_retrieval")
    found: list[Retrieved] = []
    for project, memories in data.memories.items():
        cards: dict[str, Card] = {}
        with imported(project, memories, home) as memory, recorded() as recorder:
            for question in (each for each in data.questions if each.project == project):
                for way, asking in ASKING.items():
                    memory.recall(asking(question), deadline=DEADLINE)
                    query, candidates = recorder.last
                    once = [
                        replace(each, card=cards.setdefault(each.card.id, each.card)) for each in candidates
                    ]
                    found.append(Retrieved(question, way, query, tuple(once)))
    return found


class Recorder:
    """Stands in for the ranker, to see exactly what it is given."""

    last: tuple[Query, Sequence[Candidate]]

    def __call__(self, query: Query, candidates: Sequence[Candidate], *, now: float) -> Answer:
        self.last = (query, candidates)
        return Answer([], 0.0)


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Put a recorder in the place of the ranker."""
    ranker, recorder = recalling.answer, Recorder()
    recalling.answer = recorder
    try:
        yield recorder
    finally:
        recalling.answer = ranker
