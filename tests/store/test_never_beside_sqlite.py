"""Whoever closes a file of the database beside SQLite loses the locks of the whole process on it (POSIX)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.store.making import make_card
from tests.store.test_processes import start
from whylens.store.store import SqliteStore

EVERYTHING = """
import os
import sys
from dataclasses import replace
from pathlib import Path
from tests.store.making import make_card, make_observation
from whylens.store import recover
from whylens.store.store import SqliteStore

opened = []
def watch(event, arguments):
    is_new = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_EXCL
    if event == "open" and "memory.db" in str(arguments[0]) and not is_new:  # nobody has a new file open
        opened.append(str(arguments[0]))
sys.addaudithook(watch)
folder = Path(sys.argv[1])
with SqliteStore.open(folder) as store:
    cards = [make_card(f"card {i}", f"The queue is drained every {i} minutes") for i in range(9)]
    store.save(cards, observations=[make_observation("one")]).result()
    store.match(["queue"], limit=3, deadline=None)
    store.maintain()
    store.examine()
    store.rebuild()
    store.revise_cards(lambda card: replace(card, details="shorter"))
    store.purge()
    store.forget([cards[0].id])
    store.forget_everything()
    recover.repair(folder)
print(opened)
"""

WRITE_AND_LEAVE = """
import sys
from pathlib import Path
from tests.store.making import make_card
from whylens.store.store import SqliteStore

with SqliteStore.open(Path(sys.argv[1])) as store:
    store.save([make_card("from another window")]).result()
"""


def test_no_part_of_the_store_opens_the_database_by_hand(tmp_path: Path) -> None:
    assert _finish(start(EVERYTHING, tmp_path / "p")) == "[]"


def test_what_is_saved_after_forgetting_is_seen_by_everybody_while_others_come_and_go(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.save([make_card("kept"), make_card("secret")]).result()
        store.forget([make_card("secret").id])
        for number in range(3):
            _finish(start(WRITE_AND_LEAVE, folder))
            store.save([make_card(f"later {number}")]).result()
    with SqliteStore.open(folder) as store:
        summaries = {card.summary for card in store.get_many([make_card(f"later {n}").id for n in range(3)])}
    assert summaries == {make_card(f"later {number}").summary for number in range(3)}


def _finish(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err, err
    return out.strip()
