"""A model the user chose and downloaded, through fastembed. Loads onnxruntime, so only the worker may import it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy

from whylens.embed.offline import SETTINGS
from whylens.embed.vectors import DIMENSIONS, Vector
from whylens.model.errors import Unavailable


class NamedEncoder:
    """Any text model of fastembed with 384 dimensions, such as one that knows more languages than English.

    Raises `Unavailable`, with the remedy, when the model is unknown, of another size, or not downloaded to `folder`.
    """

    def __init__(self, name: str, folder: Path) -> None:
        check(name)
        try:
            self._model: Any = load(name, folder, local_files_only=True)
        except (ValueError, OSError) as error:
            remedy = "Download it, or remove the setting to use the bundled one."
            raise Unavailable(f"The embedding model {name} is not downloaded. {remedy}") from error

    def encode(self, text: str, *, as_question: bool) -> Vector:
        """The vector of `text`; some models expect a question to be marked as one."""
        embed = self._model.query_embed if as_question else self._model.passage_embed
        vector: Any = next(iter(embed([text], batch_size=1)))
        return (vector / numpy.linalg.norm(vector)).astype("<f4").tobytes()


def check(name: str) -> None:
    """Raise `Unavailable` when fastembed has no model of that name, or one whose vectors do not fit."""
    fastembed = _fastembed()
    dimensions = {each["model"].lower(): each["dim"] for each in fastembed.list_supported_models()}
    fitting = ", ".join(
        each["model"] for each in fastembed.list_supported_models() if each["dim"] == DIMENSIONS
    )
    if name.lower() not in dimensions:
        raise Unavailable(f"There is no embedding model {name}. These can be used: {fitting}.")
    if dimensions[name.lower()] != DIMENSIONS:
        raise Unavailable(
            f"The vectors of {name} are not of {DIMENSIONS} numbers. These can be used: {fitting}."
        )


def load(name: str, folder: Path, *, local_files_only: bool) -> Any:
    """The model from `folder`; without `local_files_only` it is downloaded there first, with progress on stderr."""
    return _fastembed()(
        name,
        cache_dir=str(folder),
        threads=1,
        providers=["CPUExecutionProvider"],
        enable_cpu_mem_arena=False,
        local_files_only=local_files_only,
    )


def _fastembed() -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = SETTINGS["ORT_DISABLE_TELEMETRY"]  # fastembed loads onnxruntime
    from fastembed import TextEmbedding

    return TextEmbedding
