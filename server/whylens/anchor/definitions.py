"""The definitions of a parsed source as byte spans, and the hashes of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from whylens.anchor.extents import body_of, outermost
from whylens.anchor.naming import naming_of
from whylens.anchor.normal import Normal, Span, line_hash, token_hash

#: Bytes that one query looks at: it lets no other thread run meanwhile, 6 ms for a file of 5,000 lines at once.
SLICE = 16_384

_NOT_KINDS = frozenset({"comment", "attribute"})

#: A node captured twice is the stronger of the two: `const f = () => …` is a function, not a variable.
_WEAK_KINDS = ("variable", "constant", "field")


@dataclass(slots=True)
class Definition:
    """One definition: spans are byte offsets, rows and columns 0-based, `last_row` is inclusive.

    `sound` says that it parsed without an error inside, now or before the code was broken.
    Mutable on purpose: an edit moves all that follows it, hundreds of times a minute.
    """

    name: str
    scopes: tuple[str, ...]
    kind: str
    start: int
    end: int
    outer: int
    first_row: int
    last_row: int
    name_span: Span
    name_row: int
    name_column: int
    body: Span | None
    sound: bool

    def touches(self, start: int, end: int) -> bool:
        """Whether the definition lies in or borders on a byte span."""
        return self.end >= start and self.start <= end

    def shift(self, by: int, rows: int) -> None:
        """Move the definition `by` bytes and `rows` rows further down."""
        self.start += by
        self.end += by
        self.outer += by
        self.first_row += rows
        self.last_row += rows
        self.name_row += rows
        self.name_span = (self.name_span[0] + by, self.name_span[1] + by)
        if self.body is not None:
            self.body = (self.body[0] + by, self.body[1] + by)

    def stretch(self, by: int, rows: int) -> None:
        """Let the definition end `by` bytes and `rows` rows further down."""
        self.end += by
        self.last_row += rows
        if self.body is not None:
            self.body = (self.body[0], self.body[1] + by)


@dataclass(frozen=True, slots=True)
class Hashes:
    """What does not change when a definition only shifts."""

    signature: str
    body: str
    head: int
    weight: int


class Attribute(NamedTuple):
    """The bytes and rows of an attribute or decorator that stands beside its definition, not in it."""

    start: int
    end: int
    first_row: int
    last_row: int


@dataclass(slots=True)
class Captures:
    """What one query over a tree yields, all in document order."""

    definitions: list[Definition]
    comments: list[Span]
    attributes: list[Attribute]

    def spliced(self, fresh: Captures, start: int, end: int, by: int, rows: int) -> Captures:
        """Return the spans after an edit of `by` bytes and `rows` rows, read anew between `start` and `end`.

        The definitions are left out: they carry hashes and are spliced with them.
        """
        return Captures(
            [],
            _spliced_spans(self.comments, fresh.comments, start, end, by),
            _spliced_attributes(self.attributes, fresh.attributes, start, end, by, rows),
        )


def _spliced_spans(old: list[Span], fresh: list[Span], start: int, end: int, by: int) -> list[Span]:
    until = end - by
    return [
        *(one for one in old if one[1] < start),
        *(one for one in fresh if one[1] >= start and one[0] <= end),
        *((one[0] + by, one[1] + by) for one in old if one[0] > until),
    ]


def _spliced_attributes(
    old: list[Attribute], fresh: list[Attribute], start: int, end: int, by: int, rows: int
) -> list[Attribute]:
    until = end - by
    return [
        *(one for one in old if one.end < start),
        *(one for one in fresh if one.end >= start and one.start <= end),
        *(
            Attribute(one.start + by, one.end + by, one.first_row + rows, one.last_row + rows)
            for one in old
            if one.start > until
        ),
    ]


def capture(query: Query, root: Node, within: Span | None = None, at_once: int = SLICE) -> Captures:
    """Run the patterns of a language over a tree, or over the nodes that touch the byte span `within`."""
    found = _found(query, root, within or root.byte_range, at_once)
    definitions = {
        definition.name_span: definition
        for kind in sorted(found.keys() - _NOT_KINDS, key=_by_strength)
        for node in found[kind]
        if (definition := _definition(kind, node)) is not None
    }
    return Captures(
        sorted(definitions.values(), key=lambda one: (one.start, -one.end, one.name_span[0])),
        _disjoint(_spans(found.get("comment", ()))),
        sorted(
            Attribute(*node.byte_range, node.start_point.row, node.end_point.row)
            for node in found.get("attribute", ())
        ),
    )


def _found(query: Query, root: Node, within: Span, at_once: int) -> dict[str, list[Node]]:
    """The nodes of each kind that touch a byte span, asked for slice by slice: each once, whichever slices it is in."""
    start, end = within
    found: dict[str, dict[int, Node]] = {}
    for at in range(start, max(end, start + 1), at_once):
        cursor = QueryCursor(query)
        cursor.set_byte_range(at, min(at + at_once, end))
        for kind, nodes in cursor.captures(root).items():
            found.setdefault(kind, {}).update((node.id, node) for node in nodes)
    return {kind: list(nodes.values()) for kind, nodes in found.items()}


def hashes_of(definition: Definition, normal: Normal) -> Hashes:
    """Hash a definition: what precedes its body without the name, the body, and the line of the name."""
    start, end, body = definition.outer, definition.end, definition.body
    name_start, name_end = definition.name_span
    head_end = body[0] if body is not None else end
    signature = _without_name(normal, start, head_end, definition.name_span)
    if body is not None and body[1] < end:
        signature += _without_name(normal, body[1], end, definition.name_span)
    tokens = normal.span(*body) if body is not None else b""
    line_end = normal.source.find(b"\n", name_end)
    line_start = normal.source.rfind(b"\n", 0, name_start) + 1
    head = _without_name(
        normal, line_start, len(normal.source) if line_end < 0 else line_end, definition.name_span
    )
    return Hashes(token_hash(signature), token_hash(tokens) if tokens else "", line_hash(head), len(tokens))


def _without_name(normal: Normal, start: int, end: int, name: Span) -> bytes:
    if not start <= name[0] < end:
        return normal.span(start, end)
    return normal.span(start, name[0]) + b"_" + normal.span(min(name[1], end), end)


def _by_strength(kind: str) -> tuple[bool, str]:
    return kind not in _WEAK_KINDS, kind


def _definition(kind: str, node: Node) -> Definition | None:
    naming = naming_of(node)
    if naming is None:
        return None
    outer = outermost(node)
    end_row, end_column = outer.end_point
    first_row = outer.start_point.row
    name_row, name_column = naming.node.start_point
    return Definition(
        naming.name,
        naming.scopes,
        _kind(kind, node),
        node.start_byte,
        node.end_byte,
        outer.start_byte,
        first_row,
        end_row if end_column or end_row == first_row else end_row - 1,
        naming.node.byte_range,
        name_row,
        name_column,
        body_of(node, kind, naming.node),
        not node.has_error,
    )


def _kind(kind: str, node: Node) -> str:
    """Tell apart what one node type stands for: Go types; Swift and Kotlin `class`."""
    if node.type == "type_spec":
        inner = node.child_by_field_name("type")
        return _GO_TYPES.get(inner.type if inner is not None else "", kind)
    if node.type == "class_declaration":
        return next((child.type for child in node.children if child.type in _CLASS_WORDS), kind)
    return kind


_GO_TYPES = {"struct_type": "struct", "interface_type": "interface"}
_CLASS_WORDS = frozenset({"struct", "enum", "extension", "interface"})


def _spans(nodes: Sequence[Node]) -> list[Span]:
    return sorted(node.byte_range for node in nodes)


def _disjoint(spans: list[Span]) -> list[Span]:
    """Leave out spans that lie inside the one before."""
    kept: list[Span] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept
