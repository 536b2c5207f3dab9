"""What stands in place of a finding: a mark that names its kind, or the pseudonym of a person."""

from __future__ import annotations

import re

from whylens.normalize.disguise import Disguise
from whylens.normalize.finding import Finding
from whylens.normalize.private import RULE as PRIVATE

#: Findings whose mark carries no tag: what their author marked as private is not even told apart.
_UNTAGGED = frozenset({PRIVATE})

#: Findings that are the same however they are written: spaces and case say nothing.
_LOOSE = frozenset(
    {"card-number", "account-number", "telephone", "e-mail", "internal-host", "private-address"}
)
_FILLING = re.compile(r"[\s().-]+")


def mark_of(text: str, finding: Finding, disguise: Disguise) -> str:
    """What stands for a finding: `[redacted:github-token-3f2a9c]`. Its line breaks stay, so that line numbers do.

    The tag is the same for the same secret within a project, and says nothing outside of it.
    """
    found = text[finding.start : finding.end]
    if finding.rule == "person" and (name := disguise.pseudonym(found)):
        return name
    tag = "" if finding.rule in _UNTAGGED else disguise.tag(_plain(finding.rule, found))
    return f"[redacted:{finding.rule}{'-' if tag else ''}{tag}]" + "\n" * found.count("\n")


def _plain(rule: str, found: str) -> str:
    if rule not in _LOOSE:
        return found
    return found.lower() if rule in ("e-mail", "internal-host") else _FILLING.sub("", found).upper()
