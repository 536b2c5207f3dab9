"""Reads the subject line of a commit: its area, what it does in plain words, and whether it mends a defect."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whylens.extract.phrasing import capital

_REFERENCE = re.compile(
    r"\s*(?:[(\[]\s*(?:fix(?:e[sd])?|close[sd]?|refs?|see|issue|bug|PR)?:?\s*(?:[\w./-]*#|GH-?|gh-?|bpo-"
    r"|[A-Z]{2,10}-)\d+[^)\]]*[)\]]|(?:,|-|;|:)?\s*\b(?:fix(?:e[sd])?|close[sd]?|refs?|see)?\s*#\d+)+\.?\s*$",
    re.IGNORECASE,
)
#: What is left of "…, introduced by #12" without its number.
_LOST_CAUSE = re.compile(
    r",?\s*(?:\b(?:introduced|caused|broken|reported))?\s+(?:by|in|from)$", re.IGNORECASE
)
_TYPED = re.compile(r"(?P<type>[a-z]+)(?:\((?P<scope>[^)]+)\))?!?:\s+(?P<rest>\S.*)")
_TAGGED = re.compile(r"\[(?P<tag>[^\]]{1,40})\]:?\s+(?P<rest>\S.*)")
_AREA = re.compile(r"(?P<area>[\w./,*{}+ -]{2,50}?):\s+(?P<rest>\S.*)")
_LEADING_SIGNS = re.compile(r"^(?:[^\w\s`\"'(\[*.$<@#-]+\s*)+|^(?::\w+:\s*)+")
_TYPES = frozenset(
    [
        "feat",
        "feature",
        "fix",
        "bugfix",
        "hotfix",
        "chore",
        "docs",
        "doc",
        "style",
        "refactor",
        "perf",
        "test",
        "tests",
        "build",
        "ci",
        "revert",
        "deps",
        "wip",
        "types",
    ]
)
_PLAIN_TAGS = frozenset(
    [
        "bugfix",
        "fix",
        "feature",
        "enhancement",
        "perf",
        "change",
        "refactor",
        "chore",
        "ci",
        "docs",
        "test",
        "build",
        "bug",
        "cleanup",
        "security",
        "minor",
        "trivial",
        "nfc",
    ]
)
_FIX = re.compile(
    r"^(?:possible |really |properly |partial(?:ly)? |another |also )?(?:fix(?:e[sd]|ing)?|hotfix|bugfix)\b"
    r"|\b(?:prevent|avoid|handle|resolve|correct|guard|stop|repair)\w*\b.*\b(?:crash\w*|leak\w*|race|races"
    r"|racy|dead ?lock\w*|panic\w*"
    r"|segfault\w*|overflow\w*|use-after-free|corrupt\w*|hang|bug|null|nil|NPE|exception)\b",
    re.IGNORECASE,
)
_REVERT = re.compile(
    r"^(?:(?:partial(?:ly)?|manual(?:ly)?) )?(?:revert(?:s|ed|ing)?|back(?:s|ed|ing)? ?out|roll(?:s|ed"
    r"|ing)? ?back|undo(?:es|ing)?)\b(?!:? *(?:back )?to\b):?\s*(?:of )?(?P<what>.*)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”](?P<title>.+)[\"“”]")


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject line: `area` is the module or scope it names ("" if none), `action` the rest, `kind` its type."""

    raw: str
    area: str
    action: str
    kind: str = ""

    @property
    def text(self) -> str:
        """The subject as a reader would say it, with its area in front."""
        return f"{self.area}: {self.action}" if self.area else capital(self.action)

    @property
    def is_fix(self) -> bool:
        """Whether the commit says that it mends a defect."""
        return self.kind in {"fix", "bugfix", "hotfix"} or bool(_FIX.search(self.action))

    @property
    def is_revert(self) -> bool:
        """Whether the commit takes an earlier one back."""
        return self.kind == "revert" or bool(_REVERT.match(self.action))

    @property
    def reverted(self) -> str:
        """What a revert takes back, in the words of its subject; empty when it does not say."""
        found = _REVERT.match(self.action)
        what = found["what"] if found else self.action
        quoted = _QUOTED.search(what)
        return read_subject(quoted["title"] if quoted else what).text if what.strip() else ""


def read_subject(line: str) -> Subject:
    """Take a subject line apart."""
    text = _REFERENCE.sub("", line.strip())
    text = _REFERENCE.sub("", text)
    text = _LOST_CAUSE.sub("", text)
    text = _LEADING_SIGNS.sub("", text).strip().rstrip(".").strip()
    typed = _TYPED.match(text)
    if typed and typed["type"] in _TYPES:
        return Subject(line, typed["scope"] or "", typed["rest"], typed["type"])
    tagged = _TAGGED.match(text)
    if tagged:
        tag = tagged["tag"]
        inner = read_subject(tagged["rest"])
        kind = tag.lower() if tag.lower() in _PLAIN_TAGS else inner.kind
        return Subject(line, inner.area if tag.lower() in _PLAIN_TAGS else tag, inner.action, kind)
    area = _AREA.match(text)
    if area and len(area["area"].split()) <= 3:
        return Subject(line, area["area"].strip(), area["rest"])
    return Subject(line, "", text)
