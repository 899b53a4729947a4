"""Everything that this device keeps in one file, and back again: sittings with their pictures, settings, tables, packs.

    back_up(store, config_folder(), target)        # a ZIP that opens everywhere
    aside = restore(store, config_folder(), target)  # what was here before is in `aside`

A backup is looked through before anything is touched: what is no backup changes nothing.
"""

from __future__ import annotations

import io
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

from calibration.files import FileError, named_file, write_whole
from companion.log.errors import named
from companion.log.history import Progress
from companion.log.schema import name_tablet
from companion.log.session import SessionStore

LOG, CONFIG = "sessions.sqlite", "config"  # names in the file
ENDINGS = (".toml", ".json")  # of what is kept beside the log
NAMED = "Table Companion"
MOST_BYTES = 8_000_000_000  # of what a backup unpacks to


def backup_name(now: datetime, why: str = "") -> str:
    """A file name that says when it was made."""
    return f"{NAMED} {now:%Y-%m-%d %H%M%S}{f' {why}' if why else ''}.zip"


def backups_in(folder: Path) -> list[Path]:
    """The backups that lie in a folder, the newest first."""
    return sorted(folder.glob(f"{NAMED} ????-??-?? *.zip"), reverse=True)


def back_up(store: SessionStore, config: Path, target: Path, progress: Progress = lambda share: None) -> Path:
    """Write everything into one file, whole or not at all.  Raises FileError, LogError."""
    file = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        log = Path(folder) / LOG
        with named(log), closing(sqlite3.connect(log)) as copy, store.reading() as db:
            db.backup(copy)
        progress(0.4)
        archive.write(log, LOG)
        for kept in _kept_in(config):
            archive.write(kept, (PurePosixPath(CONFIG) / kept.relative_to(config).as_posix()).as_posix())
    progress(0.8)
    write_whole(target, file.getvalue())
    progress(1.0)
    return target


def restore(store: SessionStore, config: Path, source: Path, progress: Progress = lambda share: None) -> Path:
    """Put everything back as a backup has it; what was here until now goes into a backup beside it, whose path is
    returned.  Raises FileError, LogError; then nothing has changed."""
    with tempfile.TemporaryDirectory() as folder:
        log, kept = _unpacked(source, Path(folder))
        SessionStore(log).close()  # refuses what is no log of ours, and brings an older one up to date
        progress(0.3)
        aside = back_up(store, config, source.with_name(backup_name(datetime.now(), "before restoring")))
        progress(0.6)
        with named(store.path), closing(sqlite3.connect(log)) as copy, store.reading() as db:
            copy.backup(db)
        with store.atomic() as db:
            name_tablet(db)  # the copy may be another device's
        for old in _kept_in(config):
            if old.relative_to(config).as_posix() not in kept:
                old.unlink(missing_ok=True)
        for name, content in kept.items():
            write_whole(config / name, content)
    progress(1.0)
    return aside


def _kept_in(config: Path) -> Iterator[Path]:
    """Settings, tables and packs."""
    yield from (path for path in sorted(config.rglob("*")) if path.suffix in ENDINGS and path.is_file())


def _unpacked(source: Path, folder: Path) -> tuple[Path, dict[str, bytes]]:
    """The log of a backup as a file, and what is kept beside it by name."""
    try:
        with named_file(source, "read"), zipfile.ZipFile(source) as archive:
            entries = archive.infolist()
            if LOG not in archive.namelist() or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise FileError("{path} is no backup of this program.", path=source)
            log = Path(archive.extract(LOG, folder))
            return log, {name: archive.read(entry) for entry in entries if (name := _config_name(entry.filename))}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise FileError("{path} is no backup of this program.", path=source) from error


def _config_name(entry: str) -> str:
    """Where in the folder of settings a file belongs; "" for what does not belong there."""
    first, *rest = PurePosixPath(entry).parts or ("",)
    safe = rest and not any(part in ("..", ".") or "\\" in part or ":" in part for part in rest)
    return "/".join(rest) if first == CONFIG and safe and entry.endswith(ENDINGS) else ""
