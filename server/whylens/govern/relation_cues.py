"""What people write when something takes the place of something else, or merely goes on from it: tables of words."""

from __future__ import annotations

import re


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(patterns) + r")\b", re.IGNORECASE)


#: A change says what was wrong with an earlier one.
FAULT = _any_of(
    *(r"(?:a|was|were|by) mistakes?", "mistakenly", "broke", "breaks", "broken", "breaking", "breakage"),
    *(r"regress\w*", "unintended", "unfortunately", r"side[- ]effects?", "wrong", "wrongly", r"incorrect\w*"),
    *("race", r"fail(?:s|ed|ing|ures?)", r"flak\w+", r"slow(?:er|s|down)?", r"caus(?:e|es|ed|ing)"),
    *(r"introduc(?:ed|es) an? \w+", r"problem\w*", "can'?t", "cannot", r"crash\w*", r"hang\w*", r"leak\w*"),
    *(
        "dangerous",
        r"confus\w+",
        "unacceptable",
        "isn't",
        "wasn't",
        "didn'?t",
        "doesn'?t",
        "don'?t",
        "no longer",
    ),
    *(r"not (?:safe|complete|acceptable|needed|necessary|correct|right|work\w*|good|ready)", r"too \w+"),
)
#: A change goes back to what was before.
RESTORE = _any_of(
    *(r"bring\w* back", "brought back", r"add\w* back", r"put\w* back", r"restor\w*", r"go(?:es|ing)? back"),
    *(r"re-?(?:add|enabl|instat|introduc)\w*", "back to", "again", r"undo\w*", r"roll\w* back"),
    *(
        r"back(?:s|ed|ing)? out",
        r"missing \w+ back",
        r"previous(?:ly)?",
        r"original(?:ly)?",
        "instead",
        "for now",
    ),
    *("until", r"revisit\w*", r"rework\w*", r"reconsider\w*"),
)
#: A change gives a reason: who takes something back owes one.
REASON = _any_of(
    *(
        "because",
        "due to",
        r"turn(?:s|ed) out",
        "it seems",
        "apparently",
        r"discuss\w*",
        "consensus",
        "believe",
    ),
    *("decided", r"reason\w*"),
)
#: A change goes on from an earlier one, which stays as it is.
KIN = _any_of(
    *(r"similar\w*", r"follow(?:s|ing|ed)?(?:[- ]?up)?", "likewise", "companion", "as (?:in|per|with)"),
    *("like (?:in|the|we)", "same (?:as|way|fix|change)", "also", r"sync\w*", "further", r"extend\w*"),
    *(
        "extension",
        "extends?",
        r"additional\w*",
        "in addition",
        r"build\w* on",
        "on top of",
        "allow(?:s|ed|ing)?",
    ),
    *(
        r"support\w*",
        "adding",
        "adds?",
        r"split\w*",
        "part of",
        r"continu\w*",
        r"complement\w*",
        "make use of",
    ),
    *("based on", "already", "now"),
)
#: A title says that something goes away, moves, or is made anew.
DROP = _any_of(
    *(r"remov\w*", r"delet\w*", r"drop(?:s|ped|ping)?", r"discontinu\w*", r"dismiss\w*", r"deprecat\w*"),
    *(
        r"withdraw\w*",
        r"disallow\w*",
        r"forbid\w*",
        "no longer",
        "get rid",
        r"replac\w*",
        "move[sd]?",
        "moving",
    ),
    *("merge[sd]?", r"switch\w*", r"swap\w*", "rip(?:s|ped)? out", r"stop\w*", r"abandon\w*", r"refactor\w*"),
    *(r"renam\w*", r"retire\w*", r"overhaul\w*"),
)
#: A document speaks for the whole of its subject, or weighs what was there before.
WHOLE = _any_of(
    *(
        r"specif(?:y|ies|ied|ication)",
        "includ(?:es|ing)",
        "provid(?:es|ing)",
        "based on",
        "earlier",
        "previous",
    ),
    *(
        "prior",
        "similar to",
        "proposes an?",
        "semantics",
        "version",
        "mechanism",
        "format",
        r"simpl\w+",
        "unified",
    ),
    *(
        r"generali\w+",
        "general",
        r"refine\w*",
        r"revis\w*",
        r"retain\w*",
        "rebooted",
        "limitations?",
        "issues",
    ),
    *("concerns?", "experience", "existing", "currently"),
)
#: A document adds to what is there.
BUILD = _any_of(
    *("allow(?:s|ing|ed)?", "add(?:s|ing)?", "to support", r"enabl\w+", "using", "how to", "make use"),
    *(r"extend\w*", "additional", "also", "access"),
)
#: A document presents something, rather than adding to what is there.
INTRODUCES = _any_of(r"introduc\w+")
#: A document is about a thing of its own: the kind of thing, in the singular.
THING = _any_of(
    *("module", "library", "package", "apis?", "system", "framework", "protocol", "service", "engine"),
    "language",
)
#: A document speaks of everything of its kind.
EVERYTHING = _any_of("all", "every", "any", r"entire\w*", "whole", r"complet\w*", r"full\w*")
#: A document takes something away.
TAKES_AWAY = _any_of(
    *(r"remov\w*", r"deprecat\w*", r"discontinu\w*", r"delet\w*", r"drop\w*", r"disallow\w*", r"forbid\w*"),
)
#: A title that stands beside what it names: an extension, a use, advice.
BESIDE = _any_of(
    *(r"exten[ds]\w*", "profile", "using", r"guideline\w*", "considerations", "requirements", "framework"),
    "for use",
)
#: A number of a series: "1.2", "2021".
VERSION = re.compile(r"\bv?\d+(?:\.\d+)+\b|\b(?:19|20)\d\d\b")
