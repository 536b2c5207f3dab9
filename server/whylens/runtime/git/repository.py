"""Asking one repository: where it stands, what its history says, where commits changed their files."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from whylens.model.errors import Unavailable
from whylens.runtime.git import blame, links
from whylens.runtime.git.command import run, stream
from whylens.runtime.git.commits import LOG_FORMAT, Commit, FileChange, fields, parse_log
from whylens.runtime.git.hunks import MOST_HUNKS, FileHunks, lines_of, parse_hunks

log = logging.getLogger(__name__)

_REGULAR_FILE = "100"  # the mode of a file starts so; links (120000) and submodules (160000) are left out


class Git:
    """Read-only questions to the repository whose work tree (or bare folder) is `root`.

    Where git says no (an empty repository, a missing object) the answer is None or empty. Where git cannot
    run at all, or hangs, `Unavailable` is raised.
    """

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

    def exists(self) -> bool:
        """Whether `root` is a repository git can read."""
        return run(self.root, "rev-parse", "--git-dir") is not None

    def head(self) -> str | None:
        """The commit checked out, None before the first one."""
        return self._line("rev-parse", "--verify", "--quiet", "HEAD^{commit}")

    def is_unborn(self) -> bool:
        """Whether HEAD names a branch without a commit; else it names a commit, which git may fail to read."""
        return self.exists() and run(self.root, "rev-parse", "--verify", "--quiet", "HEAD") is None

    def branch(self) -> str | None:
        """The branch checked out (it may have no commit yet), None when HEAD is detached."""
        return self._line("symbolic-ref", "--quiet", "--short", "HEAD")

    def is_shallow(self) -> bool:
        """Whether the history was cut when it was cloned."""
        return self._line("rev-parse", "--is-shallow-repository") == "true"

    def root_commit(self) -> str | None:
        """The oldest commit without parents; None when there is none or the history is cut."""
        if self.is_shallow():
            return None
        roots = run(self.root, "rev-list", "--max-parents=0", "HEAD", timeout=60)
        return roots.decode().split()[-1] if roots and roots.strip() else None

    def log(
        self,
        exclude: Iterable[str] = (),
        *,
        tip: str = "HEAD",
        limit: int | None = None,
        since: float | None = None,
    ) -> Iterator[Commit]:
        """Commits reachable from `tip` and from none of `exclude`, newest first, with the files they changed.

        Excluded commits that no longer exist are ignored. `since` is Unix seconds. Reads while git writes:
        stop iterating and git is stopped. Hunks are asked for apart, with `with_hunks`.
        """
        if self._line("rev-parse", "--verify", "--quiet", f"{tip}^{{commit}}") is None:
            return
        bounds = [f"--since={int(since)}"] if since is not None else []
        revisions = [tip, *(f"^{sha}" for sha in exclude)]
        read = 0
        for form in _FORMS[self._is_partial :]:
            most = [f"--skip={read}", *([f"--max-count={limit - read}"] if limit is not None else [])]
            with stream(self.root, *_LOG, *form, *bounds, *most, lines=revisions) as output:
                last: Commit | None = None  # held back: what git died over was printed incompletely
                for commit in parse_log(fields(output.chunks())):
                    if last is not None:
                        read += 1
                        yield last
                    last = commit
                if output.succeeded() or form == _FORMS[-1]:
                    yield from [last] if last else []
                    return
            log.warning("git could not read all changes of the history: objects are missing or damaged")

    def count(self, exclude: Iterable[str] = (), *, tip: str = "HEAD") -> int:
        """How many commits `log` would give; 0 when some of them are missing or damaged."""
        revisions = [tip, *(f"^{sha}" for sha in exclude)]
        with stream(self.root, "rev-list", "--ignore-missing", "--stdin", lines=revisions) as output:
            # not `--count`: it would say nothing until the end, as a git that hangs does
            count = sum(chunk.count(b"\n") for chunk in output.chunks())
            return count if output.succeeded() else 0

    def unreachable(self, tips: Iterable[str], *, head: str = "HEAD") -> tuple[str, ...]:
        """The commits reachable from `tips` but not from `head`, newest first; tips that are gone are left out.

        Raises `Unavailable` when git does not answer to the end.
        """
        with stream(
            self.root, "rev-list", "--ignore-missing", "--stdin", lines=[*tips, f"^{head}"]
        ) as output:
            found = b"".join(output.chunks()).decode().split()
            if not output.succeeded():
                raise Unavailable("git could not say which commits are part of what is checked out")
        return tuple(found)

    def with_hunks(self, commits: Iterable[Commit]) -> Iterator[Commit]:
        """The commits with hunks and functions filled in, in their order, 500 at a time.

        A commit whose files git cannot read comes back as it was.
        """
        source = iter(commits)
        while batch := list(islice(source, 500)):
            found = self._hunks([commit.sha for commit in batch if commit.changes and not commit.is_merge])
            yield from (
                replace(commit, changes=_filled(commit, found.get(commit.sha, {}))) for commit in batch
            )

    def commit(self, sha: str) -> Commit | None:
        """One commit with its hunks, None when there is none of that name."""
        found = next(iter(self.log(tip=sha, limit=1)), None)
        return next(self.with_hunks([found])) if found else None

    def line_times(self, path: str, lines: Iterable[int], *, timeout: float) -> dict[int, float]:
        """When lines (1-based) of `path` in HEAD were last changed, Unix seconds; see `blame.line_times`."""
        return blame.line_times(self.root, path, lines, timeout=timeout)

    def is_ancestor(self, sha: str, of: str = "HEAD") -> bool:
        """Whether `of` contains the commit `sha`."""
        return run(self.root, "merge-base", "--is-ancestor", sha, of) is not None

    def ls_files(self) -> tuple[str, ...]:
        """The regular files git tracks, sorted; those of HEAD when there is no work tree."""
        listing = run(self.root, "ls-files", "-z", "--stage", timeout=60)
        if not listing:
            listing = run(self.root, "ls-tree", "-r", "-z", "--full-tree", "HEAD", timeout=60) or b""
        entries = (entry.partition("\t") for entry in fields([listing]) if entry)
        return tuple(sorted({path for mode, _, path in entries if mode.startswith(_REGULAR_FILE)}))

    def remote_url(self) -> str | None:
        """The web address of the repository at `origin`, or at its only remote; never with credentials."""
        address = self._remote
        return links.web_address(address) if address else None

    def commit_link(self, sha: str) -> str | None:
        """The web page of a commit, None when the host is not one we know."""
        address = self._remote
        return links.commit_link(address, sha) if address else None

    @cached_property
    def _remote(self) -> str | None:
        names = (self._text("remote") or "").split()
        chosen = "origin" if "origin" in names else names[0] if len(names) == 1 else None
        return self._line("remote", "get-url", chosen) if chosen else None

    @cached_property
    def _is_partial(self) -> bool:
        """Whether the clone left out file contents, so that only renames of unchanged files can be seen."""
        pattern = r"^(extensions\.partialclone|remote\..*\.promisor)$"
        return run(self.root, "config", "--get-regexp", pattern) is not None

    def _hunks(self, shas: list[str]) -> dict[str, dict[str, FileHunks]]:
        """The hunks of each file of each commit. Where git dies over a commit, it goes on after that one."""
        found: dict[str, dict[str, FileHunks]] = {}
        while shas:
            with stream(self.root, *_DIFF_TREE, lines=shas) as output:
                answered = ""
                for answered, files in parse_hunks(lines_of(output.chunks())):
                    found[answered] = {file.path: file for file in files}
                if output.succeeded():
                    return found
            done = shas.index(answered) if answered in shas else 0
            log.warning("git could not read the changes of commit %s", shas[done])
            found.pop(shas[done], None)
            shas = shas[done + 1 :]
        return found

    def _text(self, *arguments: str) -> str | None:
        output = run(self.root, *arguments)
        return output.decode("utf-8", "replace") if output is not None else None

    def _line(self, *arguments: str) -> str | None:
        return (self._text(*arguments) or "").strip() or None


#: Whatever else a repository asks to be done with a diff is not done.
_QUIET_DIFF = ("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=none")

_LOG = (
    *("log", "--ignore-missing", "--stdin", "-z", f"--format={LOG_FORMAT}", "--encoding=UTF-8"),
    *_QUIET_DIFF,
)

#: What is read beside the message, and again with less when an object it needs is missing.
_FORMS = (("--name-status", "-M"), ("--name-status", "-M100%"), ("--no-patch",))

_DIFF_TREE = (
    *("diff-tree", "--stdin", "-r", "--root", "-p", "-U0", "-M", "--submodule=short"),
    *("--src-prefix=a/", "--dst-prefix=b/", *_QUIET_DIFF),
)


def _filled(commit: Commit, found: dict[str, FileHunks]) -> tuple[FileChange, ...]:
    return tuple(_with(change, found.get(change.path)) for change in commit.changes)


def _with(change: FileChange, found: FileHunks | None) -> FileChange:
    if found is None or len(found.hunks) > MOST_HUNKS:
        return change
    return replace(change, hunks=tuple(found.hunks), functions=tuple(found.functions))
