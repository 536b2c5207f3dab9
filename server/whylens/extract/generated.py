# ruff: noqa: E501
"""Which files are made by machines or brought in from elsewhere, and have nothing to say about this project."""

from __future__ import annotations

import re

_PATH = re.compile(
    r"""(?:^|/)(?:node_modules|vendor|vendored|third[_-]?party|thirdparty|external|extern|deps|bower_components|dist|build|out|target|\.git|\.venv|venv
      |site-packages|__pycache__|__snapshots__|snapshots|fixtures|testdata|test-data|test_data|generated|gen|_generated|autogen|minified|locales?|translations?|i18n)/
      | \.min\.(?:js|css)$ | [._-]bundle\.js$ | (?:_pb2(?:_grpc)?|_pb)\.(?:py|js|ts)$ | \.pb\.(?:go|cc|h)$ | [._](?:generated|gen|g)\.\w+$ | zz_generated
      | \.(?:lock|map|snap|svg|ipynb|csv|tsv|jsonl|po|pot|patch|diff|log)$ | (?:package-lock\.json|pnpm-lock\.yaml|go\.sum|yarn\.lock)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\b(?:do not edit|don[’']t edit|@generated|auto-?generated|automatically generated|generated (?:by|from|with|code|file)|this file (?:is|was) generated)\b",
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
