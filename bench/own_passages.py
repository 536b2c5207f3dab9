"""The passages labelled in `bench/labels`: their words are read from clones and checked, never kept here.

A clone is looked for as `DIR/name` and as `DIR/owner` of `owner/name`. What cannot be read (no clone, a history that
does not reach the commit, words that differ from those labelled) is named, and the rest is measured.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LABELS = Path(__file__).parent / "labels" / "passages.jsonl"

Label = dict[str, Any]
Passage = dict[str, Any]


@dataclass(slots=True)
class Passages:
    """What was read, and what could not be: passages by the reason why."""

    read: list[Passage] = field(default_factory=list[Passage])
    absent: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def miss(self, reason: str, label: Label) -> None:
        """Note that the passage of a label is not there."""
        self.absent.setdefault(reason, []).append(label["id"])


def labels(file: Path = LABELS) -> list[Label]:
    """The labels, in the order of the file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def materialise(labelled: Iterable[Label], repositories: Path) -> Passages:
    """The passages of the labels, in the form of the extraction set, from the clones under `repositories`."""
    passages = Passages()
    for label in labelled:
        clone = _clone(repositories, label["repo"])
        if clone is None:
            passages.miss(f"no clone of {label['repo']} in {repositories}", label)
            continue
        source = _source(clone, label["commit"], label["path"])
        if source is None:
            passages.miss(f"the clone of {label['repo']} lacks the commit or the file", label)
            continue
        start, end = label["range"]
        text = source[start:end]
        if digest(text) != label["digest"]:
            passages.miss(f"other words than those labelled in {label['repo']}", label)
            continue
        passages.read.append(_passage(label, text))
    return passages


def digest(text: str) -> str:
    """What tells whether a passage is the one that was labelled: 12 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _passage(label: Label, text: str) -> Passage:
    cards = [{**card, "evidence": quote, "content": quote} for card, quote in _quoted(label["cards"], text)]
    return {**label, "text": text, "cards": cards, "empty": not cards}


def _quoted(cards: Iterable[dict[str, Any]], text: str) -> Iterator[tuple[dict[str, Any], str]]:
    for card in cards:
        start, end = card["span"]
        yield card, text[start:end]


def _clone(repositories: Path, repository: str) -> Path | None:
    owner, name = repository.split("/")
    return next((path for path in (repositories / name, repositories / owner) if path.is_dir()), None)


def _source(clone: Path, commit: str, path: str) -> str | None:
    """The message of a commit, or a file of it; None when the clone does not have it."""
    what = ["show", f"{commit}:{path}"] if path else ["log", "-1", "--format=%B", commit]
    settings = ["-c", "i18n.logOutputEncoding=UTF-8", "-c", "log.showSignature=false"]
    answer = subprocess.run(["git", "-C", str(clone), *settings, *what], capture_output=True, check=False)
    return answer.stdout.decode("utf-8", errors="replace") if answer.returncode == 0 else None
