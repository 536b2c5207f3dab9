"""Which values are no secrets although they stand where one would: references, placeholders, digests, plain terms."""

from __future__ import annotations

import re
from functools import lru_cache

from whylens.normalize.keys import words
from whylens.normalize.randomness import looks_random

#: The value is fetched from elsewhere when the program runs: there is nothing here to hide.
REFERENCE = re.compile(
    r"""
      \$\{? [A-Za-z_(\[{]                                  # $TOKEN  ${TOKEN}  $(pass show x)  ${{ secrets.X }}
    | \$[0-9@*]\Z                                          # $1
    | %[A-Za-z_]\w*% | %\(? \w* \)? [sdr]                  # %TOKEN%  %s  %(token)s
    | \{\{ | \{[\w.:\[\]]*\} | <%|<[A-Za-z_/!][^<>]*>?     # {{ token }}  {token}  <your-token>
    | \#\{ | @[A-Za-z_]\w*@ | __\w+__                      # #{token}  @TOKEN@  __TOKEN__
    | !?(?:Ref|Sub|GetAtt|vault|ENC|sops|env|file|ssm|secret|op|aws-sm)\b[:(\[ ]    # lookups of configuration tools
    | (?:process|os|import\.meta|Deno|Bun|System|std|app|self|this|ctx|req|request|args|argv|opts|options|params
        |props|settings|config|cfg|conf|env|environ|secrets|vars?|local|data|module|inputs|github|steps|values|input
        |event|state|session|user|account|client|response|res|result|credentials|form|body|kwargs|context|obj)
      (?: \. | -> | :: | \[ | \?\. )
    | (?:get|load|read|fetch|make|create|generate|random|secrets?|decrypt|encode|decode|base64|hash|str|bytes|len|new
        |await|return|require|input|prompt|env|int|string|func|function|lambda|async) [\w.]* \(
    | [A-Za-z_$][\w$]* (?: (?:\.|->|::|\?\.) [A-Za-z_$][\w$]* )* [(\[]     # any call or index: helper.read(
    | (?:arn|urn|projects|secret|vault|keyring|op|ref|ssm|sm|file|env|akv|gcpsm):{1,2}[\w/{$]
    """,
    re.VERBOSE,
)

FORMAT = re.compile(r"%\(\w{1,40}\)[sdr]|\[[^\]\[]{0,20}[a-z0-9]-[a-z0-9][^\]\[]{0,20}\]|\$\{\w{1,80}\}|\{\{")
#: What stands between two strings of code: `"PWD=" + directory)`.
GLUE = re.compile(r"--?[A-Za-z][\w-]*(?:=.*)?|![a-z_]+|[+,);\].]+ ?[A-Za-z_][\w.]*[(),;\]]*")

#: Whole values that say "put yours here", are a type, a switch, or a default everyone knows.
PLACEHOLDER_WORDS = words(
    """
    changeme change-me change_me changeit placeholder dummy fake foo bar baz foobar foobaz none null nil undefined true
    false yes no on off empty blank todo tbd fixme redacted masked hidden removed omitted filtered sanitized scrubbed
    secret secrets password passwd passphrase pass token tokens key apikey api_key api-key mysecret mypassword mytoken
    supersecret topsecret hunter letmein qwerty postgres postgresql mysql mariadb mongo mongodb redis rabbitmq guest
    root admin administrator user username test testing tester demo sample example default required optional string
    str text bytes bool boolean int integer number object any unknown void never char varchar disabled enabled invalid
    valid wrong incorrect correct missing expired revoked unset value values bearer basic digest oauth oauth2
    anonymous public private local localhost dev development staging prod production plaintext pass123 password1
    password123 admin123 test123 secret123 user123 test1234 letmein1 abc123 foo123 bar123 passw0rd p@ssw0rd p@ssword
    s3cret s3cr3t hunter2 pwd userpwd
    """
)

#: Words that mark a placeholder when they stand inside a value that is otherwise words.
PLACEHOLDER_PARTS = re.compile(
    r"(?i)(?:^|[^a-z])(?:your|my|the|insert|replace|change|enter|put|add|set|paste|example|sample|placeholder|dummy|fake"
    r"|mock|redacted|changeme|todo|here|goes|some|any|test(?:ing)?|foo|bar|xxx+|abc|not|real|invalid|wrong|secret"
    r"|password|passwd|token|key|value|string|optional|required|deprecated|unused|default|demo|none|null|hidden)"
    r"(?=$|[^a-z])"
)
REPEATED = re.compile(
    r"(.)\1*|(.{1,4}?)\2{2,}.{0,3}|.*(?:x{6,}|X{6,}|\*{3,}|\.{3,}|…|•{3,}|0{8,}|_{4,}|-{4,}).*", re.DOTALL
)
SETTING_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
ALPHABET = re.compile(r"(?i)abcdefgh|ijklmnop|qrstuvwx|qwertyui")
SEQUENCES = ("abcdefghijklmnopqrstuvwxyz", "0123456789" * 3, "qwertyuiop", "0123456789abcdef" * 4)
EXAMPLE_MARK = re.compile(r"EXAMPLE|(?i:example|sample|placeholder|changeme|redacted|dummy|your[-_])")

#: Names of algorithms and encodings, which join to longer ones: `AES-256-GCM`, `x25519kyber768`.
_ALGORITHM = (
    "hmac|pbkdf2|rsa|ecdsa|ecdh|ssha|sha|dsa|dh|hs|rs|es|ps|aes|md|blake|argon|utf|base|url|ed|curve|secp|prime|x|poly"
    "|chacha|salsa|scrypt|bcrypt|crypt|sntrup|mlkem|kyber|des|rc|cbc|gcm|ctr|oaep|ripemd|whirlpool|xxh|fnv|murmur|crc"
    "|siphash|wpa|wep|ntlm|with|sum|pkcs"
)
#: Names that carry a number or version: `TLS1.3`, `OAuth2`, `python3.11`.
_VERSIONED = (
    "tls|ssl|ssh|http|ipv|oauth|saml|jwt|win|iso|rfc|cve|pep|issue|gpg|pgp|id|p|v|s|k|mysql|postgres|python|node|java"
    "|php|go|ruby|ecma|es|web|log|unicode|ascii|latin|windows|cp|gb|big"
)
_UNIT = (
    "bits?|bytes?|chars?|characters?|digits?|days?|hours?|min|mins|minutes?|sec|s|ms|kb|mb|gb|k|x|nd|rd|th|st"
)

#: Terms of the trade with digits in them that stand beside "password" and "key" in ordinary sentences.
TERM = re.compile(
    rf"""(?xi)
      (?: (?:{_ALGORITHM}) [-_ \#]? \d{{0,5}} (?:id|i|d|w|b|s|r)? [-_/+]? ){{1,6}}
    | (?:{_VERSIONED}) [-_ ./]? \d{{1,5}} (?: [-_./+] \w{{1,12}} ){{0,4}}
    | \d+ [-_ ]? (?:{_UNIT}) (?: [-_ ] [a-z]+ ){{0,6}}
    | \d{{1,5}} | \d+ [.,:/\-+%] [\d.,:/\-+%]*
    | v? \d+ (?:\.\d+)+ [\w.\-+]{{0,40}}
    """
)

DIGEST = re.compile(
    r"""(?x)
      [0-9a-f]{7,40} | [0-9a-f]{56} | [0-9a-f]{64} | [0-9a-f]{96} | [0-9a-f]{128}
    | [0-9A-F]{8,40} | [0-9A-F]{64}
    | (?:MI\w{3,4}ANBgkqhkiG9w0BAQEFAAOC|MFkwEwYHKoZIzj0CAQ|MCowBQYDK2Vw)[A-Za-z0-9+/=]+     # a public key
    | I[0-9a-f]{40}                                       # a Gerrit change id
    | (?:sha(?:1|224|256|384|512)|md5|h1|blake\w+|xxh\w*|crc\w*|adler32|etag|W/)[-:_=] ?[A-Za-z0-9+/=_-]+
    | [0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}
    | (?:[0-9a-fA-F]{2}:){7,}[0-9a-fA-F]{2}               # a fingerprint
    | 0x[0-9a-fA-F]+
    """
)


@lru_cache(maxsize=4096)
def is_reference(value: str) -> bool:
    """True where `value` names a place to look instead of holding something."""
    if REFERENCE.match(value) or FORMAT.search(value):
        return True
    return GLUE.fullmatch(value) is not None and not looks_random(value, 12)


@lru_cache(maxsize=4096)
def is_placeholder(value: str) -> bool:
    """True where `value` is made up for the reader: stars, `changeme`, `your-key-here`, a type name, a sequence."""
    bare = value.strip("\"'`<>[](){} .,;:!")
    lowered = bare.lower()
    if not bare or lowered in PLACEHOLDER_WORDS or REPEATED.fullmatch(value):
        return True
    if _is_sequence(lowered) or EXAMPLE_MARK.search(value) or ALPHABET.search(value):
        return True
    if SETTING_NAME.fullmatch(bare) and not looks_random(bare, 12):
        return True
    return (
        PLACEHOLDER_PARTS.search(bare) is not None and not looks_random(value, 12) and not _has_odd_part(bare)
    )


def is_term(value: str) -> bool:
    """True where `value` is an algorithm, a size, a version or a date: ordinary words with digits."""
    return TERM.fullmatch(value) is not None and not looks_random(value, 12)


def is_digest(value: str) -> bool:
    """True where `value` has the form of a commit id, checksum, fingerprint or UUID: identifies, opens nothing."""
    return DIGEST.fullmatch(value) is not None


def _is_sequence(lowered: str) -> bool:
    plain = re.sub(r"[^a-z0-9]", "", lowered)
    return len(plain) >= 4 and any(plain in sequence for sequence in SEQUENCES)


def _has_odd_part(value: str) -> bool:
    """A part that mixes letters and digits or is a long number: `my-db-Xk29dq` hides something among its words."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", value) if part]
    return any(
        len(part) >= 6 and not part.isalpha() and not _is_sequence(part.lower()) and not is_term(part)
        for part in parts
    )
