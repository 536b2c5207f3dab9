"""What is never a secret: public keys, certificates, digests, embedded images, what is already redacted."""

from __future__ import annotations

import re

from whylens.normalize.finding import Finding
from whylens.normalize.page import MARK_START, meeting

#: Where a stretch may start, and the stretch.
_KEPT = (
    (MARK_START, re.compile(r"\[redacted:[a-z0-9-]{2,40}\]")),
    ("-----BEGIN", re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PUBLIC KEY(?: BLOCK)?-----[^-]{0,65536}+")),
    ("-----BEGIN", re.compile(r"-----BEGIN (?:X509 )?(?:CERTIFICATE|CRL)(?: REQUEST)?-----[^-]{0,65536}+")),
    ("-----BEGIN", re.compile(r"-----BEGIN (?:PGP (?:SIGNATURE|MESSAGE)|DH PARAMETERS)-----[^-]{0,65536}+")),
    ("ssh-", re.compile(r"ssh-(?:rsa|dss|ed25519) AAAA[A-Za-z0-9+/=]+")),
    ("-nistp", re.compile(r"-nistp\d{3} AAAA[A-Za-z0-9+/=]+")),
    ("@openssh.com", re.compile(r"@openssh\.com AAAA[A-Za-z0-9+/=]+")),
    (";base64,", re.compile(r";base64,[A-Za-z0-9+/=_%-]+")),
    ("sha", re.compile(r"sha(?:1|224|256|384|512)[-:=][A-Za-z0-9+/=_-]{20,}")),
    ("h1:", re.compile(r"h1:[A-Za-z0-9+/]{43}=")),
    ("md5", re.compile(r"md5[-:=][A-Za-z0-9+/=]{22,}")),
    ("did:key:", re.compile(r"did:key:z[A-Za-z0-9]+")),
    ("nonce-", re.compile(r"nonce-[A-Za-z0-9+/=_-]+")),
)

#: Rules that are believed even inside a kept stretch.
_SURE = frozenset({"private-key", "private"})


def drop_kept(text: str, findings: list[Finding]) -> list[Finding]:
    """The findings that do not touch a stretch that is never a secret."""
    if not findings:
        return findings
    kept = meeting([(one.start, one.end) for one in findings], sorted(_spans(text)))
    return [one for one, meets in zip(findings, kept, strict=True) if not meets or one.rule in _SURE]


def _spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for needle, pattern in _KEPT:
        position = text.find(needle)
        while position >= 0:
            match = pattern.match(text, position)
            if match:
                spans.append(match.span())
            position = text.find(needle, match.end() if match else position + 1)
    return spans
