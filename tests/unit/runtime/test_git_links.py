import pytest

from whylens.runtime.git import commit_link, web_address

SHA = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://github.com/owner/app.git", "https://github.com/owner/app"),
        ("https://github.com/owner/app/", "https://github.com/owner/app"),
        ("git@github.com:owner/app.git", "https://github.com/owner/app"),
        ("ssh://git@github.com:22/owner/app.git", "https://github.com/owner/app"),
        ("git://github.com/owner/app.git", "https://github.com/owner/app"),
        ("https://github.example.com:8443/owner/app.git", "https://github.example.com:8443/owner/app"),
        ("git@gitlab.com:group/sub/app.git", "https://gitlab.com/group/sub/app"),
        ("git@ssh.dev.azure.com:v3/org/project/app", "https://dev.azure.com/org/project/_git/app"),
        ("https://github.com/owner/app with space", "https://github.com/owner/app%20with%20space"),
    ],
)
def test_a_remote_of_a_known_host_has_a_page(remote, address):
    assert web_address(remote) == address


@pytest.mark.parametrize(
    ("remote", "link"),
    [
        ("https://github.com/owner/app", f"https://github.com/owner/app/commit/{SHA}"),
        ("https://gitlab.example.org/group/app.git", f"https://gitlab.example.org/group/app/-/commit/{SHA}"),
        ("git@bitbucket.org:team/app.git", f"https://bitbucket.org/team/app/commits/{SHA}"),
        ("https://codeberg.org/owner/app.git", f"https://codeberg.org/owner/app/commit/{SHA}"),
        ("https://git.sr.ht/~owner/app", f"https://git.sr.ht/~owner/app/commit/{SHA}"),
        (
            "https://org@dev.azure.com/org/project/_git/app",
            f"https://dev.azure.com/org/project/_git/app/commit/{SHA}",
        ),
    ],
)
def test_each_kind_of_host_shows_commits_its_own_way(remote, link):
    assert commit_link(remote, SHA) == link


@pytest.mark.parametrize("scheme", ["https", "http", "ssh", "git+ssh"])
def test_credentials_never_appear(scheme):
    address = web_address(f"{scheme}://user:ghp_token@github.com/owner/app.git")

    assert address == "https://github.com/owner/app"


@pytest.mark.parametrize(
    "remote",
    [
        *("", " ", "/srv/git/app.git", "../app", "C:\\work\\app", "C:/work/app", "file:///srv/app.git"),
        *(
            "https://git.example.com/app.git",
            "git@github.com:",
            "https://",
            "https://[broken/app",
            "rsync://github.com/a/b",
        ),
        *("https://github.com:port/owner/app", "ext::sh -c github.com", "user@host"),
    ],
)
def test_what_is_no_known_host_has_no_page(remote):
    assert web_address(remote) is None
    assert commit_link(remote, SHA) is None
