"""Simple ways to search a memory, to compare with: keywords, shared files, both, the newest, and chance."""

from __future__ import annotations

import random
import re
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath

from bench.retrieval_data import Question, RetrievalSet, Stored

BASELINES = ("bm25", "bm25 long", "file", "bm25+file", "bm25 long+file", "recency", "random")
DEPTH = 100
_RRF = 60

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
_PART = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])")
_STOP = frozenset(
    """
    a an and are as at be by can change earlier for from if in is it not of on or proposal that the this to was we
    were with
    """.split()  # noqa: SIM905 - a list of words reads best as words
)


def baseline(name: str, data: RetrievalSet) -> dict[str, list[str]]:
    """The rankings of one baseline: at most 100 older memories of the same project a question."""
    chance = random.Random(0)
    keywords = Keywords(data) if "bm25" in name else None
    return {each.id: _rank(name, each, data, keywords, chance) for each in data.questions}


def _rank(
    name: str, question: Question, data: RetrievalSet, keywords: Keywords | None, chance: random.Random
) -> list[str]:
    older = [each for each in data.memories[question.project] if each.at < question.at]
    if name == "random":
        return [each.id for each in chance.sample(older, len(older))][:DEPTH]
    if name == "recency":
        return [each.id for each in sorted(older, key=lambda each: -each.at)][:DEPTH]
    if keywords is None:
        return _by_files(question, older)
    found = keywords.search(question, question.long_text if "long" in name else question.text)
    return _fused(found, _by_files(question, older)) if "file" in name else found


class Keywords:
    """Full text with SQLite FTS5: one table, porter stems, the title counting twice."""

    def __init__(self, data: RetrievalSet) -> None:
        self._table = sqlite3.connect(":memory:")
        self._table.execute(
            "CREATE VIRTUAL TABLE m USING fts5(id UNINDEXED, project UNINDEXED, ts UNINDEXED, title, body, "
            "tokenize='porter unicode61')"
        )
        self._table.executemany(
            "INSERT INTO m VALUES (?, ?, ?, ?, ?)",
            [
                (each.id, each.project, each.at, " ".join(words(each.title)), " ".join(words(each.text)))
                for memories in data.memories.values()
                for each in memories
            ],
        )

    def search(self, question: Question, text: str) -> list[str]:
        """Ids of older memories that hold any word of *text*, best first."""
        terms = list(dict.fromkeys(words(text)))[:60]
        if not terms:
            return []
        found = self._table.execute(
            "SELECT id FROM m WHERE m MATCH ? AND project = ? AND ts < ? "
            "ORDER BY bm25(m, 0, 0, 0, 2.0, 1.0), ts DESC LIMIT ?",
            (" OR ".join(f'"{term}"' for term in terms), question.project, question.at, DEPTH),
        )
        return [row[0] for row in found]


def words(text: str) -> list[str]:
    """Lower-case words and the parts of identifiers, without the smallest words."""
    found: list[str] = []
    for word in _WORD.findall(text):
        parts = [part for part in _PART.split(word) if len(part) > 1 and part != word]
        found += [each.lower() for each in (word, *parts)]
    return [each for each in found if len(each) > 1 and each not in _STOP]


def _by_files(question: Question, older: Sequence[Stored]) -> list[str]:
    files, folders = set(question.files), _folders(question.files)
    scored: list[tuple[float, float, str]] = []
    for memory in older:
        shared = len(files & set(memory.files))
        near = len(folders & _folders(memory.files))
        if shared or near:
            size = (max(1, len(memory.files)) * max(1, len(files))) ** 0.5
            scored.append(((shared + 0.25 * near) / size, memory.at, memory.id))
    return [each[2] for each in sorted(scored, reverse=True)[:DEPTH]]


def _folders(files: Sequence[str]) -> set[str]:
    return {str(PurePosixPath(path).parent) for path in files}


def _fused(*rankings: Sequence[str]) -> list[str]:
    """Reciprocal rank fusion."""
    scores: defaultdict[str, float] = defaultdict(float)
    for ranking in rankings:
        for place, each in enumerate(ranking):
            scores[each] += 1.0 / (_RRF + place)
    return sorted(scores, key=lambda each: -scores[each])[:DEPTH]
