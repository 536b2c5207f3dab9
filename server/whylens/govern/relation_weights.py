"""The two tables by which a newer statement is held against an older one, in the logarithm of odds.

Learned by `bench/learn_supersession.py` from 189 pairs of seven projects, steadied by about 550 further pairs that
count a fifth (reverts and follow-ups of twelve histories; replaced and required documents of four series of standards).
F1 with tables from the other projects only is .70 (changes .83, documents .66); with all called positive it is .60.
Tried and left out, since they brought nothing: rarity of words, embeddings of titles and texts, what a text removes by
name, folders in common, the length of either text.
"""

from __future__ import annotations

#: For two changes to code: what is said of the older speaks louder than how alike they are.
CHANGES: dict[str, float] = {
    "same_file": 1.66,
    "fault": 1.78,
    "restore": 1.66,
    "kin": -1.30,
    "kin_first": -1.42,
    "opening_alike": -1.92,
}
OFFSET_OF_CHANGES = -0.45

#: For two documents.
DOCUMENTS: dict[str, float] = {
    "title_contained": 0.71,
    "title_in_opening": 1.01,
    "text_alike": 2.29,
    "speaks_for_whole": 1.13,
    "builds_on": -0.84,
    "drops": 0.77,
    "next_number": 2.06,
    "years_between": 2.84,
}
OFFSET_OF_DOCUMENTS = -4.36

#: From this chance on the newer is taken to be more than related. Where it would close a card the bar is another.
REPLACES = 0.40
