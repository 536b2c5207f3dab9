"""Finds values beside a name that calls them secret: assignments, settings, options, markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.keys import Grade, grade
from whylens.normalize.page import Page
from whylens.normalize.randomness import looks_random
from whylens.normalize.values import JUDGED, is_secret

LONGEST_NAME = 64
LONGEST_VALUE = 4096

#: Names looked at inside one value (`--args=token=x`): bounds the work on `key=key=key=`.
MOST_NESTED = 8

_QUOTE = r"""\\{0,3}["'`]"""
_BLANK = r"[ \t]{0,16}"

#: A value outside quotes ends at a blank, a quote, a separator, or where the next parameter of a URL starts.
_BARE = r"""(?:[^\s"'`,;<>&\\\x00-\x1f]|\\(?![nrt"'`\\])|&(?![\w.-]{1,40}=))"""
_BARE_START = r"(?![=&|*(!\[{<~])"
_IN_MARKUP = r"""[^\s<>&"'{}]"""

#: Said before the value proper: the scheme of a header, the tag of a YAML value.
_SCHEME = r"""
    (?: !!?\w{1,20}[ ] )?
    (?: (?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Negotiate|JWT|Splunk|SSWS|GenieKey|Bot) [ \t]{1,4} )?
"""

#: `{"name": "DB_PASSWORD", "value": "…"}`, `<add key="…" value="…">`, and the same in YAML.
_NAME_AND_VALUE = rf"""
    {_QUOTE}? [ \t]{{0,8}} ,? \s{{0,40}} {_QUOTE}? (?i:string)?(?i:value|content|default) {_QUOTE}?
    [ \t]{{0,4}} [:=] >? [ \t]{{0,4}} (?: {_QUOTE} )? {_SCHEME} (?P<named> {_BARE}{{4,{LONGEST_VALUE}}}+ )
"""

#: `<password>…</password>`, `<string name="api_key">…</string>`, `<key>Password</key><string>…</string>`,
#: `<setting name="DbPassword" …><value>…</value>`.
_ELEMENT = rf"""
    (?: {_QUOTE}? > | </key> \s{{0,40}} <string> | {_QUOTE} [^<>\n]{{0,80}} > \s{{0,40}} <value> ) \s{{0,40}}
    (?P<element> {_IN_MARKUP}{{4,{LONGEST_VALUE}}}+ ) (?= \s{{0,9}} </ )
"""

#: A quoted value may also stand behind a comma, a bracket or a blank: `define('DB_PASSWORD', '…')`.
_QUOTED = rf"""
    (?: {_QUOTE} )? [\])]{{0,2}} {_BLANK}
    (?: : [ \t]* [&*]?[\w.<>\[\]|?]{{1,30}} [ \t]* =       # password: str = "…"
      | := | => | -> | \|\|= | \?\?= | [?+]= | ={{1,3}} | !={{1,2}} | [:,(]
      | (?P<gap> (?=[ \t]) )
    ) {_BLANK}
    (?: [\w.:]{{1,24}} \( )? [bBrRuUfF@$L]{{0,2}}           # Some("…"), b"…"
    {_QUOTE} {_SCHEME} (?P<quoted> [^\s"'`\\]{{4,{LONGEST_VALUE}}}+ ) \\{{0,3}} ["'`\s]
"""

#: `KEY=value`, `key: value`, `key := value`.
_ASSIGNED = rf"""
    (?: {_QUOTE} )? {_BLANK} (?: := | => | [?]= | == (?!=) | = | : (?![:=]) | %3[dD](?:%22)? ) {_BLANK} {_SCHEME}
    {_BARE_START} (?P<assigned> {_BARE}{{4,{LONGEST_VALUE}}}+ )
"""

#: `ENV KEY value`, `--password value`.
_FOLLOWING = rf"[ \t]{{1,16}} {_BARE_START} (?P<following> {_BARE}{{6,{LONGEST_VALUE}}}+ )"

#: The rest of the name after the keyword, then one of the ways a value follows it.
VALUE = re.compile(
    rf"(?P<rest> [\w-]{{0,40}}+ ) (?: {_NAME_AND_VALUE} | {_ELEMENT} | {_QUOTED} | {_ASSIGNED} | {_FOLLOWING} )",
    re.VERBOSE,
)
_FORMS = ("named", "element", "quoted", "assigned", "following")

_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
_SETTING = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}")
_OPTION = re.compile(r"--?[A-Za-z]")
_DIRECTIVES = frozenset({"requirepass", "masterauth", "rootpw"})

#: Verbs and prepositions in prose and code; secret names only where a value is assigned to them.
_VERBS = frozenset({"pass", "key", "sign", "auth", "token", "secret"})


def keyed(page: Page) -> Iterator[Finding]:
    """Secrets that follow a telling name."""
    done = covered = nested = 0
    for start, end in page.keywords:
        nested = nested + 1 if start < covered else 0
        match = VALUE.match(page.text, end) if start >= done and nested <= MOST_NESTED else None
        if not match:
            continue
        done = match.end("rest")
        covered = max(covered, match.end())
        found = _judge(page.text, page.text[_name_start(page.text, start) : done], match)
        if found:
            yield found
            done = found.end


def _judge(text: str, name: str, match: re.Match[str]) -> Finding | None:
    form = next(form for form in _FORMS if match[form] is not None)
    level = grade(name)
    if level is Grade.NONE or (match["gap"] is not None and name.lower() in _VERBS):
        return None
    start, end = match.span(form)
    if form not in ("quoted", "element"):
        end = _trim(text, start, end)
    if form == "following" and not _may_follow(name, text[start:end]):
        return None
    literal = form != "assigned" or _SETTING.fullmatch(name) is not None
    if literal and level is Grade.TOKEN and name.lower().endswith("secret"):
        level = Grade.PASSWORD  # people choose these by hand
    if not is_secret(text[start:end], level, literal=literal):
        return None
    return Finding("password" if level is Grade.PASSWORD else "keyed-secret", start, end)


def _may_follow(name: str, value: str) -> bool:
    """Whether a value may stand behind a mere blank: after an option or a setting, or where both leave no doubt."""
    if _OPTION.match(name) or _SETTING.fullmatch(name) or name in _DIRECTIVES:
        return True
    return "_" in name and looks_random(value[:JUDGED])


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
