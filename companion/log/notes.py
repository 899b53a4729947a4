"""What people write about a sitting: "Grandma's birthday".  Only added to; the newest is shown (`SessionInfo.note`)."""

from __future__ import annotations

import time

from companion.log.store import LogFile

MOST_LETTERS = 200


def write_note(file: LogFile, sitting: int, text: str) -> None:
    """Keep a note on one line; none where the text is blank."""
    with file.atomic() as db:
        db.execute("INSERT INTO notes (session_id, at, text) VALUES (?, ?, ?)",
                   (sitting, time.time(), " ".join(text.split())[:MOST_LETTERS]))
