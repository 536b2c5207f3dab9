"""A name as it is found in a syntax tree, and the plain ways to read one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Naming:
    """A name as found: `node` holds it, `scopes` are outer names that nesting does not show."""

    name: str
    node: Node
    scopes: tuple[str, ...] = ()


def first_of(node: Node) -> Node | None:
    """Return the first named child, if any."""
    return node.named_children[0] if node.named_child_count else None


def text_of(node: Node) -> str:
    """Return the source of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def plain(node: Node | None) -> Naming | None:
    """Return the text of a node as a name, None when there is no node or no text."""
    if node is None:
        return None
    name = without_arguments(text_of(node))
    return Naming(name, node) if name else None


def without_arguments(name: str) -> str:
    """`Foo<T>` is `Foo`; white space inside a name is one space."""
    return re.sub(r"\s+", " ", re.sub(r"\s*<[^()]*>$", "", name)).strip()
