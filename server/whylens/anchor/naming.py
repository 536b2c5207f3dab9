"""How a definition node tells its name, its outer scope, where it begins and which part of it is its body."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Naming:
    """A name as found: `node` holds it, `scopes` are outer names that nesting does not show."""

    name: str
    node: Node
    scopes: tuple[str, ...] = ()


def naming_of(node: Node) -> Naming | None:
    """Return the name of a captured definition, None when it is no definition after all."""
    special = _SPECIAL.get(node.type)
    if special is not None:
        return special(node)
    return _plain(node.child_by_field_name("name")) or _declared(node)


def body_of(node: Node, kind: str, naming: Naming) -> tuple[int, int] | None:
    """Return the byte span of a definition that is not its signature, None where there is none.

    Of a value, a type or a section without a body of its own it is all that follows the name.
    """
    for name in _BODY_FIELDS.get(node.type, _USUAL_BODY_FIELDS):
        body = node.child_by_field_name(name)
        if body is not None:
            return _function_body(body).byte_range
    last = node.named_children[-1] if node.named_child_count else None
    if last is not None and last.type in _BODY_TYPES:
        return last.byte_range
    after_name = naming.node.end_byte
    return (after_name, node.end_byte) if kind in _VALUE_KINDS and after_name < node.end_byte else None


def outermost(node: Node) -> Node:
    """Return the node where the definition begins: with its decorators, `export`, `const`, `template<…>`."""
    parent = node.parent
    while parent is not None and (
        parent.type in _WRAPPERS or (parent.type in _HOLDERS and _holds_one(parent))
    ):
        node, parent = parent, parent.parent
    return node


_USUAL_BODY_FIELDS = ("body", "value", "right")
_BODY_FIELDS: dict[str, tuple[str, ...]] = {
    "type_spec": ("type",),
    "type_alias": ("type",),
    "struct_item": ("body",),
    "type_definition": ("type",),
    "property_declaration": ("accessors", "value"),
    "call_expression": ("arguments",),
    "call": ("block",),
    "macro_definition": (),
}
_BODY_TYPES = frozenset(
    {
        "function_body",
        "class_body",
        "enum_class_body",
        "computed_property",
        "block",
        "getter",
        "expression_list",
        "body",
    }
)
_VALUE_KINDS = frozenset({"variable", "constant", "field", "type", "section"})
_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_expression",
        "generator_function",
        "function_definition",
        "func_literal",
        "class",
    }
)

#: Nodes that only dress the definition inside them.
_WRAPPERS = frozenset(
    {
        "decorated_definition",
        "export_statement",
        "ambient_declaration",
        "template_declaration",
        "expression_statement",
    }
)
#: Nodes that hold one or many definitions: the definition begins with them only when it is alone.
_HOLDERS = frozenset(
    {
        "lexical_declaration",
        "variable_declaration",
        "type_declaration",
        "const_declaration",
        "var_declaration",
    }
    | {"field_declaration", "constant_declaration", "event_field_declaration", "property_declaration"}
)
_HELD = frozenset(
    {"variable_declarator", "variable_declaration", "type_spec", "type_alias", "const_spec", "var_spec"}
    | {"const_element", "property_element", "assignment_statement"}
)


def _holds_one(holder: Node) -> bool:
    return sum(child.type in _HELD for child in holder.named_children) <= 1


def _first(node: Node) -> Node | None:
    return node.named_children[0] if node.named_child_count else None


def text_of(node: Node) -> str:
    """Return the source of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def _plain(node: Node | None) -> Naming | None:
    if node is None:
        return None
    name = _without_arguments(text_of(node))
    return Naming(name, node) if name else None


def _without_arguments(name: str) -> str:
    """`Foo<T>` is `Foo`; white space inside a name is one space."""
    return re.sub(r"\s+", " ", re.sub(r"\s*<[^()]*>$", "", name)).strip()


def _declared(node: Node) -> Naming | None:
    """Follow C declarators down to the identifier; `Type::name` gives the scope `Type`."""
    current = node.child_by_field_name("declarator")
    parameters: Node | None = None
    while current is not None:
        inner = current.child_by_field_name("declarator")
        if inner is None and current.type in {"parenthesized_declarator", "reference_declarator"}:
            inner = _first(current)
        if inner is None:
            break
        if current.type == "function_declarator":
            parameters = current.child_by_field_name("parameters")
        current = inner
    if current is None:
        return None
    scopes: list[str] = []
    while current.type == "qualified_identifier":
        scope, name = current.child_by_field_name("scope"), current.child_by_field_name("name")
        if name is None:
            break
        if scope is not None:
            scopes.append(_without_arguments(text_of(scope)))
        current = name
    name = _without_arguments(text_of(current))
    macro = node.child_by_field_name("type")
    if (
        node.type == "function_definition"
        and current.parent is not None
        and parameters is None
        and macro is not None
    ):
        return Naming(f"{text_of(macro)}({name})", current)  # TEST(name) { … }
    if node.type == "function_definition" and macro is None and parameters is not None and name.isupper():
        return Naming(
            f"{name}{re.sub(chr(92) + 's+', '', text_of(parameters))}", current
        )  # TEST(Suite, Name) { … }
    return Naming(name, current, tuple(scopes)) if name else None


def _field(name: str) -> Callable[[Node], Naming | None]:
    return lambda node: _plain(node.child_by_field_name(name))


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
    naming = _plain(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    if naming is None or receiver is None:
        return naming
    words = re.findall(r"\w+", re.sub(r"\[.*\]", "", text_of(receiver)))
    return Naming(naming.name, naming.node, (words[-1],)) if words else naming


def _dotted(node: Node) -> Naming | None:
    """A Lua function `M.a.b` or `M:b` is `M › a › b`."""
    name = node.child_by_field_name("name") or node.child_by_field_name("left")
    if name is None:
        first = _first(node)
        name = first.child_by_field_name("name") if first is not None else None
    if name is None:
        return None
    if name.type not in {"dot_index_expression", "method_index_expression"}:
        return _plain(name)
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
    if not any(one.type in _FUNCTIONS for one in arguments.named_children):
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
    first = _first(arguments)
    if first is None:
        return None
    name = re.sub(r"\s+", " ", text_of(first).strip("\"'`:")).strip()
    return Naming(name, first) if name else None


def _impl(node: Node) -> Naming | None:
    """A Rust `impl Trait for Type<T>` is a scope named `Type`."""
    return _plain(node.child_by_field_name("type"))


def _heading(node: Node) -> Naming | None:
    heading = node if node.type == "setext_heading" else _first(node)
    return _plain(heading.child_by_field_name("heading_content")) if heading is not None else None


def _kotlin_property(node: Node) -> Naming | None:
    naming = _plain(node.child_by_field_name("name"))
    if naming is not None:
        return naming
    for child in node.named_children:
        if child.type == "variable_declaration":
            return _plain(_first(child))
    return None


def _php_element(node: Node) -> Naming | None:
    return _plain(node.child_by_field_name("name") or _first(node))


def _operator(node: Node) -> Naming | None:
    sign = node.child_by_field_name("operator")
    return Naming(f"operator {text_of(sign)}", sign) if sign is not None else None


def _function_body(body: Node) -> Node:
    """The body of `f = () => …` or `test("…", () => …)` is the body of the function, not all of it."""
    if body.type in {"arguments", "argument_list"}:
        body = next((one for one in body.named_children if one.type in _FUNCTIONS), body)
    inner = body.child_by_field_name("body") if body.type in _FUNCTIONS else None
    return inner if inner is not None else body


def _named_or(word: str) -> Callable[[Node], Naming | None]:
    def named(node: Node) -> Naming | None:
        return _plain(node.child_by_field_name("name")) or Naming(
            word, node.children[0] if node.child_count else node
        )

    return named


def _alias(node: Node) -> Naming | None:
    return _plain(node.child_by_field_name("name") or node.child_by_field_name("type"))


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
