"""Web addresses of commits, made from a remote's address without its credentials. Pure."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

#: How each kind of host shows a commit, by a word in the host name. The first that fits is taken.
_COMMIT_PAGES = (
    ("github", "{repository}/commit/{sha}"),
    ("gitlab", "{repository}/-/commit/{sha}"),
    ("bitbucket", "{repository}/commits/{sha}"),
    ("codeberg", "{repository}/commit/{sha}"),
    ("gitea", "{repository}/commit/{sha}"),
    ("forgejo", "{repository}/commit/{sha}"),
    ("sr.ht", "{repository}/commit/{sha}"),
    ("azure", "{repository}/commit/{sha}"),
    ("visualstudio", "{repository}/commit/{sha}"),
    ("gitee", "{repository}/commit/{sha}"),
)

#: `user@host:path`, the short form of ssh; one letter before the colon is a Windows drive.
_SCP = re.compile(r"^(?:[^@/\s]+@)?(?P<host>[\w.-]{2,}):(?P<path>(?!//)\S+)$")
_AZURE_SSH = re.compile(r"^v3/([^/]+)/([^/]+)/([^/]+)$")


def web_address(remote: str) -> str | None:
    """The https address of a repository's page on a known kind of host; never with credentials."""
    host, path = _host_and_path(remote.strip())
    path = path.strip("/").removesuffix(".git").rstrip("/")
    if not host or not path or not _commit_page(host):
        return None
    if host == "ssh.dev.azure.com" and (parts := _AZURE_SSH.match(path)):
        host, path = "dev.azure.com", f"{parts[1]}/{parts[2]}/_git/{parts[3]}"
    return f"https://{host}/{quote(path, safe='/~:@!$&()*+,;=%')}"


def commit_link(remote: str, sha: str) -> str | None:
    """The web page of a commit, None when the host is not one we know."""
    repository = web_address(remote)
    page = _commit_page(urlsplit(repository).hostname or "") if repository else None
    return page.format(repository=repository, sha=sha) if page else None


def _commit_page(host: str) -> str | None:
    return next((page for word, page in _COMMIT_PAGES if word in host), None)


def _host_and_path(remote: str) -> tuple[str, str]:
    if "://" not in remote:
        short = _SCP.match(remote)
        return (short["host"].lower(), short["path"]) if short else ("", "")
    try:
        parts = urlsplit(remote)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:  # an address that is none
        return "", ""
    if parts.scheme not in {"http", "https", "ssh", "git", "git+ssh"}:
        return "", ""
    keeps_port = parts.scheme in {"http", "https"} and port not in {None, 80, 443}
    return (f"{host}:{port}" if keeps_port else host), parts.path
