"""PostgreSQL for an evening: started in a folder of its own, reached by a socket in that folder only, never as root.

    with Postgres(folder) as database:
        psycopg.connect(database.writer)        # may add and read; database.owner may change the tables
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from companion.club.schema import OWNER, WRITER, driver, make_tables
from companion.sharing.closing import Closing
from companion.words.refusals import RequestError

STARTS_S = 180.0  # after a cut of the power PostgreSQL reads its own log first
DEBIAN = Path("/usr/lib/postgresql")  # a folder for each version, not in the path
STANDS_IN = ("postgres", "nobody")  # whom root lets do it: PostgreSQL refuses to run as root


def programs() -> Path:
    """The folder of PostgreSQL's programs; RequestError where there is none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = [path for path in DEBIAN.glob("*/bin") if (path / "initdb").exists()]
    if not versions:
        raise RequestError("PostgreSQL is not installed here; on Debian: apt-get install postgresql.")
    return max(versions, key=lambda path: float(path.parent.name))


class Postgres(Closing):
    """A server in a folder, made there on first use.  Its path must be short: sockets have names of 107 letters."""

    def __init__(self, folder: Path) -> None:
        """RequestError where PostgreSQL is missing, or does not start."""
        self.folder, self._bin = folder, programs()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = _stand_in()
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        if not (folder / "data" / "PG_VERSION").exists():
            self._run("initdb", "-D", str(folder / "data"), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale")
        self._process = self._started()
        try:
            self._wait()
            make_tables(self.owner)
        except BaseException:
            self.close()
            raise

    @property
    def owner(self) -> str:
        """The address for whoever makes tables, saves and restores."""
        return self._address(OWNER)

    @property
    def writer(self) -> str:
        """The address for what comes from tablets: rows are added and read, nothing else."""
        return self._address(WRITER)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server, by default in order (SIGQUIT: as if the power failed), and start it again."""
        self._end(how)
        self._process = self._started()
        self._wait()

    def close(self) -> None:
        """End the server; what it keeps stays in the folder."""
        self._end(signal.SIGINT)

    def _address(self, user: str) -> str:
        return f"host={self.folder} user={user} dbname=postgres connect_timeout=5"

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._bin / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses="],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, cwd="/", **self._as)

    def _wait(self) -> None:
        psycopg = driver()
        until = time.monotonic() + STARTS_S
        while True:
            try:
                psycopg.connect(self.owner).close()
                return
            except psycopg.OperationalError as fault:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RequestError("PostgreSQL does not start in {folder}: {why}", folder=self.folder,
                                       why=str(fault).strip()) from fault
                time.sleep(0.05)

    def _end(self, how: signal.Signals) -> None:
        if self._process.poll() is None:
            self._process.send_signal(how)
        self._process.wait(STARTS_S)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run([self._bin / program, *words], capture_output=True, text=True, cwd="/", check=False,
                              **self._as)
        if done.returncode:
            raise RequestError("PostgreSQL does not start in {folder}: {why}", folder=self.folder,
                               why=done.stderr.strip())


def _stand_in() -> pwd.struct_passwd:
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in STANDS_IN if name in known)
