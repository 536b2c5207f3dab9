"""Takes the sentences of a commit body in: what each says, about which time, whether it tells what the change does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from whylens.extract.body.words import PARENTHESIS, any_of
from whylens.extract.noise import is_noise
from whylens.extract.phrasing import capital, is_complete, plain
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject


@dataclass(frozen=True, slots=True)
class Said:
    """A usable sentence of a body.

    `text` is its plain words, `order` its place among the sentences, `past` says that it tells of the time before the
    change, `shared` counts the content words it has in common with the subject line, `acts` that it says what the
    change does. `prose` is the text without parentheses and with names of code blanked, so that `OnError` is no error.
    """

    sentence: Sentence
    text: str
    order: int
    past: bool
    shared: int
    acts: bool
    prose: str


def hear(subject: Subject, sentences: Sequence[Sentence]) -> list[Said]:
    """The sentences worth listening to: whole, no noise, and saying more than the subject line."""
    heard = (_hear(subject, order, sentence) for order, sentence in enumerate(sentences))
    return [item for item in heard if item]


#: How the words begin that one of the rules listens to; a sentence without any of them is passed over unread.
_SIGNALS = (
    "because", "since", "otherwise", "due", "avoid", "prevent", "protect", "guarantee", "reason", "motivat",
    "rational", "idea", "must", "should", "require", "only", "cannot", "deprecat", "workaround", "work-around",
    "works", "working", "intention", "deliberate", "purpose", "design", "decided", "opted", "chose", "settled",
    "agreed", "tried", "attempted", "experimented", "rejected", "ruled", "abandoned", "faster", "slower", "speed",
    "improv", "reduc", "increas", "decreas", "smaller", "larger", "drop", "sav", "crash", "panic", "segfault",
    "segmentation", "dead", "rac", "hang", "hung", "leak", "corrupt", "overflow", "infinite", "loss", "regress",
    "inconsisten", "fail", "break", "broke", "error", "exception", "wrong", "incorrect", "mist", "bug", "stuck",
    "time", "lost", "silent", "null", "npe", "undefined", "starv", "double", "use-after", "out-of", "later", "soon",
    "caus", "lead", "led", "result", "previous", "before", "prior", "current", "until", "right", "moment", "unsafe",
    "problem", "without", "missing", "unnecess", "redundan", "ineffic", "expens", "slow", "never", "forgot", "ignor",
    "duplica", "wast", "confus", "mislead", "allowed", "safe", "supposed", "permitted", "commits", "going", "went",
    "instead", "needs", "remov", "follow", "unable", "solution", "fix", "wasn", "weren", "didn", "couldn",
)  # fmt: skip


def speaks(sentence: str) -> bool:
    """Whether any word of the sentence is one the rules listen to."""
    lower = sentence.lower()
    return any(word.startswith(_SIGNALS) for word in lower.split()) or "so that" in lower or ", as " in lower


_PAST = any_of(
    r"previously|before (?:this|that|the|now|#|\d)|used to|until now|so far|currently|at the moment|at present",
    r"right now|today|as of now|was|were|wasn[’']t|weren[’']t|had|been|would|did(?:n[’']t| not)?|formerly",
    r"originally|in the past|the old|existing|the previous|could|old (?:code|behaviou?r|version)",
)
_THIS_CHANGE = any_of(
    r"the main (?:change|idea|goal|purpose) (?:of|to|in) this \w+ is (?:to )?",
    r"(?:this|the) (?:change|fix|patch|commit) (?:is|was|aims|is meant) to ",
    r"(?:(?:with|in|by|through) )?(?:this|the|my) (?:commit|PR|patch|change(?:set)?|CL|pull request|diff"
    r"|series|branch"
    r"|MR|merge request|fix)(?: (?:also|now|simply|just|instead|therefore|hence))*,? (?:(?:we|I) (?:now )?)?",
    start=True,
)
#: The author's own story; only what was decided or tried in vain is worth more than its moment.
_NARRATES = re.compile(
    r"\bI\b(?! (?:have |had |also |\w+ly )*(?:decided|chose|opted|tried|attempted))"
    r"|\b(?:my|the example at|in the course of)\b"
)
_LED_IN = (
    r"(?:(?:instead|now|so|therefore|thus|hence|further|(?:in order )?to \w+[^,]{3,60},),? )?"
    r"(?:(?:we|I) (?:now|therefore|instead) )?(?:also |just |simply |only |always |never |now )?"
)
_VERBS = (
    "us switch mov keep drop remov replac mak avoid prevent disabl enabl skip stor return call stop renam"
    " split limit add ignor treat defer delay cach reus pass set chang introduc forc requir wrap guard"
    " convert clear reset restrict bail log mark caus reveal enhanc expos hid rais lower increas reduc"
    " swap inlin extract document display show print fix correct restor rewrit writ handl adjust tweak"
    " improv optimiz optimis implement creat provid support updat align vendor port promot memoiz memois"
    " infer resolv allocat initializ initialis run register deprecat merg unif simplif refactor reject"
    " refus accept allow ensur check verif validat emit send report track record contain refin let catch"
)
#: Opens with a verb of change: "Use …", "Moves …", "Adding …".
_ACTS = any_of(
    rf"{_LED_IN}(?:(?:{'|'.join(_VERBS.split())})(?:e?s|e?d|ing|e|y|ies|ied|[pt]ing|[npt]ed)?|do not"
    rf"|don[’']t|fall back)\b",
    start=True,
)
#: A condition and what is to be done then: "When a file is invalid, trigger a reload".
_ACTS_WHEN = any_of(
    rf"(?:when|if)\b[^,]{{3,100}}, (?:{'|'.join(_VERBS.split())}|trigger|show)e? ", start=True
)
_NO_VERBS = (
    "when if in because since as while after for on with at by from to before until although though under"
    " within without during unless once where whereas both that all some any each every of and but or so"
    " however through into via given also only even note not what which is are was were does did has have"
    " had whenever inside outside between despite due instead like than then it this here there per across"
    " over about against among beyond upon using"
)
#: Opens with any other word that can only be a verb: "Recognize an EOF …".
_IMPERATIVE = any_of(rf"{_LED_IN}(?!(?:{'|'.join(_NO_VERBS.split())})\b)[a-z]+ (?:the|an?) ", start=True)
_GERUND_SUBJECT = any_of(
    r"\w+ing\b.* (?:was|were|is|are|would|caus\w+|can|could|will|leads?|led|makes?|made|result\w*|fail\w*"
    r"|breaks?|broke"
    r"|requires?|needs|produc\w+|returns?|returned|rais\w+|trigger\w*|does|did|has|had) ",
    start=True,
)
#: A sentence that lost its subject, or never had one.
_NO_SUBJECT = any_of(
    r"(?:is|are|was|were|has|have|had|does|did|can|will|would|should|could|may|might|useful|needed|necessary|required"
    r"|helpful|nice)\b",
    start=True,
)


def _hear(subject: Subject, order: int, sentence: Sentence) -> Said | None:
    raw = sentence.text
    if sentence.cut or not speaks(raw) or not is_complete(raw) or _NARRATES.search(raw) or is_noise(raw):
        return None
    text = without_this_change(plain(raw))
    own, given = _content(text), _content(subject.raw)
    if _NO_SUBJECT.match(text) or len(own - given) < 4:
        return None
    prose = _CODE.sub("X", PARENTHESIS.sub("", text))
    return Said(sentence, text, order, bool(_PAST.search(raw)), len(own & given), acts(text), prose)


def without_this_change(text: str) -> str:
    """The sentence without "This commit …" at its start."""
    return capital(_THIS_CHANGE.sub("", text))


def acts(text: str) -> bool:
    """Whether the sentence opens by saying what the change does: "Use …", "Moves …", "Recognize an …"."""
    return bool(
        _ACTS.match(text) or _ACTS_WHEN.match(text) or _IMPERATIVE.match(text)
    ) and not _GERUND_SUBJECT.match(text)


_CODE = re.compile(
    r"`[^`]*`|\b\w+(?:::|\.|->)\w+(?:\(\))?|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b\w+_\w+\b|\b[A-Z][a-z]+[A-Z]\w*"
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
    """The stems of the words that carry meaning."""
    return frozenset(word.lower()[:7] for word in _WORD.findall(text)) - _COMMON
