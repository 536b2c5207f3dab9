"""Which reports of other tools are not worth remembering: half-typed code, style, what the next save mends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from whylens.model.happening import Problem


@dataclass(frozen=True, slots=True)
class _Row:
    """A report is not worth it when every pattern that is given is found in it."""

    why: str
    tool: str = ""
    code: str = ""
    message: str = ""


#: Read as: reports of `tool` with `code` saying `message` are left out, because they are `why`.
_TABLE = (
    _Row("our own", tool=r"whylens"),
    _Row("layout", tool=r"prettier|black|isort|gofmt|rustfmt|editorconfig|autopep8|yapf|dprint|clang-format"),
    _Row("spelling", tool=r"spell|vale|write-good|proselint|ltex|languagetool"),
    _Row("style", tool=r"stylelint|markdownlint|pydocstyle|pycodestyle|checkstyle|rubocop|yamllint|swiftlint"),
    _Row("style", tool=r"ruff|flake8", code=r"^(?:E[1-7]|W|I|D|Q|N|UP|COM|ANN|TC|TCH|ERA|FBT|PLR|C90|SIM|ISC|EM)\d"),
    _Row("style", tool=r"eslint|biome|tslint|oxc", code=r"^(?:semi|quotes?|indent|prettier|comma|max-|eol|no-trailing"
         r"|space|key-spacing|object-curly|arrow-parens|camelcase|prefer-|sort-|import/order|@stylistic|style/)"),
    _Row("style", tool=r"pylint", code=r"^(?:C|R|W0[36]|invalid-name|missing-|line-too|trailing|wrong-import|too-)"),
    _Row("style", message=r"^(?:line too long|missing (?:\w+ )?docstring|trailing white ?space|no newline at end)"),
    _Row("unused", code=r"unused|F401|F841|^(?:TS)?(?:6133|6192|6196|6198)$|UnusedImport|UnusedVariable|W061[1-4]"
                        r"|dead_code"),
    _Row("unused", message=r"is not accessed|(?:declared|defined|assigned|imported)[^.]{0,60}(?:but"
                           r"|and)[^.]{0,20}(?:not|never)"
         r" (?:\w+ )?(?:used|read)|\bunused\b|never (?:used|read)\b"),
    _Row("half typed", code=r"^(?:TS)?1\d{3}$|^E999$|^E0765$|invalid-syntax|syntax-error|^syntax"),
    _Row("half typed", message=r"syntax ?error|invalid syntax|unexpected (?:token|indent|end|eof|identifier)"
                               r"|unindent not"
         r"|unterminated|unclosed|unbalanced|was (?:not|never) closed|parsing error|parse error"
         r"|mismatched (?:closing|input)"
         r"|^['\"`(]?\W{1,3}['\"`)]? expected|^expected [\"'`(]?\W|unclosed delimiter|missing semicolon|cannot parse"
         r"|^(?:an? )?(?:\w+ )?(?:expression|statement|declaration|identifier|type|indented block|class name) expected"
         r"|^expected (?:an? )?(?:expression|statement|declaration|identifier|indented|one of|type|pattern|item"
         r"|class|member)"),
    _Row("half typed", code=r"reportUndefinedVariable|^F821$|^(?:TS)?(?:2304|2552|2503)$|no-undef|^E04(?:12|25|32|33)$"
         r"|UndeclaredName|undeclared_var_use|^E0602$|undefined-variable|reportSelfClsParameterName"),
    _Row("half typed", message=r"cannot find (?:name|value|symbol|function|type|macro|struct)\b|^undefined:"
                               r"|is not defined\.?$"
         r"|use of undeclared|undeclared (?:name|identifier)|was not declared in this scope|unresolved reference"),
    _Row("not installed", code=r"reportMissing(?:Imports?|ModuleSource|TypeStubs?)|^(?:TS)?(?:2307|7016|2792)$"
                               r"|import-not-found"
         r"|import/no-unresolved|^E0401$|BrokenImport|import-untyped|^E0463$"),
    _Row("not installed", message=r"import \S+ could not be resolved|cannot find module|unresolved import"
                                  r"|no module named"
         r"|could not import|stub file not found|could not find a declaration file|file not found$"
         r"|package .{1,80} is not in"),
    _Row("types not written", code=r"reportUnknown|reportMissing(?:Type|Parameter)|^(?:TS)?70(?:05|06|31|34)$"
                                   r"|no-untyped|no-any"
         r"|no-explicit-any|reportUntyped|disallow"),
    _Row("types not written", message=r"is (?:partially )?unknown|implicitly has an? '?any|missing (?:type"
                                      r"|return) annotation"),
    _Row("a hint", message=r"\bis deprecated\b|consider (?:using|adding)|could be (?:simplified|made)|prefer "),
)  # fmt: skip

_COMPILED = tuple(
    (
        row.why,
        tuple(
            (name, re.compile(pattern, re.IGNORECASE if name != "code" else 0))
            for name, pattern in (("tool", row.tool), ("code", row.code), ("message", row.message))
            if pattern
        ),
    )
    for row in _TABLE
)


def why_unworthy(problem: Problem) -> str:
    """Why a report is not worth following, in a word or two; empty when it is."""
    return _why(problem.tool, problem.code, problem.message.strip()[:400])


@lru_cache(maxsize=4_096)
def _why(tool: str, code: str, message: str) -> str:
    """The same reports come again with every edit."""
    if not message:
        return "empty"
    fields = {"tool": tool, "code": code, "message": message}
    for why, patterns in _COMPILED:
        if all(pattern.search(fields[name]) for name, pattern in patterns):
            return why
    return ""
