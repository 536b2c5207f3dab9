"""The two tables by which a newer statement is held against an older one, in the logarithm of odds.

Learned by `bench/learn_supersession.py` from 189 pairs of seven projects, steadied by about 1,250 further pairs that
count three tenths: reverts and follow-ups of twelve histories, and replaced and cited documents of three series of
standards, drawn so that those cited are as alike as those replaced.
F1 with tables from other documents only is .78 (changes .87, documents .74), from other projects only .78; with all
called positive it is .60. Which words are counted was chosen on the same 189 pairs: where they are chosen anew from
the learned pairs each time, documents come to about .71, and the bar as well, everything to about .75.
Tried and left out, since they brought nothing: rarity of words, vectors of titles and texts beside the runs of letters,
shared names of code, how narrow the newer title is, how many other documents are named, the length of either text.
"""

from __future__ import annotations

#: For two changes to code: what is said of the older speaks louder than how alike they are.
CHANGES: dict[str, float] = {
    "same_file": 1.70,
    "fault": 1.60,
    "restore": 1.79,
    "reason": 2.67,
    "kin": -0.81,
    "kin_first": -1.78,
    "opening_alike": -1.80,
}
OFFSET_OF_CHANGES = -0.81

#: For two documents: one subject, named anew years later, by one that speaks for the whole of it.
DOCUMENTS: dict[str, float] = {
    "name_each_other": 1.18,
    "text_alike": 2.51,
    "years_between": 2.54,
    "same_subject_later": 2.35,
    "next_number": 2.30,
    "speaks_for_whole": 0.60,
    "builds_on": -0.61,
    "own_thing": 0.44,
    "introduces": 1.39,
    "everything": 0.73,
    "takes_away": 1.16,
    "beside": -0.47,
}
OFFSET_OF_DOCUMENTS = -4.39

#: From this chance on the newer is taken to be more than related. Where it would close a card the bar is another.
REPLACES = 0.35
