"""Where a definition begins (with what dresses it) and which part of it is its body."""

from __future__ import annotations

from tree_sitter import Node

#: Kinds whose definition is a name and a value.
_VALUE_KINDS = frozenset({"variable", "constant", "field", "type", "section"})


def body_of(node: Node, kind: str, name: Node) -> tuple[int, int] | None:
    """Return the byte span of a definition that is not its signature, None where there is none.

    Of a value, a type or a section without a body of its own it is all that follows the name.
    """
    for field in _BODY_FIELDS.get(node.type, _USUAL_BODY_FIELDS):
        body = node.child_by_field_name(field)
        if body is not None:
            return _function_body(body).byte_range
    last = node.named_children[-1] if node.named_child_count else None
    if last is not None and last.type in _BODY_TYPES:
        return last.byte_range
    after_name = name.end_byte
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
FUNCTIONS = frozenset(
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


def _function_body(body: Node) -> Node:
    """The body of `f = () => …` or `test("…", () => …)` is the body of the function, not all of it."""
    if body.type in {"arguments", "argument_list"}:
        body = next((one for one in body.named_children if one.type in FUNCTIONS), body)
    inner = body.child_by_field_name("body") if body.type in FUNCTIONS else None
    return inner if inner is not None else body
