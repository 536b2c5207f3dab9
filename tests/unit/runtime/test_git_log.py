import logging
import subprocess
import sys
import time
from functools import partial

import pytest

from tests.support.repository import FIRST_DAY, Repository
from whylens.model.errors import Unavailable
from whylens.runtime.git import CatFile, FileChange, Git, command
from whylens.runtime.git import repository as repository_module


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "app")


def lines(*numbers: int) -> str:
    return "".join(f"line {number}\n" for number in numbers)


def test_commits_come_newest_first_with_message_and_files(repository):
    first = repository.commit(
        "Add the parser\n\nBecause regular expressions cannot nest.\n\nFixes: #12", {"a.py": "1\n"}
    )
    second = repository.commit("Cap it", {"a.py": "2\n", "b.py": "3\n"})

    newer, older = Git(repository.root).log()

    assert (newer.sha, newer.parents, newer.subject) == (second, (first,), "Cap it")
    assert newer.changes == (FileChange("a.py", "M"), FileChange("b.py", "A"))
    assert (older.sha, older.parents, older.committed_at) == (first, (), FIRST_DAY)
    assert older.body == "Because regular expressions cannot nest.\n\nFixes: #12"
    assert older.message.startswith("Add the parser\n\nBecause")
    assert (older.author_name, older.author_email) == ("A Developer", "developer@example.com")


def test_what_was_read_before_is_left_out(repository):
    first = repository.commit("One")
    second = repository.commit("Two")
    git = Git(repository.root)

    assert [commit.sha for commit in git.log(exclude=[first])] == [second]
    assert [commit.sha for commit in git.log(exclude=["e" * 40])] == [second, first]
    assert list(git.log(exclude=[second])) == []


def test_the_number_and_the_age_of_commits_can_be_limited(repository):
    for name in ("One", "Two", "Three"):
        repository.commit(name)
    git = Git(repository.root)

    assert [commit.subject for commit in git.log(limit=2)] == ["Three", "Two"]
    assert [commit.subject for commit in git.log(since=FIRST_DAY + 100_000)] == ["Three"]


def test_messages_with_any_bytes_are_read_one_by_one(repository):
    strange = "Odd \x02 marks\n\n\x02M\x1e |||\n:100644 100644\nM\tfile.py\n\ncommit deadbeef"
    repository.commit("Plain")
    repository.commit(strange, {"x.py": ""})

    newer, older = Git(repository.root).log()

    assert (newer.subject, older.subject) == ("Odd \x02 marks", "Plain")
    assert newer.body.startswith("\x02M\x1e |||")
    assert newer.changes == (FileChange("x.py", "A"),)


def test_text_that_is_not_utf8_is_read_with_marks(repository):
    repository.commit("Start")
    tree = repository.git("rev-parse", "HEAD^{tree}")
    who = b"Ren\xe9 <rene@example.com> 1704067200 +0000"
    header = b"tree %s\nauthor %s\ncommitter %s\n\n" % (tree.encode(), who, who)
    (repository.root / "commit").write_bytes(header + b"Caf\xe9 \xff\n\nbody \xfe\n")
    repository.git("update-ref", "HEAD", repository.git("hash-object", "-t", "commit", "-w", "commit"))

    (commit,) = Git(repository.root).log()

    assert (commit.subject, commit.body, commit.author_name) == (
        "Caf\ufffd \ufffd",
        "body \ufffd",
        "Ren\ufffd",
    )


def test_a_message_in_another_declared_encoding_is_converted(repository):
    repository.write({"a.py": ""})
    (repository.root / "message").write_bytes("Größe".encode("latin-1"))
    repository.git("add", "a.py")
    repository.git("-c", "i18n.commitEncoding=latin-1", "commit", "--quiet", "-F", "message")

    assert [commit.subject for commit in Git(repository.root).log()] == ["Größe"]


def test_renames_are_followed_with_their_old_name(repository):
    repository.commit("Add", {"old name.py": lines(*range(20))})
    repository.git("mv", "old name.py", "neuer Name ü.py")
    repository.commit("Move", {"neuer Name ü.py": lines(*range(20), 99)})

    newest, _ = (git := Git(repository.root)).with_hunks(git.log())

    assert newest.changes == (FileChange("neuer Name ü.py", "R", "old name.py", hunks=((21, 1),)),)


def test_a_merge_has_both_parents_and_no_changes(repository):
    repository.commit("Base", {"a.py": "1\n"})
    repository.git("checkout", "--quiet", "-b", "side")
    side = repository.commit("Side", {"b.py": "1\n"})
    repository.git("checkout", "--quiet", "main")
    main = repository.commit("Main", {"c.py": "1\n"})
    repository.git("merge", "--quiet", "--no-ff", "-m", "Merge side\n\nIt was needed.", "side")
    git = Git(repository.root)

    merge = next(git.with_hunks(git.log()))

    assert merge.is_merge
    assert (merge.parents, merge.changes, merge.body) == ((main, side), (), "It was needed.")


def test_an_empty_repository_has_no_history(repository):
    git = Git(repository.root)

    assert (git.exists(), git.head(), git.branch()) == (True, None, "main")
    assert (list(git.log()), git.ls_files(), git.root_commit(), git.is_shallow()) == ([], (), None, False)


def test_a_folder_that_is_no_repository_has_no_answers(tmp_path):
    git = Git(tmp_path)

    assert (git.exists(), git.head(), git.branch(), list(git.log()), git.ls_files()) == (
        False,
        None,
        None,
        [],
        (),
    )
    assert (git.remote_url(), git.commit_link("a" * 40), git.commit("HEAD")) == (None, None, None)


def test_the_repository_around_a_folder_is_not_asked_instead(repository):
    repository.commit("Outer", {"inner/a.py": ""})

    assert not Git(repository.root / "inner").exists()


def test_a_detached_head_has_a_commit_and_no_branch(repository):
    first = repository.commit("One")
    repository.git("checkout", "--quiet", "--detach")

    assert (Git(repository.root).head(), Git(repository.root).branch()) == (first, None)


def test_a_shallow_clone_is_read_as_far_as_it_goes(repository, tmp_path):
    for name in ("One", "Two", "Three"):
        repository.commit(name, {"a.py": name})
    repository.git("clone", "--quiet", "--depth=2", repository.root.as_uri(), str(tmp_path / "shallow"))
    git = Git(tmp_path / "shallow")

    assert (git.is_shallow(), git.root_commit()) == (True, None)
    assert [commit.subject for commit in git.with_hunks(git.log())] == ["Three", "Two"]


def test_the_root_commit_is_the_oldest_one(repository):
    first = repository.commit("One")
    repository.commit("Two")

    assert Git(repository.root).root_commit() == first


def test_a_branch_that_looks_like_an_option_or_a_path_does_no_harm(repository):
    only = repository.commit("One", {"a.py": "1\n"})
    repository.git("update-ref", "refs/heads/--output=x", only)
    repository.git("update-ref", "refs/tags/a.py", only)
    repository.git("symbolic-ref", "HEAD", "refs/heads/--output=x")
    git = Git(repository.root)

    assert [commit.sha for commit in git.log()] == [only]
    assert not (repository.root / "x").exists()


def test_hunks_say_where_and_in_which_function_a_commit_changed_a_file(repository):
    before = "class Store:\n    def load(self):\n        a = 1\n        return a\n\n    def save(self):\n        pass\n"
    after = before.replace("a = 1", "a = 2").replace("pass", "pass\n        done = True")
    repository.commit("Add", {"store.py": before})
    sha = repository.commit("Change", {"store.py": after})

    commit = Git(repository.root).commit(sha)

    assert commit is not None
    assert commit.changes == (
        FileChange("store.py", "M", hunks=((3, 1), (8, 1)), functions=("load", "save")),
    )


def test_hunks_of_many_commits_come_back_in_order(repository):
    for number in range(12):
        repository.commit(f"Commit {number}", {f"file{number % 3}.py": f"{number}\n"})
    git = Git(repository.root)
    plain = list(git.log())

    filled = list(git.with_hunks(iter(plain)))

    assert [commit.sha for commit in filled] == [commit.sha for commit in plain]
    assert all(change.hunks == ((1, 1),) for commit in filled for change in commit.changes)


def test_binary_and_reformatted_files_have_no_hunks(repository):
    many = lines(*range(1000))
    repository.commit("Add", {"big.py": many, "picture.bin": "\0\1\2", "small.py": "1\n"})
    changed = "".join(
        f"{line}!\n" if index % 2 else f"{line}\n" for index, line in enumerate(many.splitlines())
    )
    sha = repository.commit("Reformat", {"big.py": changed, "picture.bin": "\0\1\3", "small.py": "2\n"})

    commit = Git(repository.root).commit(sha)

    assert {change.path: change.hunks for change in commit.changes} == {
        "big.py": (), "picture.bin": (), "small.py": ((1, 1),),
    }  # fmt: skip


def test_the_users_own_settings_do_not_change_what_is_read(repository, monkeypatch, tmp_path):
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[log]\nshowSignature=true\n[diff]\nnoprefix=true\nmnemonicPrefix=true\ninterHunkContext=50\ncontext=9\n"
        "renames=false\nrelative=true\nsubmodule=log\n[color]\nui=always\n[core]\nquotePath=true\npager=false\n"
        "[format]\npretty=oneline\n[i18n]\nlogOutputEncoding=latin-1\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    repository.commit("Add", {"ä b.py": lines(*range(30))})
    sha = repository.commit("Ändern", {"ä b.py": lines(*range(9), 99, *range(10, 29), 98)})

    commit = Git(repository.root).commit(sha)

    assert commit.subject == "Ändern"
    assert commit.changes == (FileChange("ä b.py", "M", hunks=((10, 1), (30, 1))),)


#: Settings by which a repository can name a program.
PROGRAMS = [
    *("core.fsmonitor", "core.pager", "core.sshCommand", "core.alternateRefsCommand", "credential.helper"),
    *("diff.external", "diff.evil.textconv", "diff.evil.command", "filter.evil.smudge", "gpg.program"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")
def test_nothing_a_repository_names_is_ever_run(repository, tmp_path):
    trap = tmp_path / "trap.sh"
    sprung = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch {sprung}\ncat\n")
    trap.chmod(0o755)
    repository.commit("Add", {"a.txt": "1\n", ".gitattributes": "*.txt diff=evil filter=evil\n"})
    repository.commit("Change", {"a.txt": "2\n"})
    for name in PROGRAMS:
        repository.git("config", name, str(trap))
    repository.git("config", "log.showSignature", "true")
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (repository.root / ".git" / "hooks" / hook).write_text(trap.read_text())
        (repository.root / ".git" / "hooks" / hook).chmod(0o755)
    sprung.unlink(missing_ok=True)
    git = Git(repository.root)

    changes = [commit.changes for commit in git.with_hunks(git.log())]
    git.ls_files(), git.head(), git.branch(), git.remote_url(), git.is_shallow(), git.root_commit()
    with CatFile(repository.root) as files:
        content = files.read("HEAD", "a.txt")

    assert not sprung.exists()
    assert changes[0] == (FileChange("a.txt", "M", hunks=((1, 1),)),)
    assert content == b"2\n"


def test_a_surrounding_git_does_not_redirect_the_questions(repository, tmp_path, monkeypatch):
    only = repository.commit("One")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))

    assert Git(repository.root).head() == only


def damage(repository, object_id):
    (repository.root / ".git" / "objects" / object_id[:2] / object_id[2:]).unlink()


def test_a_missing_file_content_costs_only_its_own_hunks(repository, caplog):
    repository.commit("One", {"a.py": lines(1, 2, 3)})
    repository.commit("Two", {"a.py": lines(1, 2, 4), "b.py": lines(1)})
    lost = repository.git("rev-parse", "HEAD:a.py")
    repository.commit("Three", {"c.py": lines(1)})
    repository.commit("Four", {"a.py": lines(7)})
    repository.commit("Five", {"c.py": lines(2)})
    damage(repository, lost)
    git = Git(repository.root)

    with caplog.at_level(logging.WARNING):
        found = {commit.subject: commit for commit in git.with_hunks(git.log())}

    assert list(found) == ["Five", "Four", "Three", "Two", "One"]
    assert [change.path for change in found["Two"].changes] == ["a.py", "b.py"]
    assert {name for name, commit in found.items() if any(change.hunks for change in commit.changes)} == {
        "Five", "Three", "One",
    }  # fmt: skip
    assert "could not read" in caplog.text


def test_a_missing_commit_ends_the_history_there(repository):
    first = repository.commit("One")
    for name in ("Two", "Three", "Four"):
        repository.commit(name)
    damage(repository, first)

    assert [commit.subject for commit in Git(repository.root).log()] == ["Four", "Three"]


def test_a_partial_clone_is_read_without_fetching(repository, tmp_path):
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.commit("One", {"a.py": lines(*range(30))})
    repository.git("mv", "a.py", "b.py")
    repository.commit("Two", {"b.py": lines(*range(30), 99), "c.py": "1\n"})
    target = tmp_path / "partial"
    repository.git(
        "clone", "--quiet", "--filter=blob:none", "--no-checkout", repository.root.as_uri(), str(target)
    )
    objects = sorted(target.rglob("*.pack"))

    git = Git(target)
    subjects = [commit.subject for commit in git.with_hunks(git.log())]
    with CatFile(target) as files:
        content = files.read("HEAD", "c.py")

    assert subjects == ["Two", "One"]
    assert content is None
    assert sorted(target.rglob("*.pack")) == objects


def test_tracked_files_are_listed_without_links_and_submodules(repository, tmp_path):
    library = Repository(tmp_path / "library")
    library.commit("Start", {"lib.py": ""})
    repository.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.root), "vendor"
    )
    repository.commit("Add", {"b ü.py": "", "a/x.py": ""})
    blob = (
        repository.git("hash-object", "-w", "--stdin")
        if False
        else repository.git("rev-parse", "HEAD:a/x.py")
    )
    repository.git("update-index", "--add", "--cacheinfo", f"120000,{blob},link.py")
    repository.write({"untracked.py": ""})

    assert Git(repository.root).ls_files() == (".gitmodules", "a/x.py", "b ü.py")


def test_a_bare_repository_lists_the_files_of_its_head(repository, tmp_path):
    repository.commit("Add", {"a.py": "", "b/c.py": ""})
    repository.git("clone", "--quiet", "--bare", str(repository.root), str(tmp_path / "app.git"))

    assert Git(tmp_path / "app.git").ls_files() == ("a.py", "b/c.py")


def test_the_link_of_a_commit_comes_from_the_origin(repository):
    repository.git("remote", "add", "upstream", "https://github.com/upstream/app.git")
    repository.git("remote", "add", "origin", "https://user:secret@github.com/owner/app.git")

    assert Git(repository.root).remote_url() == "https://github.com/owner/app"
    assert Git(repository.root).commit_link("abc") == "https://github.com/owner/app/commit/abc"


def test_ancestry_is_known(repository):
    first = repository.commit("One")
    repository.commit("Two")
    git = Git(repository.root)

    assert git.is_ancestor(first)
    assert not git.is_ancestor("f" * 40)
    assert not git.is_ancestor("HEAD", first)


def test_reading_can_be_stopped_early_and_leaves_no_process(repository, monkeypatch):
    started = []
    start = command.start
    monkeypatch.setattr(command, "start", lambda *a, **k: started.append(start(*a, **k)) or started[-1])
    for number in range(5):
        repository.commit(f"{number}")
    log = Git(repository.root).log()

    next(log)
    log.close()

    assert [process.poll() is not None for process in started] == [True]


def test_a_git_that_hangs_is_ended(repository, monkeypatch):
    hanging = (sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.setattr(command, "_BASE", hanging)

    with pytest.raises(Unavailable, match="did not answer"):
        command.run(repository.root, "log", timeout=0.2)
    with (
        command.stream(repository.root, "log", idle=0.2) as output,
        pytest.raises(Unavailable, match=r"git log gave no answer.*try again"),
    ):
        list(output.chunks())
    with CatFile(repository.root, idle=0.2) as files, pytest.raises(Unavailable, match="no answer"):
        files.read("HEAD", "a.py")


def started_as(monkeypatch, program: str) -> None:
    """Run *program* (Python) in place of every git."""
    monkeypatch.setattr(command, "_BASE", (sys.executable, "-c", program))


def test_a_slow_git_is_read_to_its_end_however_long_it_takes(repository, monkeypatch):
    idle = 1.0
    started_as(
        monkeypatch,
        "import sys, time\n"
        "for number in range(10):\n"
        "    sys.stdout.write(str(number)); sys.stdout.flush(); time.sleep(0.15)",
    )

    with command.stream(repository.root, "log", idle=idle) as output:
        assert b"".join(output.chunks()) == b"0123456789"  # takes longer than `idle` as a whole
        assert output.succeeded()


def test_the_time_a_reader_takes_for_itself_is_not_gits(repository, monkeypatch):
    started_as(monkeypatch, "print('one'); print('two' * 100_000)")

    with command.stream(repository.root, "log", idle=0.2) as output:
        chunks = output.chunks()
        first = next(chunks)
        time.sleep(0.6)  # learning from what was read
        assert len(first + b"".join(chunks)) == 300_005
        assert output.succeeded()


def test_a_git_that_prints_all_and_does_not_end_is_ended(repository, monkeypatch):
    started_as(monkeypatch, "import os, time; os.write(1, b'all'); os.close(1); time.sleep(60)")

    with command.stream(repository.root, "log", idle=0.2) as output:
        assert b"".join(output.chunks()) == b"all"
        with pytest.raises(Unavailable, match="no answer"):
            output.succeeded()


def test_a_hanging_git_is_not_asked_again_with_less(repository, monkeypatch):
    repository.commit("One")
    git, asked = Git(repository.root), []
    start = command.start

    def hanging(root, *arguments, stdin):
        asked.append(arguments[0])
        monkeypatch.setattr(command, "_BASE", (sys.executable, "-c", "import time; time.sleep(60)"))
        return start(root, *arguments, stdin=stdin)

    monkeypatch.setattr(command, "start", hanging)
    monkeypatch.setattr(repository_module, "stream", partial(command.stream, idle=0.2))
    with pytest.raises(Unavailable, match="no answer"):
        list(git.log())
    assert asked == ["log"]


def test_commits_are_counted(repository):
    first = repository.commit("One")
    repository.commit("Two")
    repository.commit("Three")
    git = Git(repository.root)

    assert git.count() == 3
    assert git.count(exclude=[first, "e" * 40]) == 2
    assert git.count(tip="HEAD~1") == 2


def test_a_history_with_a_hole_is_not_counted(repository):
    hole = repository.commit("One")
    repository.commit("Two")
    repository.commit("Three")
    (repository.root / ".git" / "objects" / hole[:2] / hole[2:]).unlink()

    assert Git(repository.root).count() == 0


def test_a_machine_without_git_is_told_what_to_do(repository, monkeypatch):
    monkeypatch.setattr(command, "_BASE", ("no-such-git-here",))

    with pytest.raises(Unavailable, match="Install git"):
        Git(repository.root).head()


def test_a_folder_that_is_gone_is_named(tmp_path):
    with pytest.raises(Unavailable, match="is gone"):
        Git(tmp_path / "gone").head()


def test_git_keeps_its_hands_off_the_index(repository):
    repository.commit("One", {"a.py": "1\n"})
    index = repository.root / ".git" / "index"
    before = (index.read_bytes(), index.stat().st_mtime_ns)
    (repository.root / "a.py").touch()
    git = Git(repository.root)

    list(git.with_hunks(git.log()))
    git.ls_files()

    assert (index.read_bytes(), index.stat().st_mtime_ns) == before
    assert (
        subprocess.run(["git", "status", "--short"], cwd=repository.root, capture_output=True).stdout == b""
    )


def test_commits_out_of_reach_are_those_the_head_does_not_hold(repository):
    repository.commit("Start", {"a.py": "1\n"})
    repository.git("switch", "--quiet", "--create", "other")
    there = repository.commit("Try", {"a.py": "2\n"})
    repository.git("switch", "--quiet", "main")
    here = repository.commit("Go on", {"a.py": "3\n"})

    git = Git(repository.root)

    assert git.unreachable([there]) == (there,)
    assert git.unreachable([there, here, "f" * 40]) == (there,)
    assert git.unreachable([here], head=there) == (here,)
    assert git.unreachable([]) == ()
