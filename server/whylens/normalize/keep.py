"""What is never a secret as a whole: public keys, certificates, digests, embedded images, what is already redacted."""

from __future__ import annotations

import re

from whylens.normalize.finding import Finding

_MARK = re.compile(r"\[redacted:[a-z0-9-]{2,40}\]")

_KEPT = (
    ("[redacted:", _MARK),
    (
        "-----BEGIN",
        re.compile(
            r"-----BEGIN (?:[A-Z0-9 ]{0,30}PUBLIC KEY(?: BLOCK)?|CERTIFICATE|X509 CRL|PGP SIGNATURE|PGP MESSAGE|CERTIFICATE REQUEST|DH PARAMETERS)-----[^-]{0,65536}+"
        ),
    ),
    (
        "AAAA",
        re.compile(
            r"(?:(?<=ssh-rsa )|(?<=ssh-dss )|(?<=ssh-ed25519 )|(?<=nistp256 )|(?<=nistp384 )|(?<=nistp521 )|(?<=@openssh.com ))AAAA[A-Za-z0-9+/=]+"
        ),
    ),
    (";base64,", re.compile(r";base64,[A-Za-z0-9+/=_%-]+")),
    ("sha", re.compile(r"sha(?:1|224|256|384|512)[-:=][A-Za-z0-9+/=_-]{20,}")),
    ("h1:", re.compile(r"h1:[A-Za-z0-9+/]{43}=")),
    ("md5", re.compile(r"md5[-:=][A-Za-z0-9+/=]{22,}")),
    ("nonce-", re.compile(r"nonce-[A-Za-z0-9+/=_-]+")),
)

#: Rules sure enough of themselves to be believed inside a kept stretch.
_SURE = frozenset({"private-key"})


def drop_kept(text: str, findings: list[Finding]) -> list[Finding]:
    """The findings that do not lie in a stretch that is never a secret."""
    spans = _spans(text) if findings else []
    if not spans:
        return findings
    return [
        one
        for one in findings
        if one.rule in _SURE or not any(s < one.end and one.start < e for s, e in spans)
    ]


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
