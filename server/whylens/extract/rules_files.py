"""Agent instruction files (AGENTS.md, CLAUDE.md, Cursor and Copilot rules, memory banks) → project constraints at most.

Text addressed to an assistant is never a principle and never a user's own decision: it is what the file asks for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from whylens.extract.cues import Cue, Voice, read
from whylens.extract.noise import is_no_statement
from whylens.extract.phrasing import LONGEST, fit, leans, plain
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

MOST_CARDS = 40

_PATH = re.compile(
    r"(?:^|/)(?:(?:AGENTS?|CLAUDE|GEMINI|CONVENTIONS|CODEX)(?:\.local)?\.md|\.(?:cursor|windsurf|cline"
    r"|clinerules|roo|continue|kilocode)/(?:rules?|.+/rules?)/.+\.mdc?"
    r"|\.(?:cursorrules|windsurfrules|clinerules)|\.clinerules/.+\.md"
    r"|(?:\.github/)?copilot-instructions\.md|\.github/instructions/.+\.md|memory-bank/.+\.md"
    r"|\.junie/guidelines\.md|\.rules)$",
    re.IGNORECASE,
)


def is_rules_path(path: str) -> bool:
    """Whether a repo-relative path is a file of instructions to assistants."""
    return bool(_PATH.search(path))


def extract_rules(path: str, text: str) -> list[CardDraft]:
    """The rules a file of instructions states, in order: one for each list item or paragraph."""
    drafts: list[CardDraft] = []
    for _, block in groupby(split(text, Layout.DOCUMENT), key=lambda sentence: sentence.block):
        draft = _of_block(path, text, list(block))
        if draft:
            drafts.append(draft)
    return drafts[:MOST_CARDS]


def _of_block(path: str, text: str, block: Sequence[Sentence]) -> CardDraft | None:
    """The first sentence that binds, with the rest of its item where that is short."""
    for rank, sentence in enumerate(block):
        words = plain(sentence.text)
        cue = None if is_no_statement(words) else read(_WITHOUT_TOPIC.sub("", words), Voice.RULES)
        if cue is None:
            continue
        start, end = sentence.start, sentence.end
        whole = plain(" ".join(s.text for s in block[rank:]))
        if len(whole) <= LONGEST and len(block) > rank + 1:
            words, end = whole, block[-1].end
        summary = None if leans(words) and not _NAMED.search(words) else fit(words)
        return _draft(path, text, cue, summary, (start, end)) if summary else None
    return None


#: A name of code, which tells what "this" is about.
_NAMED = re.compile(r"`[^`]{3,}`|\b\w+\(\)")
#: "**Tools:** do not …": the topic of an item before the rule itself.
_WITHOUT_TOPIC = re.compile(r"^[\w /-]{2,30}:\s+")


def _draft(path: str, text: str, cue: Cue, summary: str, span: tuple[int, int]) -> CardDraft:
    return CardDraft(
        kind=Kind.FACT if cue.kind is Kind.FACT else Kind.CONSTRAINT,
        summary=summary,
        evidence=text[span[0] : span[1]],
        span=span,
        basis=Basis.INSTRUCTIONS,
        certainty=cue.certainty,
        importance=cue.importance,
        files=(path,) if path else (),
        line=text.count("\n", 0, span[0]) + 1,
        rule=f"rules-{cue.name}",
    )
