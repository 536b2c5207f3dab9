"""Makes texts with secrets in them, and look-alikes, from templates: no secret is stored, values come from a seed.

A template (`templates.jsonl`) has `kind`, `family`, `parts` (literals and `[character set, count]`), `ctx` (the kind
of place it stands in) and `hint` (its usual name). A look-alike (`lookalikes.jsonl`) has `kind` and `text` with
`{hex40}`-like fields. Equal seeds give equal texts, draw by draw, wherever this form of data is measured.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHARACTERS = {
    "alnum": string.ascii_letters + string.digits,
    "alnum_lower": string.ascii_lowercase + string.digits,
    "hex": "0123456789abcdef",
    "upper_digit": string.ascii_uppercase + string.digits,
    "digit": string.digits,
    "b64": string.ascii_letters + string.digits + "+/",
    "b64url": string.ascii_letters + string.digits + "_-",
    "alpha": string.ascii_letters,
    "base32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "bech32": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "word": string.ascii_letters + string.digits + "_",
}
WORDS = "river copper magnet saddle winter basalt orchid tunnel pepper violet anchor maple".split()  # noqa: SIM905
HOSTS = ("db.internal:5432", "10.0.3.7", "cache-1.example.net:6379", "cluster0.example.net")
URL_KINDS = ("@dburl", "@basicurl")


@dataclass(frozen=True, slots=True)
class Sample:
    """A text; `secret` is the span of its secret, None in a look-alike."""

    kind: str
    family: str
    text: str
    secret: tuple[int, int] | None


def samples(folder: Path, *, seed: str, per: int) -> list[Sample]:
    """`per` samples of each template and half as many of each look-alike in `folder`."""
    held = "held" in folder.absolute().parts
    return [*_positives(folder, seed, per, held=held), *_negatives(folder, seed, per)]


def _positives(folder: Path, seed: str, per: int, *, held: bool) -> Iterator[Sample]:
    for template in _lines(folder / "templates.jsonl"):
        for number in range(per):
            draw = random.Random(f"{seed}/{template['kind']}/{number}")
            before, secret, after = _in_context(template, draw, held=held)
            span = (len(before), len(before) + len(secret))
            yield Sample(template["kind"], template["family"], before + secret + after, span)


def _negatives(folder: Path, seed: str, per: int) -> Iterator[Sample]:
    for template in _lines(folder / "lookalikes.jsonl"):
        for number in range(max(1, per // 2)):
            draw = random.Random(f"{seed}/{template['kind']}/{number}")
            yield Sample(template["kind"], "lookalike", _filled(template["text"], draw), None)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


# --- values


def _pick(draw: random.Random, characters: str, count: int) -> str:
    return "".join(draw.choice(CHARACTERS[characters]) for _ in range(count))


def _value(parts: list[Any], draw: random.Random) -> str:
    return "".join(part if isinstance(part, str) else _part(part[0], part[1], draw) for part in parts)


def _part(name: str, argument: Any, draw: random.Random) -> str:
    return SPECIAL[name](draw, argument) if name in SPECIAL else _pick(draw, name, argument)


def _uuid(draw: random.Random, _: Any = None) -> str:
    return "-".join(_pick(draw, "hex", count) for count in (8, 4, 4, 4, 12))


def _jwt(draw: random.Random, _: Any) -> str:
    head = _unpadded(b'{"alg":"HS256","typ":"JWT"}')
    body = _unpadded(f'{{"sub":"{draw.randrange(10**9)}","iat":17{draw.randrange(10**8):08d}}}'.encode())
    return f"{head}.{body}.{_pick(draw, 'b64url', 43)}"


def _unpadded(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def _pem(draw: random.Random, label: str) -> str:
    lines = [_pick(draw, "b64", 64) for _ in range(draw.randint(6, 12))]
    dashes = "-" * 5
    return "\n".join(
        [
            f"{dashes}BEGIN {label}{dashes}",
            *lines,
            _pick(draw, "b64", 40) + "==",
            f"{dashes}END {label}{dashes}",
        ]
    )


def _putty(draw: random.Random, _: Any) -> str:
    body = _pick(draw, "b64", 44)
    return "\n".join(
        [
            "PuTTY-User-Key-File-3: ssh-ed25519",
            "Private-Lines: 1",
            body,
            "Private-MAC: " + _pick(draw, "hex", 64),
        ]
    )


def _password(draw: random.Random, _: Any = None) -> str:
    word: Callable[[], str] = lambda: draw.choice(WORDS)  # noqa: E731
    shape = draw.choice(("mixed", "words", "hyphens"))
    if shape == "mixed":
        return _pick(draw, "alnum", draw.randint(10, 16)) + draw.choice("!#$%*")
    if shape == "words":
        return word().capitalize() + word() + str(draw.randrange(100, 9999)) + "!"
    return f"{word()}-{word()}-{word()}-{draw.randrange(10, 99)}"


def _basic(draw: random.Random, _: Any) -> str:
    return base64.b64encode(f"svc-{draw.choice(WORDS)}:{_pick(draw, 'alnum', 14)}".encode()).decode()


def _encoded_password(draw: random.Random, _: Any) -> str:
    return base64.b64encode((draw.choice(WORDS) + _pick(draw, "alnum", 12)).encode()).decode()


SPECIAL: dict[str, Callable[[random.Random, Any], str]] = {
    "@uuid": _uuid,
    "@jwt": _jwt,
    "@pem": _pem,
    "@putty": _putty,
    "@password": _password,
    "@basic64": _basic,
    "@b64pw": _encoded_password,
}


# --- places


def _in_context(template: dict[str, Any], draw: random.Random, *, held: bool) -> tuple[str, str, str]:
    """Text before the secret, the secret as it stands there, text after it."""
    first = template["parts"][0]
    by_url = isinstance(first, list) and first[0] in URL_KINDS
    value = "" if by_url else _value(template["parts"], draw)
    if template["ctx"] == "url":
        return _in_url(str(first[1]), draw)
    if template["ctx"] in PLACES:
        before, after = draw.choice(PLACES[template["ctx"]])
        return before, _as_written(template["ctx"], before, value), after
    name = template["hint"] or re.sub(r"[^A-Z0-9]+", "_", template["kind"].upper())
    places = [*SETTINGS, *(ANYWHERE if template["ctx"] == "any" else ()), *(ELSEWHERE if held else ())]
    before, after = draw.choice(places)
    return _named(before, name), value, _named(after, name)


def _named(text: str, name: str) -> str:
    return text.replace("NAME", name).replace("name_", name.lower())


def _in_url(scheme: str, draw: random.Random) -> tuple[str, str, str]:
    password = _password(draw).replace("#", "x").replace("%", "y")
    host = draw.choice(HOSTS)
    before, after = draw.choice(URLS)
    return before.replace("SCHEME", scheme), password, after.replace("HOST", host)


def _as_written(context: str, before: str, value: str) -> str:
    if context == "jsonpem":
        return value.replace("\n", "\\n")
    if context == "npmrc":
        return "=" + value
    return value.replace("\n", "\n  ") if before == "key: |\n  " else value


URLS = (
    ("DATABASE_URL=SCHEME://app:", "@HOST/app"),
    ("connect to `SCHEME://svc_user:", "@HOST/prod` from the worker"),
    ('url: "SCHEME://admin:', '@HOST/x"'),
    ('>>> engine = create_engine("SCHEME://app:', '@HOST/app")'),
)

SETTINGS = (
    ("NAME=", ""),
    ('export NAME="', '"'),
    ("name_: ", ""),
    ('  "name_": "', '",'),
    ('name_ = "', '"'),
    ("const name_ = '", "';"),
    ('NAME: "', '"  # staging'),
)
ANYWHERE = (
    ("The token is ", " and it expires in May."),
    ('$ http https://api.example.com "Authorization: Token ', '"'),
    ("// old key: ", ""),
    ("User: here is my key ", " can you test the call?"),
)
ELSEWHERE = (
    ("ENV NAME ", ""),
    ("docker run -e NAME=", " app:latest"),
    ("+NAME=", "\n-NAME=changeme"),
    ('$env:NAME = "', '"'),
    ("[INFO] 12:01:33 loaded name_=", " from .env"),
    ('name_ := "', '"'),
)

PLACES: dict[str, tuple[tuple[str, str], ...]] = {
    "basichdr": (
        ('curl -H "Authorization: Basic ', '" https://api.example.com/v1/me'),
        ("Authorization: Basic ", "\r\nAccept: */*"),
    ),
    "bearer": (
        ('curl -s -H "Authorization: Bearer ', '" https://api.example.com/items'),
        ("headers = {'Authorization': 'Bearer ", "'}"),
        ("> Authorization: Bearer ", "\n< HTTP/1.1 200 OK"),
    ),
    "cookie": (
        ("Cookie: theme=dark; _app_session=", "; lang=en"),
        ('curl -b "_gitlab_session=', '" https://git.example.com'),
    ),
    "netrc": (("machine api.example.com login deploy password ", "\n"),),
    "npmrc": (("//registry.example.org/:_auth", "\nalways-auth=true"),),
    "prose_password": (
        ("the staging database password is ", " (user app)"),
        ("login: admin / password: ", " on the demo box"),
        ("# admin password: ", ""),
    ),
    "chat_password": (
        ("User: use the password ", " when you run the migration please"),
        ("You can log in with admin:", " on http://localhost:8080"),
        ("pwd for the VPN = ", ", do not share"),
    ),
    "azstorage": (
        (
            "DefaultEndpointsProtocol=https;AccountName=prodstore;AccountKey=",
            ";EndpointSuffix=core.windows.net",
        ),
    ),
    "sas": (
        ("https://prodstore.blob.core.windows.net/c/f.zip?sv=2022-11-02&se=2030-01-01&sr=b&sp=r&sig=", ""),
    ),
    "jsonpem": (
        (
            '{"type": "service_account", "private_key": "',
            '\\n", "client_email": "ci@example.iam.gserviceaccount.com"}',
        ),
    ),
    "nuget": (('<add key="ClearTextPassword" value="', '" />'),),
    "jdbc": (("jdbc:postgresql://db:5432/app?user=app&password=", "&ssl=true"),),
    "urlparam": (
        ("GET /download?file=a.zip&token=", " HTTP/1.1"),
        ("https://app.example.com/reset?jwt=", ""),
    ),
    "k8s": (("apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  password: ", "\ntype: Opaque"),),
    "curlu": (
        ("curl -u admin:", " https://ci.example.com/job/x/build"),
        ('curl --user "deploy:', '" https://repo.example.com'),
    ),
    "mssql": (("Server=tcp:sql.example.com,1433;Database=app;User ID=app;Password=", ";Encrypt=True"),),
    "htpasswd": (("deploy:", ""),),
    "block": (("", ""), ("$ cat id_key\n", "\n$ exit"), ("key: |\n  ", "")),
}


# --- look-alikes

_FIELD = re.compile(r"(?<!\{)\{((?:hex|alnum|low|d|U)\d+|b64_\d+|uuid)\}(?!\})")
_FIELD_CHARACTERS = {
    "hex": "hex",
    "b64_": "b64",
    "alnum": "alnum",
    "low": "alnum_lower",
    "d": "digit",
    "U": "upper_digit",
}


def _filled(text: str, draw: random.Random) -> str:
    def field(match: re.Match[str]) -> str:
        name = match[1]
        if name == "uuid":
            return _uuid(draw)
        characters = re.sub(r"\d+$", "", name)
        return _pick(draw, _FIELD_CHARACTERS[characters], int(name.removeprefix(characters)))

    return _FIELD.sub(field, text).replace("{{", "{").replace("}}", "}")
