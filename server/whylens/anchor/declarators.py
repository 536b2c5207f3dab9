"""The names of C and C++ definitions, which hide inside declarators."""

from __future__ import annotations

import re

from tree_sitter import Node

from whylens.anchor.names import Naming, first_of, text_of, without_arguments

#: What broken code makes look like a function.
_KEYWORDS = frozenset(
    {"if", "for", "while", "switch", "return", "else", "do", "sizeof", "struct", "union", "enum", "typedef"}
)


def declared(node: Node) -> Naming | None:
    """Follow the declarators of a definition down to its identifier; `Type::name` gives the scope `Type`."""
    current, parameters = _innermost(node)
    if current is None:
        return None
    scopes, current = _scopes(current)
    name = without_arguments(text_of(current))
    if not name or name in _KEYWORDS:
        return None
    if node.type == "function_definition":
        name = _macro_name(node, name, parameters) or name
    return Naming(name, current, scopes)


def _innermost(node: Node) -> tuple[Node | None, Node | None]:
    """The innermost declarator and the parameters of the innermost function declarator."""
    current = node.child_by_field_name("declarator")
    parameters: Node | None = None
    while current is not None:
        inner = current.child_by_field_name("declarator")
        if inner is None and current.type in {"parenthesized_declarator", "reference_declarator"}:
            inner = first_of(current)
        if inner is None:
            break
        if current.type == "function_declarator":
            parameters = current.child_by_field_name("parameters")
        current = inner
    return current, parameters


def _scopes(current: Node) -> tuple[tuple[str, ...], Node]:
    scopes: list[str] = []
    while current.type == "qualified_identifier":
        scope, name = current.child_by_field_name("scope"), current.child_by_field_name("name")
        if name is None:
            break
        if scope is not None:
            scopes.append(without_arguments(text_of(scope)))
        current = name
    return tuple(scopes), current


def _macro_name(node: Node, name: str, parameters: Node | None) -> str | None:
    """Definitions made by a macro are told apart by its arguments: `TEST(name) { … }`, `TEST(Suite, Name) { … }`."""
    returned = node.child_by_field_name("type")
    if parameters is None and returned is not None:
        return f"{text_of(returned)}({name})"
    if parameters is not None and returned is None and name.isupper():
        return name + re.sub(r"\s+", "", text_of(parameters))
    return None
