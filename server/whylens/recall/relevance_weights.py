"""The one table that says when a question is answered, learned by `bench/learn_relevance.py`.

Learned from the questions of `weights.py`, each with its answer in the memory and without, in memories of six sizes.
With a table and a floor from the other projects only, questions without an answer in the memory get nothing in
91, 90 and 93 of 100 cases (asked with files and functions, with one file, with text alone), and of those whose answer
is the first hit 46, 44 and 41 are still answered: what is left of the same project is often as near as the answer. In
a memory of a tenth of the size that is 66, 65 and 59, in one that holds little else 75 and more.
Some thirty other signals that were looked at (margins between hits, places in each retriever's order, rare words) add
nothing to these.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    "score": 0.683,
    "rivals": 0.535,
    "ahead": 0.009,
    "nearer": 4.573,
    "words": 0.252,
    "unknown": -0.781,
    "found": -0.589,
    "few": 1.256,
    "files": -0.353,
    "symbols": -0.549,
}
CONSTANT = 2.233
#: Where nothing could be asked of meaning.
WEIGHTS_WITHOUT_VECTORS: dict[str, float] = {
    "score": 0.819,
    "rivals": 0.913,
    "ahead": 0.042,
    "nearer": 0.000,
    "words": 0.533,
    "unknown": -1.161,
    "found": -0.980,
    "few": 0.114,
    "files": -0.425,
    "symbols": -0.579,
}
CONSTANT_WITHOUT_VECTORS = 3.661

#: From this chance on an answer is handed on unasked.
SURE = 0.70
#: From this chance on the nearest cards are worth a look by one who asked. Of questions of the same project without
#: an answer four of ten stay below it, those of other fields nearly all; of those whose answer is the first hit more
#: than eight of ten are above.
MAYBE = 0.28
