"""What the name of a value says about it: `DB_PASSWORD`, `apiKey`, `cache_key`, `token_type`."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Grade(IntEnum):
    """How sure a name is that its value is a secret."""

    NONE = 0
    WEAK = 1  # may be: `key`, `session`; only a random value that is no digest
    TOKEN = 2  # is, when the value looks made by a machine: `api_key`, `token`
    PASSWORD = 3  # is, also when the value was chosen by a person


def words(table: str) -> frozenset[str]:
    """The blank-separated words of a table."""
    return frozenset(table.split())


#: Words that name a password, whole or at the end of a word (`dbpassword`).
PASSWORD = re.compile(
    r"\w*(?:password|passwd|passphrase|passcode|passwort|kennwort|contrasena|motdepasse)s?|\w*pwd|pw|psw|senha|mnemonic"
    r"|(?:db|user|require|master|mysql|pg|smtp|ssh|ftp|admin|root|redis|sudo|proxy|auth|mail|keystore|store)pass"
)
#: `pass` alone is a verb, unless it is somebody's.
OWNERS = words(
    """
    db database user admin root mysql pg postgres smtp ssh ftp become sudo proxy auth mail email key keystore store
    redis mongo rabbit rabbitmq http login account app my server client vault wifi guest my default sa bind ldap
    """
)
#: Words that name a token, whole or at the end of a word (`authtoken`).
TOKEN = re.compile(
    r"\w*(?:secret|secrets|token|tokens|apikey|apikeys|accesskey|secretkey|privatekey|authkey|credential|credentials)"
    r"|creds?|pat|dsn|licensekey|webhook|jwt|sas|bearer"
)
#: Words that name a token only when the value leaves no doubt.
WEAK = re.compile(
    r"\w*key|keys|auth|authorization|session|sessionid|sid|cookie|sig|signature|otp|salt|seed|\w*auth"
)

#: `<word>_key` is no secret with these: the word says which thing the key finds.
FINDS = words(
    """
    primary foreign cache partition sort row map dict lookup idempotency dedupe dedup object hash query index group
    registry translation i18n message json column field composite natural range routing shard unique config setting
    hot short shortcut arrow enter escape press react node tree commit host known metric label tag feature flag memo
    dimension join merge order item list property prop attr sub super parent child next prev start end first last min
    max current expected actual same this that any each by per on has is no file path blob bucket context event trace
    correlation request surrogate candidate business search filter facet lock mutex pubsub stream topic record entity
    document doc cell grid menu nav route view layout theme locale lang language string text issue ticket jira project
    epic sprint board trusted measurement
    """
)

#: `<word>_key` is meant to be seen with these.
OPEN = words("public pub publishable site verification verify verifying authorized recv")

#: A name that ends so speaks about a secret and does not hold it: `token_type`, `password_min_length`.
ABOUT = words(
    """
    name names type types url uri urls endpoint host path paths file files filename dir directory folder length len
    size count limit max min num number expiry expires expiration ttl timeout age lifetime duration at in on date time
    label labels hint placeholder title text description message error errors exception field fields input prompt
    policy strategy rule rules pattern regex regexp format prefix suffix header param parameter attribute column index
    hash hashes hashed digest checksum fingerprint algorithm algo alg method mode provider manager service handler
    callback factory validator generator encoder decoder parser resolver builder class kind status state scope scopes
    bits source ref refs arn enabled disabled required valid invalid changed reset strength score usage used budget
    rate cost price window ring board word words frame selector variable alias mount volume backend rotation check
    verification confirmation confirm button form page link email mail template test tests spec request response
    exists present missing supported support schema table store chain binding bindings event user username login
    account subject issuer audience uuid guid
    """
)

#: Where a secret is for; says nothing about what it is: `API_KEY_PROD`, `TOKEN_V2`.
ENVIRONMENTS = words(
    "prod production staging stage dev development local live qa uat ci v old new primary secondary"
)

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ID_ENDS = frozenset({"id", "ids", "kid"})


@lru_cache(maxsize=4096)
def grade(name: str) -> Grade:
    """The grade of a name in any of the usual spellings (snake, kebab, camel, dotted, capitals)."""
    parts = [part.lower() for part in _WORDS.findall(name)]
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in ENVIRONMENTS):
        parts.pop()
    if not parts or parts[-1] in ABOUT:
        return Grade.NONE
    if parts[-1] in _ID_ENDS:
        return Grade.TOKEN if "access" in parts else min(Grade.WEAK, _best(parts[:-1]))
    return _best(parts)


def _best(parts: list[str]) -> Grade:
    joined = "".join(parts)
    if parts[-1:] == ["pass"] and (len(parts) == 1 or parts[-2] in OWNERS):
        return Grade.PASSWORD
    best = max((_of_word(word) for word in parts), default=Grade.NONE)
    if best is Grade.WEAK and "key" in parts:
        at = parts.index("key")
        before = parts[at - 1] if at else ""
        if OPEN.intersection(parts[:at]):
            return Grade.NONE
        return Grade.TOKEN if before and before not in FINDS else Grade.WEAK
    if best <= Grade.WEAK and PASSWORD.fullmatch(joined):
        return Grade.PASSWORD
    if best <= Grade.WEAK and len(parts) > 1 and TOKEN.fullmatch(joined):
        return Grade.TOKEN
    return best


def _of_word(word: str) -> Grade:
    if PASSWORD.fullmatch(word):
        return Grade.PASSWORD
    if TOKEN.fullmatch(word):
        return Grade.TOKEN
    return Grade.WEAK if WEAK.fullmatch(word) else Grade.NONE
