"""The one table of ranking weights, and the part of a score each is told under.

Learned by `bench/learn_weights.py` from 555 questions over 5,539 memories of eight projects (four histories, two series
of design documents, two decision logs), each asked with all its files and functions, with one file, and with none.
With weights from the other projects only, MRR@10 / recall@5 / recall@10 / nDCG@10 are
.701/.786/.853/.710 with files and functions, .660/.764/.843/.677 with one file, .629/.739/.804/.646 with text alone.
Tried and left out, since they brought nothing: interactions (strong text with shared files), time in days, a second
scale of time, the size of a card, letters in common, feedback from the best candidates, boosted trees.
"""

from __future__ import annotations

from whylens.recall.form import Form

#: In the logarithm of odds. `file` is small because `file_of_change` and `folder` say nearly the same.
WEIGHTS: dict[str, float] = {
    "words": 1.91,
    "words_found": 2.73,
    "meaning": 5.36,
    "symbol": 2.22,
    "symbol_of_change": 0.59,
    "file": 0.10,
    "file_of_change": 0.63,
    "folder": 0.73,
    "recent_change": 3.60,
    "recent_document": 1.78,
}
#: Makes the logistic of a sum the share of such candidates that were an answer. What could not be asked is unknown, not
#: absent: without vectors, or without any text, the rest must say less to mean the same.
OFFSET = -9.63
OFFSET_WITHOUT_VECTORS = -7.55
OFFSET_WITHOUT_TEXT = -6.80

#: What forms that are not judged by their age get instead: as much as age gives a change on average (the logarithm of
#: the mean odds, over the same questions). Within one form it changes nothing; it lets forms compete in one project.
AGELESS: dict[Form, float] = {Form.CHANGE: 0.0, Form.DOCUMENT: 0.6, Form.STATEMENT: 1.2}

PARTS: dict[str, tuple[str, ...]] = {
    "text": ("words", "words_found"),
    "meaning": ("meaning",),
    "symbols": ("symbol", "symbol_of_change"),
    "files": ("file", "file_of_change", "folder"),
    "time": ("recent_change", "recent_document"),
}
