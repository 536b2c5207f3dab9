"""Words of a text for keyword search: the same cutting for what is stored and for what is asked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

#: Raised whenever the cutting changes: the full-text index is rebuilt from the cards when it differs.
VERSION = 2

#: A query is cut to this many terms; more only cost time.
MAX_TERMS = 60

#: A longer unbroken run is data (base64, minified code), not a word.
MAX_WORD = 64

# Scripts written without spaces between words: Han with its extensions, kana, Hangul, Bopomofo.
_CJK = (
    "\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_CJK_RUN = re.compile(f"[{_CJK}]+")
# A chunk is what a programmer would call one word: an identifier, a dotted name, a path, an error code.
_CHUNK = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+(?:(?:['’]|[-./\\:@+#]{{1,2}})(?=[^\W{_CJK}])[^\W{_CJK}]+)*")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
_BREAK = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SENTENCE_JOIN = re.compile(r"(?<=[a-z])\.(?=[A-Z][a-z])")

_STOP_WORDS = """
    a about after all also am an and any are aren as at be because been before being both but by can cannot cant
    could did didnt do does doesnt doing dont down each either else etc few for from further get gets got had has
    have having he her here hers him his how however i if in into is isnt it its itself just let lets like may me
    might more most must my no nor not now of off on once only or other our out over own per please same she should
    so some such than that the their them then there these they this those through to too under until up upon us
    very via was wasnt we were what when where whether which while who whom why will with within without wont would
    yes you your
"""

#: English words that carry no topic, and words every engineering question has.
STOP_WORDS = frozenset(_STOP_WORDS.split())


def index_terms(text: str) -> str:
    """`text` as the space-separated words to put in the full-text index.

    `parseConfig_file` becomes `parseconfigfile parse config file`: the whole and its parts, whatever joined them
    (humps, `_`, `-`, `.`, `/`, `::`). Codes such as `E0382` or `CVE-2024-1234` stay whole as well. Runs of Chinese,
    Japanese and Korean become overlapping pairs, and the last sign alone, so that one sign can be found too.
    """
    return " ".join(_words(text, ends=True))


def match_terms(query: str) -> list[str]:
    """The distinct words of `query` worth searching, in reading order, at most `MAX_TERMS`.

    Stop words go, unless there is nothing else.
    """
    words = list(dict.fromkeys(_words(query, ends=False)))
    telling = [word for word in words if word not in STOP_WORDS and not _lone_letter(word)]
    return (telling or words)[:MAX_TERMS]


def fts_query(terms: Iterable[str]) -> str:
    """The full-text query that finds any of `terms`; empty when there is none. Any raw text is safe in it."""
    quoted = (_quote(term) for term in dict.fromkeys(terms))
    return " OR ".join(part for part in quoted if part)


def _quote(term: str) -> str:
    words = _BREAK.sub(" ", term.replace("\x00", " ")).strip()
    if not words:
        return ""
    # A single sign is the beginning of a pair, or the last sign of a run: a prefix search finds both.
    return f'"{words}"*' if len(words) == 1 and _CJK_RUN.fullmatch(words) else f'"{words}"'


def _words(text: str, *, ends: bool) -> Iterator[str]:
    text = _SENTENCE_JOIN.sub(". ", unicodedata.normalize("NFKC", text))
    for chunk in _CHUNK.findall(text):
        if _CJK_RUN.match(chunk):
            yield from _pairs(chunk, ends=ends)
        elif chunk.isalnum() and chunk[1:].islower() and len(chunk) <= MAX_WORD:
            yield chunk.lower()  # a plain word, as most are: nothing to take apart
        else:
            yield from _identifier(chunk)


def _pairs(run: str, *, ends: bool) -> Iterator[str]:
    for start in range(len(run) - 1):
        yield run[start : start + 2]
    if ends or len(run) == 1:
        yield run[-1]


def _identifier(chunk: str) -> Iterator[str]:
    names = [name for name in _BREAK.split(_APOSTROPHE.sub("", chunk)) if name]
    parts = [part for name in names for part in _HUMP.split(name)]
    if len(parts) > 1:
        whole = "".join(parts).lower()
        if len(whole) <= MAX_WORD:
            yield whole
    if 1 < len(names) < len(parts):  # a member of a path or dotted name that has humps of its own
        yield from (name.lower() for name in names if _HUMP.search(name) and len(name) <= MAX_WORD)
    for part in parts:
        if len(part) <= MAX_WORD and (len(part) > 1 or len(parts) == 1):
            yield part.lower()


def _lone_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii()
