"""What a slip of the finger in a name costs: questions asked as they are, with one name mistyped, and so corrected.

Run as `python -m bench.retrieval_typos --data DIR [--home DIR]`. Questions of the retrieval set that hold a name, asked
without files; the slip (a letter left out, doubled, changed, or swapped with its neighbour) is the same every time.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from bench.retrieval import ASKING, DEADLINE, imported
from bench.retrieval_data import Question, load
from bench.retrieval_score import MEASURES, Row, measure
from whylens.memory import recalling
from whylens.recall.names import exact_names

#: Names of fewer letters are not mistyped here.
_NAME = re.compile(r"[a-z_]{6,}")
_ASKED = ASKING["whylens, no files"]


def mistyped(text: str, chance: random.Random) -> str:
    """*text* with a slip in one name; as it is when it holds none that is long enough."""
    parts = [part for name in exact_names(text) for part in _NAME.findall(name)]
    if not parts:
        return text
    name = chance.choice(parts)
    at = chance.randrange(1, len(name) - 2)
    slip = chance.choice(
        (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
            name[:at] + chance.choice("aeinost") + name[at + 1 :],
        )
    )
    start = text.lower().find(name)
    return text[:start] + slip + text[start + len(name) :]


def measured(data_dir: Path, home: Path) -> dict[str, list[Row]]:
    """The measures of each question that can be mistyped, by the way it is asked."""
    data = load(data_dir / "memory_retrieval")
    rows: dict[str, list[Row]] = {"as it is": [], "mistyped, not corrected": [], "mistyped": []}
    correct = recalling.respelled
    for project, memories in data.memories.items():
        slips = [
            (each, slip)
            for each in data.questions
            if each.project == project and (slip := mistyped(each.text, random.Random(each.id))) != each.text
        ]
        with imported(project, memories, home) as memory:

            def ask(question: Question, text: str, memory=memory) -> Row:  # type: ignore[no-untyped-def]
                query = replace(_ASKED(question), text=text)
                found = memory.recall(query, deadline=DEADLINE)
                return measure(question, [hit.card.ref for hit in found.hits])

            for question, slip in slips:
                rows["as it is"].append(ask(question, question.text))
                rows["mistyped"].append(ask(question, slip))
                rows["mistyped, not corrected"].append(_without(correct, ask, question, slip))
    return rows


def _without(
    correct: Callable[..., str], ask: Callable[[Question, str], Row], question: Question, text: str
) -> Row:
    recalling.respelled = lambda text, cards: text
    try:
        return ask(question, text)
    finally:
        recalling.respelled = correct


def main() -> int:
    """Print the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--home", type=Path, help="a home to keep and use again (default: a throw-away one)")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("retrieval_typos: name the data folder with --data or WHYLENS_EVALS")
        return 1
    with tempfile.TemporaryDirectory(prefix="whylens-bench-") as made:
        rows = measured(Path(arguments.data), arguments.home or Path(made))
    print(f"{len(rows['as it is'])} questions with a name{'':5}" + "".join(f"{name:>9}" for name in MEASURES))
    for name, its in rows.items():
        print(f"{name:30}" + "".join(f"{fmean(column):9.3f}" for column in zip(*its, strict=True)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
