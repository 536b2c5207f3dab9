"""Which syntax nodes are symbols, per language: tree-sitter patterns whose capture name is the symbol's kind.

Only the root of a pattern or a direct child is captured. Beside kinds there are `@comment` (left out of
hashes; Python docstrings count as comments) and `@attribute` (belongs to the definition below it). A pattern
that the installed grammar does not know is dropped, the others stay.
"""

from __future__ import annotations

import logging
from functools import cache

from tree_sitter import Language, Query, QueryError

log = logging.getLogger(__name__)

_FUNCTION_VALUE = "[(arrow_function) (function_expression) (generator_function)]"
_COMMON = ("(comment) @comment",)

_SCRIPT = (
    *_COMMON,
    "(function_declaration) @function",
    "(generator_function_declaration) @function",
    "(class_declaration) @class",
    "(method_definition) @method",
    "(decorator) @attribute",
    f"(variable_declarator value: {_FUNCTION_VALUE}) @function",
    f"(variable_declarator value: (call_expression arguments: (arguments . {_FUNCTION_VALUE}))) @function",
    "(variable_declarator value: (class)) @class",
    f"(assignment_expression left: (member_expression) right: {_FUNCTION_VALUE}) @function",
    f"(pair value: {_FUNCTION_VALUE}) @method",
    "(expression_statement (call_expression arguments: (arguments . (string))) @test)",
    "(expression_statement (call_expression arguments: (arguments . (template_string))) @test)",
    f"(export_statement value: {_FUNCTION_VALUE} @function)",
    "(export_statement value: (class) @class)",
    "(program (lexical_declaration (variable_declarator) @variable))",
    "(program (variable_declaration (variable_declarator) @variable))",
    "(program (export_statement (lexical_declaration (variable_declarator) @variable)))",
)

_TYPESCRIPT = (
    *_SCRIPT,
    "(abstract_class_declaration) @class",
    "(interface_declaration) @interface",
    "(enum_declaration) @enum",
    "(type_alias_declaration) @type",
    "(internal_module) @namespace",
    "(module) @namespace",
    "(function_signature) @function",
    "(method_signature) @method",
    "(abstract_method_signature) @method",
    "(public_field_definition value: (_)) @field",
)

_C = (
    *_COMMON,
    "(function_definition) @function",
    "(struct_specifier name: (_) body: (_)) @struct",
    "(union_specifier name: (_) body: (_)) @struct",
    "(enum_specifier name: (_) body: (_)) @enum",
    "(type_definition) @type",
    "(preproc_function_def) @macro",
    "(preproc_def value: (_)) @constant",
    "(translation_unit (declaration declarator: (init_declarator)) @variable)",
)

QUERIES: dict[str, tuple[str, ...]] = {
    "python": (
        *_COMMON,
        "(function_definition) @function",
        "(class_definition) @class",
        "(module (expression_statement (assignment left: (identifier)) @variable))",
        "(class_definition body: (block (expression_statement (assignment left: (identifier)) @field)))",
        "(type_alias_statement) @type",
        "(function_definition body: (block . (expression_statement (string) @comment)))",
        "(class_definition body: (block . (expression_statement (string) @comment)))",
    ),
    "javascript": (*_SCRIPT, "(field_definition value: (_)) @field"),
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT,
    "go": (
        *_COMMON,
        "(function_declaration) @function",
        "(method_declaration) @method",
        "(type_spec) @type",
        "(type_alias) @type",
        "(method_elem) @method",
        "(source_file (const_declaration (const_spec) @constant))",
        "(source_file (var_declaration (var_spec) @variable))",
        "(source_file (var_declaration (var_spec_list (var_spec) @variable)))",
        "(call_expression arguments: (argument_list . (interpreted_string_literal) (func_literal))) @test",
    ),
    "rust": (
        "(line_comment) @comment",
        "(block_comment) @comment",
        "(attribute_item) @attribute",
        "(function_item) @function",
        "(function_signature_item) @function",
        "(struct_item) @struct",
        "(union_item) @struct",
        "(enum_item) @enum",
        "(trait_item) @trait",
        "(impl_item) @impl",
        "(mod_item body: (_)) @module",
        "(macro_definition) @macro",
        "(const_item) @constant",
        "(static_item) @constant",
        "(type_item) @type",
    ),
    "java": (
        "(line_comment) @comment",
        "(block_comment) @comment",
        "(class_declaration) @class",
        "(record_declaration) @class",
        "(interface_declaration) @interface",
        "(annotation_type_declaration) @interface",
        "(enum_declaration) @enum",
        "(method_declaration) @method",
        "(constructor_declaration) @method",
        "(compact_constructor_declaration) @method",
        "(annotation_type_element_declaration) @method",
        "(field_declaration (variable_declarator) @field)",
        "(constant_declaration (variable_declarator) @field)",
        "(enum_constant body: (_)) @class",
    ),
    "c": _C,
    "cpp": (
        *_C,
        "(class_specifier name: (_) body: (_)) @class",
        "(namespace_definition name: (_)) @namespace",
        "(alias_declaration) @type",
        "(concept_definition) @type",
        "(declaration_list (declaration declarator: (init_declarator)) @variable)",
    ),
    "csharp": (
        *_COMMON,
        "(namespace_declaration) @namespace",
        "(class_declaration) @class",
        "(struct_declaration) @struct",
        "(record_declaration) @class",
        "(interface_declaration) @interface",
        "(enum_declaration) @enum",
        "(delegate_declaration) @type",
        "(method_declaration) @method",
        "(constructor_declaration) @method",
        "(destructor_declaration) @method",
        "(operator_declaration) @method",
        "(indexer_declaration) @method",
        "(local_function_statement) @function",
        "(property_declaration) @field",
        "(field_declaration (variable_declaration (variable_declarator) @field))",
        "(event_field_declaration (variable_declaration (variable_declarator) @field))",
    ),
    "ruby": (
        *_COMMON,
        "(method) @method",
        "(singleton_method) @method",
        "(class) @class",
        "(module) @module",
        "(assignment left: (constant)) @constant",
        "(call arguments: (argument_list . [(string) (constant) (scope_resolution)]) block: (_)) @test",
        "(call arguments: (argument_list . (simple_symbol)) block: (_)) @test",
    ),
    "php": (
        *_COMMON,
        "(function_definition) @function",
        "(method_declaration) @method",
        "(class_declaration) @class",
        "(interface_declaration) @interface",
        "(trait_declaration) @trait",
        "(enum_declaration) @enum",
        "(const_declaration (const_element) @constant)",
        "(property_declaration (property_element) @field)",
    ),
    "kotlin": (
        "(line_comment) @comment",
        "(block_comment) @comment",
        "(function_declaration) @function",
        "(class_declaration) @class",
        "(object_declaration) @object",
        "(companion_object) @object",
        "(secondary_constructor) @method",
        "(source_file (property_declaration) @variable)",
        "(class_body (property_declaration) @field)",
        "(type_alias) @type",
    ),
    "swift": (
        *_COMMON,
        "(multiline_comment) @comment",
        "(class_declaration) @class",
        "(protocol_declaration) @protocol",
        "(function_declaration) @function",
        "(protocol_function_declaration) @function",
        "(init_declaration) @method",
        "(deinit_declaration) @method",
        "(subscript_declaration) @method",
        "(source_file (property_declaration) @variable)",
        "(class_body (property_declaration) @field)",
        "(enum_class_body (property_declaration) @field)",
        "(typealias_declaration) @type",
    ),
    "bash": (
        *_COMMON,
        "(function_definition) @function",
        "(program (variable_assignment) @variable)",
    ),
    "lua": (
        *_COMMON,
        "(function_declaration) @function",
        "(assignment_statement (expression_list value: (function_definition))) @function",
        "(field value: (function_definition)) @function",
        "(chunk (variable_declaration (assignment_statement) @variable))",
    ),
    "markdown": (
        "(html_block) @comment",
        "(section . (atx_heading)) @section",
        "(setext_heading) @section",
    ),
}


@cache
def query_of(language: str, grammar: Language) -> Query | None:
    """Return the compiled patterns of `language` without those the grammar refuses, None if none is left."""
    patterns = QUERIES.get(language, ())
    try:
        return Query(grammar, "\n".join(patterns))
    except QueryError:
        known = [pattern for pattern in patterns if _accepts(grammar, pattern)]
        log.warning("%d patterns of %s are unknown to its grammar", len(patterns) - len(known), language)
        return Query(grammar, "\n".join(known)) if known else None


def _accepts(grammar: Language, pattern: str) -> bool:
    try:
        Query(grammar, pattern)
    except QueryError:
        return False
    return True
