"""How soon a repository answers: from `initialized` to the first hover with knowledge, and to the end of learning.

    python3 bench/first_hover.py REPOSITORY [--commits N] [--json]

The repository is cloned into a scratch folder (checked out where its history is N commits long, if asked for), and
opened for the first time, in a throw-away home, over standard streams, with its most changed files open.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # so that `python3 bench/first_hover.py` finds `bench`

from bench.lsp_client import LspClient
from whylens.anchor.languages import language_of
from whylens.runtime.git import Git

#: Files kept open: the most changed ones of the newest commits.
FILES, NEWEST = 12, 400
#: Seconds after which the run is given up.
LONGEST = 900.0


def main() -> int:
    """Clone, open, wait, print."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="whylens-first-") as scratch:
        root = _clone(options.repository, Path(scratch) / "project", options.commits)
        figures = measure(root, Path(scratch) / "home")
    figures["repository"] = options.repository.name
    print(json.dumps(figures, indent=1) if options.json else _table(figures))
    return 0


def measure(root: Path, home: Path) -> dict[str, Any]:
    """Seconds to the first lens and hover, to the end of learning, to the last vector; cards and longest answer."""
    git = Git(root)
    command = [sys.executable, "-m", "whylens", "serve", "--home", str(home)]
    client = LspClient(command, root)
    started = time.perf_counter()
    client.settings = {"learn": {"onOpen": True}, "codeLens": "all"}
    uris = {path: client.open(root / path, _text(root / path)) for path in most_changed(git)}
    found: dict[str, Any] = {"commits": git.count(), "files_open": len(uris)}
    slowest = 0.0
    while (seconds := time.perf_counter() - started) < LONGEST:
        for uri in uris.values():
            asked = time.perf_counter()
            lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) or []
            slowest = max(slowest, time.perf_counter() - asked)
            if lenses and "first_hover" not in found and _hover(client, uri, lenses[0]):
                found["first_hover"] = time.perf_counter() - started
        status = client.request("whylens/status", {})
        learning, vectors = status.get("learning"), status["vectors"]
        if status.get("learned") and "learned" not in found:
            found["learned"], found["cards"] = seconds, status["cards"]["total"]
        if "learned" in found and not (learning or {}).get("running"):
            found["vectors"] = seconds
            found["vectors_done"] = f"{vectors['done']}/{vectors['total']}"
            break
        time.sleep(0.2)
    found["slowest_lens_ms"] = slowest * 1000
    client.end()
    return found


def most_changed(git: Git) -> list[str]:
    """The source files that the newest commits changed most, as far as they are still there."""
    present = frozenset(git.ls_files())
    counts = Counter(change.path for commit in git.log(limit=NEWEST) for change in commit.changes)
    source = (
        path
        for path, _ in counts.most_common()
        if path in present and language_of(path) not in (None, "markdown")
    )
    return list(source)[:FILES]


def _hover(client: LspClient, uri: str, lens: dict[str, Any]) -> bool:
    line = lens["range"]["start"]["line"]
    position = {"line": line, "character": lens["range"]["start"]["character"]}
    return (
        client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position}) is not None
    )


def _clone(repository: Path, target: Path, commits: int | None) -> Path:
    subprocess.run(["git", "clone", "--quiet", "--shared", str(repository), str(target)], check=True)
    if commits:
        listing = subprocess.run(
            ["git", "rev-list", "--reverse", "--topo-order", "HEAD"],
            cwd=target,
            check=True,
            capture_output=True,
            text=True,
        )
        shas = listing.stdout.split()
        subprocess.run(
            ["git", "checkout", "--quiet", shas[min(commits, len(shas)) - 1]], cwd=target, check=True
        )
    return target


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _table(figures: dict[str, Any]) -> str:
    targets = {"first_hover": "≤ 10 s", "learned": "≤ 60 s at 5,000 commits"}
    rows = (
        f"  {name:16} {value:>10.1f}  {targets.get(name, '')}"
        if isinstance(value, float)
        else f"  {name:16} {value!s:>10}"
        for name, value in figures.items()
    )
    return "\n".join(("first opening of a repository (seconds from `initialized`)", *rows))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--commits", type=int, help="check out where the history is this long")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
