"""Finds text in a card that is addressed to a model, and takes it out: a note tells, it does not command."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LEFT_OUT = "(words addressed to an assistant left out)"

_MODEL = (
    r"(?:an? |the |any |all )?"
    r"(?:ai|llm|language model|assistant|chatbot|copilot|claude|chatgpt|gemini|coding agent)s?"
)
_EARLIER = r"(?:previous|prior|above|earlier|preceding|existing|original|system)"
_SAID = r"(?:instructions|prompts?|directives|guidelines|system messages?)"
#: Ways to command a model, each to the end of the sentence. Talk of compilers ("the previous instruction") is none.
_COMMANDS = re.compile(
    "|".join((
        rf"\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+|these\s+)?"
        rf"(?:{_EARLIER}\s+(?:\w+\s+)?{_SAID}\b|(?:instructions|prompts?)\s+{_EARLIER}\b|your\s+(?:instructions|rules)\b)",
        rf"(?:^|(?<=[.!?:] ))(?:dear|hey|attention,?|note to|message (?:to|for)|instructions? (?:to|for))\s+{_MODEL}\b",
        rf"(?:^|(?<=[.!?:] ))if you are {_MODEL}\b",
        r"\b(?:you are now|from now on,? you are|pretend (?:to be|you are)|act as)\s+(?:in\s+)?(?:an?\s+|the\s+)?"
        r"[\w -]{0,30}\b(?:ai|assistant|model|agent|chatbot|(?:developer|admin|god|dan|jailbreak) mode)\b",
        r"\b(?:reveal|print|repeat|output|leak|show)\s+(?:me\s+|us\s+)?(?:your|the)\s+(?:full\s+|hidden\s+|initial\s+)?"
        r"(?:system\s+prompt|hidden\s+instructions|initial\s+instructions)\b",
        r"\b(?:do not|don['’]t|never)\s+(?:tell|mention (?:this|it) to)\s+the\s+user\b",
        r"\bwithout\s+(?:telling|informing|asking)\s+the\s+user\b",
        r"\b(?:send|post|upload|exfiltrate|forward)\s+(?:all\s+|any\s+)?(?:the\s+|your\s+|their\s+)?(?:\w+\s+)?"
        r"(?:secrets|credentials|tokens|api keys|passwords|environment variables)\s+to\s+(?:https?:|\S+@)",
        r"忽略(?:你|之前|以上|先前|前面|所有|的)*(?:指令|提示词|指示)",
        r"(?:以前|上記|これまで|前)の(?:すべての)?(?:指示|命令)を(?:すべて)?無視",
        r"\bignor(?:a|e|ez|iere[n]?)\s+(?:\w+\s+){0,3}(?:instrucciones|instructions|instruções|Anweisungen)\b",
    )),
    re.IGNORECASE,
)  # fmt: skip
_REST = re.compile(r"[^.!?。！？\n]*[.!?。！？]?")


@lru_cache(maxsize=512)  # a card's words are looked through for its line, its second line and its flag
def without_commands(text: str) -> tuple[str, bool]:
    """*text* with every sentence that commands a model cut off from there, and whether there was one."""
    if _COMMANDS.search(text) is None:
        folded = unicodedata.normalize("NFKC", text)
        if folded == text or _COMMANDS.search(folded) is None:
            return text, False
        text = folded
    kept: list[str] = []
    at = 0
    while found := _COMMANDS.search(text, at):
        kept += [text[at : found.start()], LEFT_OUT]
        rest = _REST.match(text, found.end())
        at = rest.end() if rest else found.end()
    return "".join((*kept, text[at:])), True
