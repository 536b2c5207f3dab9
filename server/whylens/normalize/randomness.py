"""How random a string looks: the measure that tells keys made by a machine from names made by people."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

#: Letter pairs common in English words and in the abbreviations of code. They cover over nine tenths of the pairs in
#: names and prose, and about a third of the pairs in random letters.
_PAIRS = """
    th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri
    ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut
    ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi
    ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov
    by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ba ls va um pp up lu go ru ds lt pi rc rr eg au
    ck ew br bi pt ak pu ui rg ib mm ph og ms ip ub dr cc tw ft nn rv xp fl iz sy ps nv ks xt bs ik dd tp ql tx
    rl fg db js
"""
FAMILIAR_PAIRS = frozenset(_PAIRS.split())

#: A string reads like words where its familiar pairs outweigh its changes of kind by more than this.
#: Random letters and digits stand near -0.1, random lower case and digits near -0.1, names in code near +0.8.
WORDY = 0.45

#: A stretch of hexadecimal digits, or groups of them as in a UUID. English pairs such as `de` and `ea` are many in it.
HEXADECIMAL = re.compile(r"[0-9a-f]{4,}(?:-?[0-9a-f]{4,}){3,}|[0-9A-F]{4,}(?:-?[0-9A-F]{4,}){3,}")

_LOWER, _UPPER, _DIGIT, _OTHER = range(4)


@lru_cache(maxsize=4096)
def looks_random(value: str, minimum: int = 16) -> bool:
    """True where `value` reads like characters drawn by a machine: long enough, mixed, unlike words.

    Hexadecimal digits count as random; whether they are a key or a digest depends on where they stand.
    """
    letters_and_digits = [character for character in value if character.isascii() and character.isalnum()]
    if len(letters_and_digits) < minimum or len(set(letters_and_digits)) < min(9, minimum * 2 // 3):
        return False
    if len(letters_and_digits) < 0.8 * len(value):
        return False
    if len({_kind(character) for character in letters_and_digits}) < 2:
        return False
    hexadecimal = HEXADECIMAL.search(value)
    if hexadecimal and sum(map(str.isdigit, hexadecimal.group())) >= 4:
        return True
    return familiar_pairs(value) - kind_changes(value) < WORDY


def kind_changes(value: str) -> float:
    """Share of neighbours of different kinds (lower case, upper case, digit): .45 in random letters and digits.

    A capital followed by a small letter is how every word of a CamelCase name starts, and does not count.
    """
    kinds = [_kind(character) for character in value]
    pairs = [pair for pair in pairwise(kinds) if _OTHER not in pair]
    changes = sum(a != b and (a, b) != (_UPPER, _LOWER) for a, b in pairs)
    return changes / len(pairs) if pairs else 0.0


def familiar_pairs(value: str) -> float:
    """Share of neighbouring letters that are a common pair; 0 where fewer than 3 letters stand together.

    A change from lower to upper case starts a new word and is no pair.
    """
    seen = familiar = 0
    for a, b in pairwise(value):
        if a.isalpha() and b.isalpha() and not (a.islower() and b.isupper()):
            seen += 1
            familiar += (a + b).lower() in FAMILIAR_PAIRS
    return familiar / seen if seen >= 3 else 0.0


def _kind(character: str) -> int:
    if character.islower():
        return _LOWER
    if character.isupper():
        return _UPPER
    return _DIGIT if character.isdigit() else _OTHER
