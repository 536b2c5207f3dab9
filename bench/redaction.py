"""Measures redaction: share of made-up secrets caught, of look-alikes touched, and of other text lost.

A secret is caught when no run of more than max(4, a tenth) of its characters survives in the redacted text. A
look-alike is a false alarm when anything in it changed. Baselines are measured on the spans they would redact: at
least nine tenths of the secret covered. Run as `python -m bench.redaction --data DIR` (the set is `DIR/secrets`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.redaction_baselines import BASELINES
from bench.redaction_unseen import unseen
from bench.secret_samples import Sample, samples
from whylens.normalize.redact import redact

#: Look-alikes that it does no harm to redact: left out of the false alarms.
TOLERABLE = frozenset(
    {"placeholder-changeme", "doc-example-aws", "low-entropy-aws", "stripe-publishable", "csp-nonce"}
)

#: Words of an armour that are no part of the secret.
_ARMOUR = re.compile(r"-+|BEGIN|END|PRIVATE|KEY-+|BLOCK-+|RSA|EC|OPENSSH|PGP|Private-\w+:|PuTTY\S+|ssh-\S+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sample: right, and the share of its other characters that was lost."""

    sample: Sample
    right: bool
    over: float = 0.0


def run(data_dir: Path, *, seed: str = "1", per: int = 4) -> dict[str, Any]:
    """The figures of the product's redaction and of the baselines; `not measured` when the set is not there."""
    folder = data_dir / "secrets"
    if not (folder / "templates.jsonl").exists():
        return {
            "set": "secrets",
            "status": "not measured",
            "reason": f"{folder / 'templates.jsonl'} is absent",
        }
    made = samples(folder, seed=seed, per=per)
    outcomes = [by_text(sample, str(redact(sample.text).text)) for sample in made]
    return {
        "set": "secrets",
        "status": "measured",
        **figures(outcomes),
        **misses(outcomes),
        "unseen_recall": round(_recall_of_unseen(made), 4),
        "baselines": {
            name: figures([by_spans(one, spans(one.text)) for one in made])
            for name, spans in BASELINES.items()
        },
    }


def _recall_of_unseen(made: list[Sample]) -> float:
    """Recall of vendors whose rules are taken away: what the generic rules alone catch of them."""
    outcomes = [by_text(one, str(redact(one.text).text)) for fold in unseen(made) for one in fold]
    return sum(one.right for one in outcomes) / max(1, len(outcomes))


def by_text(sample: Sample, redacted: str) -> Outcome:
    """The outcome where the redacted text is known."""
    if sample.secret is None:
        return Outcome(sample, redacted == sample.text)
    start, end = sample.secret
    words = re.findall(r"\S+", sample.text[start:end])
    longest = max(4, int(0.1 * max(len(word) for word in words)))
    rest = sample.text[:start] + "\0" + sample.text[end:]
    other = len(sample.text) - (end - start)
    survives = any(_survives(word, longest, redacted, rest) for word in words if not _ARMOUR.fullmatch(word))
    return Outcome(sample, not survives, max(0, other - len(redacted)) / max(1, other))


def _survives(word: str, longest: int, redacted: str, rest: str) -> bool:
    """Whether more than `longest` characters of `word` in a row are left and do not stem from the rest."""
    pieces = (word[at : at + longest + 1] for at in range(len(word) - longest))
    return any(piece in redacted and piece not in rest for piece in pieces)


def by_spans(sample: Sample, spans: list[tuple[int, int]]) -> Outcome:
    """The outcome where the spans that would be redacted are known."""
    if sample.secret is None:
        return Outcome(sample, not spans)
    covered = {at for start, end in spans for at in range(start, end)}
    secret = [at for at in range(*sample.secret) if not sample.text[at].isspace()]
    other = [at for at in range(len(sample.text)) if not sample.secret[0] <= at < sample.secret[1]]
    caught = sum(at in covered for at in secret) / len(secret) >= 0.9
    return Outcome(sample, caught, sum(at in covered for at in other) / len(other) if other else 0.0)


def figures(outcomes: list[Outcome]) -> dict[str, Any]:
    """Recall, false alarms, precision, F1 and over-redaction of some outcomes."""
    secrets, lookalikes = _parted(outcomes)
    caught, alarms = sum(one.right for one in secrets), sum(not one.right for one in lookalikes)
    recall = caught / max(1, len(secrets))
    precision = caught / max(1, caught + alarms)
    kinds = _by_kind(secrets)
    return {
        "samples": len(secrets),
        "kinds": len(kinds),
        "recall": round(recall, 4),
        "kinds_fully_caught": round(fmean(all(kind) for kind in kinds.values()), 4) if kinds else 0.0,
        "lookalikes": len(lookalikes),
        "false_alarm_rate": round(alarms / max(1, len(lookalikes)), 4),
        "precision": round(precision, 4),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 4),
        "over_redaction": round(fmean(one.over for one in secrets), 4) if secrets else 0.0,
    }


def misses(outcomes: list[Outcome]) -> dict[str, list[str]]:
    """The kinds of which a secret leaked, and of which a look-alike was touched."""
    secrets, lookalikes = _parted(outcomes)
    return {
        "leaked_kinds": sorted({one.sample.kind for one in secrets if not one.right}),
        "false_alarm_kinds": sorted({one.sample.kind for one in lookalikes if not one.right}),
    }


def _parted(outcomes: list[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    secrets = [one for one in outcomes if one.sample.secret]
    return secrets, [one for one in outcomes if not one.sample.secret and one.sample.kind not in TOLERABLE]


def _by_kind(outcomes: list[Outcome]) -> dict[str, list[bool]]:
    kinds: dict[str, list[bool]] = defaultdict(list)
    for one in outcomes:
        kinds[one.sample.kind].append(one.right)
    return kinds


def main() -> int:
    """Print the figures beside the baselines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--per", type=int, default=4, help="samples of each kind")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("secrets: name the data folder with --data or WHYLENS_EVALS")
        return 1
    report = run(Path(arguments.data), seed=arguments.seed, per=arguments.per)
    print(json.dumps(report, indent=1) if arguments.json else _table(report))
    return 0


def _table(report: dict[str, Any]) -> str:
    if report["status"] != "measured":
        return f"secrets: not measured ({report['reason']})"
    rows = {"whylens": report, **report["baselines"]}
    lines = [f"{'secrets':10} recall  false alarms  over-redaction"]
    lines += [
        f"{name:10} {row['recall']:6.3f}  {row['false_alarm_rate']:12.3f}  {row['over_redaction']:14.3f}"
        for name, row in rows.items()
    ]
    return "\n".join(
        [*lines, f"leaked: {report['leaked_kinds']}", f"false alarms: {report['false_alarm_kinds']}"]
    )


if __name__ == "__main__":
    raise SystemExit(main())
