"""System packages, on Debian where the script runs as root; elsewhere it says what to install."""

from __future__ import annotations

import os
import shutil

from devkit.shell import Failure, output, run, say


def install(*packages: str) -> None:
    """Install what is missing of *packages*."""
    if shutil.which("apt-get") is None:
        raise Failure(f"please install: {' '.join(packages)} (by the names of Debian's packages)")
    missing = [package for package in packages if not is_installed(package)]
    if not missing:
        return
    if os.geteuid() != 0:
        raise Failure(f"please run: sudo apt-get install --no-install-recommends {' '.join(missing)}")
    say(f"installing {', '.join(missing)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-qq"], env=quiet, quiet=True)
    run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], env=quiet, quiet=True)


def is_installed(package: str) -> bool:
    """Whether dpkg has *package* configured."""
    status = output(["dpkg-query", "-W", "-f", "${db:Status-Status}", package])
    return status == "installed"
