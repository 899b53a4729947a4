"""Files, read at a bounded size, and written whole or not at all.

    write_whole(path, "text")                    # FileError: "kitchen.toml cannot be written: the disk is full."
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from rules.core.errors import MOST_LETTERS, Refusal

MOST_BYTES = 4_000_000  # no file that people write by hand is larger
STALE_S = 3600.0  # a half-written file that nobody has finished for so long belongs to a process that was killed

_REASONS = {
    errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk is full", errno.EROFS: "the disk can only be read",
    errno.EACCES: "this is not allowed here", errno.EPERM: "this is not allowed here",
    errno.ENOENT: "there is no such file", errno.EISDIR: "it is a folder", errno.EIO: "the disk is failing",
    errno.ENOTDIR: "a part of its path is no folder", errno.ENAMETOOLONG: "its name is too long",
}


class FileError(Refusal):
    """A file that cannot be read or written; one sentence naming it and saying why."""


class CalibrationError(Refusal):
    """A picture, file or number that gives no calibration, layout or deck; one sentence for the player."""


@contextmanager
def named_file(path: Path | str, done: str = "written") -> Iterator[None]:
    """What the system refuses within becomes a FileError about the file."""
    try:
        yield
    except OSError as error:
        raise FileError("{path} cannot be {done}: {why}.", path=path, done=done, why=reason(error)) from error


def reason(error: OSError) -> str:
    """Why the system refused, in words."""
    return _REASONS.get(error.errno or 0, error.strerror or str(error))


def echo(value: object) -> str:
    """What somebody wrote, in at most 80 printable letters."""
    text = "".join(letter if letter.isprintable() else "·" for letter in repr(value))
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS - 1] + "…"


# -- writing ---------------------------------------------------------------------------------------

def write_whole(path: Path | str, content: str | bytes) -> None:
    """Write a file so that at every moment, after a kill or a power cut too, it is the old one or the new one.

    Another name, fsync, rename, fsync of the folder.  The folder is made where it is missing; a link stays a link;
    a pipe or a device is written to as it is.  Raises FileError.  (The folder is synchronised, too: else a
    power cut may bring back the old file.)
    """
    target = Path(os.path.realpath(path))
    data = content.encode("utf-8") if isinstance(content, str) else content
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with named_file(path):
            if target.exists() and not target.is_file():
                target.write_bytes(data)
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_through(part, data)
            if target.exists():
                with suppress(OSError):
                    part.chmod(target.stat().st_mode)
            part.replace(target)
            sync_folder(target.parent)
            _sweep(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _write_through(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_file(path: Path) -> None:
    """See to it that what a file holds outlives a power cut."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """See to it that names in a folder outlive a power cut, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders, and renames through its journal
        return
    try:
        with suppress(OSError):  # some network drives cannot
            os.fsync(handle)
    finally:
        os.close(handle)


def _sweep(target: Path) -> None:
    """Remove what killed processes left half-written beside a file."""
    for left in target.parent.glob(f".{glob_safe(target.name[:100])}.*.part"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - STALE_S:
                left.unlink()


def glob_safe(name: str) -> str:
    """A name as a pattern that only fits itself."""
    return re.sub(r"([*?[])", r"[\1]", name)


# -- reading ---------------------------------------------------------------------------------------

def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file in UTF-8; raises CalibrationError naming the file."""
    try:
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
        if len(data) > most_bytes:
            raise CalibrationError("{path} is too large: more than {megabytes} MB.", path=path,
                                   megabytes=most_bytes // 1_000_000)
        return data.decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise CalibrationError("{path} cannot be read: {why}.", path=path, why=reason(error)) from error
    except UnicodeDecodeError as error:
        raise CalibrationError("{path} is not a text file in UTF-8.", path=path) from error


def find_file(name_or_path: str | Path, names: Mapping[str, Path], what: str) -> Path:
    """The file that comes with the project under that name, else the one at that path; raises CalibrationError
    listing the names."""
    if str(name_or_path) in names:
        return names[str(name_or_path)]
    path = Path(name_or_path)
    with suppress(OSError, ValueError):  # a name that no file system takes
        if path.is_file():
            return path
    raise CalibrationError("There is no {what} {name}; name a file or one of {names}.",
                           what=what, name=echo(str(name_or_path)), names=', '.join(names))
