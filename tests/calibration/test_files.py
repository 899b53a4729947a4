"""A file is the old one or the new one, never half of either; and what the disk refuses is said in a sentence."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from calibration.files import STALE_S, FileError, echo, read_text, write_whole


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_is_written_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "tables" / "0" / "kitchen.toml"
    write_whole(path, "größer\n")
    assert path.read_text(encoding="utf-8") == "größer\n"
    write_whole(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert os.listdir(path.parent) == ["kitchen.toml"]


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kitchen.toml"
    write_whole(path, "old")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(FileError, match=r"kitchen\.toml cannot be written: the disk is full\.$"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kitchen.toml"]


def test_who_may_read_a_file_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    write_whole(path, "old")
    path.chmod(0o600)
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.toml").symlink_to(tmp_path / "kitchen.toml")
    write_whole(tmp_path / "link.toml", "new")
    assert (tmp_path / "link.toml").is_symlink()
    assert (tmp_path / "kitchen.toml").read_text() == "new"


def test_a_device_is_written_to_as_it_is() -> None:
    write_whole("/dev/null", "nothing")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_what_a_killed_process_left_half_written_goes_in_time(tmp_path: Path) -> None:
    old, fresh = tmp_path / ".a[1].toml.0123.part", tmp_path / ".a[1].toml.4567.part"
    for left in (old, fresh):
        left.write_text("half")
    os.utime(old, (0, old.stat().st_mtime - 2 * STALE_S))
    write_whole(tmp_path / "a[1].toml", "new")
    assert sorted(os.listdir(tmp_path)) == [fresh.name, "a[1].toml"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it is a folder"):
        write_whole(tmp_path, "x")
    with pytest.raises(ValueError, match="cannot be read: it is a folder"):
        read_text(tmp_path)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(ValueError, match="too large: more than 4 MB"):
        read_text(path)


def test_what_somebody_wrote_is_said_back_short_and_harmless() -> None:
    assert echo("a\x1b[31m\u202e") == "'a\\x1b[31m\\u202e'"
    assert len(echo("x" * 1000)) == 80
