"""The session as a whole: its goal, what came of it, what is still open, and the files it changed, as one summary."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from whylens.extract.phrasing import capital, clipped
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

#: Who said it, at the end of a conclusion.
_BY = re.compile(r" \([^()]*\)$")
_TRUNKS = frozenset({"", "main", "master", "develop", "dev", "trunk", "HEAD"})
_VERBS = (
    "add|adapt|allow|build|change|check|clean|convert|create|debug|document|drop|enable|explain|extend|extract|find|fix"
    "|handle|implement|improve|investigate|make|merge|migrate|mend|move|optimi[sz]e|port|prepare|reduce|refactor|remove"
    "|rename|repair|replace|restructure|review|rewrite|set up|simplify|speed up|split|support|teach|test"
    "|translate|update|upgrade|write"
)
#: How somebody asks for something; the group that is found is the request itself.
_ASKED = re.compile(
    rf"(?:^(?:(?:hi|hello|hey|ok(?:ay)?|so|now|great|yes)\b[ ,.!]*)?"
    rf"(?:(?:(?:can|could|would|will) you|i(?:['’]d| would)? (?:want|need|like)(?: you)? to|let['’]?s"
    rf"|we (?:want|need|have) to|help me(?: to)?|please)\s+(?:please )?(?:help me(?: to)? )?(?P<a>\S.+)"
    rf"|(?P<b>(?:{_VERBS})\b.+))"
    rf"|\bplease (?P<c>(?:{_VERBS})\b.+))$",
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
    told: bool = False
    files: Counter[str] = field(default_factory=Counter[str])
    outcomes: list[str] = field(default_factory=list[str])
    commits: list[str] = field(default_factory=list[str])

    def edited(self, edit: Edited) -> None:
        """A file was changed."""
        if edit.path in self.files or len(self.files) < MOST_FILES:
            self.files[edit.path] += 1

    def renamed(self, path: str, to: str) -> None:
        """A file that was changed has another name."""
        if path in self.files:
            self.files[to] += self.files.pop(path)

    def asked(self, text: str) -> None:
        """The user said something to an assistant: the first request is the goal."""
        self.talked = True
        if not self.goal and (goal := goal_of(text)):
            self.goal, self.goal_said = goal, text.strip()[:600]

    def concluded(self, summary: str) -> None:
        """Something came of it: a defect was mended, a statement of a chat kept."""
        self.told = True
        if summary not in self.outcomes and len(self.outcomes) < MOST_ENTRIES:
            self.outcomes.append(summary)

    def committed(self, sha: str) -> None:
        """A commit was made."""
        if sha and sha not in self.commits and len(self.commits) < MOST_ENTRIES:
            self.commits.append(sha)

    @property
    def is_eventful(self) -> bool:
        """Whether there is anything to say of it."""
        if not self.files:
            return bool(self.goal and self.outcomes)
        return self.told or self.talked or len(self.files) >= LEAST_FILES

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
        return self.task or (f"on branch {self.branch}" if self.branch not in _TRUNKS else "")

    def _sentence(self, open_questions: list[str]) -> str:
        """`Work of 2026-11-30: Add a discount to carts; 2 defects fixed, 1 left open; changed a.py and 3 more files`.

        Without a goal the first conclusion stands in its place.
        """
        goal, rest = self.goal or self._branch_goal(), self.outcomes
        if not goal and rest:
            goal, rest = clipped(_BY.sub("", rest[0]), _LONGEST_GOAL).rstrip("."), rest[1:]
        if not goal and open_questions:
            goal = f"unsolved: {clipped(open_questions[0], _LONGEST_GOAL)}"
        fixed = sum(each.startswith("Fixed") for each in rest)
        counted = (
            _count(fixed, "defect fixed", "defects fixed"),
            _count(len(rest) - fixed, "thing learned", "things learned"),
            _count(len(open_questions), "left open", "left open"),
        )
        parts = (
            capital(goal),
            ", ".join(filter(None, counted)),
            f"changed {_files_text(self.files, by_name=True)}" if self.files else "",
        )
        return f"Work of {date_text(self.started)}: " + "; ".join(filter(None, parts))


def goal_of(text: str) -> str:
    """What a user asks for, as a phrase; empty for answers, statements and greetings."""
    first = next((line.strip() for line in text.strip().splitlines() if line.strip()), "")
    for sentence in re.split(r"(?<=[.!?])\s+", first)[:4]:
        asked = _ASKED.search(sentence.rstrip(" .!?"))
        what = (asked["a"] or asked["b"] or asked["c"]).strip() if asked is not None else ""
        if len(what.split()) >= 2:
            return clipped(what, _LONGEST_GOAL)
    return ""


def _files_text(files: Counter[str], *, by_name: bool = False) -> str:
    """The files edited most, the others counted."""
    paths = [path for path, _ in files.most_common(_NAMED_FILES)]
    named = _names(paths) if by_name else paths
    rest = len(files) - len(named)
    if rest > 0:
        return f"{', '.join(named)} and {rest} more file{'s' if rest > 1 else ''}"
    return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)


def _names(paths: list[str]) -> list[str]:
    """The names of files, those that are the same with as many of their folders as tell them apart."""
    shown: list[str] = []
    for path in paths:
        parts = path.split("/")
        others = [each.split("/") for each in paths if each != path]
        depth = next(
            (n for n in range(1, len(parts)) if all(each[-n:] != parts[-n:] for each in others)), len(parts)
        )
        shown.append("/".join(parts[-depth:]))
    return shown


def _lines(name: str, entries: list[str]) -> list[str]:
    kept = [each for each in entries if each]
    if len(kept) <= 1:
        return [f"{name}: {each}" for each in kept]
    return [f"{name}:", *(f"- {each}" for each in kept)]


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""
