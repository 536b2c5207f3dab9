"""The one table of ranking weights, and the part of a score each is told under.

Learned by `bench/learn_weights.py` from 555 questions over 5,539 memories of eight projects (four histories, two series
of design documents, two decision logs), each asked with all its files and functions, with one file, and with none.
With weights from the other projects only, MRR@10 / recall@5 / recall@10 / nDCG@10 are
.703/.789/.854/.712 with files and functions, .664/.770/.845/.680 with one file, .636/.738/.803/.651 with text alone.
Tried and left out, since they brought nothing (the range of what each changed in MRR@10 was -.011 to +.004):
interactions (strong text with shared files), weights of their own for each way of asking, time in days, a second scale
of time, the newest at each shared place, the size of a card, letters in common, pairs of neighbouring words, words of
the title alone, the part of a title before its colon, words of paths, file names in other folders, files that
changed together before, the place in each retriever's order, cosines against the project's mean or corrected for
hubs, a vector of the title alone (+.004, for twice the vectors), words and places of the best candidates, boosted
trees.
"""

from __future__ import annotations

from whylens.recall.form import Form

#: In the logarithm of odds. `file` is small because `file_of_change` and `folder` say nearly the same.
WEIGHTS: dict[str, float] = {
    "words": 1.77,
    "words_found": 2.51,
    "exact": 0.77,
    "named": 0.58,
    "meaning": 5.40,
    "symbol": 2.21,
    "symbol_of_change": 0.54,
    "file": 0.03,
    "file_of_change": 0.62,
    "folder": 0.76,
    "recent_change": 3.56,
    "recent_document": 1.74,
}
#: Makes the logistic of a sum the share of such candidates that were an answer. What could not be asked is unknown, not
#: absent: without vectors, or without any text, the rest must say less to mean the same.
OFFSET = -9.60
OFFSET_WITHOUT_VECTORS = -7.55
OFFSET_WITHOUT_TEXT = -6.80

#: What forms that are not judged by their age get instead: as much as age gives a change on average (the logarithm of
#: the mean odds, over the same questions). Within one form it changes nothing; it lets forms compete in one project.
AGELESS: dict[Form, float] = {Form.CHANGE: 0.0, Form.DOCUMENT: 0.6, Form.STATEMENT: 1.2}

PARTS: dict[str, tuple[str, ...]] = {
    "text": ("words", "words_found", "exact", "named"),
    "meaning": ("meaning",),
    "symbols": ("symbol", "symbol_of_change"),
    "files": ("file", "file_of_change", "folder"),
    "time": ("recent_change", "recent_document"),
}
