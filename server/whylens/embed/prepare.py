"""Files made once out of the bundled ones and kept in the home: the faster model, and the ranks tiktoken looks for."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from whylens.embed import assets
from whylens.embed.quantize import compute_in_integers
from whylens.model.errors import Unavailable

#: Digest of what `compute_in_integers` makes of the bundled model; the same on every machine.
MODEL_SHA256 = "f3b5379cc5f0725091c89869ac9affb655bff3d755e4ffa3cc1c5a017e8a9f57"

#: What tiktoken asks for, and the digest it expects of it. It is never fetched.
RANKS_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
RANKS_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"


def prepare_model(folder: Path) -> Path:
    """The model to load, in `folder`. Raises `Unavailable` when the bundled one is missing or damaged."""
    target = folder / f"{MODEL_SHA256[:16]}.onnx"
    return _made(target, MODEL_SHA256, lambda: compute_in_integers(assets.checked(assets.MODEL).read_bytes()))


def prepare_ranks(folder: Path) -> Path:
    """The ranks of o200k_base, so that `folder` can be tiktoken's cache. Raises `Unavailable` as above."""
    target = folder / hashlib.sha1(RANKS_ADDRESS.encode(), usedforsecurity=False).hexdigest()
    return _made(target, RANKS_SHA256, lambda: gzip.decompress(assets.checked(assets.RANKS).read_bytes()))


def _made(target: Path, sha256: str, make: Callable[[], bytes]) -> Path:
    """`target`, made if it is missing or not what it must be."""
    try:
        if target.is_file() and assets.digest(target) == sha256:
            return target
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        part.write_bytes(make())
        part.replace(target)
    except OSError as error:
        raise Unavailable(f"{target} cannot be written ({error.strerror}).") from error
    return target
