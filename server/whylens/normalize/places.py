"""The table of places that give a secret away: URLs, headers, command lines, settings files, SQL."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from re import Pattern

from whylens.normalize.keys import Grade
from whylens.normalize.page import MARK_START
from whylens.normalize.placeholders import is_placeholder, is_reference
from whylens.normalize.values import is_secret


@dataclass(frozen=True, slots=True)
class Place:
    """`pattern` matches at `needle` (lower case); its first group holds a value, `test` says if it is a secret."""

    rule: str
    needle: bytes
    pattern: Pattern[str]
    test: Callable[[str], bool]


def given(value: str) -> bool:
    """Any value that is not made up: the place leaves no doubt."""
    return MARK_START not in value and not is_reference(value) and not is_placeholder(value)


def formed(value: str) -> bool:
    """Any value at all: the form leaves no doubt."""
    return MARK_START not in value


def password(value: str) -> bool:
    """A value that looks chosen as a password."""
    return is_secret(value, Grade.PASSWORD, literal=True)


def token(value: str) -> bool:
    """A value that looks made by a machine."""
    return is_secret(value, Grade.TOKEN, literal=True)


def credential(value: str) -> bool:
    """A value that looks chosen or made."""
    return password(value) or token(value)


def basic(value: str) -> bool:
    """The Base64 form of `user:password`."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and plain.isascii() and plain.decode("ascii").isprintable()


def _at(pattern: str) -> Pattern[str]:
    """The pattern with its fragments put in: ~Q~ an optional quote, ~S~ blanks, ~V~ a value up to a blank, …."""
    for name, fragment in _FRAGMENTS.items():
        pattern = pattern.replace(name, fragment)
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_FRAGMENTS = {
    "~Q~": r"""(?:\\{0,2}["'`])?""",
    "~S~": r"[ \t]{1,16}",
    "~LINES~": r"\s{1,64}",
    "~V~": r"""([^\s"'`]{3,512}+)""",
    "~W~": r"""([^\s"'`<>;,\\]{6,4096}+)""",
    "~WORDS~": r"((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})",
    "~SCHEME~": r"(?:(?:basic|bearer|token|api-?key|digest|negotiate|key|ssws|splunk|bot|jwt|aws)[ \t]{1,4})?",
}

PLACES = (
    # URLs
    Place(
        "url-password",
        b"://",
        _at(r"""://[^\s/?\#"'<>@:\[\]]{0,256}+:([^\s/"'<>@]{1,512}+)@[\w.\[\-$<{]"""),
        given,
    ),
    Place(
        "url-user",
        b"://",
        _at(r"""://([^\s/?\#"'<>@:]{16,512}+)(?::[\w-]{0,40})?@(?!\S{0,40}sentry)"""),
        token,
    ),
    Place("url-parameter", b"sig=", _at(r"(?<=[?&])sig=~W~"), given),
    Place("url-parameter", b"-signature=", _at(r"-signature=([0-9a-f]{32,512}|[\w%+/=-]{20,512})"), given),
    # headers
    Place(
        "authorization",
        b"authorization",
        _at(r"authorization ~Q~ [ \t]* [:=,>]{1,2} [ \t]* ~Q~ ~SCHEME~ ~W~"),
        token,
    ),
    Place("bearer", b"bearer", _at(r"bearer (?: ~S~ | ~Q~ [ \t]* [:=,+] [ \t]* ~Q~ ) ~W~"), token),
    Place("basic", b"basic", _at(r"basic ~S~ ([A-Za-z0-9+/]{12,2048}={0,2}) (?![\w-])"), basic),
    # command lines
    Place("cli-user", b"-u", _at(r"(?<![\w-])-u (?: ~S~ ~Q~ | ~Q~ ) [\w.@-]{1,64} : ~V~"), password),
    Place("cli-user", b"lftp", _at(r"lftp\b [^\n]{0,99}? [ ]-u ~S~ [\w.@-]{1,64} , ~V~"), given),
    Place("cli-user", b"/user:", _at(r"/user: [\w.@\\-]{1,64} ~S~ ~Q~ ~V~"), password),
    Place("cli-user", b"curl", _at(r"curl\b [^\n]{0,200}? [ ]-u ~S~ ~Q~ [\w.@-]{1,64} : ~V~"), given),
    Place("cli-user", b"--user", _at(r"--user [ \t=] ~Q~ [\w.@-]{1,64} : ~V~"), given),
    Place("cli-user", b"--proxy-user", _at(r"--proxy-user [ \t=] ~Q~ [\w.@-]{1,64} : ~V~"), given),
    Place("cli-user", b"--auth", _at(r"--auth [ \t=] ~Q~ [\w.@-]{1,64} : ~V~"), given),
    Place("cli-user", b"-a ", _at(r"(?<=\s)-a ~S~ ~Q~ [\w.@-]{1,64} : ~V~"), password),
    Place("cli-password", b"sshpass", _at(r"sshpass ~S~ -p [ \t]* ~Q~ ~V~"), given),
    Place("cli-password", b"openssl", _at(r"openssl\b [^\n]{0,160}? [ ]-k ~S~ ~Q~ ~V~"), password),
    Place("cli-password", b" pass:", _at(r"[ ]pass: ~V~"), password),
    Place("cli-password", b"redis-cli", _at(r"redis-cli\b [^\n]{0,120}? [ \t]-a ~S~ ~Q~ ~V~"), given),
    Place(
        "cli-password",
        b"mysql",
        _at(r"mysql(?:dump|admin|import)?\b [^\n]{0,160}? [ \t]-p ~Q~ ~V~"),
        password,
    ),
    Place("cli-password", b"docker login", _at(r"docker[ ]login\b [^\n]{0,160}? [ \t]-p ~S~ ~Q~ ~V~"), given),
    Place(
        "cli-password",
        b"secret set",
        _at(r"secret[ ]set\b [^\n]{0,120}? [ \t](?:--body|-b) [ \t=] ~Q~ ~W~"),
        credential,
    ),
    # settings files
    Place("netrc", b"login", _at(r"login ~LINES~ \S{1,200} ~LINES~ password ~LINES~ ~V~"), password),
    Place(
        "netrc",
        b"machine",
        _at(r"machine ~LINES~ \S{1,200} ~LINES~ login ~LINES~ \S{1,200} ~LINES~ password ~LINES~ ~V~"),
        given,
    ),
    Place("npmrc-auth", b":_auth", _at(r":_auth(?:token)? [ \t]* = [ \t]* ~Q~ ~W~"), given),
    Place("npmrc-auth", b":_password", _at(r":_password [ \t]* = [ \t]* ~Q~ ~W~"), given),
    Place("pgpass", b":5432:", _at(r":5432: [^:\s]{1,80} : [^:\s]{1,80} : ~V~"), given),
    Place("pgpass", b":*:", _at(r":\*: [^:\s]{1,80} : [^:\s]{1,80} : ~V~"), given),
    # SQL
    Place(
        "sql-password",
        b"identified",
        _at(r"identified ~LINES~ by ~LINES~ (?:password ~LINES~)? '([^'\n]{3,512}+)'"),
        given,
    ),
    Place("sql-password", b"password '", _at(r"password[ ] '([^\s']{3,512}+)' (?=[\s;)])"), password),
    # recovery phrases
    Place(
        "recovery-phrase",
        b"mnemonic",
        _at(r"mnemonic \W{1,8} ((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8}) (?![ ]?[a-z])"),
        formed,
    ),
    Place(
        "recovery-phrase",
        b"seed phrase",
        _at(r"seed[ ]phrase \W{1,8} ((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})"),
        formed,
    ),
    # password hashes
    Place("password-hash", b"$apr1$", _at(r"(\$apr1\$[\w./$]{20,512}+)"), formed),
    Place("password-hash", b"$1$", _at(r"(\$1\$[\w./]{1,16}\$[\w./]{22}+)"), formed),
    Place("password-hash", b"$2", _at(r"(\$2[abxy]?\$\d\d\$[\w./]{53}+)"), formed),
    Place("password-hash", b"$5$", _at(r"(\$5\$[\w./$=]{40,512}+)"), formed),
    Place("password-hash", b"$6$", _at(r"(\$6\$[\w./$=]{60,512}+)"), formed),
    Place("password-hash", b"$y$", _at(r"(\$y\$[\w./$=]{40,512}+)"), formed),
    Place("password-hash", b"$argon2", _at(r"(\$argon2(?:id|i|d)\$[\w=,+/$]{40,512}+)"), formed),
    Place("password-hash", b"$scrypt", _at(r"(\$scrypt\$[\w=,+/$]{40,512}+)"), formed),
    Place("password-hash", b"{ssha", _at(r"(\{SSHA\d{0,3}\}[A-Za-z0-9+/=]{24,512}+)"), formed),
    Place("password-hash", b"{sha", _at(r"(\{SHA\d{0,3}\}[A-Za-z0-9+/=]{24,512}+)"), formed),
    Place("password-hash", b"pbkdf2_sha", _at(r"(pbkdf2_sha\d{1,3}\$\d{1,8}\$[\w+/=$]{20,512}+)"), formed),
)
