"""The session as a whole: its goal, what came of it, what is still open, and the files it changed, as one summary."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from whylens.extract.phrasing import clipped
from whylens.extract.stories.story import Story, Turn, key_of
from whylens.model.card import CardDraft
from whylens.model.happening import Edited
from whylens.model.source import date_text
from whylens.model.words import Basis, Kind, Scope

#: Entries that are kept of each sort, and files that are counted.
MOST_ENTRIES, MOST_FILES = 12, 300
#: Files edited from which a session without any story is worth a line.
LEAST_FILES = 3
_NAMED_FILES = 3
_LONGEST_GOAL = 140

_TRUNKS = frozenset({"", "main", "master", "develop", "dev", "trunk", "HEAD"})
_GREETING = re.compile(r"^(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|yes|no|please)\b[ ,.!]*", re.IGNORECASE)
_ASKED = re.compile(
    r"^(?:(?:can|could|would|will) you(?: help me(?: to)?)?|i (?:want|need|would like)(?: you)? to|let['’]?s"
    r"|we (?:want|need) to)\s+(?:please )?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Day:
    """What is known of a session so far. Times are Unix seconds."""

    started: float
    ended: float
    branch: str = ""
    goal: str = ""
    goal_said: str = ""
    task: str = ""
    talked: bool = False
    files: Counter[str] = field(default_factory=Counter[str])
    outcomes: list[str] = field(default_factory=list[str])
    commits: list[str] = field(default_factory=list[str])

    def edited(self, edit: Edited) -> None:
        """A file was changed."""
        if edit.path in self.files or len(self.files) < MOST_FILES:
            self.files[edit.path] += 1

    def asked(self, text: str) -> None:
        """The user said something to an assistant: the first request is the goal."""
        self.talked = True
        if not self.goal and (goal := goal_of(text)):
            self.goal, self.goal_said = goal, text.strip()[:600]

    def concluded(self, summary: str) -> None:
        """A story was told, or a statement of a chat kept."""
        if summary not in self.outcomes and len(self.outcomes) < MOST_ENTRIES:
            self.outcomes.append(summary)

    def committed(self, sha: str) -> None:
        """A commit was made."""
        if sha and sha not in self.commits and len(self.commits) < MOST_ENTRIES:
            self.commits.append(sha)

    @property
    def is_eventful(self) -> bool:
        """Whether there is anything to say of it."""
        return bool(self.outcomes) or len(self.files) >= LEAST_FILES or (self.talked and bool(self.files))

    def summary(self, open_questions: list[str]) -> Story:
        """The one card of the session, and the words it rests on."""
        changed = _files_text(self.files)
        rows = (
            ("Goal", [self.goal or self._branch_goal()]),
            ("Concluded", self.outcomes),
            ("Open", open_questions[:MOST_ENTRIES]),
            ("Changed", [changed] if changed else []),
            ("Commits", [sha[:9] for sha in self.commits]),
        )
        told = "\n".join(line for name, entries in rows for line in _lines(name, entries))
        evidence = next(
            (line for line in told.split("\n") if line.startswith(("Goal", "Changed"))), told[:300]
        )
        draft = CardDraft(
            kind=Kind.SUMMARY,
            summary=self._sentence(open_questions),
            evidence=evidence,
            basis=Basis.CHAT_USER if self.goal else Basis.TOOL,
            certainty=0.9,
            scope=Scope.LOG,
            details=told,
            importance=0.3,
            files=tuple(path for path, _ in self.files.most_common(MOST_ENTRIES)),
            rule="session-summary",
        )
        key = key_of("session", str(int(self.started)))
        return Story(Turn.LEARNED, key, self.ended, draft, told, files=draft.files)

    def _branch_goal(self) -> str:
        return self.task or (f"branch {self.branch}" if self.branch not in _TRUNKS else "")

    def _sentence(self, open_questions: list[str]) -> str:
        """`On 2026-11-30: add a discount to carts; 2 defects fixed, 1 left open; changed cart.py and 3 more files`."""
        fixed = sum(each.startswith("Fixed") for each in self.outcomes)
        more = len(self.outcomes) - fixed
        goal = self.goal or self._branch_goal()
        parts = [
            goal[:1].upper() + goal[1:] if goal else "",
            ", ".join(
                text
                for text in (
                    _count(fixed, "defect fixed", "defects fixed"),
                    _count(more, "thing learned", "things learned"),
                    _count(len(open_questions), "left open", "left open"),
                )
                if text
            ),
            f"changed {_files_text(self.files)}" if self.files else "",
        ]
        return f"Work of {date_text(self.started)}: " + "; ".join(filter(None, parts))


def goal_of(text: str) -> str:
    """What a user asks for, as a phrase; empty for greetings and answers of a word or two."""
    first = next((line.strip() for line in text.strip().splitlines() if line.strip()), "")
    first = _GREETING.sub("", first)
    sentence = re.split(r"(?<=[.!?])\s", first)[0].rstrip(" .!?")
    sentence = _ASKED.sub("", sentence)
    return clipped(sentence, _LONGEST_GOAL) if len(sentence.split()) >= 3 else ""


def _files_text(files: Counter[str]) -> str:
    """The files edited most, the others counted."""
    named = [path for path, _ in files.most_common(_NAMED_FILES)]
    rest = len(files) - len(named)
    if rest > 0:
        return f"{', '.join(named)} and {rest} more file{'s' if rest > 1 else ''}"
    return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)


def _lines(name: str, entries: list[str]) -> list[str]:
    kept = [each for each in entries if each]
    if len(kept) <= 1:
        return [f"{name}: {each}" for each in kept]
    return [f"{name}:", *(f"- {each}" for each in kept)]


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""
