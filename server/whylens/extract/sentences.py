"""Cuts text into sentences and list items with exact character offsets, leaving out what is not prose.

Left out: code blocks, quoted replies, diffs, logs, stack traces, tables, and whole sections that never say why
(test plans, checklists, release notes). Wrapped lines are joined; comment prefixes (`//`, `#`, `*`) are taken off;
offsets always point into the text as it came.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto


class Layout(Enum):
    """How lines relate to sentences: wrapped prose, a document that may quote, one thought a line, comment lines."""

    WRAPPED = auto()
    DOCUMENT = auto()
    CHAT = auto()
    COMMENT = auto()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a text: `text` on one line without prefixes, `start` and `end` its place in the source.

    `block` numbers the paragraph or list item it stands in, `first` says that it opens that block, `item` that the
    block is a list item; `lead` is the line with a colon that introduces the list, `heading` the last heading above.
    `cut` says that code or a log follows without a stop, so that the sentence may go on there.
    """

    text: str
    start: int
    end: int
    block: int = 0
    first: bool = True
    item: bool = False
    lead: str = ""
    heading: str = ""
    cut: bool = False


@dataclass(slots=True)
class _Block:
    """Lines that belong together, each with the offset of its first character."""

    lines: list[tuple[str, int]]
    item: bool = False
    lead: str = ""
    heading: str = ""
    cut: bool = False


def split(
    text: str, layout: Layout = Layout.WRAPPED, start: int = 0, end: int | None = None
) -> list[Sentence]:
    """The sentences of `text[start:end]` in order; offsets are into `text`."""
    sentences: list[Sentence] = []
    for number, block in enumerate(_blocks(text, layout, start, len(text) if end is None else end)):
        sentences.extend(_sentences(block, number))
    return sentences


# --- lines -----------------------------------------------------------------------------------------------------

_COMMENT_PREFIX = re.compile(
    r"\s*(?:/\*+!?|\*/|\*(?!\*)|//+[!/]?|#+!?|--+\[?\[?|;+|%+|<!--|\"{3}|'{3}|\{-|\(\*)?(?:\s?)(?=\s|\S|$)"
)
_COMMENT_SUFFIX = re.compile(r"\s*(?:\*+/|-->|\"{3}|'{3}|-\}|\*\)|\]\])\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_ITEM = re.compile(r"(\s*)(?:[-*+•–]|\(?\d{1,2}[.)]|[a-z]\))\s+(?=\S)")
_CHECKBOX = re.compile(r"\[[ xX]\]\s*")
_HEADING = re.compile(
    r"\s*(?:#{1,6}\s+(?P<hash>.+?)\s*#*|\*\*(?P<bold>[^*]{2,60})\*\*:?|(?P<rule>[=\-~^]{3,}))\s*$"
)
_NOT_PROSE = re.compile(
    r"""\s*(?:
        >(?!\d)                                             # quoted reply
      | \|.*\| | \+[-=+]{3,} | [-=_*~]{3,}\s*$              # table, rule
      | diff\ --git | @@\ | index\ [0-9a-f]{7} | (?:---|\+\+\+)\ [ab]/
      | (?-i:Traceback\ \() | File\ ".*",\ line\ \d+ | at\ [\w.$<>]+\(.*\)\s*$ | \#\d+\ +0x[0-9a-f]+ | ==+\d+==
      | \d{4}-\d\d-\d\d[T ]\d\d:\d\d | \d\d:\d\d:\d\d | \[(?:ERROR|INFO|WARN(?:ING)?|DEBUG)\]
      | (?-i:ERROR|INFO|WARN|DEBUG|FATAL|FAIL)\b[:\ ]
      | [$%]\ \S | >>>\ | \.\.\.\ \S
      | https?://\S+\s*$ | \[[^\]]{1,40}\]:?\s*\(?https?://\S+\s*$
      | (?:conflicts|changes\ to|on\ branch|your\ branch):?\s*$
      | [\w./-]+\.\w{1,5}:\d+(?::\d+)?:                     # compiler output
      | [\w.<>*&\[\]]+\ ?(?:\([^)]*\)|=).*[;{]\s*$          # a statement of code
      | [})\]]+[;,]?\s*$
      | [A-Z][A-Za-z]*(?:-[A-Za-z]+)+:\s                   # trailers
      | (?:fixes|closes|refs?|see|bug|issue|pr|cc|resolves|relate[sd]|link|updates?|upstream|source|tbr):\s
      | (?:fixe?[sd]?|closes?|resolves?|refs?|updates?|for|see(?:\ also)?|follow[- ]up\ (?:to|for)|part\ of)\s+(?:[\w./-]*\#|GH-|gh-|https?://|[0-9a-f]{7,40}\b)\S*\s*$
    )""",
    re.VERBOSE | re.IGNORECASE,
)
#: In a comment "BUG:" opens a statement; with a reference alone it is the trailer it is in a commit.
_BUG_MARKER = re.compile(r"\s*bug:\s+(?!(?:[\w./-]*#|GH-|https?://|[A-Z]{2,}-)?\d*\S*\s*$)", re.IGNORECASE)
#: Sections whose text is about the change's handling, never about the code's reasons.
_SILENT_SECTION = re.compile(
    r"(?i)\b(?:test(?:s|ing)? ?plan|testing|tests?|how (?:was|has) (?:it|this) (?:been )?tested|check ?list|"
    r"type of change|screenshots?|release notes?|change ?log|todo list|reviewers?|to do before|related issues?|"
    r"before|after|output|conflicts|references|links|more information|contribut\w+|license|credits|acknowledg\w+)\b"
)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    at: int
    indent: int


def _lines(text: str, layout: Layout, start: int, end: int) -> Iterator[_Line]:
    position = start
    for raw in text[start:end].splitlines(keepends=True):
        line = raw.rstrip("\r\n")
        at = position
        position += len(raw)
        if layout is Layout.DOCUMENT and line.startswith("> "):
            line, at = line[2:], at + 2
        if layout is Layout.COMMENT:
            line = line[: _comment_end(line)]
            cut = _comment_start(line)
            line, at = line[cut:], at + cut
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        yield _Line(stripped, at + indent, indent + 3 * line[:indent].count("\t"))


def _comment_start(line: str) -> int:
    found = _COMMENT_PREFIX.match(line)
    return found.end() if found else 0


def _comment_end(line: str) -> int:
    found = _COMMENT_SUFFIX.search(line)
    return found.start() if found else len(line)


# --- blocks ----------------------------------------------------------------------------------------------------


class _BlockReader:
    """Walks lines and collects blocks of prose; the state is what the last lines were."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.blocks: list[_Block] = []
        self.current: _Block | None = None
        self.fenced = False
        self.heading = ""
        self.silent = False
        self.after_blank = True
        self.item_indent = -1
        self.code = False
        self.lead = ""

    def read(self, line: _Line) -> None:
        if _FENCE.match(line.text):
            self.fenced = not self.fenced
            self._close()
        elif self.fenced:
            return
        elif not line.text:
            self._close()
            self.after_blank = True
        elif self._is_heading(line) or self._is_code(line) or self._is_no_prose(line):
            self._close(cut=True)
            self.after_blank = False
        else:
            self._prose(line)
            self.after_blank = False

    def _close(self, *, cut: bool = False) -> None:
        if self.current and not self.silent:
            self.current.cut = cut
            self.blocks.append(self.current)
        if self.current:
            last = self.current.lines[-1][0]
            if not self.current.item:
                self.lead = (
                    " ".join(text for text, _ in self.current.lines[-2:]) if last.endswith(":") else ""
                )
        self.current = None

    def _is_heading(self, line: _Line) -> bool:
        found = _HEADING.match(line.text)
        if not found:
            return False
        title = found["hash"] or found["bold"]
        if found["rule"]:
            if not self.current or len(self.current.lines) != 1 or self.current.item:
                return True
            title, self.current = self.current.lines[0][0], None
        self._close()
        self.heading, self.lead, self.item_indent = title or "", "", -1
        self.silent = bool(_SILENT_SECTION.search(self.heading)) and len(self.heading) < 40
        return True

    def _is_no_prose(self, line: _Line) -> bool:
        if self.layout is Layout.COMMENT and _BUG_MARKER.match(line.text):
            return False
        return _NOT_PROSE.match(line.text) is not None

    def _is_code(self, line: _Line) -> bool:
        """Whether an indented line after a blank one is a code block (Markdown's rule, lists excepted)."""
        if self.layout is Layout.COMMENT:
            return False
        if self.code and line.indent >= 4:
            return True
        in_list = self.item_indent >= 0 and line.indent <= self.item_indent + 6
        self.code = self.after_blank and line.indent >= 4 and not in_list and not _ITEM.match(line.text)
        return self.code

    def _prose(self, line: _Line) -> None:
        found = _ITEM.match(line.text)
        if found:
            self._close()
            self.item_indent = line.indent
            text, at = line.text[found.end() :], line.at + found.end()
            box = _CHECKBOX.match(text)
            if box:
                text, at = text[box.end() :], at + box.end()
            if text:
                self.current = _Block([(text, at)], True, self.lead, self.heading)
            return
        if self.current and self._continues(line):
            self.current.lines.append((line.text, line.at))
            return
        self._close()
        if line.indent <= max(self.item_indent, 0) and self.after_blank:
            self.item_indent = -1
        self.current = _Block([(line.text, line.at)], False, "", self.heading)

    def _continues(self, line: _Line) -> bool:
        if self.layout is not Layout.CHAT or self.current is None:
            return True
        last = self.current.lines[-1][0]
        return len(last) >= 60 and last[-1] not in ".!?:"


def _blocks(text: str, layout: Layout, start: int, end: int) -> list[_Block]:
    reader = _BlockReader(layout)
    for line in _lines(text, layout, start, end):
        reader.read(line)
    reader.read(_Line("", end, 0))
    return reader.blocks


# --- sentences -------------------------------------------------------------------------------------------------

_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|excl|no|fig|sec|ca|al|st|mr|dr|aka|w\.r\.t|a\.k\.a|esp|ie|eg)"
    r"|(?:^|\s)[A-Za-z]|\s\d{1,2})\.$",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(r"[.!?]+[\"'`)\]*_]*\s+(?=\S)|(?<=\w):\s{2,}(?=\S)|;\s+(?=[A-Z])")


def _sentences(block: _Block, number: int) -> Iterator[Sentence]:
    text = " ".join(line for line, _ in block.lines)
    starts, offsets, position = [0], [block.lines[0][1]], 0
    for (line, _), (_, following) in zip(block.lines, block.lines[1:], strict=False):
        position += len(line) + 1
        starts.append(position)
        offsets.append(following)

    def source(index: int) -> int:
        row = bisect_right(starts, index) - 1
        return offsets[row] + index - starts[row]

    spans = sentence_spans(text)
    for rank, (left, right) in enumerate(spans):
        yield Sentence(
            text[left:right],
            source(left),
            source(right - 1) + 1,
            number,
            rank == 0,
            block.item,
            block.lead,
            block.heading,
            block.cut and rank == len(spans) - 1 and text[right - 1] not in ".!?)",
        )


_CLAUSE = re.compile(r",? (?:but|yet|however|although)\b,? |; | [—–] |\.\.\. ")
#: Sentences shorter than this are not cut into clauses.
_LONG = 150


def clauses(sentence: Sentence) -> list[Sentence]:
    """A long sentence cut at "but", semicolons and dashes into parts of its own; a short one as it is.

    Offsets stay exact only where the sentence stands on lines without prefixes (chats, commit messages).
    """
    if len(sentence.text) < _LONG:
        return [sentence]
    parts: list[Sentence] = []
    left = 0
    for found in [*_CLAUSE.finditer(sentence.text), None]:
        right = found.start() if found else len(sentence.text)
        part = sentence.text[left:right]
        start = sentence.start + left
        parts.append(replace(sentence, text=part.strip(), start=start, end=start + len(part)))
        left = found.end() if found else right
    parts[-1] = replace(parts[-1], end=sentence.end)
    return parts


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each sentence in one line of text, without surrounding white space."""
    spans: list[tuple[int, int]] = []
    left = 0
    for found in _BOUNDARY.finditer(text):
        stop = found.start() + 1
        if (
            text.count("(", left, stop) > text.count(")", left, stop + 2)
            and text.count(")", stop)
            and stop - left < 300
        ):
            continue
        if text[found.start()] == "." and _ABBREVIATION.search(text[max(0, stop - 12) : stop]):
            continue
        right = found.start() + len(found.group().rstrip())
        if right > left:
            spans.append((left, right))
        left = found.end()
    if left < len(text.rstrip()):
        spans.append((left, len(text.rstrip())))
    return spans
