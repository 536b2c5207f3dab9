"""Is this value a secret? One answer for each grade of the name it stands beside."""

from __future__ import annotations

import re

from whylens.normalize.keys import Grade
from whylens.normalize.page import MARK_START
from whylens.normalize.placeholders import is_digest, is_placeholder, is_reference, is_term
from whylens.normalize.randomness import familiar_pairs, kind_changes, looks_random

#: Characters of a value looked at.
JUDGED = 256

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
STRUCTURE = re.compile(r"[A-Za-z_][\w.]+\{")
MEMBER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)+[;,]?")
UNUSUAL = re.compile(r"[!#$%^&*@?~+=]")
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://")
PATH = re.compile(r"@[\w.-]+/|(?:\.{0,2}|~)/[\w.-]|[A-Za-z]:\\|[\w.-]+/[\w.-]+/[\w./-]*\Z")
FILE = re.compile(
    r"[\w./-]+\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|toml|txt|env|py|js|ts|tsx|go|rs|java|rb|php|cs|c|h|cpp|md|conf"
    r"|ini|sh|html?|css|sql|xml|gpg|asc|local|com|org|net|io|dev|lock|log|cfg|properties|gz|zip|tar|example|internal)"
    r"(?::\d+)?"
)
DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ][\d:.Z+-]*)?|\d{1,2}[:.]\d{2}(?:[:.]\d{2,4})?")
PASSPHRASE = re.compile(r"[a-z]{3,}(?:[-_. ][a-z]{3,}){3,}", re.IGNORECASE)


def is_secret(value: str, grade: Grade, *, literal: bool) -> bool:
    """True where `value` beside a name of `grade` must not be kept.

    `literal`: the value stands in quotes or in a setting, so it is the value itself and no expression of code.
    """
    if len(value) < 5 or grade is Grade.NONE or MARK_START in value:
        return False
    value = value[:JUDGED]
    if is_reference(value) or is_placeholder(value) or is_term(value) or DATE.fullmatch(value):
        return False
    if is_location(value):
        return False
    if not literal and (STRUCTURE.match(value) or (MEMBER.fullmatch(value) and not looks_random(value, 12))):
        return False
    if grade is Grade.PASSWORD:
        return is_password(value, literal=literal)
    if grade is Grade.TOKEN:
        return is_token(value) or (literal and has_odd_part(value))
    return looks_random(value, 16) and not is_digest(value)


def is_location(value: str) -> bool:
    """True where `value` is a URL, a path or a file name. Base64 may hold slashes too, but reads like no name."""
    if URL.match(value) or FILE.fullmatch(value):
        return True
    return PATH.match(value) is not None and not looks_random(value)


def is_token(value: str) -> bool:
    """True where `value` looks made by a machine; plain hexadecimal and UUIDs count, labelled digests do not."""
    if re.match(r"(?i)sha\d+[-:]|md5[-:]|h1:", value):
        return False
    if looks_random(value, 12) or (value.isdigit() and len(value) >= 16):
        return True
    return any(looks_random(part) for part in re.split(r"[^A-Za-z0-9]", value))


def is_password(value: str, *, literal: bool) -> bool:
    """True where `value` looks chosen as a password: mixed characters, or several words in a literal."""
    if looks_random(value, 10):
        return True
    letters, digits = sum(map(str.isalpha, value)), sum(map(str.isdigit, value))
    identifier = IDENTIFIER.fullmatch(value) is not None
    if letters and digits:
        return literal or not identifier or digits >= 3
    if digits:
        return literal and digits >= 6
    if UNUSUAL.search(value[:-1]) and letters >= 4:
        return literal or not re.search(r"[A-Za-z]\s*[+*&=?]\s*[A-Za-z]", value)
    if not literal:
        return False
    if PASSPHRASE.fullmatch(value) or (len(value) >= 8 and familiar_pairs(value) < 0.5):
        return True
    return UNUSUAL.search(value[-1]) is not None and kind_changes(value) > 0.2


def is_spoken_password(value: str) -> bool:
    """True where `value`, in a sentence about a password, is one: letters and digits that are no ordinary term."""
    if (
        len(value) < 6
        or MARK_START in value
        or is_reference(value)
        or is_placeholder(value)
        or is_term(value)
    ):
        return False
    if is_location(value) or DATE.fullmatch(value) or is_digest(value):
        return False
    letters, digits = sum(map(str.isalpha, value)), sum(map(str.isdigit, value))
    if looks_random(value, 10):
        return True
    if not letters or not digits:
        return bool(letters >= 4 and UNUSUAL.search(value[:-1]) and not re.search(r"\w[=+&?]\w", value))
    if re.search(r"[()\[\]{}=]|->|::|/", value):
        return False
    return digits >= 2 or UNUSUAL.search(value) is not None or looks_random(value, 8)


def has_odd_part(value: str) -> bool:
    """True where a part of a literal mixes letters and digits as no name does: `svc-Xk29dq7w-prod`, `Blue42!`."""
    if re.search(r"[!#$%^*@]", value[:-1]) and any(map(str.isdigit, value)):
        return True
    return any(looks_random(part, 8) or _has_all_kinds(part) for part in re.split(r"[^A-Za-z0-9]+", value))


def _has_all_kinds(part: str) -> bool:
    """Small and capital letters and several digits without a break, longer than names are."""
    counts = [sum(map(kind, part)) for kind in (str.isupper, str.islower, str.isdigit)]
    return len(part) >= 20 and min(counts) >= 2 and kind_changes(part) > 0.2
