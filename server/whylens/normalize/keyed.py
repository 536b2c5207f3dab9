"""Finds values that stand beside a name that calls them secret: assignments, settings, options, markup, headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.keys import Grade, grade
from whylens.normalize.values import is_secret

#: Letters that every secret name holds, over the lower-case ASCII shadow of a text (see `redact`).
KEYWORD = re.compile(
    rb"pass|pwd|passwd|secret|token|key|auth|cred|session|cookie|sig|jwt|bearer|webhook|[_.-]pat|_pw|_sas|dsn|salt|seed"
    rb"|kennwort|senha|contrasena|motdepasse|mnemonic|sid|otp|code"
)

LONGEST_NAME = 64
LONGEST_VALUE = 4096

#: Names looked at inside one value (`--args=token=x`): bounds the work on `key=key=key=`.
MOST_NESTED = 8

_OPEN = r"""\\{0,3}["'`]"""
_BARE = r"""(?:[^\s"'`,;<>&\\\x00-\x1f]|\\(?![nrt"'`\\])|&(?![\w.-]{1,40}=))"""
_SCHEME = r"(?:(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Negotiate|JWT|Splunk|SSWS|GenieKey|Bot)[ \t]{1,4})?"

#: The rest of the name after the keyword, then one of the ways a value follows it.
#: `quoted`, `bare` and `spaced` hold the value; only what is quoted may stand behind a comma, a bracket or a blank.
VALUE = re.compile(
    rf"""
    (?P<rest> [\w-]{{0,40}}+ )
    (?:
      (?P<nv> {_OPEN}? [ \t]{{0,8}} ,? \s{{0,40}} {_OPEN}? (?i:string)?(?i:value|content|default) {_OPEN}? [ \t]{{0,4}} [:=] >? [ \t]{{0,4}}
        (?:{_OPEN})? {_SCHEME} (?P<named> {_BARE}{{4,{LONGEST_VALUE}}}+ ) )
    | (?P<xml> {_OPEN}? > (?: </key> )? \s{{0,40}} (?: <string> )? (?P<element> [^\s<>&"'{{}}]{{4,{LONGEST_VALUE}}}+ ) (?= \s{{0,9}} </ ) )
    | </key> \s{{0,40}} <string> (?P<plist> [^\s<>&"'{{}}]{{4,{LONGEST_VALUE}}}+ )
    | (?: {_OPEN} )? [\])]{{0,2}} [ \t]{{0,16}}
      (?: : [ \t]* (?:[&*]?[\w.<>\[\]|?]{{1,30}}) [ \t]* = | := | => | \|\|= | \?\?= | [?+]= | ={{1,3}} | !={{1,2}} | [:,(] | -> | (?=[ \t]) ) [ \t]{{0,16}}
      (?: [\w.:]{{1,24}} \( )? [bBrRuUfF@$L]{{0,2}}
      (?P<mark> {_OPEN} ) {_SCHEME} (?P<quoted> [^\s"'`\\]{{4,{LONGEST_VALUE}}}+ ) \\{{0,3}} ["'`\s]
    | (?: {_OPEN} )? [ \t]{{0,16}} (?: := | => | [?]= | ={{1,2}} | : (?![:=]) ) [ \t]{{0,16}}
      (?: !!?\w+ [ \t] )? {_SCHEME} (?P<bare> {_BARE}{{4,{LONGEST_VALUE}}}+ )
    | [ \t]{{1,16}} (?P<spaced> {_BARE}{{6,{LONGEST_VALUE}}}+ )
    )
    """,
    re.VERBOSE,
)

_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
_SETTING = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}")
_OPTION = re.compile(r"--?[A-Za-z]")
_DIRECTIVE = re.compile(r"requirepass|masterauth|(?:ssl_?)?password|rootpw|secret|key", re.IGNORECASE)


def keyed(text: str, shadow: bytes) -> Iterator[Finding]:
    """Secrets of `text` that follow a telling name; `shadow` is its lower-case ASCII image of equal length."""
    done = covered = nested = 0
    for hit in KEYWORD.finditer(shadow):
        if hit.start() < done:
            continue
        match = VALUE.match(text, hit.end())
        if not match:
            continue
        done = match.end("rest")
        nested = nested + 1 if hit.start() < covered else 0
        if nested > MOST_NESTED:
            continue
        covered = max(covered, match.end())
        found = _judge(text, text[_name_start(text, hit.start()) : done], match)
        if found:
            yield found
            done = found.end


def _judge(text: str, name: str, match: re.Match[str]) -> Finding | None:
    level = grade(name.strip("-."))
    if level is Grade.NONE:
        return None
    group = match.lastgroup or ""
    group = {"nv": "named", "xml": "element"}.get(group, group)
    start, end = match.span(group)
    if group == "spaced" and not (_OPTION.match(name) or _SETTING.fullmatch(name)):
        return None
    literal = group != "bare" or _SETTING.fullmatch(name) is not None
    if group in ("bare", "spaced", "named"):
        end = _trim(text, start, end)
    value = text[start:end]
    if not is_secret(value, level, literal=literal):
        return None
    return Finding("password" if level is Grade.PASSWORD else "keyed-secret", start, end)


def _name_start(text: str, position: int) -> int:
    floor = max(0, position - LONGEST_NAME)
    while position > floor and text[position - 1] in _NAME_CHARACTERS:
        position -= 1
    return position


def _trim(text: str, start: int, end: int) -> int:
    """Without closing brackets that were opened before the value, and the full stop of a sentence."""
    while end > start:
        last = text[end - 1]
        opened = {")": "(", "]": "[", "}": "{"}.get(last)
        if last in ".:" or (opened and text.count(opened, start, end) < text.count(last, start, end)):
            end -= 1
        else:
            break
    return end
