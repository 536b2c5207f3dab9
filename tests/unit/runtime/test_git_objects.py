import threading

import pytest

from tests.support.repository import Repository
from whylens.runtime.git import CatFile


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "app")
    made.commit("Add", {"a.py": "one\n", "sub/ü name.py": "two", "empty.py": ""})
    return made


def test_files_are_read_as_they_were(repository):
    first = repository.git("rev-parse", "HEAD")
    second = repository.commit("Change", {"a.py": "changed\n"})

    with CatFile(repository.root) as files:
        assert files.read(first, "a.py") == b"one\n"
        assert files.read(second, "a.py") == b"changed\n"
        assert files.read(second, "sub/ü name.py") == b"two"
        assert files.read(second, "empty.py") == b""


def test_what_is_not_a_file_of_the_commit_is_none_and_harms_nothing(repository):
    with CatFile(repository.root) as files:
        for path in ("missing.py", "sub", "with\nnewline", "a.py blob 3", "", "../a.py", "\ud800"):
            assert files.read("HEAD", path) is None
        assert files.read("f" * 40, "a.py") is None
        assert files.read("HEAD", "a.py") == b"one\n"


def test_a_file_over_the_limit_is_skipped(repository):
    repository.commit("Grow", {"big.txt": "x" * 200_000})

    with CatFile(repository.root, limit=1000) as files:
        assert files.read("HEAD", "big.txt") is None
        assert files.read("HEAD", "a.py") == b"one\n"


def test_it_goes_on_after_git_died(repository):
    with CatFile(repository.root) as files:
        assert files.read("HEAD", "a.py") == b"one\n"
        files._process.kill()
        files._process.wait()
        assert files.read("HEAD", "a.py") == b"one\n"


def test_threads_do_not_get_each_others_files(repository):
    repository.commit("Many", {f"file{number}.txt": f"{number}" * 500 for number in range(8)})
    wrong = []

    def read(number, files):
        for _ in range(30):
            if files.read("HEAD", f"file{number}.txt") != f"{number}".encode() * 500:
                wrong.append(number)

    with CatFile(repository.root) as files:
        threads = [threading.Thread(target=read, args=(number, files)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert wrong == []


def test_closing_ends_the_process(repository):
    files = CatFile(repository.root)
    files.read("HEAD", "a.py")
    process = files._process

    files.close()

    assert process.poll() is not None
