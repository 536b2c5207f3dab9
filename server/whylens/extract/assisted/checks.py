"""What a proposed sentence must not be: markup, an instruction, a guess, or about something the text does not name."""

from __future__ import annotations

import re
import unicodedata

#: Signs that could open code, a link, an image, HTML, a heading, emphasis, a table or a forged handle.
_MARKUP = re.compile(
    r"[\n\r\t`\[\]{}|]|</?[A-Za-z!]|\*\*|__\w|~~|^\s*(?:[#>*+-]|\d+[.)])\s|https?://|command:", re.IGNORECASE
)
#: Invisible characters: control, format (bidirectional, zero width, tags), surrogates, private use, unassigned.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SELECTORS = range(0xE0100, 0xE01F0)
#: A word that mixes alphabets reads as another one: Greek or Cyrillic letters beside Latin ones.
_DISGUISED = re.compile(r"[A-Za-z][\u0370-\u052f]|[\u0370-\u052f][A-Za-z]")

#: Somebody is told what to do, above all a machine that reads this.
_INSTRUCTION = re.compile(
    r"\b(?:ignor\w+|disregard\w*|forget|overrid\w+|bypass\w*)\b[^.]{0,40}\b(?:instruction|prompt|rule|polic|guideline|previous|above"
    r"|earlier|prior|system|safety|restriction)"
    r"|\b(?:system|developer) (?:prompt|message|instruction)|\bjailbreak|\bprompt injection"
    r"|\b(?:assistants?|agents?|copilot|claude|chatgpt|gpt-?\d*|gemini|cursor|codex|llms?|language models?|AIs?)\b"
    r"[^.]{0,40}\b(?:must|should|shall|may|can|will|needs? to|ha(?:s|ve) to|(?:is|are) (?:to|allowed|required|told))\b"
    r"|\b(?:reply|respond|answer) (?:with|only|in)\b|\boutput (?:only|the following|exactly)\b"
    r"|\b(?:you|your)\b"
    r"|(?:^|[.:;!]\s*|\b(?:must|should|shall|please|to|now|then|and) )"
    r"(?:run|execute|paste|type|install|download|curl|wget|sudo)\b[^.]{0,60}"
    r"(?:\bcommands?\b|\bscripts?\b|\bshell\b|\bterminal\b|\| ?(?:sh|bash)\b|\b(?:npm|pip) i(?:nstall)?\b|\brm -)"
    r"|\brm -[rf]|\bcurl (?:-\w|\S*/)|\bbase64\b|\bexfiltrat\w+"
    r"|\b(?:send|post|upload|e-?mail|forward|leak|print|reveal|disclose)\b[^.]{0,50}"
    r"\b(?:secrets?|tokens?|passwords?|credentials?|(?:api|private|access|secret) keys?|contents? of|environment)\b"
    r"|^(?:please|do not|don[’']t|always|never|make sure|remember to|be sure to|note that|approve|confirm|mark|delete"
    r"|trust)\b"
    r"|\bwhylens\b|\bW-[0-9a-f]{4}\b",
    re.IGNORECASE,
)
#: A guess, a question or an "if only": nothing to remember as true.
_SPECULATION = re.compile(
    r"\?\s*$|\b(?:maybe|perhaps|possibly|presumably|probably|apparently|supposedly"
    r"|i (?:think|guess|suppose|believe|assume|wonder)"
    r"|not (?:quite |entirely |really )?(?:sure|certain)|might|could it be|(?:could|may) be that"
    r"|seems?(?: to| like)?|looks like|no idea|who knows|hopefully|what if|one could|we could)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")
#: Names and numbers: what a sentence must not say unless its source does.
_NAME = re.compile(r"\b\w*(?:[a-z0-9][A-Z]|\w[_./:]\w|\d)[\w./:]*\b")
#: Characters that two forms of one word share (`retry`, `retries`), and the share of the words the text must hold.
_STEM, _LEAST_SHARED = 4, 0.6
_COMMON = frozenset(
    {"because", "since", "when", "while", "that", "this", "these", "those", "with", "without", "from", "into", "must",
     "have", "been", "were", "will", "would", "should", "only", "also", "than", "then", "they", "their", "there",
     "which", "what", "where", "every", "each", "some", "other", "more", "most", "less", "after", "before", "about",
     "over"}
)  # fmt: skip


def has_markup(text: str) -> bool:
    """Whether *text* is more than one plain line: markup, links, code, signs nobody sees or takes for others."""
    return bool(_MARKUP.search(text) or _DISGUISED.search(text)) or any(
        unicodedata.category(each) in _UNSEEN or ord(each) in _SELECTORS for each in text
    )


def gives_instructions(text: str) -> bool:
    """Whether *text* tells a reader, or a machine that reads it, what to do."""
    return bool(_INSTRUCTION.search(" ".join(text.split())))


def is_speculation(text: str) -> bool:
    """Whether *text* guesses or asks."""
    return bool(_SPECULATION.search(" ".join(text.split())))


def invents_names(summary: str, text: str) -> bool:
    """Whether *summary* has a name of code, a path or a number that *text* does not have."""
    known = text.casefold()
    return any(each.group().strip("./:").casefold() not in known for each in _NAME.finditer(summary))


def is_about_the_text(summary: str, text: str) -> bool:
    """Whether most of the words of *summary* stand in *text*, in some form."""
    words = {each.casefold() for each in _WORD.findall(summary)} - _COMMON
    stems = {each.casefold()[:_STEM] for each in _WORD.findall(text)}
    return bool(words) and sum(each[:_STEM] in stems for each in words) >= _LEAST_SHARED * len(words)
