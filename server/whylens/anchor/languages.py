"""Which language a file is written in, and the tree-sitter grammar that reads it (loaded when first met)."""

from __future__ import annotations

import importlib
import logging
import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from tree_sitter import Language

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Grammar:
    """The wheel a grammar comes in and the function that hands it out."""

    module: str
    function: str = "language"


GRAMMARS: dict[str, Grammar] = {
    "python": Grammar("tree_sitter_python"),
    "typescript": Grammar("tree_sitter_typescript", "language_typescript"),
    "tsx": Grammar("tree_sitter_typescript", "language_tsx"),
    "javascript": Grammar("tree_sitter_javascript"),
    "go": Grammar("tree_sitter_go"),
    "rust": Grammar("tree_sitter_rust"),
    "java": Grammar("tree_sitter_java"),
    "c": Grammar("tree_sitter_c"),
    "cpp": Grammar("tree_sitter_cpp"),
    "csharp": Grammar("tree_sitter_c_sharp"),
    "ruby": Grammar("tree_sitter_ruby"),
    "php": Grammar("tree_sitter_php", "language_php"),
    "kotlin": Grammar("tree_sitter_kotlin"),
    "swift": Grammar("tree_sitter_swift"),
    "bash": Grammar("tree_sitter_bash"),
    "lua": Grammar("tree_sitter_lua"),
    "markdown": Grammar("tree_sitter_markdown"),
}

SUFFIXES: dict[str, str] = {
    **dict.fromkeys((".py", ".pyi", ".pyw"), "python"),
    **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
    ".tsx": "tsx",
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "javascript"),
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
    **dict.fromkeys((".c", ".h"), "c"),
    **dict.fromkeys(
        (".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".cu"), "cpp"
    ),
    **dict.fromkeys((".cs", ".csx"), "csharp"),
    **dict.fromkeys((".rb", ".rake", ".gemspec", ".ru"), "ruby"),
    **dict.fromkeys((".php", ".phtml"), "php"),
    **dict.fromkeys((".kt", ".kts"), "kotlin"),
    ".swift": "swift",
    **dict.fromkeys((".sh", ".bash", ".bats", ".zsh", ".ksh"), "bash"),
    ".lua": "lua",
    **dict.fromkeys((".md", ".markdown", ".mdx"), "markdown"),
}

NAMES: dict[str, str] = {
    **dict.fromkeys(("Rakefile", "Gemfile", "Vagrantfile", "Guardfile", "Podfile", "Fastfile"), "ruby"),
    **dict.fromkeys((".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD"), "bash"),
    **dict.fromkeys(("SConstruct", "SConscript"), "python"),
    "Jakefile": "javascript",
}

#: Words that a C compiler would refuse: a header that has one is C++.
_CPP_ONLY = re.compile(
    r"^\s*(?:namespace\s+[\w:]*\s*\{|class\s+\w[^;]*[{:]|template\s*<|using\s+\w|(?:public|private|protected)\s*:)"
    r"|\bstd::|\bvirtual\s+\w|#\s*include\s*<(?:string|vector|memory|map|functional|cstdint)>",
    re.MULTILINE,
)


def language_of(path: str, text: str | None = None) -> str | None:
    """Return the language of a repo-relative path, None where only context lines can anchor.

    `text` is looked at only for `.h`, which is C unless it looks like C++.
    """
    pure = PurePosixPath(path)
    language = NAMES.get(pure.name) or SUFFIXES.get(pure.suffix.lower())
    if language == "c" and pure.suffix.lower() == ".h" and text is not None and _CPP_ONLY.search(text):
        return "cpp"
    return language


@cache
def load(language: str) -> Language | None:
    """Return the grammar of `language`; None (logged once) when its wheel is missing or does not load."""
    grammar = GRAMMARS.get(language)
    if grammar is None:
        return None
    try:
        module = importlib.import_module(grammar.module)
        capsule: object = getattr(module, grammar.function)()
        return Language(capsule)
    except (ImportError, AttributeError, OSError, ValueError, TypeError) as error:
        log.warning("no grammar for %s, anchors there fall back to context lines: %s", language, error)
        return None
