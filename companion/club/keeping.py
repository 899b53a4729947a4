"""A club's database in one file and back again, and people's names taken out of it on request.

    back_up_club(owner, Path("friday.club"))
    restore_club(owner, Path("friday.club"))       # what was there until now is put aside beside it
    forget(owner, "Ann")                           # she is "Somebody7" everywhere from now on

All three need the database's owner; while they run no server should.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from calibration.files import named_file, write_whole
from companion.club.batches import COLUMNS, digest
from companion.club.postgres import programs
from companion.club.schema import driver, make_tables
from companion.log.rows import LogRow
from companion.words.refusals import RequestError
from rules.core.errors import quoted

MAGIC = b"PGDMP"  # how a file of pg_dump's begins
NAMELESS = "Somebody"
LONGEST_WAIT_S = 10  # for a server that still holds the tables
NAMING = (("sitting", ("id",), ("players", "dealer")), ("deed", ("evening", "seq"), ("content",)),
          ("evening", ("id",), ("title",)), ("refusal", ("number",), ("sentence",)))  # table, key, what names people
PROSE = frozenset(("reason", "sentence", "title"))  # where a name stands among other words


def back_up_club(owner: str, target: Path) -> Path:
    """Write everything into one file, whole or not at all.  FileError, RequestError."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "club"
        _run("pg_dump", "--format=custom", "--schema=club", "--no-owner", f"--file={made}", f"--dbname={owner}")
        write_whole(target, made.read_bytes())
    return target


def restore_club(owner: str, source: Path) -> Path:
    """Put everything back as a backup has it, or nothing; where the database was saved to before.  FileError,
    RequestError."""
    with named_file(source, "read"), source.open("rb") as file:
        if not file.read(len(MAGIC)).startswith(MAGIC):
            raise RequestError("{path} is no backup of a club.", path=source)
    _run("pg_restore", "--list", str(source))  # what is torn is noticed before anything is touched
    aside = back_up_club(owner, source.with_name(f"{source.name} before {datetime.now():%Y-%m-%d %H%M%S}"))
    _run("pg_restore", "--clean", "--if-exists", "--single-transaction", "--exit-on-error", "--no-owner",
         f"--dbname={owner}", str(source))
    make_tables(owner)  # a backup may be older than the tables
    return aside


def forget(owner: str, name: str) -> str:
    """Take a person's name out of everything that is kept; what stands in its place.  RequestError where nobody has it.

    Rows get new checksums, so a tablet that still has the old ones can send them no more.
    """
    with driver().connect(owner) as db:
        found = _people(db)
        if name not in found:
            raise RequestError("Nobody here is called {name}.", name=quoted(name))
        number = 1 + max((int(taken[len(NAMELESS):]) for taken in found
                          if re.fullmatch(rf"{NAMELESS}\d+", taken)), default=0)
        gone = _Gone(name, f"{NAMELESS}{number}")
        for table, keys, columns in NAMING:
            _rewrite(db, table, keys, columns, gone)
        for sitting, row in list(_rows(db)):
            line = gone.out_of(row.line)
            if line != row.line:
                db.execute("UPDATE club.row SET line = %s, digest = %s WHERE sitting = %s AND seq = %s",
                           (line, digest(replace(row, line=line)), sitting, row.seq))
    return gone.instead


class _Gone:
    """A name, and what stands in its place."""

    def __init__(self, name: str, instead: str) -> None:
        self.instead = instead
        self._word = re.compile(rf"(?<![^\s,+]){re.escape(name)}(?![^\s,+])")
        self._in_prose = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def out_of(self, value: Any, is_prose: bool = False) -> Any:
        """A text, or all texts within a JSON value, without the name."""
        if isinstance(value, str):
            return (self._in_prose if is_prose else self._word).sub(self.instead, value)
        if isinstance(value, dict):
            return {key: self.out_of(inner, key in PROSE) for key, inner in value.items()}
        return [self.out_of(inner) for inner in value] if isinstance(value, list) else value


def _people(db: Any) -> set[str]:
    """Everybody who is named in a sitting or at an evening."""
    sat = db.execute("SELECT jsonb_array_elements_text(players) FROM club.sitting").fetchall()
    took_part = db.execute("SELECT jsonb_array_elements_text(content -> 'players') FROM club.deed "
                           "WHERE content ? 'players'").fetchall()
    ruled = db.execute("SELECT content ->> 'by' FROM club.deed WHERE kind = 'ruling'").fetchall()
    return {str(name) for (name,) in (*sat, *took_part, *ruled)}


def _rewrite(db: Any, table: str, keys: tuple[str, ...], columns: tuple[str, ...], gone: _Gone) -> None:
    where = " AND ".join(f"{key} = %s" for key in keys)
    change = ", ".join(f"{column} = %s" for column in columns)
    for found in db.execute(f"SELECT {', '.join((*keys, *columns))} FROM club.{table}").fetchall():
        before = list(found[len(keys):])
        now = [gone.out_of(value, column in PROSE) for value, column in zip(before, columns, strict=True)]
        if now != before:
            values = [driver().types.json.Jsonb(value) if isinstance(value, dict | list) else value for value in now]
            db.execute(f"UPDATE club.{table} SET {change} WHERE {where}", (*values, *found[:len(keys)]))


def _rows(db: Any) -> Iterator[tuple[int, LogRow]]:
    for sitting, *fields in db.execute(f"SELECT sitting, {COLUMNS} FROM club.row").fetchall():
        yield sitting, LogRow(*fields)


def _run(program: str, *words: str) -> None:
    done = subprocess.run([programs() / program, *words], capture_output=True, text=True, check=False,
                          env={**os.environ, "PGOPTIONS": f"-c lock_timeout={LONGEST_WAIT_S}s"})
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["?"])[0]
        raise RequestError("{program} says: {why}", program=program, why=said)
