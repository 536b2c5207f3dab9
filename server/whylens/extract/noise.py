"""The anti-cues: sentences, subjects and authors that must never become a card."""

from __future__ import annotations

import re

_QUESTION = re.compile(r"\?[\"')\]]*\s*$")
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|not sure|unsure|I (?:think|guess|believe|suppose|assume|wonder|suspect|hope)"
    r"|we (?:think|guess|suspect)"
    r"|I(?:[’']d)? suggest|suggested by|I figure|I[’']d say|hopefully|probably|presumably|possibly"
    r"|might (?:be|have|want|need|make sense)|seems? (?:to|like|that|cleaner|better|sensible|reasonable)"
    r"|it seem|seems|unknown reason|reasons? unclear|for some reason|may not matter|unfortunately unable"
    r"|just wait|looks like|I felt|feel like|apparently"
    r"|no idea|I(?:['’]m| am) not|could be nice|would be nice|would be (?:good|great|better|cool)|IIRC"
    r"|AFAIK|IMO|to my knowledge)\b",
    re.IGNORECASE,
)
_META = re.compile(
    r"\b(?:I(?:['’]ll| will|['’]m now| am now|['’]ve (?:started|just|now)| have (?:started|enough)) "
    r"|let me (?:\w+ )?(?:check|look|read|fix|see|run|start|know)"
    r"|now (?:I|let me)|see (?:discussion|below|above|the (?:comment|thread|issue|discussion))"
    r"|thanks|thank you|credits?(?: goes)? to|reported by|kudos|signed-off|co-authored|reviewed"
    r"|cherry[- ]picked|as discussed"
    r"|this (?:PR|commit|patch|change|CL|pull request) (?:is (?:a|an|the|part|based|just|only)|depends"
    r"|builds|follows|supersedes|closes)"
    r"|(?:review|merge|rebas|squash|land)(?:ed|ing) (?:this|on|onto|first)|before (?:this is )?merg(?:ed"
    r"|ing)|part \d|\d of \d"
    r"|the (?:first|second|third|next|last|previous|following|other|above|below|latter|former) (?:commits?"
    r"|patch(?:es)?|PRs?|CLs?|section|paragraph)"
    r"|(?:our|the|this|a) test|test passe[sd]|unit tests?|test cases?|regression tests?|tests? (?:added"
    r"|pass)|add(?:ed|s)? (?:a )?tests?"
    r"|tested (?:with|on|by|locally|manually)|change ?log|release notes?"
    r"|(?:in|the|our|to) (?:docs|documentation)|(?:a|as a|still a|is a|intentionally a) draft"
    r"|review findings?|revert(?:s|ed|ing)?|(?:the|this) (?:stack|series)|review(?:ing|ers?)|code review"
    r"|review comments?|feedback|needless to say|nitpicks?|nits?|typos?|lint(?:er|ing)?|whitespace|spelling"
    r"|grammar|wording)\b",
    re.IGNORECASE,
)
_TEST_OR_LINK = re.compile(
    r"https?://|\btest_\w+|\b(?:Test|Benchmark)[A-Z]\w+|\b(?:tests|fuzzer|flak\w+|CodSpeed|CI|playground)\b"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]+")
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:see|as) (?:above|below)\b|\b(?:the )?(?:above|below|aforementioned|following)\b(?! \d)"
    r"|\bformer\b|\blatter\b|\bas follows\b|#\d{2,}|\bCLs? \d+|\bgo\.dev/\w+|\bI[0-9a-f]{8,40}\b"
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,40}\b|\[\d+\]|\b(?:issue|PR|bug) \d{2,}|\bin (?:this"
    r"|that|such|these|both) (?:\w+ )?cases?\b|:\s*$",
    re.IGNORECASE,
)


def is_noise(sentence: str) -> bool:
    """Whether the sentence is a question, a guess, talk about the work itself, or no sentence at all."""
    return bool(
        is_no_statement(sentence)
        or _HEDGE.search(sentence)
        or _META.search(sentence)
        or _TEST_OR_LINK.search(sentence)
    )


def is_guess(sentence: str) -> bool:
    """Whether the sentence says that it is not sure."""
    return bool(_HEDGE.search(sentence))


def is_no_statement(sentence: str) -> bool:
    """Whether the text is a question, too short or too long for a statement, or mostly signs."""
    words = _WORD.findall(sentence)
    if len(words) < 4 or len(sentence) > 480:
        return True
    return sum(map(len, words)) < 0.5 * len(sentence) or bool(_QUESTION.search(sentence))


def points_elsewhere(sentence: str) -> bool:
    """Whether the sentence leans on text around it that a card would not carry ("see above", "the latter")."""
    return bool(_POINTS_ELSEWHERE.search(sentence))


_SUBJECT = re.compile(
    r"""^(?:
        merged?\b | (?:auto-?)?bump | wip\b | fixup! | squash! | amend! | initial\ commit
      | release\b | release[:(] | chore\(release\) | prepare\ (?:for\ )?(?:the\ )?(?:\w+\ )?release | post-release
      | version\b | v?\d+\.\d+(?:\.\d+)?\S*$ | cut\ v?\d | back\ to\ (?:dev|snapshot) | (?:align|sync)\b.*\bversion
      | (?:re-?)?format | lint | typo | (?:style|format)(?:\([^)]*\))?!?:
      | (?:prep|reproduce|report|various|minor|misc|small|tweak|clean-?\ ?ups?)\b
      | (?:\S+:\ )?address(?:es)?\ (?:\w+\ )?(?:review|comments|feedback|nits)
      | update\ (?:change ?log|readme|authors|license|copyright|deps|dependenc) | (?:up)?date\ copyright
      | \[(?:automated|bot|pre-commit\.ci|create-pull-request)\] | (?:weekly|daily|nightly)\b
      | (?:build|chore|fix|ci|docs|deps)\(deps(?:-\w+)?\) | deps\b
      | (?:update|upgrade|pin|lock\ file)\ (?:dependency|dependencies|rust\ crate|npm|module|github|docker|pre-commit)
      | (?:update|upgrade|pin)\ (?:all|actions?|\S+\ (?:action|digest|to\ v?\d))
      | updated?\ from\ global\ requirements | imported\ translations | translated\ using
    )""",
    re.VERBOSE | re.IGNORECASE,
)
#: Commits about tests, documents, comments and CI: what they say seldom helps the reader of a function.
_SUBJECT_BESIDE_CODE = re.compile(
    r"""^(?:docs?|tests?|testing|ci|style|build|chore|devops|examples?|bench\w*|samples?|demo|tooling|infra|\.?github
      |workflows?|website|site|readme|docs?/\S*|tests?/\S*)\b[^:]{0,30}!?:
      | ^\[(?:docs?|tests?|ci|testing|infra|build|chore|gha)\b[^\]]*\]
      | \b(?:tests?|testing|testsuite|flak[ey]\w*|benchmarks?|tox|nox|pyproject|go\.mod|Dockerfile|vendored|typeshed)\b
      | \b(?:docs|documentation|doc|document(?:s|ed|ing)?|docstrings?|rustdoc|readme|man\ ?pages?|examples?)\b
      | \b(?:fix\w*|updat\w+|add\w*|improv\w+|clarif\w+|outdated|remov\w+|code|stale)\ (?:\w+\ )?comments?\b
      | \b(?:broken|dead|fix\w*)\ (?:\w+\ )?links?\b | \b(?:fix|broken)\ build\b | \bplayground\b | \bstale\ bot\b
      | \b(?:CI|workflows?|github\ actions?|GHA|travis|appveyor|coverity|codecov)\b
      | (?-i:\b(?:Test|Benchmark)[A-Z]\w+|\b\w+Tests?\b|\btest_\w+|\.test_\w+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SUBJECT_ANYWHERE = re.compile(
    r"\b(?:typos?|spelling|misspell\w*|grammar|white ?space|indentation|trailing spaces?|formatting|linter"
    r"|lint (?:error|warning|issue)s?|clang-format|gofmt|prettier"
    r"|change ?log|release notes?|copyright|bump(?:s|ed|ing)?|dependabot|renovate|pre-commit"
    r"|merge (?:branch|pull request|remote))\b",
    re.IGNORECASE,
)


def is_noise_subject(subject: str) -> bool:
    """Whether a commit with this subject has nothing to say (merges, bumps, releases, typos, formatting, bots)."""
    return bool(_SUBJECT.match(subject) or _SUBJECT_ANYWHERE.search(subject))


def is_beside_code(subject: str) -> bool:
    """Whether a commit with this subject is about tests, documents, comments or CI."""
    return bool(_SUBJECT_BESIDE_CODE.search(subject))


_ERRAND = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|now|then|please|great|good|yes|no|no man|next|can you|could you|let[’']?s"
    r"|go ahead and)[,.!]?(?:\.\.\.)? )*"
    r"(?:run|re-?run|add|write|update|fix|check|show|explain|tell|look|take|find|list|read|open|print|try"
    r"|commit|push|undo|redo|continue|proceed|start|stop"
    r"|research|summari[sz]e|compare|describe|give|make it so|put|address|review|test|debug|investigate"
    r"|create|generate|bump|set|paste|tweak|adjust|consider)\b",
    re.IGNORECASE,
)
_COSMETIC = re.compile(
    r"\b(?:borders?|dividers?|colou?rs?|fonts?|padding|margins?|stripes?|emoji|icons?|spacing|pixels?|dots?"
    r"|background)\b",
    re.IGNORECASE,
)
_ASSISTANT_STORY = re.compile(
    r"\b(?:I(?:['’]m| am) (?:now|going)|I(?:['’]ll| will)|I(?:['’]ve| have) (?:started|enough|now|just"
    r"|finished|read|added|updated|created)|let me|my (?:reasoning|mistake|bad|apolog\w+)|sorry"
    r"|good (?:point|catch)|fair point|you(?:['’]re| are) right)\b",
    re.IGNORECASE,
)


def is_errand(sentence: str) -> bool:
    """Whether the sentence asks an assistant to do something now, which will be over tomorrow."""
    return bool(_ERRAND.match(sentence))


def is_cosmetic(sentence: str) -> bool:
    """Whether the sentence is about how something looks."""
    return bool(_COSMETIC.search(sentence))


def is_assistant_story(sentence: str) -> bool:
    """Whether an assistant tells what it is doing, or makes conversation."""
    return bool(_ASSISTANT_STORY.search(sentence))
