"""The two tables by which a newer statement is held against an older one, in the logarithm of odds.

Learned by `bench/learn_supersession.py` from 189 pairs of seven projects, steadied by about 1,250 further pairs that
count a fifth: reverts and follow-ups of twelve histories, and replaced and cited documents of three series of
standards, drawn so that those cited are as alike as those replaced.
F1 with tables from other documents only is .76 (changes .85, documents .74), from other projects only .76; with all
called positive it is .60. What words count was chosen on the same 189 pairs: chosen anew from the learned part each
time, documents come to about .70.
Tried and left out, since they brought nothing: rarity of words, vectors of titles and texts beside the runs of letters,
shared names of code, how narrow the newer title is, how many other documents are named, the length of either text.
"""

from __future__ import annotations

#: For two changes to code: what is said of the older speaks louder than how alike they are.
CHANGES: dict[str, float] = {
    "same_file": 1.65,
    "fault": 1.82,
    "restore": 1.66,
    "kin": -1.29,
    "kin_first": -1.43,
    "opening_alike": -1.91,
}
OFFSET_OF_CHANGES = -0.52

#: For two documents: one subject, named anew years later, by one that speaks for the whole of it.
DOCUMENTS: dict[str, float] = {
    "name_each_other": 1.22,
    "text_alike": 2.32,
    "years_between": 2.58,
    "same_subject_later": 2.47,
    "next_number": 2.24,
    "speaks_for_whole": 0.66,
    "builds_on": -0.62,
    "own_thing": 0.49,
    "introduces": 1.57,
    "everything": 0.72,
    "takes_away": 1.22,
    "beside": -0.54,
}
OFFSET_OF_DOCUMENTS = -4.47

#: From this chance on the newer is taken to be more than related. Where it would close a card the bar is another.
REPLACES = 0.40
