"""How a definition node tells its name and the outer scopes that nesting does not show, by node type."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from whylens.anchor.declarators import declared
from whylens.anchor.extents import FUNCTIONS
from whylens.anchor.names import Naming, first_of, plain, text_of


def naming_of(node: Node) -> Naming | None:
    """Return the name of a captured definition, None when it is no definition after all."""
    special = _SPECIAL.get(node.type)
    if special is not None:
        return special(node)
    return plain(node.child_by_field_name("name")) or declared(node)


def _field(name: str) -> Callable[[Node], Naming | None]:
    return lambda node: plain(node.child_by_field_name(name))


def _word(name: str, keyword: str | None = None) -> Callable[[Node], Naming | None]:
    """A definition without a name of its own is called by its keyword."""

    def named(node: Node) -> Naming | None:
        at = next((child for child in node.children if child.type == (keyword or name)), node)
        return Naming(name, at)

    return named


def _member(node: Node) -> Naming | None:
    """`Foo.prototype.bar = function` is `Foo › bar`; `exports.foo = …` has no scope."""
    left = node.child_by_field_name("left")
    if left is None:
        return None
    parts = text_of(left).split(".")
    last = left.child_by_field_name("property")
    scopes = tuple(part for part in parts[:-1] if part not in {"prototype", "exports", "module", "this"})
    return Naming(parts[-1], last if last is not None else left, scopes)


def _method_of_receiver(node: Node) -> Naming | None:
    """A Go method belongs to the type of its receiver."""
    naming = plain(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    if naming is None or receiver is None:
        return naming
    words = re.findall(r"\w+", re.sub(r"\[.*\]", "", text_of(receiver)))
    return Naming(naming.name, naming.node, (words[-1],)) if words else naming


def _dotted(node: Node) -> Naming | None:
    """A Lua function `M.a.b` or `M:b` is `M › a › b`."""
    name = node.child_by_field_name("name") or node.child_by_field_name("left")
    if name is None:
        first = first_of(node)
        name = first.child_by_field_name("name") if first is not None else None
    if name is None:
        return None
    if name.type not in {"dot_index_expression", "method_index_expression"}:
        return plain(name)
    parts = re.split(r"[.:]", text_of(name))
    last = name.child_by_field_name("field") or name.child_by_field_name("method") or name
    return Naming(parts[-1].strip(), last, tuple(part.strip() for part in parts[:-1]))


_TEST_CALLS = frozenset({"describe", "it", "test", "suite", "context", "specify", "bench", "Run", "step"})
_BLOCK_CALLS = frozenset(
    {
        "describe",
        "it",
        "context",
        "specify",
        "feature",
        "scenario",
        "test",
        "shared_examples",
        "define_method",
    }
    | {"task", "namespace", "let", "let!", "subject", "shared_context", "shared_examples_for"}
)


def _test_call(node: Node) -> Naming | None:
    """`test('adds', () => …)`, `describe.only(…)`, `t.Run("adds", func…)`: named by the first argument."""
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if called is None or arguments is None:
        return None
    if not any(one.type in FUNCTIONS for one in arguments.named_children):
        return None
    if not _TEST_CALLS.intersection(re.findall(r"\w+", text_of(called)[-60:])):
        return None
    return _quoted(arguments)


def _block_call(node: Node) -> Naming | None:
    """A Ruby block call such as `it "adds" do`; `define_method(:name)` defines a method."""
    called, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    if called is None or arguments is None or text_of(called) not in _BLOCK_CALLS:
        return None
    return _quoted(arguments)


def _quoted(arguments: Node) -> Naming | None:
    first = first_of(arguments)
    if first is None:
        return None
    name = re.sub(r"\s+", " ", text_of(first).strip("\"'`:")).strip()
    return Naming(name, first) if name else None


def _impl(node: Node) -> Naming | None:
    """A Rust `impl Trait for Type<T>` is a scope named `Type`."""
    return plain(node.child_by_field_name("type"))


def _heading(node: Node) -> Naming | None:
    heading = node if node.type == "setext_heading" else first_of(node)
    return plain(heading.child_by_field_name("heading_content")) if heading is not None else None


def _kotlin_property(node: Node) -> Naming | None:
    naming = plain(node.child_by_field_name("name"))
    if naming is not None:
        return naming
    for child in node.named_children:
        if child.type == "variable_declaration":
            return plain(first_of(child))
    return None


def _php_element(node: Node) -> Naming | None:
    return plain(node.child_by_field_name("name") or first_of(node))


def _operator(node: Node) -> Naming | None:
    sign = node.child_by_field_name("operator")
    return Naming(f"operator {text_of(sign)}", sign) if sign is not None else None


def _named_or(word: str) -> Callable[[Node], Naming | None]:
    def named(node: Node) -> Naming | None:
        return plain(node.child_by_field_name("name")) or Naming(
            word, node.children[0] if node.child_count else node
        )

    return named


def _alias(node: Node) -> Naming | None:
    return plain(node.child_by_field_name("name") or node.child_by_field_name("type"))


_SPECIAL: dict[str, Callable[[Node], Naming | None]] = {
    "type_alias": _alias,
    "assignment": _field("left"),
    "type_alias_statement": _field("left"),
    "assignment_expression": _member,
    "pair": _field("key"),
    "arrow_function": _named_or("default"),
    "function_expression": _named_or("default"),
    "generator_function": _named_or("default"),
    "class": _named_or("default"),
    "method_declaration": _method_of_receiver,
    "call_expression": _test_call,
    "call": _block_call,
    "impl_item": _impl,
    "section": _heading,
    "setext_heading": _heading,
    "property_declaration": _kotlin_property,
    "const_element": _php_element,
    "property_element": _php_element,
    "companion_object": _named_or("Companion"),
    "operator_declaration": _operator,
    "indexer_declaration": _word("this[]", "this"),
    "secondary_constructor": _word("constructor"),
    "init_declaration": _word("init"),
    "deinit_declaration": _word("deinit"),
    "subscript_declaration": _word("subscript"),
    "function_declaration": _dotted,
    "assignment_statement": _dotted,
    "field": _field("name"),
}
