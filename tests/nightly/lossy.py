"""A disk that loses what was not synchronised: from the notes of lossy.c, what a folder may hold after a power cut.

A write that was synchronised is there; one that was not may be there, or not, or half of it (in sectors).  Names
(made, renamed, removed) are there in order up to some moment at or after the folder's last synchronisation.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
HEAD = struct.Struct("<cqII")


@dataclass(frozen=True)
class Note:
    """One thing done: see lossy.c."""

    op: str
    path: str
    offset: int
    data: bytes


def is_to_be_had() -> bool:
    """Whether this machine can compile and preload the shim."""
    return sys.platform == "linux" and shutil.which("cc") is not None


def noted(script: str, folder: Path, words: Sequence[str], work: Path) -> list[Note]:
    """Run a Python script with what it does to a folder noted down."""
    shim = work / "lossy.so"
    if not shim.exists():
        source = Path(__file__).with_name("lossy.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", "-o", shim, source, "-ldl", "-lpthread"], check=True)
    notes = work / "notes"
    notes.unlink(missing_ok=True)
    surroundings = {**os.environ, "LD_PRELOAD": str(shim), "LOSSY_FOLDER": str(folder), "LOSSY_NOTES": str(notes)}
    subprocess.run([sys.executable, "-c", script, str(folder), *words], env=surroundings, check=True)
    return list(_read(notes.read_bytes()))


def _read(data: bytes) -> Iterator[Note]:
    at = 0
    while at < len(data):
        op, offset, path_length, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        path = data[at:at + path_length].decode()
        at += path_length
        yield Note(op.decode(), path, offset, data[at:at + length])
        at += length


@dataclass
class _File:
    safe: bytearray = field(default_factory=bytearray)
    pending: list[Note] = field(default_factory=list)


class Disk:
    """A folder as it comes into being, note by note."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._names: dict[str, _File] = {}  # as the running program sees them
        self._safe: dict[str, _File] = {}
        self._renamings: list[tuple[str, str, _File | None]] = []  # not synchronised yet: op, name, file

    def do(self, note: Note) -> None:
        """One more thing that was done."""
        if note.op == "s" and note.path == self._folder:
            self._settle(len(self._renamings))
        elif note.op == "s":
            self._sync(note.path)
        elif note.op == "r":
            self._name("u", note.path, None)
            self._name("o", note.data.decode(), self._names.pop(note.path))
        elif note.op == "u":
            self._names.pop(note.path, None)
            self._name("u", note.path, None)
        else:
            self._change(note)

    def after_power_cut(self, rng: random.Random, into: Path) -> None:
        """One of the states that the folder may be found in."""
        names = dict(self._safe)
        for op, name, file in self._renamings[:rng.randint(0, len(self._renamings))]:
            _rename(names, op, name, file)
        how = rng.choice(("none", "all", "some", "torn"))
        for name, file in names.items():
            content = bytearray(file.safe)
            for note in file.pending:
                if how == "all" or (how != "none" and rng.random() < 0.5):
                    _apply(content, note, rng if how == "torn" else None)
            (into / os.path.relpath(name, self._folder)).write_bytes(content)

    def _change(self, note: Note) -> None:
        file = self._names.get(note.path)
        if file is None:
            file = self._names[note.path] = _File()
            self._name("o", note.path, file)
        if note.op == "o" and note.offset:
            file.pending.append(Note("t", note.path, 0, b""))
        elif note.op != "o":
            file.pending.append(note)

    def _sync(self, path: str) -> None:
        file = self._names.get(path)
        if file is not None:
            for note in file.pending:
                _apply(file.safe, note, None)
            file.pending.clear()

    def _name(self, op: str, name: str, file: _File | None) -> None:
        if op == "o" and file is not None:
            self._names[name] = file
        self._renamings.append((op, name, file))

    def _settle(self, count: int) -> None:
        for op, name, file in self._renamings[:count]:
            _rename(self._safe, op, name, file)
        del self._renamings[:count]


def _rename(names: dict[str, _File], op: str, name: str, file: _File | None) -> None:
    if op == "u":
        names.pop(name, None)
    elif file is not None:
        names[name] = file


def _apply(content: bytearray, note: Note, torn: random.Random | None) -> None:
    if note.op == "t":
        del content[note.offset:]
        content.extend(bytes(max(0, note.offset - len(content))))
        return
    for at in range(0, len(note.data), SECTOR):
        if torn is None or torn.random() < 0.5:
            piece, begin = note.data[at:at + SECTOR], note.offset + at
            content.extend(bytes(max(0, begin - len(content))))
            content[begin:begin + len(piece)] = piece
