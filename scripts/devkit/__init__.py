"""What the scripts of this folder share: standard library only, on Linux, macOS and Windows."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (said before the first import of what older ones lack)
    sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
