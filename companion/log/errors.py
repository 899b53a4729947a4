"""What the log refuses, by key; `companion.words.texts` has the sentence for each.

LogError
    log-full        the disk is full                    log-busy      another program holds the file
    log-readonly    the file or folder may be read only log-failing   the disk fails
    log-damaged     the file is damaged                 log-foreign   the file is something else
    log-newer       a newer version wrote it            log-held      another window writes this sitting
    log-moved-on    another window has written meanwhile
    log-no-event    there is no such event to correct
    log-no-sitting  there is no such sitting            log-no-game   its game is not there any more
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules.core.errors import Refusal

_BY_CODE = {
    sqlite3.SQLITE_FULL: "log-full", sqlite3.SQLITE_BUSY: "log-busy", sqlite3.SQLITE_LOCKED: "log-busy",
    sqlite3.SQLITE_READONLY: "log-readonly", sqlite3.SQLITE_PERM: "log-readonly", sqlite3.SQLITE_CANTOPEN:
    "log-readonly", sqlite3.SQLITE_CORRUPT: "log-damaged", sqlite3.SQLITE_NOTADB: "log-foreign",
    sqlite3.SQLITE_IOERR: "log-failing",
}
_BY_ERRNO = {errno.ENOSPC: "log-full", errno.EDQUOT: "log-full", errno.EIO: "log-failing"}
PASSING = frozenset(("log-full", "log-busy", "log-readonly", "log-failing"))  # it is worth trying again


class LogError(Refusal):
    """The log cannot be read or written; `key` names the sentence, `arguments` what is put into it."""

    def __init__(self, key: str, **arguments: Any) -> None:
        super().__init__(f"{key}: {', '.join(f'{name}={value}' for name, value in arguments.items())}")
        self.key, self.arguments = key, arguments

    @property
    def is_passing(self) -> bool:
        """Whether the same may succeed a little later."""
        return self.key in PASSING


@contextmanager
def named(file: Path | str) -> Iterator[None]:
    """What SQLite and the system raise within becomes a LogError about the file."""
    try:
        yield
    except sqlite3.Error as error:
        # The extended codes hold the plain one in their lowest byte.
        code = getattr(error, "sqlite_errorcode", None)
        key = _BY_CODE.get(code & 255, "log-failing") if code is not None else "log-damaged"
        raise LogError(key, file=str(file)) from error
    except UnicodeDecodeError as error:  # of what SQLite says about a damaged schema, too
        raise LogError("log-damaged", file=str(file)) from error
    except OSError as error:
        raise LogError(_BY_ERRNO.get(error.errno or 0, "log-readonly"), file=str(file)) from error
