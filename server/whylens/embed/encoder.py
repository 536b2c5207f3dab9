"""The bundled model: text to vector, on one thread. Loads onnxruntime, so only the worker may import it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
from tokenizers import Tokenizer

from whylens.embed import assets
from whylens.embed.offline import tell_libraries
from whylens.embed.prepare import prepare_model
from whylens.embed.vectors import Vector

tell_libraries()
import onnxruntime  # noqa: E402  (it looks at the environment when it is loaded)


class BundledEncoder:
    """all-MiniLM-L6-v2 with int8 weights: mean of the token states, scaled to length 1.

    It runs on onnxruntime directly: through fastembed, which adds nothing for this one model, the worker takes 40 MB
    and half a second more (`bench/embedding.py` measures both). `folder` keeps what is made out of the bundled files.
    Raises `Unavailable` when one of these is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._session: Any = _session(prepare_model(folder))
        self._tokenizer: Any = Tokenizer.from_file(str(assets.checked(assets.TOKENIZER)))
        self._tokenizer.enable_truncation(assets.MODEL_TOKENS)
        self._tokenizer.no_padding()

    def encode(self, text: str, *, as_question: bool = False) -> Vector:
        """The vector of `text`, or of its first 256 word pieces.

        A question is read like any other text. One text a run: a CPU is slower with more, and what is padded would
        cost as much as what is read.
        """
        found = self._tokenizer.encode(text)
        ids = numpy.array([found.ids], dtype=numpy.int64)
        no_types, all_read = numpy.zeros_like(ids), numpy.ones_like(ids)
        feed = {"input_ids": ids, "attention_mask": all_read, "token_type_ids": no_types}
        states = self._session.run(["last_hidden_state"], feed)[0][0]
        mean = states.mean(axis=0, dtype=numpy.float64)
        return (mean / numpy.linalg.norm(mean)).astype("<f4").tobytes()


def _session(model: Path) -> Any:
    runtime: Any = onnxruntime  # its stubs know neither the options nor the results
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # would keep the memory of the longest text for ever
    options.log_severity_level = 3
    return runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
