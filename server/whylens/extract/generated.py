"""Which files have nothing to say about the code of this project: generated, vendored, tests, documents, CI."""

from __future__ import annotations

import re

_PATH = re.compile(
    r"""(?:^|/)(?:node_modules|bower_components|site-packages|__pycache__|\.git|\.venv)/             # made by tools
      | (?:^|/)(?:vendor|vendored|third[_-]?party|thirdparty|deps|dist|minified)/                   # brought in
      | (?:^|/)(?:__snapshots__|snapshots|fixtures|testdata|test-data|test_data)/                   # data of tests
      | (?:^|/)(?:generated|gen|_generated|autogen)/ | [._](?:generated|gen|g)\.\w+$ | zz_generated # generated
      | \.min\.(?:js|css)$ | [._-]bundle\.js$
      | (?:_pb2(?:_grpc)?|_pb)\.(?:py|js|ts)$ | \.pb\.(?:go|cc|h)$
      | \.(?:lock|map|snap|svg|ipynb|csv|tsv|jsonl|po|pot|patch|diff|log)$
      | (?:package-lock\.json|pnpm-lock\.yaml|go\.sum|yarn\.lock)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOTICE = re.compile(
    r"@generated\b|\b(?:do not edit|don[’']t edit|auto-?generated|automatically generated|generated (?:by"
    r"|from|with|code|file)|this file (?:is|was) generated)\b",
    re.IGNORECASE,
)
_HEAD = 1500
_LONGEST_LINE = 2000


def is_generated(path: str, text: str = "") -> bool:
    """Whether a file (repo-relative path, and its text when at hand) is generated, vendored, minified or a fixture."""
    if _PATH.search(path):
        return True
    if not text:
        return False
    head = "\n".join(text[:_HEAD].splitlines()[:20])
    return bool(_NOTICE.search(head)) or any(len(line) > _LONGEST_LINE for line in text[:40_000].splitlines())


_BESIDE_CODE = re.compile(
    r"""(?:^|/)(?:tests?|testing|spec|specs|__tests__|e2e|bench(?:marks?|es)?)/                      # tests
      | (?:^|/)(?:test_[^/]+|conftest)\.py$ | [._-](?:tests?|spec|bench)\.[a-z]+$
      | (?:^|/)(?:docs?|documentation|website|changelogs?|releasenotes|\.?changes|news)/            # documents
      | (?:^|/)(?:examples?|samples?|playground|contrib)/
      | (?:^|/)(?:\.github|\.circleci|\.gitlab|\.azure|ci|zuul\.d|scripts?|packaging)/             # CI and packaging
      | (?:^|/)(?:\.[^/]+|(?-i:[A-Z][A-Z_-]+(?:\.\w+)?)|Makefile[^/]*|Dockerfile[^/]*|tox\.ini|Justfile)$
      | \.(?:md|rst|txt|adoc|tex|[1-9]|po|png|svg|gif|jpe?g)$                                       # no code
      | \.(?:ya?ml|toml|cfg|conf|ini|json|lock|mod|sum|xml|csv|snap|rules)$
      | \.(?:html|css|tcl|in|am|ac|m4|cmake|nix)$
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_beside_code_path(path: str) -> bool:
    """Whether a repo-relative path is no product code: tests, documents, configuration, CI, packaging, data."""
    return bool(_BESIDE_CODE.search(path) or _PATH.search(path))


_BOOKKEEPING = re.compile(
    r"""(?:^|/)(?:authors?|contributors?|credits|thanks|acknowledge?ments|maintainers|codeowners|mailmap|\.mailmap)
        (?:\.(?:md|rst|txt|adoc))?$                                                                  # who
      | (?:^|/)(?:change-?logs?|changes|news|history|release-?notes|releases|what-?s-?new)
        (?:[._-][\w.-]*)?$                                                                           # what changed
      | (?:^|/)(?:change-?logs?(?:\.d)?|\.changeset|release-?notes|newsfragments|news|\.?changes)/[^/]+$
      | (?:^|/)(?:version(?:\.txt)?|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|[\w.-]+\.lock|go\.sum)$ # versions
    """,
    re.VERBOSE | re.IGNORECASE,
)


#: `history.py` and `changes/apply.go` are code whatever they are called.
_SOURCES = (
    ".py",
    ".js",
    ".ts",
    ".tsx",
    ".jsx",
    ".go",
    ".rs",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".java",
    ".kt",
    ".rb",
    ".cs",
)


def is_bookkeeping(path: str) -> bool:
    """Whether a change touches *path* as a matter of form: lists of authors, change logs, lock files, versions."""
    return bool(_BOOKKEEPING.search(path)) and not path.endswith(_SOURCES)
