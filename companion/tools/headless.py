"""Runs a command with a display nobody sees, where there is one to be had (Xvfb on Linux).

    python -m companion.tools.headless python -m pytest

Tests and pictures then need no screen, and open no windows on one.  Without Xvfb the command runs with
whatever display there is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SCREEN = "2560x1600x24"  # the largest window that is tested


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """The environment of a process that shall draw on a virtual display; our own without Xvfb."""
    server = shutil.which("Xvfb")
    if server is None:
        yield dict(os.environ)
        return
    reads, writes = os.pipe()
    process = subprocess.Popen([server, "-displayfd", str(writes), "-screen", "0", SCREEN, "-nolisten", "tcp"],
                               pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()  # empty when the server could not start
        own = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        yield {**own, "DISPLAY": f":{number}"} if number else dict(os.environ)
    finally:
        process.terminate()
        process.wait()


def main(command: Sequence[str]) -> int:
    """Run the command; its exit status."""
    if not command:
        print("Name the command to run: python -m companion.tools.headless COMMAND...", file=sys.stderr)
        return 2
    with virtual_display() as environment:
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
