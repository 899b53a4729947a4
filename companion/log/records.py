"""Reading record files: the cards as the game names them, one sentence if it fails."""

from __future__ import annotations

from pathlib import Path

from companion.device.packs import deck_rename
from rules import NotationError, Record, parse_record

MOST_BYTES = 20_000_000  # of a record; an evening takes some 20,000


def load_record(path: Path) -> Record:
    """The record with its cards named as the game names them.  NotationError names the file."""
    record = read_record(path)
    return record.renamed(deck_rename(record.deck))


def read_record(path: Path) -> Record:
    """The record as written.  NotationError names the file."""
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise NotationError("{path} is too large to be a record.", path=path)
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError("{path} is not a text file in UTF-8.", path=path) from error
    except OSError as error:
        raise NotationError("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror) from error
    try:
        return parse_record(text)
    except NotationError as error:
        raise NotationError("{path}: {error}", path=path, error=error) from error
