# ruff: noqa: E501
"""Comments in code → drafts: markers (TODO, FIXME, HACK, XXX, NOTE, WHY, …) and sentences that give a reason or a rule.

A comment card is anchored by its `line` (1-based). Licence headers, commented-out code, lint pragmas, parameter lists
and markers without substance yield nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from whylens.extract.comment_syntax import Comment, find_comments
from whylens.extract.cues import Voice, read
from whylens.extract.markers import Marker, find_marker
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.phrasing import dangles, fit, plain
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

#: At most this many cards from one run of comment lines.
MOST_CARDS = 3

_LICENCE = re.compile(
    r"\b(?:copyright|licen[cs]ed?|SPDX-|all rights reserved|redistribut\w+|warrant(?:y|ies))\b", re.IGNORECASE
)
_PRAGMA = re.compile(
    r"\b(?:noqa|type: ?ignore|eslint|prettier-ignore|ts-(?:ignore|expect-error|nocheck)|pylint|nolint|NOLINT|clang-format|pragma|rustfmt|istanbul|c8 ignore|coverage|go:(?:build|generate|embed)|\+build|codespell"
    r"|@(?:ts-|jsx|flow|format|generated|internal)|shellcheck|mypy:|ruff:|isort|fmt: ?(?:on|off)|region|endregion|vim:|-\*-)"
)
_DOC_LINE = re.compile(
    r"^\s*(?:[*/#\s]*)?(?:@(?:param|return|returns|throws|type|see|since|author|deprecated|example|template|typedef|property)|:(?:param|return|rtype|type|raises)\b|\\(?:param|return|brief)|(?:Args|Returns|Raises|Parameters|Examples?|Usage|Yields):)"
)


def extract_comments(path: str, text: str) -> list[CardDraft]:
    """The drafts of a source file's comments, in order. The caller leaves out generated and vendored files."""
    return [draft for comment in find_comments(path, text) for draft in _read(path, text, comment)]


def _read(path: str, text: str, comment: Comment) -> Iterator[CardDraft]:
    raw = text[comment.start : comment.end]
    if len(raw) < 20 or _LICENCE.search(raw) or (_PRAGMA.search(raw) and raw.count("\n") < 3):
        return
    sentences = [
        s for s in split(text, Layout.COMMENT, comment.start, comment.end) if not _DOC_LINE.match(s.text)
    ]
    for statement in islice(_statements(sentences), MOST_CARDS):
        draft = _draft(path, text, comment, statement)
        if draft:
            yield draft


@dataclass(frozen=True, slots=True)
class _Statement:
    """What one sentence of a comment says: the words after its marker, and what the marker or the cue makes of them."""

    sentence: Sentence
    words: str
    kind: Kind
    rule: str
    certainty: float
    importance: float
    basis: Basis


def _statements(sentences: Sequence[Sentence]) -> Iterator[_Statement]:
    noted = -1  # the block opened by a marker that leaves the kind to its sentences
    for sentence in sentences:
        found = find_marker(sentence.text)
        if found and found[1] is not None:
            yield from _marked(sentence, *found)
            noted = -1
            continue
        if found:
            noted = sentence.block
        yield from _plain(
            sentence, sentence.text[found[0].end :] if found else sentence.text, sentence.block == noted
        )


def _marked(sentence: Sentence, marker: Marker, kind: Kind | None) -> Iterator[_Statement]:
    words = sentence.text[marker.end :]
    if kind and has_substance(words):
        rule = f"marker-{marker.word.lower()}"
        yield _Statement(sentence, words, kind, rule, 0.9, marker.importance, Basis.MARKER)


_LINK = re.compile(r"\s*:?\s*<?https?://\S+")


def _plain(sentence: Sentence, words: str, noted: bool) -> Iterator[_Statement]:
    words = _LINK.sub("", words)
    if is_noise(words):
        return
    cue = read(words, Voice.COMMENT)
    if cue:
        basis = Basis.MARKER if noted else Basis.COMMENT
        rule = f"note-{cue.name}" if noted else cue.name
        yield _Statement(sentence, words, cue.kind, rule, cue.certainty, cue.importance, basis)


_WORD = re.compile(r"[A-Za-z]{3,}")
_VAGUE = re.compile(
    r"\?\s*$|\betc\.?$|^(?:consider|maybe|perhaps|should we|do we|is this|why|what|how|does|can we|could we)\b",
    re.IGNORECASE,
)


def has_substance(words: str) -> bool:
    """Whether a to-do says what and why enough for a stranger: several words, no question, no "etc."."""
    return len(_WORD.findall(words)) >= 4 and not _VAGUE.search(words)


def _draft(path: str, text: str, comment: Comment, said: _Statement) -> CardDraft | None:
    sentence = said.sentence
    words = plain(said.words)
    if points_elsewhere(words):
        return None
    code = _code_of(text, comment)
    summary = fit(f"{words} (`{code}`)" if dangles(words) and code else words)
    if summary is None:
        return None
    return CardDraft(
        kind=said.kind,
        summary=summary,
        evidence=text[sentence.start : sentence.end],
        span=(sentence.start, sentence.end),
        basis=said.basis,
        certainty=said.certainty,
        importance=said.importance,
        files=(path,) if path else (),
        line=comment.line + text.count("\n", comment.start, sentence.start),
        rule=said.rule,
    )


def _code_of(text: str, comment: Comment) -> str:
    """The line of code the comment speaks of: the one it stands on, or the next."""
    if comment.trailing:
        return text[text.rfind("\n", 0, comment.start) + 1 : comment.start].strip()[:60]
    return comment.next_code.rstrip(" {:")[:60]
