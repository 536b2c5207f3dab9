"""Finds secrets by where they stand: credentials in URLs, headers, cookies, command lines, connection settings."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from re import Pattern

from whylens.normalize.finding import Finding
from whylens.normalize.keys import Grade
from whylens.normalize.placeholders import is_digest, is_placeholder, is_reference
from whylens.normalize.randomness import looks_random
from whylens.normalize.values import ENVELOPE, is_secret


def given(value: str) -> bool:
    """Any value that is not made up: the place leaves no doubt."""
    return len(value) >= 3 and ENVELOPE not in value and not is_reference(value) and not is_placeholder(value)


def password(value: str) -> bool:
    """A value that looks chosen as a password."""
    return is_secret(value, Grade.PASSWORD, literal=True)


def token(value: str) -> bool:
    """A value that looks made by a machine."""
    return is_secret(value, Grade.TOKEN, literal=True)


def whole(value: str) -> bool:
    """Any value of the matched form."""
    return ENVELOPE not in value


def credential(value: str) -> bool:
    """A value that looks chosen or made."""
    return password(value) or token(value)


def opaque(value: str) -> bool:
    """A random value that is no commit id, checksum or UUID."""
    return (
        ENVELOPE not in value and looks_random(value) and not is_digest(value) and not is_placeholder(value)
    )


def is_basic(value: str) -> bool:
    """True where `value` is the Base64 form of `user:password`."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and plain.isascii() and plain.decode("ascii").isprintable()


@dataclass(frozen=True, slots=True)
class Context:
    """`pattern` matches at `needle` (lower case, as bytes); its groups hold values that `test` tells secrets among."""

    rule: str
    needle: bytes
    pattern: Pattern[str]
    test: Callable[[str], bool]


def _at(pattern: str) -> Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_Q = r"""\\{0,2}["'`]?"""
_VALUE = r"""([^\s"'`<>;,\\]{3,4096}+)"""

CONTEXTS = (
    Context(
        "url-password",
        b"://",
        _at(r"""://[^\s/?\#"'<>@:\[\]]{0,256}+:([^\s/"'<>@]{1,512}+)@[\w.\[\-$<{]"""),
        given,
    ),
    Context(
        "url-password",
        b"://",
        _at(r"""://[^\s/?\#"'<>@:]{0,256}+:([^\s"'<>@]{1,512}+)@[\w.-]{1,200}[:/]"""),
        given,
    ),
    Context(
        "url-user",
        b"://",
        _at(r"""://([^\s/?\#"'<>@:]{16,512}+)(?::[\w-]{0,40})?@(?!\S{0,40}sentry)"""),
        token,
    ),
    Context(
        "authorization",
        b"authorization",
        _at(
            rf"authorization{_Q}[\s:=,\[(>]{{1,6}}{_Q}(?:(?:basic|bearer|token|apikey|digest|negotiate|key|ssws|splunk|bot|jwt|aws)[ \t]+)?{_VALUE}"
        ),
        credential,
    ),
    Context("bearer", b"bearer", _at(rf"bearer(?:[ \t]+|{_Q}[ \t]*[:=,+][ \t]*{_Q}){_VALUE}"), token),
    Context("basic", b"basic", _at(r"basic[ \t]+([A-Za-z0-9+/]{12,}={0,2})(?![\w-])"), is_basic),
    Context(
        "cli-user", b"-u", _at(rf"(?<![\w-])-u[ \t]{{0,4}}{_Q}[\w.@-]{{1,64}}:([^\s\"'`]{{3,512}}+)"), given
    ),
    Context(
        "cli-user",
        b"--user",
        _at(rf"--(?:proxy-)?user[ \t=]{_Q}[\w.@-]{{1,64}}:([^\s\"'`]{{3,512}}+)"),
        given,
    ),
    Context("cli-user", b"--auth", _at(rf"--auth[ \t=]{_Q}[\w.@-]{{1,64}}:([^\s\"'`]{{3,512}}+)"), given),
    Context(
        "cli-user", b"-a ", _at(rf"(?<=\s)-a[ \t]{{1,4}}{_Q}[\w.@-]{{1,64}}:([^\s\"'`]{{3,512}}+)"), password
    ),
    Context("cli-password", b"sshpass", _at(rf"sshpass[ \t]+-p[ \t]*{_Q}([^\s\"'`]{{3,512}}+)"), given),
    Context(
        "cli-password",
        b"redis-cli",
        _at(rf"redis-cli\b[^\n]{{0,120}}?[ \t]-a[ \t]+{_Q}([^\s\"'`]{{3,512}}+)"),
        given,
    ),
    Context(
        "cli-password",
        b"mysql",
        _at(rf"mysql(?:dump|admin|import)?\b[^\n]{{0,160}}?[ \t]-p{_Q}([^\s\"'`-][^\s\"'`]{{2,512}}+)"),
        password,
    ),
    Context(
        "cli-password",
        b"docker login",
        _at(rf"docker\ login\b[^\n]{{0,160}}?[ \t]-p[ \t]*{_Q}([^\s\"'`]{{3,512}}+)"),
        given,
    ),
    Context(
        "netrc",
        b"machine",
        _at(
            r"machine\s+\S{1,200}\s+(?:login\s+\S{1,200}\s+)?(?:account\s+\S{1,200}\s+)?password\s+(\S{3,512}+)"
        ),
        given,
    ),
    Context("netrc", b"login", _at(r"login\s+\S{1,200}\s+password\s+(\S{3,512}+)"), given),
    Context(
        "npmrc-auth",
        b":_auth",
        _at(rf":_(?:auth(?:token)?|password)[ \t]*=[ \t]*{_Q}([^\s\"'`]{{6,4096}}+)"),
        given,
    ),
    Context("cookie", b"cookie", _at(r"cookie2?['\"]?[:=,\s]{1,4}(?=\S)"), opaque),
    Context("cookie", b"-b ", _at(r"(?<=\s)-b[ \t]+(?=['\"$\w])"), opaque),
    Context("url-parameter", b"sig=", _at(rf"(?<=[?&])sig={_VALUE}"), given),
    Context("url-parameter", b"-signature=", _at(r"-signature=([0-9a-f]{32,}|[\w%+/=-]{20,})"), given),
    Context(
        "sql-password",
        b"identified",
        _at(r"identified\s+(?:with\s+\S{1,60}\s+)?(?:by|as)\s+(?:password\s+)?['\"]([^'\"\n]{3,512}+)"),
        given,
    ),
    Context("sql-password", b"password", _at(r"password\s+'([^'\n]{3,512}+)'"), given),
    Context("pgpass", b":5432:", _at(r":5432:[^:\s]{1,80}:[^:\s]{1,80}:(\S{3,512}+)"), given),
    Context(
        "password-hash",
        b"$",
        _at(
            r"(\$(?:apr1|1|2[abxy]?|5|6|7|y|gy|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*|bcrypt-sha256)\$[^\s:'\"<>,;]{20,512}+)"
        ),
        whole,
    ),
    Context("password-hash", b"{ss", _at(r"(\{SSHA\d{0,3}\}[A-Za-z0-9+/=]{20,512}+)"), whole),
    Context("password-hash", b"{sha", _at(r"(\{SHA\d{0,3}\}[A-Za-z0-9+/=]{20,512}+)"), whole),
    Context("password-hash", b"pbkdf2", _at(r"(pbkdf2_sha\d{1,3}\$\d{1,8}\$[^\s:'\"<>,;]{20,512}+)"), whole),
)

_COOKIE_PAIR = re.compile(r"""([\w.$-]{1,80})=([^\s;,"'`]{8,4096}+)""")


def contexts(text: str, shadow: bytes) -> Iterator[Finding]:
    """Secrets of `text` told by their place; `shadow` is its lower-case ASCII image of equal length."""
    for context in CONTEXTS:
        position = shadow.find(context.needle)
        while position >= 0:
            match = context.pattern.match(text, position)
            if match:
                yield from _cookies(text, match) if context.rule == "cookie" else _groups(context, match)
            position = shadow.find(context.needle, position + 1)


def _groups(context: Context, match: re.Match[str]) -> Iterator[Finding]:
    start, end = match.span(1)
    value = match.group(1).rstrip(".,")
    if context.test(value):
        yield Finding(context.rule, start, start + len(value) if len(value) > 3 else end)


def _cookies(text: str, match: re.Match[str]) -> Iterator[Finding]:
    """Each `name=value` on the rest of the line, 4,096 characters at most."""
    newline = text.find("\n", match.end(), match.end() + 4096)
    end = newline if newline >= 0 else match.end() + 4096
    for pair in _COOKIE_PAIR.finditer(text, match.end(), end):
        value = pair.group(2)
        if looks_random(value[:256]) and ENVELOPE not in value and not is_placeholder(value):
            yield Finding("cookie", *pair.span(2))
