"""Comments in code → drafts: markers (TODO, FIXME, HACK, XXX, NOTE, WHY, …) and sentences that give a reason or a rule.

A comment card is anchored by its `line` (1-based). Licence headers, commented-out code, lint pragmas, parameter lists
and markers without substance yield nothing, comments of tests, configuration and documents neither. Comments that
document a function yield only what binds its callers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from whylens.extract.comment_syntax import Comment, find_comments
from whylens.extract.cues import Voice, read
from whylens.extract.generated import is_beside_code_path
from whylens.extract.markers import OF_DEFECTS, Marker, find_marker, states
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.passage import passage
from whylens.extract.phrasing import (
    LONGEST,
    SHORTEST,
    capital,
    dangles,
    fit,
    is_complete,
    is_cut_off,
    leans,
    plain,
)
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

#: At most this many cards from one run of comment lines.
MOST_CARDS = 3

_LICENCE = re.compile(
    r"\b(?:copyright|licen[cs]ed?|SPDX-|all rights reserved|redistribut\w+|warrant(?:y|ies))\b", re.IGNORECASE
)
_PRAGMA = re.compile(
    r"\b(?:noqa|type: ?ignore|eslint|prettier-ignore|ts-(?:ignore|expect-error|nocheck)|pylint|nolint"
    r"|NOLINT|clang-format"
    r"|pragma|rustfmt|istanbul|c8 ignore|coverage|go:(?:build|generate|embed)|\+build|codespell|shellcheck"
    r"|mypy:|ruff:|isort"
    r"|fmt: ?(?:on|off)|region|endregion|vim:|-\*-)|@(?:ts-|jsx|flow|format|generated|internal)"
)
_DOC_LINE = re.compile(
    r"^\s*(?:[*/#\s]*)?(?:@\w+|:(?:param|return|rtype|type|raises)\b|\\(?:param|return|brief)"
    r"|\w+ (?:-|–|:) |(?:Args|Returns?|Raises|Parameters|Examples?|Usage|Yields|Arguments)\b:?)"
)
#: Code after a comment that the comment documents.
_DEFINITION = re.compile(
    r"(?:export |public |private |protected |static |async |pub(?:\([^)]*\))? |inline |virtual |default "
    r"|abstract |final |const |extern |unsafe )*"
    r"(?:def|func|fn|function|class|struct|enum|trait|interface|type|typedef|impl|module|namespace|union)\b"
    r"|[\w*&<>:,\[\] ]+ \**\w+\([^;]*(?:\{|,|\))\s*$|\w+\([^;]*\)\s*\{$|#define\b"
)


_DOC_OPENINGS = ("///", "//!", "/**", "/*!")


def extract_comments(path: str, text: str, *, thorough: bool = False) -> list[CardDraft]:
    """The drafts of a source file's comments, in order. The caller leaves out generated and vendored files.

    `thorough` also keeps to-dos that only make sense beside their line of code, for one file a user looks at.
    """
    if path and is_beside_code_path(path):
        return []
    return [
        draft
        for comment in find_comments(path, text)
        for draft in _read(path, text, comment)
        if thorough or not _is_unexplained(draft, comment)
    ]


def _is_unexplained(draft: CardDraft, comment: Comment) -> bool:
    """Whether a to-do points at what neither its comment nor a definition right below names ("turn this into …")."""
    words = plain(draft.evidence[_marker_end(draft) :])
    explained = (
        draft.details or comment.trailing or _DEFINITION.match(comment.next_code) or _NAMED.search(words)
    )
    return draft.rule == "marker-todo" and draft.kind is Kind.TODO and not explained and leans(words)


def _marker_end(draft: CardDraft) -> int:
    found = find_marker(draft.evidence)
    return found[0].end if found else 0


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a comment says from one sentence to another: the words after its marker, and what is made of them."""

    first: Sentence
    last: Sentence
    words: str
    kind: Kind
    rule: str
    certainty: float
    importance: float
    basis: Basis


def _read(path: str, text: str, comment: Comment) -> Iterator[CardDraft]:
    raw = text[comment.start : comment.end]
    if len(raw) < 20 or _LICENCE.search(raw) or (_PRAGMA.search(raw) and raw.count("\n") < 3):
        return
    sentences = [
        s for s in split(text, Layout.COMMENT, comment.start, comment.end) if not _DOC_LINE.match(s.text)
    ]
    documents = raw.startswith(_DOC_OPENINGS) or (
        not comment.trailing and bool(_DEFINITION.match(comment.next_code))
    )
    found = list(_statements(sentences, documents=documents))
    marked = [item for item in found if item.basis is Basis.MARKER]
    for statement in islice(marked or found, MOST_CARDS):
        draft = _draft(path, text, comment, statement)
        if draft:
            yield replace(draft, details=passage(sentences, statement.first, statement.last))


def _statements(sentences: Sequence[Sentence], *, documents: bool) -> Iterator[_Statement]:
    noted = -1  # the block opened by a marker that leaves the kind to its sentences
    before: Sentence | None = None
    for rank, sentence in enumerate(sentences):
        found = find_marker(sentence.text)
        if found and found[1] is not None:
            yield from _marked(sentences[rank:], *found)
            noted = -1
        else:
            noted = sentence.block if found else noted
            words = sentence.text[found[0].end :] if found else sentence.text
            context = before if before and before.block == sentence.block and not found else None
            said = list(_plain(sentence, words, context, noted=sentence.block == noted, documents=documents))
            if found and not said and found[0].word in OF_DEFECTS and states(words):
                said = list(_marked(sentences[rank:], found[0], Kind.FACT))
            yield from said
        before = sentence


def _marked(sentences: Sequence[Sentence], marker: Marker, kind: Kind | None) -> Iterator[_Statement]:
    """What stands after a marker: its sentence, and the next ones of its paragraph while they fit."""
    first = last = sentences[0]
    words = _LINK.sub("", first.text[marker.end :])
    for following in sentences[1:]:
        longer = f"{words} {following.text}"
        if following.block != first.block or find_marker(following.text) or len(longer) > LONGEST:
            break
        words, last = longer, following
    words = _NEXT_MARKER.split(words)[0]
    if version := _VERSION.search(first.text, 0, marker.end):
        words = f"{words.rstrip(' .')} ({version[1]})"
    if kind and has_substance(words):
        rule = f"marker-{marker.word.lower()}"
        yield _Statement(first, last, words, kind, rule, 0.9, marker.importance, Basis.MARKER)


#: What a marker waits for: `TODO(pytest10.1)`, `TODO(v3)`.
_VERSION = re.compile(r"[(\[]\s*((?:[A-Za-z][A-Za-z-]*[ -]?)?v?\d+(?:\.\d+)+|v\d+|py\d{2,3})\s*[)\]]")
#: A second marker in the middle of a line begins another statement.
_NEXT_MARKER = re.compile(r"\s+(?=(?:TODO|FIXME|XXX|HACK)\b)")
#: A link at the end of a sentence, which can be taken off; one in its middle cannot.
_LINK = re.compile(
    r"[\s:(,]*(?:\b(?:see|cf|from|at|in|per|ref)\b:?\s*)?<?https?://\S+\s*$|[\s:(,]+see(?: also)?:?\s*$",
    re.IGNORECASE,
)
_HERE = re.compile(r"\bhere\b", re.IGNORECASE)
#: The rules that speak of the code below them ("keep these in sync"), which the card quotes.
_ABOUT_WHAT_FOLLOWS = frozenset({"comment-directive", "keep-in-sync"})
#: The rules that bind the callers of a function, the only ones heard in its documentation.
_FOR_CALLERS = frozenset({"comment-must", "comment-directive", "keep-in-sync", "comment-broken"})


def _plain(
    sentence: Sentence, words: str, before: Sentence | None, *, noted: bool, documents: bool
) -> Iterator[_Statement]:
    words, first = _LINK.sub("", words), sentence
    if is_noise(words) or sentence.cut or is_cut_off(words) or (not noted and not is_complete(words)):
        return
    cue = read(words, Voice.NOTE if noted else Voice.COMMENT)
    if cue is None or (documents and not noted and cue.name not in _FOR_CALLERS):
        return
    if cue.kind is Kind.ISSUE and not noted:  # a worry in passing; a known defect is marked as one
        return
    needs_more = leans(_HERE.sub("", words)) or (
        before is not None and _OPENS_HALFWAY.match(words) is not None
    )
    if _NEVER_ALONE.match(words) or _LIFTED.search(words):
        return
    if needs_more and not noted:
        if before and not dangles(before.text) and is_complete(before.text):
            words, first = f"{before.text} {words}", before
        elif dangles(words) or cue.name not in _ABOUT_WHAT_FOLLOWS:
            return
    basis = Basis.MARKER if noted else Basis.COMMENT
    rule = f"note-{cue.name.removeprefix('note-')}" if noted else cue.name
    yield _Statement(first, sentence, words, cue.kind, rule, cue.certainty, cue.importance, basis)


#: Opens with a condition or an instruction whose reason the sentence before gave.
_OPENS_HALFWAY = re.compile(
    r"^(?:don['’]t|do not|if|using|we (?:now|also|then)|as a workaround|also|so)\b", re.IGNORECASE
)
#: Opens a step of a story, or leans on what stands before it even where a marker introduced it.
_NEVER_ALONE = re.compile(
    r"^(?:this (?:is|means)|it does|because of (?:that|this)|as a workaround|not so fast|notice that|make sure"
    r"|used (?:on|in|by) \S+ so it must|we (?:now|found|know|have chosen|arrive"
    r"|(?:should )?(?:only )?get here|are here|expect)"
    r"|we['’]re\b|since the \w+ is already|initialization"
    r"|to (?:fix|do|solve|avoid|achieve) (?:this|that|it)|(?:this|that|the next|next) call|adding this"
    r"|needs to be|let \$?\w+ be)\b",
    re.IGNORECASE,
)
#: Says that a rule or a makeshift does not hold any more.
_LIFTED = re.compile(
    r"\b(?:no longer|not any ?more|n[’']t any ?more)\b (?:\w+ ){0,3}"
    r"(?:need(?:s|ed)?|necessary|required?|requires|kept|keeps?|in sync|appl(?:y|ies)|holds?|true|valid|matters?"
    r"|must|have to|has to|works? around|a work[- ]?around|a hack|a problem|an issue|broken|the case)\b"
    r"|\b(?:need not|do(?:es)? not (?:need|have) to|do(?:es)?n[’']t (?:need|have) to|no need to) (?:be )?"
    r"(?:kept?|updated?|in sync|called|held|locked|sorted|checked)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_DOUBT = re.compile(r"\b(?:maybe|perhaps|not sure|no idea|I think)\b", re.IGNORECASE)
_CODE = re.compile(r"\w\(.*\).*[=;]|[=!]=|\w = \w")
_VAGUE = re.compile(
    r"\?(?=\s|$)|\betc\.?$|^(?:consider|maybe|perhaps|should we|do we|is this|why|what|how|does|can we|could we)\b",
    re.IGNORECASE,
)


def has_substance(words: str) -> bool:
    """Whether a to-do says what and why enough for a stranger: several words, no question, no "etc.", no code."""
    return (
        len(_WORD.findall(words)) >= 5
        and not is_cut_off(words)
        and not any(sign.search(words) for sign in (_VAGUE, _CODE, _DOUBT))
    )


def _draft(path: str, text: str, comment: Comment, said: _Statement) -> CardDraft | None:
    words = plain(said.words)
    if points_elsewhere(words) or len(words) > LONGEST:  # what `fit` leaves out may be what made it a rule
        return None
    code = _code_of(text, comment)
    summary = fit(f"{words} (`{code}`)" if code and leans(words) else words) or fit(words)
    if summary is None or "://" in summary:
        return None
    unclear = (
        dangles(words)
        if said.kind is Kind.TODO or said.first is not said.last
        else leans(_HERE.sub("", words))
    )
    shortest = SHORTEST if said.rule in _DEFECT_RULES and states(words) else SHORTEST_UNNAMED
    if not _NAMED.search(summary) and (unclear or len(words) < shortest):
        return None
    start, end = said.first.start, said.last.end
    return CardDraft(
        kind=said.kind,
        summary=capital(summary),
        evidence=text[start:end],
        span=(start, end),
        basis=said.basis,
        certainty=said.certainty,
        importance=said.importance,
        files=(path,) if path else (),
        line=comment.line + text.count("\n", comment.start, start),
        rule=said.rule,
    )


#: A statement that names nothing of the code must at least be this long to be understood away from it.
SHORTEST_UNNAMED = 50
#: What these state may be as short as any card.
_DEFECT_RULES = frozenset(f"marker-{word.lower()}" for word in OF_DEFECTS)
#: A name of code, without which "this" and "here" stay unexplained.
_NAMED = re.compile(r"`[^`]{4,}`|\b\w+\(\)|\b[a-z]+[A-Z]\w+|\b\w+_\w+")


def _code_of(text: str, comment: Comment) -> str:
    """The line of code the comment speaks of: the one it stands on, or the next."""
    line = comment.next_code
    if comment.trailing:
        line = text[text.rfind("\n", 0, comment.start) + 1 : comment.start]
    line = line.strip().rstrip(" {:,(").replace("`", "")
    return line if 8 <= len(line) <= 70 and not _SAYS_LITTLE.match(line) and not _NO_CODE.match(line) else ""


#: What follows a comment and is not what it speaks of: another comment, or what a file is opened with.
_NO_CODE = re.compile(
    r"/[*/]|\*|<!--|--\s|#\s*(?:include|pragma|import|endif|!)"
    r"|(?:import|from|using|use|package|module|require|export \*"
    r"|extern crate)\b|(?:const|let|var)\b.*\brequire\b",
)
#: Code that names nothing which "this" could be.
_SAYS_LITTLE = re.compile(
    r"(?:return(?: (?:true|false|nil|none|null|undefined|err|self|this|-?\d+))?|break|continue|pass|else"
    r"|(?:[\w.]*\.)?_?exit\(-?\w*\)|raise(?: [\w.]+)?|throw(?: new)?(?: [\w.]+)?|panic|unreachable!?)\W*$",
    re.IGNORECASE,
)
