"""Agent instruction files (AGENTS.md, CLAUDE.md, Cursor and Copilot rules, memory banks) → project constraints at most.

Text addressed to an assistant is never a principle and never a user's own decision: it is what the file asks for.
"""

from __future__ import annotations

import re

from whylens.extract.cues import Voice, read
from whylens.extract.noise import is_noise
from whylens.extract.phrasing import fit, plain
from whylens.extract.sentences import Layout, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

MOST_CARDS = 40

_PATH = re.compile(
    r"(?:^|/)(?:(?:AGENTS?|CLAUDE|GEMINI|CONVENTIONS|CODEX)(?:\.local)?\.md|\.(?:cursor|windsurf|cline|clinerules|roo|continue|kilocode)/(?:rules?|.+/rules?)/.+\.mdc?"
    r"|\.(?:cursorrules|windsurfrules|clinerules)|\.clinerules/.+\.md|(?:\.github/)?copilot-instructions\.md|\.github/instructions/.+\.md|memory-bank/.+\.md|\.junie/guidelines\.md|\.rules)$",
    re.IGNORECASE,
)


def is_rules_path(path: str) -> bool:
    """Whether a repo-relative path is a file of instructions to assistants."""
    return bool(_PATH.search(path))


def extract_rules(path: str, text: str) -> list[CardDraft]:
    """The rules a file of instructions states, in order."""
    drafts: list[CardDraft] = []
    for sentence in split(text, Layout.DOCUMENT):
        cue = None if is_noise(sentence.text) else read(sentence.text, Voice.RULES)
        summary = fit(plain(sentence.text))
        if cue is None or summary is None:
            continue
        kind = Kind.FACT if cue.kind is Kind.FACT else Kind.CONSTRAINT
        drafts.append(
            CardDraft(
                kind=kind,
                summary=summary,
                evidence=text[sentence.start : sentence.end],
                span=(sentence.start, sentence.end),
                basis=Basis.INSTRUCTIONS,
                certainty=cue.certainty,
                importance=cue.importance,
                files=(path,) if path else (),
                line=text.count("\n", 0, sentence.start) + 1,
                rule=f"rules-{cue.name}",
            )
        )
    return drafts[:MOST_CARDS]
