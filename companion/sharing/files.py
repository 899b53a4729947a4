"""A sitting as files that can be shared: the sheet as PDF, its points as CSV, and the record.

    >>> share(session, default_folder())
    (PosixPath('.../Table Companion/2026-11-21 1930 Limbo, Ann and Bob.pdf'), ...csv, ....tally)
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from platformdirs import user_documents_path

from calibration.files import write_whole
from companion.log.history import Progress
from companion.log.session import Session
from companion.sheets.paper import PAPERS
from companion.sheets.result import write_result
from companion.sheets.result_rows import result_view, write_csv
from companion.words import texts


def documents_folder() -> Path:
    """Where people look for files: a folder of ours among their documents."""
    return user_documents_path() / texts.TITLE


def share(session: Session, folder: Path, progress: Progress = lambda share: None) -> tuple[Path, ...]:
    """Write the three files; FileError where that cannot be done.  A sheet written earlier is replaced."""
    stem = folder / file_name(session)
    pdf, table, record = (stem.with_name(f"{stem.name}.{ending}") for ending in ("pdf", "csv", "tally"))
    write_result(pdf, PAPERS["a4"], result_view(session), lambda part: progress(0.9 * part))
    write_whole(table, _csv(session))
    write_whole(record, str(session.record()))
    progress(1.0)
    return pdf, table, record


def file_name(session: Session) -> str:
    """Date, game and players, in letters that every file system takes."""
    people = texts.names(session.info.table.players[:4])
    title = texts.game_title(session.info.game, session.info.table.options)
    return safe_name(f"{session.info.date.replace(':', '')} {title}, {people}")


def safe_name(name: str) -> str:
    """A file's name without what some system does not take."""
    return re.sub(r'[\\/:*?"<>|]', "", name)[:100]


def open_folder(folder: Path) -> bool:
    """Show the folder in the system's own way; False where there is none."""
    if sys.platform == "win32":
        os.startfile(folder)  # type: ignore[attr-defined, unused-ignore]  # on Windows alone
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    try:
        subprocess.Popen([opener, os.fspath(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                         start_new_session=True)
    except OSError:
        return False
    return True


def _csv(session: Session) -> bytes:
    file = io.StringIO(newline="")
    write_csv(session.match, file)
    return file.getvalue().encode("utf-8-sig")  # spreadsheets take plain UTF-8 for Latin 1
