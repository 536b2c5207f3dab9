# ruff: noqa: E501
"""Which files have nothing to say about the code of this project: generated, vendored, tests, documents, CI."""

from __future__ import annotations

import re

_PATH = re.compile(
    r"""(?:^|/)(?:node_modules|vendor|vendored|third[_-]?party|thirdparty|deps|bower_components|dist|\.git|\.venv
      |site-packages|__pycache__|__snapshots__|snapshots|fixtures|testdata|test-data|test_data|generated|gen|_generated|autogen|minified)/
      | \.min\.(?:js|css)$ | [._-]bundle\.js$ | (?:_pb2(?:_grpc)?|_pb)\.(?:py|js|ts)$ | \.pb\.(?:go|cc|h)$ | [._](?:generated|gen|g)\.\w+$ | zz_generated
      | \.(?:lock|map|snap|svg|ipynb|csv|tsv|jsonl|po|pot|patch|diff|log)$ | (?:package-lock\.json|pnpm-lock\.yaml|go\.sum|yarn\.lock)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOTICE = re.compile(
    r"@generated\b|\b(?:do not edit|don[’']t edit|auto-?generated|automatically generated|generated (?:by|from|with|code|file)|this file (?:is|was) generated)\b",
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
    r"""(?:^|/)(?:tests?|testing|spec|specs|__tests__|e2e|docs?|documentation|website|examples?|samples?|playground|bench(?:marks?|es)?|changelogs?|releasenotes|scripts?
      |\.github|\.circleci|\.gitlab|\.azure|ci|tools/ci|zuul\.d|\.?changes|news|packaging|contrib)/
      | (?:^|/)(?:test_[^/]+|conftest)\.py$ | [._-](?:tests?|spec|bench)\.[a-z]+$ | (?:^|/)(?:\.[^/]+|(?-i:[A-Z][A-Z_-]+(?:\.\w+)?)|Makefile[^/]*|Dockerfile[^/]*|tox\.ini|Justfile)$
      | \.(?:md|rst|txt|adoc|ya?ml|toml|cfg|conf|ini|json|lock|mod|sum|xml|html|css|tcl|csv|in|am|ac|m4|cmake|nix|po|png|svg|gif|jpe?g|[1-9]|tex|snap|rules)$
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_beside_code_path(path: str) -> bool:
    """Whether a repo-relative path is no product code: tests, documents, configuration, CI, packaging, data."""
    return bool(_BESIDE_CODE.search(path) or _PATH.search(path))
