"""The rule table: which words in a sentence say that it is a decision, a constraint, a defect, and how surely.

`read` returns the first rule of the table that matches a sentence in the given voice; rows are ordered from the
most specific to the most general. A voice is who speaks, because the same words weigh differently: "must" in a
record binds, in a chat it may be about the next five minutes. `extract.noise` has already taken out the sentences
that must never become a card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from whylens.model.words import Kind


class Voice(Enum):
    """Who speaks."""

    COMMIT = auto()
    COMMENT = auto()
    NOTE = auto()
    USER = auto()
    ASSISTANT = auto()
    RECORD = auto()
    RULES = auto()
    DOCUMENT = auto()


@dataclass(frozen=True, slots=True)
class Cue:
    """One row: a sentence of one of `voices` matching `pattern` is a `kind`, with `certainty` (0..1)."""

    name: str
    kind: Kind
    voices: frozenset[Voice]
    certainty: float
    importance: float
    pattern: re.Pattern[str]


def read(sentence: str, voice: Voice) -> Cue | None:
    """The first rule that matches the sentence in this voice, or None: most sentences say nothing worth keeping."""
    for cue in _BY_VOICE[voice]:
        if cue.pattern.search(sentence):
            return cue
    return None


# Who a row listens to.
COMMENT = frozenset({Voice.COMMENT})
USER = frozenset({Voice.USER})
CHAT = frozenset({Voice.USER, Voice.ASSISTANT})
COMMIT = frozenset({Voice.COMMIT})
BINDING = frozenset({Voice.RECORD, Voice.RULES, Voice.DOCUMENT})
NOTE = frozenset({Voice.NOTE})
WRITTEN = NOTE | BINDING
ALL = frozenset(Voice)
OTHERS = ALL - COMMIT - COMMENT
WIDE = OTHERS - frozenset({Voice.NOTE})

# Word classes the patterns are made of.
BAD = (
    r"(?:crash\w*|panic\w*|segfault\w*|segmentation fault|dead ?lock\w*|data race|races?|race condition"
    r"|racy|hang(?:s|ing)?"
    r"|hung|leak(?:s|ed|ing|age)?|corrupt\w*|use[- ]after[- ]free|double[- ]free|overflow\w*"
    r"|infinite (?:loop|recursion)"
    r"|data loss|out[- ]of[- ](?:bounds|memory)|null pointer|NPE|NoneType|undefined behaviou?r|starv\w+|regress\w+"
    r"|inconsisten\w+|fail(?:s|ed|ing|ure|ures)?|break(?:s|ing|age)?|broke|broken|errors?|errored|exceptions?"
    r"|wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|bug(?:s|gy)?|stuck|timed? ?out|lost|silently)"
)
NOT = r"(?: not|n[o'’]?t)"
BE = r"(?:is|are|was|were|be|been|being)"
WE = r"\b(?:we|I)\b"
UNIT = (
    r"(?:x|×|%|ms|µs|us|ns|s|sec(?:ond)?s?|min(?:ute)?s?|[KMG]i?B|bytes|allocs?(?:/op)?|times|fold|percent)"
)
GAIN = (
    r"(?:faster|slower|speed-?up|quicker|smaller|larger|improvement|reduction|increase|decrease|gain"
    r"|regression|overhead)"
)
CHANGE = (
    r"(?:reduc\w+|improv\w+|increas\w+|decreas\w+|drop\w*|sav(?:es?|ed|ing)|sped up|speeds? up|cuts?|went"
    r"|goes|shrinks?|shrank)"
)
#: What a comment tells of the run of the code, which can be read beside it.
TOLD = r"(?:found|seen|got|read|create|\w+ed)"
LATER = r"(?:later|separately|soon|eventually|in the future|in future|afterwards?|follow[- ]?ups?|next|subsequent)"
DO_AWAY = (
    r"(?:remov\w+|delet\w+|drop(?:ped)?|rework\w*|rewrit\w+|refactor\w*|replac\w+|revisit\w*|reconsider\w*"
    r"|clean\w* up|simplif\w+)"
)


def _row(
    name: str, kind: Kind, voices: frozenset[Voice], certainty: float, importance: float, pattern: str
) -> Cue:
    return Cue(name, kind, voices, certainty, importance, re.compile(pattern, re.IGNORECASE))


K = Kind
# fmt: off
CUES: tuple[Cue, ...] = (
    # -- failed approaches: something was tried, and why it is not the way ---------------------------------------
    _row("tried-and-failed", K.FAILED_APPROACH, ALL, 0.80, 0.7,
         rf"(?:\b(?:we|I)(?:[’']ve| have| had)? (?:also |first |initially |originally )?|^(?:first "
         rf"|initially |originally )?)(?:tried|attempted|experimented)\b.*\b(?:but|however|failed"
         rf"|without success|{BE}?{NOT} (?:work|help))\b"),
    _row("does-not-work-because", K.FAILED_APPROACH, OTHERS, 0.80, 0.7,
         rf"\b(?:do|does|did|would|will|could|ca|wo){NOT} (?:actually |really )?(?:work(?! ?around)|scale"
         rf"|help|pan out)\b.*\b(?:because|since|due to|as)\b"),
    _row("approach-has-problem", K.FAILED_APPROACH, ALL, 0.80, 0.7,
         r"\b(?:problem|trouble|issue|drawback|downside) with (?:this|that|the (?:previous|current|old"
         r"|existing|original)) "
         r"(?:approach|idea|solution|design|implementation|method)\b"),
    _row("decided-against", K.FAILED_APPROACH, ALL, 0.80, 0.7,
         r"\b(?:we|I)(?:[’']ve| have| had)? (?:also |first |initially "
         r"|considered .* but )?(?:decided against|rejected|ruled out|abandoned|gave up on"
         r"|dismissed)\b.*\b(?:because|since|as|due to|in favou?r)\b"),
    # -- evidence: measurements ------------------------------------------------------------------------------------
    _row("measured-gain", K.EVIDENCE, ALL - COMMENT, 0.85, 0.5,
         rf"\d\s?{UNIT}\s+(?!or\b|to\b)(?:\w+\s+)?{GAIN}\b|\d\s?(?:x|×|%|times)\s+(?:more|less"
         rf"|fewer)\b(?! time than)|\b{GAIN} (?:by|of|than .* by) (?:about |around |roughly |up to )?[~≈]?\d"),
    _row("measured-change", K.EVIDENCE, ALL, 0.80, 0.5,
         rf"\b{CHANGE}\b.{{0,80}}\bby\s+(?:about |around |roughly |up to |only |over |nearly "
         rf"|almost )?[~≈]?\d[\d.,]*\s?(?:%|x\b|×|times|percent|fold)"
         rf"|\b{CHANGE}\b.{{0,60}}\bfrom [~≈]?\d[\d.,]*\s?{UNIT}?.{{0,12}} to [~≈]?\d[\d.,]*\s?{UNIT}(?!\w)"),
    # -- decisions that say they are ---------------------------------------------------------------------------------
    _row("decided", K.DECISION, ALL, 0.90, 0.7,
         r"\b(?:(?:we|I|has been|was|team|maintainers) (?:\w+ )?decided (?:to|that|on|not|against)"
         r"|decision (?:was|is|has been) (?:made|taken|to)|(?:we|I) (?:have |had |[’']ve )?(?:opted|chose"
         r"|chosen|elected) (?:to|for|not)"
         r"|(?:we|I) (?:have )?settled on|(?:^|we(?:[’']re| are)? |I(?:[’']m| am)? )(?:going|went|go) with"
         r"|(?:we|all) (?:have )?agreed (?:to|that|on)|henceforth|hereby)\b"),
    _row("by-design", K.DECISION, ALL, 0.80, 0.7,
         r"\b(?:(?:is|are|was|were|we|do|does|did) (?:\w+ )?(?:intentionally|deliberately)|(?:this|it"
         r"|that) (?:is|was) (?:intentional|deliberate)|(?:intentionally|deliberately|purposely"
         r"|purposefully) (?:not?|do(?:es)?|keep\w*|leav\w*|left|avoid\w*|skip\w*|kept|don)|on purpose"
         r"|by design|(?:conscious|deliberate) (?:choice|decision))\b"),
    # -- commits: what a body states besides the defect it mends and the reason for the change ------------------------
    _row("invariant", K.CONSTRAINT, COMMIT, 0.75, 0.7,
         r"\bmust(?:n[’']t| not| never| always| still| only| also)? (?:be(?! \w+ed differently)|not|never"
         r"|have|remain|match|respect|preserve|hold|come|stay|agree|maintain|happen|outlive|precede|reside"
         r"|contain)\b"
         r"|\bshould (?:never|only) (?!work)\w+|\b(?:is|are) not (?:safe|allowed|supposed|permitted) to\b"
         r"|\bmay only be\b|\bcommits us to\b|\bcannot be \w+ (?:until|before|unless|because|while)\b"),
    _row("requires", K.CONSTRAINT, COMMIT, 0.65, 0.6,
         r"^(?!.{0,80}\b(?:which|that|but|because|once|even though|instead|for|when|if|as|since|while|this"
         r"|it|although)\b.{0,60}\brequires?\b)(?:the )?[^,;:]{3,70}? (?:now )?requires (?:that|at least"
         r"|both|an?|the|\w+ data to be|(?-i:[A-Z`\d]))"),
    _row("deprecates", K.DECISION, COMMIT, 0.75, 0.6,
         r"^(?:deprecates? |we (?:now |should |will )?deprecate )|\b(?:is|are) now deprecated\b"),
    _row("workaround", K.DECISION, COMMIT, 0.75, 0.7,
         r"\b(?:a work[- ]?around|works? around|working around|the work[- ]?around is)\b"),
    _row("solution", K.DECISION, COMMIT, 0.70, 0.6,
         r"^(?:(?:the|my|our) (?:fix|solution|remedy)(?: here)? is to\b|to fix (?:this|it|that)[,:] "
         r"|fix (?:this|it|that) by\b|(?:it is |it[’']s )?easy to fix: )"),
    _row("instead-choice", K.DECISION, COMMIT, 0.70, 0.6, r"^we (?:are going to|will|now|should) .*\binstead\b"),
    _row("later", K.TODO, COMMIT, 0.6, 0.4,
         rf"\b(?:will|should|can|could|may|must|to) be {DO_AWAY}\b|\b(?:will|should"
         rf"|can) (?:be )?\w+ (?:in a )?(?:{LATER})\b|\bneeds to be {DO_AWAY}\b"),
    # -- comments in code: few rows, because what a comment says can be read beside the code anyway -------------------
    _row("comment-directive", K.CONSTRAINT, COMMENT, 0.80, 0.7,
         r"(?:^|[;:.,] |\b(?:so|please|but|and) )(?:please )?(?:do not|don[’']t|never) (?:change|remove"
         r"|modify|rely|edit|touch|reorder|assume|rename|refactor|simplify)\b"
         r"|(?:^|[;:.,] |\b(?:so|please|but|and) )(?:please )?(?:do not|don[’']t|never) (?:use|call|access"
         r"|add|import|depend)\b.*\b(?:directly|anywhere|elsewhere|outside|except|unless|instead|because"
         r"|since|in new)\b"),
    _row("comment-must", K.CONSTRAINT, COMMENT, 0.75, 0.7,
         r"^(?!(?:if|when|once|for|unless|while)\b).*(?:\b(?:must(?: not|n[’']t)?|should (?:not|never|only"
         r"|always)|shouldn[’']t|may only)(?: never| only| always)? be (?:called|used|held|kept|set|run"
         r"|done|initiali[sz]ed|loaded|imported|defined|declared|placed|checked|accessed|modified|changed"
         r"|freed|closed|released|acquired|registered|updated|invoked|in sync|sorted|unique|the same"
         r"|identical|consistent)\b"
         r"|\bmust (?:never|always|hold|outlive|come (?:before|after|first|last)|precede|preserve"
         r"|agree with|happen (?:before|after))\b|\bcallers? must\b|\bnot (?:thread|re-?entrant"
         r"|signal)[- ]?safe\b)"),
    _row("keep-in-sync", K.CONSTRAINT, COMMENT | NOTE | BINDING, 0.80, 0.7,
         r"^(?!.*\b(?:no longer|never|not|no need to|n[’']t|n[’']t need to) (?:be )?(?:kept?|updated?|in sync)\b).*"
         r"(?:\b(?:update|keep|change|bump|modify|adjust)\b.*\b(?:in sync|if you (?:change|add|modify|update)"
         r"|when(?:ever)? (?:\w+ ){0,4}(?:is|are) (?:changed|added|created|updated|modified|removed))\b"
         r"|\bkept? in sync\b)"),
    _row("comment-broken", K.ISSUE, COMMENT, 0.75, 0.8,
        r"\b(?:is|are) (?:still |also |currently )?(?:racy|broken|buggy|leaky|flaky)\b"
        r"|(?<!no )\bknown (?:issue|bug|limitation|defect)s?\b"),
    _row("comment-remove-when", K.TODO, COMMENT, 0.70, 0.4,
         rf"\b(?:should|can|could|must|to) be {DO_AWAY}\b.*\b(?:once|when|after|until|in (?:the )?(?:next"
         rf"|v?\d|[A-Z])|as soon as)\b|\b(?:once|when|after) .*\b(?:can|should) be (?:removed|dropped"
         rf"|deleted)\b|\bneeds to be (?:rework|rewrit|refactor|revisit|fix)\w*"),
    _row("comment-workaround", K.DECISION, COMMENT, 0.75, 0.7,
         r"\b(?:work[- ]?arounds?|works? around|working around|hack(?:y|ish)?)\b"),
    _row("comment-because", K.DECISION, COMMENT, 0.70, 0.6,
         rf"^(?!.*\b(?:because|since) we(?:[’']ve| have)? (?:just |now |already )?(?:not |didn[’']t )?{TOLD}\b"
         r"|if\b.*\bthen we can\b).*?(?:"
         r"\b(?:we|let[’']s)\b.*\bbecause (?!of\b)|^(?:because|since) .*, (?:we|it|this|so)\b|^(?:we"
         r"|don[’']t|do not|use|skip|keep|avoid|ignore|only|always|never|force|need to"
         r"|has to) .*\b(?:because|since|as otherwise|to (?:avoid|prevent|work around)|so that .*\bnot)\b"
         r"|\b(?:we|this|it) (?:do|does|must|need|have|has|can|can|should|would|keep|use|don[’']t|cannot"
         r"|can[’']t)\b.*[,;] (?:otherwise|or else|since|as)\b|\bwithout (?:this|it)\b.*\b(?:would|will"
         r"|fails?|breaks?|crash\w*)\b)"),
    _row("comment-compat", K.DECISION, COMMENT, 0.65, 0.6,
        r"\b(?:kept|keep|still|we|needed|required|preserve\w*)\b.*\bfor (?:backwards?|historical|legacy|API"
        r"|ABI|binary)[- ]?(?:compat\w*|reasons)"),
    # -- chat: what the user wants to hold from now on -------------------------------------------------------------
    _row("left-to-do", K.TODO, CHAT, 0.75, 0.5,
         r"\b(?:we|I|it|they)(?:[’']ll)? (?:still )?(?:need|have) to\b.*\b(?:still|yet|later)\b"
         r"|\bstill (?:need|have|has) to\b|\bneeds? to be updated\b|\bhaven[’']t .* yet\b|\bonly (?:changed"
         r"|did|updated|fixed) .*\bso far\b"),
    _row("user-prefers", K.PREFERENCE, USER, 0.85, 0.6,
         rf"{WE} (?:always |usually |generally |strongly |would )?(?:prefer|favou?r)\b|\b(?:as a rule"
         rf"|from now on|going forward)\b"),
    _row("user-emphasis", K.CONSTRAINT, USER, 0.80, 0.6, r"\b(?-i:NOT|ONLY|NEVER|ALWAYS|MUST)\b"),
    _row("user-does-not-want", K.CONSTRAINT, USER, 0.75, 0.6,
         rf"{WE} (?:really |just )?(?:do|did){NOT} (?:really |ever |even )?(?:want (?!to mess)|need|use"
         rf"|allow|support)\b|\bbetter that we\b"),
    _row("user-forbids", K.CONSTRAINT, USER, 0.80, 0.7,
         r"(?:^|[,;:(.] ?|\b(?:so|please|but|and) )(?:please )?(?:do not|don[’']t|never|avoid) (?!want|know"
         r"|think|see|care|mind|have)\w+"
         r"|\b(?:should|shall|must|can)(?: not|n[’']t) (?:be|have|do|use|add|create|call|touch|make"
         r"|introduce|put|write|depend|import)\b"),
    _row("user-convention", K.CONSTRAINT, USER, 0.80, 0.6,
         r"\b(?:like|as) (?:we|the others?|all (?:the )?other \w+|other \w+|everywhere|it is) (?:do|does"
         r"|have|done|else|elsewhere)\b|\beverywhere else\b|\bwhere the (?:other|rest)\b|\b(?:is"
         r"|are)(?: not| n[’']t)? (?:a|the) goal\b|\bthe same way (?:as|we)\b"),
    _row("user-wants", K.DECISION, USER, 0.75, 0.6,
         rf"{WE}(?: (?:just |really |always |now )*(?:want(?! to (?:see|know|understand))|are going to"
         rf"|are gonna|would like|are (?:moving|switching|dropping))|[’'](?:re going to))\b"
         rf"|\bso (?:that )?there (?:is|are) no\b"),
    _row("user-changed", K.DECISION, USER, 0.75, 0.6,
         rf"\b(?:got|getting) rid of\b|{WE} (?:removed|dropped|replaced|switched|moved|renamed|(?:just "
         rf"|only )?(?:enable|disable|keep|skip))\b"),
    _row("user-lets", K.DECISION, USER, 0.75, 0.6,
         r"\blet[’']?s (?:just |also |start (?:to |with )?|go ahead and )?(?:not|never|always|use|keep|drop"
         r"|remove|delete|replace|switch|move"
         r"|rename|stop|avoid|make|do|go with|split|merge|stick|have|require|disable|enable|deprecate"
         r"|default|be sure)\b"),
    _row("user-drops", K.DECISION, USER, 0.70, 0.5,
         r"^(?:(?:ok|so|and|yes|no|for \S+|please)[,:]? )*(?:drop|remove|get rid of|kill|replace|stick with|use) "),
    _row("user-only", K.CONSTRAINT, USER, 0.80, 0.6, r"^only (?!if|when|the|a|one)\w+|\bshould only\b"),
    _row("precedence", K.CONSTRAINT, WIDE, 0.80, 0.6,
         r"\b(?:take[sn]?|taking|have|has) precedence\b|\b(?:order|sequence) should be\b"),
    _row("reported-issue", K.ISSUE, CHAT, 0.70, 0.7,
         rf"\b{BAD}\b(?! message)|\b(?:backwards|causes our|inglorious|(?:is|are|was) (?:only|not) (?:check"
         rf"|consider|look|handl|step)\w*|only (?:checks?|considers?|looks?|handles?)|wasn[’']t"
         rf"|isn[’']t (?:working|called|used)|(?:does|do)(?: not|n[’']t) work)\b"),
    # -- constraints --------------------------------------------------------------------------------------------------
    _row("note-must", K.CONSTRAINT, NOTE, 0.70, 0.7,
         r"^(?!this means\b).*(?<!there )\b(?:must(?:n[’']t)?|shall(?: not)?|(?:we|you|it|this|they"
         r"|callers?) (?:cannot|can[’']t))\b"),
    _row("must", K.CONSTRAINT, WIDE, 0.70, 0.7,
         r"\b(?:must(?:n[’']t)?|shall(?: not)?|never|cannot|can not|can[’']t|mandatory|prohibited|forbidden)\b"),
    _row("requires", K.CONSTRAINT, OTHERS, 0.65, 0.6,
         rf"\b(?:(?:requires?|relies on|rely on) (?!us|me|that we)|(?:{BE}|not) (?:strictly )?(?:required"
         rf"|allowed|permitted|guaranteed)"
         r"|ha(?:s|ve) to (?:be|match|stay|keep|hold|happen|go|remain)|needs? to (?:be (?!\w+(?:ed|n)\b)"
         r"|match|stay|keep|hold|happen|remain)"
         r"|commits us to)"),
    _row("note-do-not", K.CONSTRAINT, NOTE, 0.75, 0.7,
         r"(?:^|[,:;(.] ?|\b(?:so|please|but|and) )(?:please )?(?:do not|don[’']t|never|avoid|beware"
         r"|be careful|make sure|be sure) \w+|^(?:ensure|always|only) .*\b(?:before|otherwise|together"
         r"|because|since|if)\b"),
    _row("do-not", K.CONSTRAINT, BINDING, 0.75, 0.7,
         r"(?:^|[,:;(.] ?|\b(?:so|please|but|and) )(?:please )?(?:do not|don[’']t|avoid|beware|be careful"
         r"|make sure|be sure|ensure|always) \w+|(?:^|[:;.] )only \w+"),
    _row("should-only", K.CONSTRAINT, OTHERS, 0.70, 0.6,
         r"\bshould(?: (?:only|never|always|not)|n[’']t)\b|\bonly (?:be )?(?:valid|safe|allowed|supported"
         r"|works?|appl(?:y|ies)|if|when|on|for|call|use)\b"
         r"|\bnot (?:be )?(?:safe|supported|valid)\b"),
    _row("should-be", K.CONSTRAINT, USER | BINDING, 0.70, 0.6, r"\b(?:should|ought to|needs? to)\b"),
    _row("compatible", K.CONSTRAINT, WRITTEN, 0.65, 0.6,
         r"\b(?:backwards?|forwards?|binary|API|ABI)[- ]compat\w*|\bcompatib(?:le|ility) with\b|\bfor compat\w*"),
    _row("note-should", K.CONSTRAINT, NOTE, 0.70, 0.5, r"^note\b.*\b(?:should|must|needs? to|only|cannot)\b"),
    _row("one-not-other", K.FACT, BINDING | USER, 0.65, 0.5, r"\buses? [^,.;]{2,40}, not "),
    # -- defects ------------------------------------------------------------------------------------------------------
    _row("known-issue", K.ISSUE, OTHERS, 0.85, 0.8,
         r"\bknown (?:issue|bug|limitation|problem|defect)s?\b|\bdoes(?: not|n[’']t) (?:yet "
         r"|currently )?(?:handle|support|work|respect)\b"),
    _row("racy", K.ISSUE, NOTE, 0.75, 0.8,
         r"\b(?:is|are) (?:still |also |currently )?(?:racy|broken|buggy|leaky|flaky)\b"),
    # -- to-dos -------------------------------------------------------------------------------------------------------
    _row("to-do-later", K.TODO, OTHERS, 0.60, 0.4,
         rf"\b(?:will|should|can|could|may|must|to) be {DO_AWAY}\b|\bneeds? (?:to be )?{DO_AWAY}\b"
         rf"|\b(?:until|once|when|after) .* (?:remove|drop|delete) (?:this|it)\b"
         r"|\bstill (?:need|have) to\b|\bfollow[- ]?up (?:PR|CL|commit|patch"
         r"|change)s? (?:will|should)\b"),
    # -- decisions by their reason ------------------------------------------------------------------------------------
    _row("deprecates", K.DECISION, WRITTEN, 0.75, 0.6,
         rf"\b(?:(?:{BE}|now|should|will|we|to) (?:be )?deprecated?|deprecate (?:the|it|this))\b|^deprecate\b"),
    _row("workaround", K.DECISION, WRITTEN, 0.75, 0.7, r"\b(?:work[- ]?arounds?|works? around|working around|hack)\b"),
    _row("instead-of", K.DECISION, OTHERS, 0.70, 0.6,
         r"\b(?:instead of|rather than|in favou?r of|as opposed to|in place of)\b"),
    _row("because", K.DECISION, WRITTEN, 0.65, 0.6,
         r"\b(?:because|so that|in order (?:to|not)|(?:to|in order to) (?:avoid|prevent|ensure|preserve)"
         r"|otherwise|the (?:reason|rationale|motivation)"
         r"|for (?:performance|consistency|simplicity|historical|security) reasons?)\b|\bsince (?!\d|v\d"
         r"|version|then|release|the (?:last|previous|beginning))"),
    _row("removes", K.DECISION, BINDING, 0.70, 0.6,
         r"\b(?:is|are|will|should|to) (?:be )?(?:removed|discontinued|replaced|dropped|deprecated|renamed"
         r"|moved|split|merged|introduced|used|changed)\b|\bwe will\b"),
    # -- facts --------------------------------------------------------------------------------------------------------
    _row("note-that", K.FACT, BINDING, 0.65, 0.4, r"^(?:note|nb|n\.b\.|caveat|beware|keep in mind|remember)\b"),
    _row("convention", K.FACT, WIDE, 0.60, 0.4, r"\b(?:convention|by default|already (?:uses?|exists?|does))\b"),
)
# fmt: on
_BY_VOICE: dict[Voice, tuple[Cue, ...]] = {
    voice: tuple(cue for cue in CUES if voice in cue.voices) for voice in Voice
}
