# ruff: noqa: E501
"""Chooses the sentences of a commit body that are worth a card, and words them so that they stand alone.

A body tells five things worth keeping, each read by one function: the defect that was mended and its cause, the
choice that was made and its reason, a rule that still holds, a measurement, and what was tried in vain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whylens.extract.cues import BAD, Cue, Voice, read
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.phrasing import capital, dangles, fit, is_complete, leans, plain, points_back, uncapital
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

#: Certainty of what is kept but waits in the review queue.
TENTATIVE = 0.3


@dataclass(frozen=True, slots=True)
class Finding:
    """A card in the making: what it says and the sentence it was taken from."""

    kind: Kind
    rule: str
    certainty: float
    importance: float
    summary: str
    sentence: Sentence
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A usable sentence of a body.

    `text` is its plain words, `order` its place, `past` says that it tells of the time before the change, `shared`
    counts the content words it has in common with the subject line, `acts` that it says what the change does.
    """

    sentence: Sentence
    text: str
    order: int
    past: bool
    shared: int
    acts: bool


def findings(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    """What the body says, the defect and the reason first; most bodies say nothing."""
    said = [item for item in (hear(subject, *pair) for pair in enumerate(sentences)) if item]
    taken: set[int] = set()
    for look in (_fixed_defect, _choice, _reason, _problem):
        found = look(subject, [item for item in said if item.order not in taken])
        if found:
            taken.add(found[0])
            yield found[1]
            if look is not _fixed_defect:
                break
    for item in said:
        found = _statement(subject, item) if item.order not in taken else None
        if found:
            yield found


#: How the words begin that one of the rules below listens to; a sentence without any of them is passed over unread.
_SIGNALS = (
    "because", "since", "otherwise", "due", "avoid", "prevent", "protect", "guarantee", "reason", "motivat", "rational", "idea",
    "must", "should", "require", "only", "cannot", "deprecat", "workaround", "work-around", "works", "working", "intention",
    "deliberate", "purpose", "design", "decided", "opted", "chose", "settled", "agreed", "tried", "attempted", "experimented", "rejected",
    "ruled", "abandoned", "faster", "slower", "speed", "improv", "reduc", "increas", "decreas", "smaller", "larger", "drop", "sav",
    "crash", "panic", "segfault", "segmentation", "dead", "rac", "hang", "hung", "leak", "corrupt", "overflow", "infinite", "loss",
    "regress", "inconsisten", "fail", "break", "broke", "error", "exception", "wrong", "incorrect", "mist", "bug", "stuck", "time",
    "lost", "silent", "null", "npe", "undefined", "starv", "double", "use-after", "out-of", "later", "soon", "caus", "lead", "led",
    "result", "previous", "before", "prior", "current", "until", "right", "moment", "unsafe", "problem", "without", "missing", "unnecess", "redundan", "ineffic",
    "expens", "slow", "never", "forgot", "ignor", "duplica", "wast", "confus", "mislead", "result", "allowed", "safe", "supposed", "permitted", "commits", "going", "went", "instead", "needs", "remov", "follow", "unable", "breaks",
)  # fmt: skip


def speaks(sentence: str) -> bool:
    """Whether any word of the sentence is one the rules listen to."""
    lower = sentence.lower()
    return any(word.startswith(_SIGNALS) for word in lower.split()) or "so that" in lower or ", as " in lower


_PAST = re.compile(
    r"\b(?:previously|before (?:this|that|the|now|#|\d)|used to|until now|so far|currently|at the moment|at present"
    r"|right now|today|as of now|was|were|wasn[’']t|weren[’']t|had|been|would|did(?:n[’']t| not)?|formerly|originally"
    r"|in the past|the old|existing|the previous|could|old (?:code|behaviou?r|version))\b",
    re.IGNORECASE,
)
_THIS_CHANGE = re.compile(
    r"^(?:the main (?:change|idea|goal|purpose) (?:of|to|in) this \w+ is (?:to )?|(?:this|the) (?:change|fix|patch|commit) (?:is|was|aims|is meant) to |(?:(?:with|in|by|through) )?(?:this|the|my) (?:commit|PR|patch|change(?:set)?|CL|pull request|diff|series|branch"
    r"|MR|merge request|fix)(?: (?:also|now|simply|just|instead|therefore|hence))*,? (?:(?:we|I) (?:now )?)?)",
    re.IGNORECASE,
)
#: The author's own story; only what was decided or tried in vain is worth more than its moment.
_NARRATES = re.compile(
    r"\bI\b(?! (?:have |had |also |\w+ly )*(?:decided|chose|opted|tried|attempted))|\b(?:my|the example at|in the course of)\b"
)
_LED_IN = r"^(?:(?:instead|now|so|therefore|thus|hence|further|to \w+[^,]{3,60},|in order to \w+[^,]{3,60},),? )?(?:(?:we|I) (?:now|therefore|instead) )?(?:also |just |simply |only |always |never |now )?"
#: Opens with a verb of change: "Use …", "Moves …", "Adding …".
_ACTS = re.compile(
    _LED_IN
    + r"(?:us|switch|mov|keep|drop|remov|replac|mak|avoid|prevent|disabl|enabl|skip|stor|return|call|stop|renam|split|limit|add|ignor|treat|defer|delay|cach|reus|pass|set"
    r"|chang|introduc|forc|requir|wrap|guard|convert|clear|reset|restrict|bail|fall back|log|mark|caus|reveal|enhanc|expos|hid|rais|lower|increas|reduc|swap|inlin|extract|document|display|show|print|fix"
    r"|correct|restor|rewrit|writ|handl|adjust|tweak|improv|optimi[sz]|implement|creat|provid|support|updat|align|vendor|port|promot|memoi[sz]|infer|resolv|allocat|initiali[sz]"
    r"|run|register|deprecat|merg|unif|simplif|refactor|reject|refus|accept|allow|ensur|check|verif|validat|emit|send|report|track|record|contain|refin|let|catch|do not|don[’']t)"
    r"(?:e?s|e?d|ing|e|y|ies|ied|[pt]ing|[npt]ed)?\b",
    re.IGNORECASE,
)
#: Opens with any other verb form and a determiner: "Recognize an EOF …".
_IMPERATIVE = re.compile(
    _LED_IN
    + r"(?!(?:when|if|in|because|since|as|while|after|for|on|with|at|by|from|to|before|until|although|though|under|within|without|during|unless|once|where|whereas|both|that|all|some|any"
    r"|each|every|of|and|but|or|so|however|through|into|via|given|also|only|even|note|not|what|which|is|are|was|were|does|did|has|have|had|whenever|inside|outside|between|despite|due|instead|like|than|then|it|this|here|there|per|across|over|about|against|among|beyond|upon|using)\b)"
    r"[a-z]+ (?:the|an?) ",
    re.IGNORECASE,
)
#: A sentence that lost its subject, or never had one.
_NO_SUBJECT = re.compile(
    r"^(?:is|are|was|were|has|have|had|does|did|can|will|would|should|could|may|might)\b", re.IGNORECASE
)
_GERUND_SUBJECT = re.compile(
    r"^\w+ing\b.* (?:was|were|is|are|would|caus\w+|can|could|will|leads?|led|makes?|made) ", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z_][\w-]{2,}")
_COMMON = frozenset({
    "the", "and", "for", "with", "from", "that", "this", "into", "when", "not", "are", "was", "but",
    "has", "have", "had", "use", "used", "using", "add", "adds", "added", "fix", "fixes", "fixed",
    "make", "makes", "should", "would", "could", "can", "will", "more", "only", "also", "than", "then",
    "them", "they", "its", "it's", "which", "while", "where", "there", "here", "all", "any", "some",
    "one", "two", "new", "old", "code", "change", "changes", "set", "get", "via", "now", "instead",
    "avoid", "remove", "update", "support", "allow",
})  # fmt: skip


def _content(text: str) -> frozenset[str]:
    return frozenset(word.lower()[:7] for word in _WORD.findall(text)) - _COMMON


def hear(subject: Subject, order: int, sentence: Sentence) -> Said | None:
    """The sentence taken in, or None when it is noise or no whole sentence."""
    if (
        sentence.cut
        or not speaks(sentence.text)
        or not is_complete(sentence.text)
        or _NARRATES.search(sentence.text)
    ):
        return None
    if is_noise(sentence.text):
        return None
    text = capital(_THIS_CHANGE.sub("", plain(sentence.text)))
    if _NO_SUBJECT.match(text):
        return None
    own, given = _content(text), _content(subject.raw)
    shared = len(own & given)
    if len(own - given) < 4:  # says no more than the subject line
        return None
    past = bool(_PAST.search(sentence.text))
    acts = bool(_ACTS.match(text) or _IMPERATIVE.match(text)) and not _GERUND_SUBJECT.match(text)
    return Said(sentence, text, order, past, shared, acts)


# --- the defect that was mended ---------------------------------------------------------------------------------

_CAUSE = re.compile(
    r"\b(?:because|since (?!\d|v\d)|due to|caused by|as a result of|the (?:main |real |actual )?(?:reason|root cause|culprit|cause) |lead(?:s|ing)? to|led to|the (?:issue|problem|bug|error|failure|crash|leak) (?:is|was)"
    r"|result(?:s|ed|ing)? in|caus(?:es?|ed|ing)|which (?:meant|would|could|can|made|makes|broke|breaks))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:when|if|while|after|unless|whenever|once|during)\b", re.IGNORECASE)
_BAD = re.compile(rf"\b{BAD}\b", re.IGNORECASE)
_FATAL = re.compile(
    r"\b(?:crash\w*|panic\w*|seg ?fault\w*|dead ?lock\w*|data race|race condition|leak(?:s|ed|ing|age)?|corrupt\w*|hang(?:s|ing)?|hung|overflow\w*|infinite (?:loop|recursion)"
    r"|use[- ]after[- ]free|double[- ]free|out[- ]of[- ]bounds|data loss|starv\w+|wrong(?:ly)?|incorrect(?:ly)?|silently|mistakenly)\b",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w+|\b[A-Za-z]\w*_\w+|\b[A-Z]\w+[A-Z]\w*|(?<!\w)--?[a-z][\w-]+=?|\b\w+\.\w+\b|\b[A-Z]{3,}\b"
)
#: Sentences that tell the story further, say what ought to be, or describe the new state, not the defect.
_NOT_DEFECT = re.compile(
    r"\b(?:now|no longer|this (?:means|ensures|fix\w*|avoids|prevents)|also|should|therefore|then|just a clean ?up|never happen\w*|harmless|cosmetic|dead code|we handle|make sure|unaffected|already|crashing at every|catch(?:es)?)\b",
    re.IGNORECASE,
)
#: Says that something was left out or done with the wrong thing.
_FLAW = re.compile(
    r"\b(?:was|were|is|are|did|does|do|had|has)(?: not|n[’']t| never| only| still| always)\b|\bwithout\b|\bmiss(?:ing|ed|es)\b|\bforgot\b|\b(?:was|were) using\b|\bignor(?:ed|ing|es)\b|\bfailed to\b|\binstead of\b|\beven (?:though|if|when)\b",
    re.IGNORECASE,
)
_NAMES_DEFECT = re.compile(r"the (?:issue|problem|bug|error|failure|crash|leak) (?:is|was)", re.IGNORECASE)
_FIX_VERB = re.compile(
    r"^(?:fix(?:e[sd]|ing)?(?: up| for| of| an issue (?:when|where|with))?|correct|repair|resolve)\s+",
    re.IGNORECASE,
)


def _fixed_defect(subject: Subject, said: Sequence[Said]) -> tuple[int, Finding] | None:
    """The sentence that tells best what was broken and why, when one tells it well enough."""
    if not subject.is_fix:
        return None
    rated = [(_tells_cause(item), -item.order, item) for item in said if item.order < 4]
    score, _, best = max(rated, key=lambda row: row[:2], default=(0, 0, None))
    if best is None or score < 5:
        return None
    summary = _mended(subject, best.text)
    if summary is None:
        return None
    certainty = min(0.9, 0.45 + 0.06 * score)
    return best.order, Finding(
        Kind.ISSUE, "fixed-defect", certainty, 0.6, summary, best.sentence, clause(best.text)
    )


def _tells_cause(item: Said) -> int:
    """How well a sentence tells what was broken and why; below 5 not well enough."""
    text = item.text
    bad, cause = bool(_BAD.search(text)), bool(_CAUSE.search(text))
    flaw = item.past and bool(_FLAW.search(text))
    if (
        item.acts
        or not (bad or flaw or (cause and item.past))
        or points_elsewhere(text)
        or _NOT_DEFECT.search(text)
    ):
        return 0
    score = (
        max(bad, flaw)
        + bool(_FATAL.search(text))
        + 2 * cause
        + item.past
        + bool(_CONDITION.search(text))
        + bool(_NAME.search(text))
    )
    return score + (item.order < 2) + (item.shared > 0) - (dangles(text) and not _NAMES_DEFECT.match(text))


def _mended(subject: Subject, text: str) -> str | None:
    """The defect named by the subject, then its cause: "Fixed: area: what was wrong — why"."""
    area = f"{subject.area}: " if subject.area else ""
    if re.fullmatch(r"(?i)fix(?:es|ed)?\s+(?:bug|issue|lp|bz|#)?\s*[#:]?\d+", subject.action):
        return None if leans(text) else fit(f"Fixed: {area}{text}")
    if _FIX_VERB.match(subject.action):
        return _with_subject(f"Fixed: {area}{_FIX_VERB.sub('', subject.action)}", text)
    if leans(text):
        return _joined(f"Fixed: {subject.text}", text)
    return fit(f"Fixed: {area}{text}")


# --- the choice that was made, and its reason --------------------------------------------------------------------

#: Words that give a reason, by how surely they do.
_BECAUSE = re.compile(
    r"\b(?:because (?!of\b)|(?:^|[,;–-] ?)otherwise\b|the (?:reason|motivation|rationale) )", re.IGNORECASE
)
_SINCE = re.compile(
    r", as (?:it|they|we|the)\b(?! relates)|\b(?:because of|due to)\b"
    r"|(?:^|,? )since (?!\d|v\d|\w*version|then|release|the (?:last|previous|beginning|introduction)|it[’']s been|[^,.]*\b\d+\.\d)",
    re.IGNORECASE,
)
_TO_AVOID = re.compile(
    r"^(?:in order )?to (?:avoid|prevent|guarantee|protect)\b|\b(?:should|must|need to|now|can|cannot|shall)\b.*\bto (?:avoid|prevent)\b",
    re.IGNORECASE,
)
_SO_AS_TO_AVOID = re.compile(
    r"\bto (?:avoid|prevent|protect|work around)\b|\bso that\b[^.]*\b(?:not|never|no longer|cannot|can[’']t|won[’']t|doesn[’']t|don[’']t|only|isn[’']t|aren[’']t)\b",
    re.IGNORECASE,
)
#: A condition without its main clause.
_HALF = re.compile(r"^(?:when|if|while|although|whereas|after|before|in case)\b[^,]*$", re.IGNORECASE)
_OPENS_REASON = re.compile(
    r"^(?:this (?:is|was) (?:because|to|so|needed|required|necessary|done (?:to|so|because|since|in order|for))|this (?:avoids?|prevents?|guarantees?|breaks?|causes?)"
    r"|the (?:main |real |actual )?(?:reason|motivation|rationale|idea|intent) |because|since (?!version|v?\d)|without this|otherwise|to avoid|to prevent)\b",
    re.IGNORECASE,
)
#: Opens a sentence that gives the reason for the one before it, not for the subject line.
_OF_SENTENCE_BEFORE = re.compile(r"^(?:(?:this|that) (?:is|was) because|otherwise)\b", re.IGNORECASE)
_TROUBLE = re.compile(
    rf"\b(?:{BAD}|slow\w*|unnecessar\w+|redundant\w*|inefficien\w+|wast\w+|confus\w+|mislead\w+|problem\w*|undetermined|unable|cannot|could not|expensive|duplicat\w+|needless\w*|ambiguous|no way|not possible|impossible|difficult|hard|ignored|missing|unsafe|stale)\b",
    re.IGNORECASE,
)
_VACUOUS = re.compile(
    r"\b(?:to ensure|ensures?|to make sure|makes sure) (?:that )?(?:the )?(?:proper|correct|right|consisten|everything|better)\w*",
    re.IGNORECASE,
)
_TIDIES = re.compile(
    r"^(?:rename|simplif|tidy|reorder|sort|clarif|re-?format|refactor|move|clean|dedupe|export|export|split|inline|de-?duplicate)\w*\b",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"\([^()]*\)")
_STORY = re.compile(
    r"\b(?:also|as well|at this point|for example|example:|in practice|we just|some while)\b|\bthen\b(?! )",
    re.IGNORECASE,
)


def _gives_reason(item: Said) -> bool:
    """Whether a sentence surely gives the reason for the change its commit makes."""
    text = _PARENTHESIS.sub("", item.text)
    if item.order > 4 or _STORY.search(text) or _VACUOUS.search(text) or _HALF.match(text):
        return False
    if item.order and (_OF_SENTENCE_BEFORE.match(text) or points_back(text)):
        return False
    if _OPENS_REASON.match(text):
        return item.order == 0 or item.shared > 1 or (item.order < 2 and item.shared > 0)
    if item.acts and _SO_AS_TO_AVOID.search(text):
        return item.shared > 1 or (item.order == 0 and item.shared > 0)
    if _BECAUSE.search(text) or (_TO_AVOID.search(text) and item.order < 2):
        return item.shared > 1 or (item.order == 0 and item.shared > 0)
    return bool(_SINCE.search(text)) and item.order < 2 and item.shared > 1


def _choice(subject: Subject, said: Sequence[Said]) -> tuple[int, Finding] | None:
    """A sentence that says both what the change does and why."""
    if _TIDIES.match(subject.action):
        return None
    for item in said:
        if item.acts and not item.past and _gives_reason(item):
            if subject.is_fix and _FIX_VERB.match(item.text):
                continue
            alone = None if leans(item.text) else _in_area(subject, item.text)
            summary = (_joined(subject.text, item.text) if item.shared < 3 else alone) or alone
            if summary:
                return item.order, Finding(
                    Kind.DECISION, "choice", 0.75, 0.6, summary, item.sentence, clause(item.text)
                )
    return None


def _reason(subject: Subject, said: Sequence[Said]) -> tuple[int, Finding] | None:
    """A sentence that gives the reason for what the subject line says."""
    if _TIDIES.match(subject.action):
        return None
    for item in said:
        if item.acts or not _gives_reason(item):
            continue
        if item.past and not _TROUBLE.search(item.text):  # the reason of the old way, not of the new
            continue
        mends = subject.is_fix and not item.text.lower().startswith(("to ", "in order"))
        summary = _mended(subject, item.text) if mends else _joined(subject.text, item.text)
        if summary:
            kind, rule = (Kind.ISSUE, "fixed-because") if mends else (Kind.DECISION, "reason")
            return item.order, Finding(kind, rule, 0.7, 0.6, summary, item.sentence, item.text)
    return None


_CONSEQUENCE = re.compile(
    r", (?:so|causing|leading|resulting|making|which (?:means?|meant|caus\w+|leads?|led|results?|resulted|breaks?|broke|makes?|made|could|can|would|may|might))\b"
    r"|\b(?:leads?|led) to\b|\bresult(?:s|ed|ing)? in\b|\bcaus(?:es?|ed|ing)\b|\bwould (?:then )?(?:fail|crash|break|panic|hang|leak|cause|result|lead|be (?:lost|ignored|dropped))",
    re.IGNORECASE,
)
_TELLS_CHANGE = re.compile(
    r"^(?:temporarily|this|it) (?:hide|is|adds?|fix\w*|improv\w+|address\w*|restores?|removes?|chang\w+|makes?)\b|, (?:clear|make|set|do|retry|ignore|use|so retry)\b|^(?:trying|we recently)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^(?:previously|currently|at the moment|at present|right now|until now|so far|before (?:this|the) (?:change|commit|patch|PR|CL|fix)|before this|prior to this(?: \w+)?|without this(?: \w+)?)\b,?\s*",
    re.IGNORECASE,
)


def _problem(subject: Subject, said: Sequence[Said]) -> tuple[int, Finding] | None:
    """A sentence that tells what was wrong before the change, in a commit whose subject line tells what is done."""
    if _TIDIES.match(subject.action):
        return None
    for item in said[:3]:
        text = _PARENTHESIS.sub("", item.text)
        if (
            item.order > 1
            or item.acts
            or _STORY.search(text)
            or _HALF.match(text)
            or _NOT_DEFECT.search(text)
        ):
            continue
        was = _BEFORE.match(plain(item.sentence.text, keep_time=True))
        wrong = _TROUBLE.search(text)
        consequence = _CONSEQUENCE.search(text)
        if was and item.shared and (wrong or consequence or _FLAW.search(text)):
            rule, words = (
                "previously",
                "previously, " + uncapital(_BEFORE.sub("", plain(item.sentence.text, keep_time=True))),
            )
        elif (
            item.order == 0
            and wrong
            and item.shared
            and _NAME.search(text)
            and (consequence or (subject.is_fix and _NAME.search(text)))
            and not _TELLS_CHANGE.search(text)
        ):
            rule, words = "problem", text
        else:
            continue
        summary = _mended(subject, words) if subject.is_fix else _joined(subject.text, words)
        if summary:
            kind, rule = (Kind.ISSUE, "fixed-" + rule) if subject.is_fix else (Kind.DECISION, rule)
            return item.order, Finding(kind, rule, 0.65, 0.6, summary, item.sentence, item.text)
    return None


def clause(text: str) -> str:
    """The part of a sentence that gives the reason, from its connective on; empty when it has none."""
    found = _BECAUSE.search(text) or _SINCE.search(text)
    return text[found.start() :] if found and found.start() else ""


# --- what one sentence states --------------------------------------------------------------------------------------

#: What is left out of this change says nothing about the code.
_SCOPE_OF_CHANGE = re.compile(
    r"\b(?:focus\w*|scope|initial|for now|defer\w*|separate(?:ly)?|follow|any refactoring|(?:in|by|from) this \w+|new API|left out|yet)\b",
    re.IGNORECASE,
)
_AIMS = re.compile(r"\b(?:aims?|allows?|solve[sd]?|the issue|possible to|now)\b", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"^(?:if|when|unless|once|while)\b[^,]*\bmust\b|^(?:for example|for instance|using|with|as with|per|no|assuming)\b|\bassumption\b|\bargument \d\b|\b\w*Error:",
    re.IGNORECASE,
)


def _statement(subject: Subject, item: Said) -> Finding | None:
    """A rule, a measurement, a to-do or a failed try that one sentence states."""
    cue = read(item.text, Voice.COMMIT)
    if cue is None or (cue.kind is Kind.CONSTRAINT and not _binds(item, cue)):
        return None
    alone = not leans(item.text) and cue.kind is not Kind.EVIDENCE
    if cue.kind is Kind.DECISION and (item.past or _SCOPE_OF_CHANGE.search(item.text)):
        return None
    if cue.name == "workaround" and not (item.acts or item.text.lower().startswith("the workaround")):
        return None
    if cue.name == "tried-and-failed" and not _TROUBLE.search(item.text):
        return None
    if cue.name == "decided" and not (
        _BECAUSE.search(item.text) or re.search(r"\b(?:not|against|instead)\b", item.text)
    ):
        return None
    summary = _in_area(subject, item.text) if alone else _joined(subject.text, item.text)
    if summary is None:
        return None
    certainty = TENTATIVE if cue.kind is Kind.TODO else cue.certainty
    return Finding(cue.kind, cue.name, certainty, cue.importance, summary, item.sentence, clause(item.text))


def _binds(item: Said, cue: Cue) -> bool:
    """Whether the sentence is a rule that still holds: present, about a named thing, the rule word not far in."""
    found = cue.pattern.search(item.text)
    if (
        found is None
        or found.start() > 90
        or dangles(item.text)
        or _AIMS.search(item.text)
        or item.past
        or item.acts
        or _STORY.search(item.text)
    ):
        return False
    named = _NAME.search(item.text)
    return bool(named and named.start() < found.end()) and not _CONDITIONAL.match(item.text)


# --- wording ---------------------------------------------------------------------------------------------------------


def _joined(subject: str, text: str) -> str | None:
    return None if points_elsewhere(text) else fit(f"{subject} — {uncapital(text)}")


def _with_subject(subject: str, text: str) -> str | None:
    """The sentence after the subject, or alone where both are too long and it needs no subject."""
    opening = "Fixed: " if subject.startswith("Fixed: ") else ""
    return _joined(subject, text) or (None if leans(text) or points_elsewhere(text) else fit(opening + text))


def _in_area(subject: Subject, text: str) -> str | None:
    if points_elsewhere(text):
        return None
    if subject.area and subject.area.lower() not in text.lower():
        return fit(f"{subject.area}: {uncapital(text)}") or fit(text)
    return fit(text)
