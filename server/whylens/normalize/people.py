"""Finds people named in trailers (`Reviewed-by: …`, `Cc: …`, `Author: …`) and in `TODO(name)`.

Programs, teams, roles and made-up names stay: `TODO(storage)` and `Cc: security team` say whose business something
is, and nothing of a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.disguise import PSEUDONYM
from whylens.normalize.finding import Finding
from whylens.normalize.keys import words
from whylens.normalize.page import MARK_START, Page, places

RULE = "person"

#: Where a trailer may be named. Only these `…-by` are followed by people: `Superseded-by`, `Caused-by` are not.
_NEEDLES = (
    b"-by:",
    b"cc:",
    b"thanks-to:",
    b"author:",
    b"authors:",
    b"committer:",
    b"reporter:",
    b"reviewer:",
)
_BY = (
    "signed-off|author(?:ed)?|co-?authored|co-?developed|(?:co-|bug-)?report(?:ed)?|review(?:ed)?|ack(?:ed)?|test(?:ed)?"
    "|suggest(?:ed)?|help(?:ed)?|request(?:ed)?|diagnosed|approved|contributed|mentored|assisted|debugged|analy[sz]ed"
    "|noticed|spotted|found|discovered|investigated|verified|patch(?:ed)?|(?:initial-|original-)?patch|bug|idea|inspired"
    "|pointed-out|proposed|explained|confirmed|bisected|triaged|commit(?:ted)?|merged|paired?|(?:reported|reviewed)-and-\\w+"
)
_TRAILER = re.compile(
    rf"(?i)[ \t>+*#/;|%-]{{0,12}}(?:(?P<sure>{_BY})-by|cc|thanks-to|@?authors?|committer|reporter|reviewer):[ \t]+"
    r"(?=(?P<people>[^\n]{2,400}))"
)

#: Characters a trailer may be named with, from the start of its line.
_LONGEST_KEY = 40

#: One of several people in a trailer, and what may follow a name: "Jane Roe on GitHub", "Jane Roe (the tests)".
_PERSON = re.compile(
    r"""(?x)
      (?P<address>  (?: [^\s<>,;@] [^<>\n,;@]{0,60}? [ ]{0,2},?[ ]{0,2} )? < [^<>\n]{3,90} > )
    | (?P<mailbox>  [\w.+%'-]{1,64} @ [\w-]+ (?: \.[\w-]+ )+ )
    | (?P<handle>   @ [A-Za-z0-9] [\w.-]{0,38} )
    | (?P<name>     [^\W\d_] [\w.'’-]{0,30} (?: [ ] [^\W\d_] [\w.'’-]{0,30} ){0,4} )
    """
)
_GAP = re.compile(r"(?:[ \t]*(?:[,;/&]|\band\b)[ \t]*|[ \t]*<[^<>\n]{0,90}>)+", re.IGNORECASE)
_AFTER_NAME = re.compile(r" (?:on|in|via|at|from|of|for|through|and|who|with|by|et|the|a)\b.*", re.IGNORECASE)

_MARKER = re.compile(
    r"(?:TODO|FIXME|XXX|HACK|NOTE|BUG|OPTIMIZE|WARNING) ?\((?P<who>@?[^()\n\[\]:;=]{2,60})\)"
)
_MARKERS = (b"TODO", b"FIXME", b"XXX", b"HACK", b"NOTE", b"BUG", b"OPTIMIZE")
_HANDLE = re.compile(r"@?[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+){0,3}|[^\W\d_][\w'’-]+ [^\W\d_][\w'’-]+")
#: What stands in such brackets and is an issue, a version, a date, code or a constant.
_NO_HANDLE = re.compile(
    r".*\d{4,}|[vV]\d.*|[A-Za-z0-9]+[_-]\d+|[A-Z][A-Z_]{3,}|[a-z]+[A-Z]\w*|.*\.\w{1,4}|(?:gh|gl|b|bug|issue)[-_/].*"
)

#: Programs that stand in trailers.
_PROGRAM = re.compile(
    r"\[bot\]|\bbots?\b|[-_]bot\b|bot@|^(?:dependabot|renovate|syzbot|zuul|jenkins|travis|claude\b|codex\b|copilot\b|cursor\b"
    r"|gemini\b|chatgpt\b|gpt\b|openai\b|aider\b|devin\b|coverity\b|oss-?fuzz|buildbot|ci\b"
    r"|github(?: actions?)?\Z|gitlab\Z)|<(?:no-?reply|do-?not-?reply)@|@(?:[\w.-]+\.)?example(?:\.(?:com|org|net))?>?\Z"
    r"|(?:@|\b)(?:lists?|vger|groups|googlegroups)\.[\w.]+>?\Z",
    re.IGNORECASE,
)
#: Words that are no name of a person: teams, parts of programs, kinds of work, roles, placeholders.
_WORDS = words(
    """
    a all an any anyone api apis app arch architecture async auth backend backends bazel bench benchmark
    bindings blog boot branch breaking browser bug bugs build builds c cache caches cc ci clang cleanup cli
    client cloud cluster code codegen community compat compatibility compiler config configuration contributors
    controller core cpp css data database db debug default deprecated deprecation design dev developer
    developers devops devtools dns doc docker docs documentation driver edge editor engine engineering error
    errors everyone example experimental feature features file files fix fixes flaky format formatter frontend
    fs future gc gcc go google gpu graph group grpc gui handler html http https i i18n infra infrastructure
    install integration internal io ios issue issues java jdk js json kernel kubernetes language later legacy
    lib library lint linter linux lsp mac macos maintainer maintainers me memory merge metrics migrate migration
    mobile model modules name net network networking next nobody node nonblocking none null ops optimization
    optimize os other others owner owners package packages parser perf performance pipeline platform please
    plugin plugins poc policy port portability postgres prod production project protocol proxy py pypy python qa
    qt quality query question redis refactor refactoring release releases removal remove render renderer
    reporter rest reviewer reviewers router rpc ruby runtime rust safety scalability scheduler schema script
    search sec security server service services session setup shell simd simplify single somebody someone spec
    speed sql stability staging status storage store style support svelte swift sync syntax system team teams
    temp temporary test testing tests threading tls todo tooling tools translation ts type types typescript
    typing ui unknown unsafe unstable upstream url usability user users ux v validation version vue wasm wayland
    web webpack win windows wip workaround worker x x86 xml yaml you your
    """
)
#: `py313` and `go2` are a platform and its version.
_DIGITS = "0123456789"


def people(page: Page) -> Iterator[Finding]:
    """People in trailers and markers, one finding each."""
    text, lower, plain = page.text, page.lower, page.plain
    if b":" in plain:
        for needle in [needle for needle in _NEEDLES if needle in lower]:
            for position in places(lower, needle):
                start = lower.rfind(b"\n", max(0, position - _LONGEST_KEY), position) + 1
                trailer = _TRAILER.match(text, start or max(0, position - _LONGEST_KEY))
                if trailer and (start or position < _LONGEST_KEY):
                    yield from _of_trailer(text, trailer)
    if b"(" in plain:
        for word in [word for word in _MARKERS if word in plain]:
            for position in places(plain, word):
                if marker := _MARKER.match(text, position):
                    yield from _of_marker(marker)


def _of_trailer(text: str, trailer: re.Match[str]) -> Iterator[Finding]:
    position, end = trailer.span("people")
    while (person := _PERSON.match(text, position, end)) is not None:
        found = person.group()
        if person["name"]:
            found = _AFTER_NAME.sub("", found).rstrip(" .-'")
        named = person["name"] is not None
        sure = trailer["sure"] is not None or not named or _is_full_name(found)
        if found and sure and _is_person(found, alone=named or person["handle"] is not None):
            yield Finding(RULE, position, position + len(found), "pseudonym")
        gap = _GAP.match(text, person.end(), end)
        if gap is None:
            return
        position = gap.end()


def _of_marker(marker: re.Match[str]) -> Iterator[Finding]:
    position = marker.start("who")
    for part in re.split(r"(\s*(?:[,/&]|\band\b)\s*)", marker["who"]):
        name = part.strip()
        if _HANDLE.fullmatch(name) and not _NO_HANDLE.fullmatch(name) and _is_person(name, alone=True):
            start = position + part.index(name)
            yield Finding(RULE, start, start + len(name), "pseudonym")
        position += len(part)


def _is_full_name(name: str) -> bool:
    """Two words or more that start with capital letters: what stands after `Author:` may also be a type."""
    parts = name.split()
    return len(parts) > 1 and parts[0][0].isupper() and parts[-1][0].isupper()


def _is_person(name: str, *, alone: bool) -> bool:
    if MARK_START in name or PSEUDONYM.search(name) or _PROGRAM.search(name):
        return False
    if not alone:
        return True
    parts = re.split(r"[\W_]+", name.strip("@").lower())
    return len(name) > 1 and not any(
        part in _WORDS or part.rstrip(_DIGITS) in _WORDS for part in parts if part
    )
