"""Everything in one file and back: what a backup holds, what it refuses, and that nothing is lost by restoring."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from calibration.files import FileError
from companion.device.settings import Settings, load_settings, save_settings
from companion.log.errors import LogError
from companion.log.evidence import Evidence
from companion.log.session import SessionStore
from companion.sharing.everything import LOG, back_up, backups_in, restore
from rules import Table, parse_action

JPEG = b"\xff\xd8 a picture"


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "one" / "sessions.sqlite")


def evening(store: SessionStore) -> None:
    session = store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"), "camera", evidence=Evidence(None, JPEG, ()))


def lines(store: SessionStore) -> list[list[str]]:
    return [[row.line for row in store.rows(info.id)] for info in store.sessions()]


def test_sittings_pictures_settings_and_packs_move_to_another_device(store: SessionStore, tmp_path: Path) -> None:
    evening(store)
    here, there = tmp_path / "here", tmp_path / "there"
    save_settings(Settings(players=("Zoe", "Bob"), theme="light"), here / "settings.json")
    (here / "decks").mkdir()
    (here / "decks" / "mine.toml").write_text("title = 'Mine'")
    file = back_up(store, here, tmp_path / "all.zip")

    other = SessionStore(tmp_path / "two" / "sessions.sqlite")
    restore(other, there, file)
    assert lines(other) == [["table start 6D = 95"]]
    assert other.evidence(1, 1).after == JPEG
    assert other.first_altered(1) is None
    assert load_settings(there / "settings.json").players == ("Zoe", "Bob")
    assert (there / "decks" / "mine.toml").read_text() == "title = 'Mine'"
    assert [info.uuid for info in other.sessions()] == [info.uuid for info in store.sessions()]
    assert other.tablet != store.tablet
    evening(other)  # and one plays on
    assert len(other.sessions()) == 2


def test_what_was_here_is_put_aside_and_can_be_restored_too(store: SessionStore, tmp_path: Path) -> None:
    config = tmp_path / "config"
    empty = back_up(store, config, tmp_path / "empty.zip")
    evening(store)
    save_settings(Settings(language="de"), config / "settings.json")
    aside = restore(store, config, empty)
    assert lines(store) == []
    assert not (config / "settings.json").exists()
    restore(store, config, aside)
    assert lines(store) == [["table start 6D = 95"]]
    assert load_settings(config / "settings.json").language == "de"
    assert aside in backups_in(tmp_path)


@pytest.mark.parametrize("content", [b"", b"no archive at all", None])
def test_what_is_no_backup_changes_nothing(store: SessionStore, tmp_path: Path, content: bytes | None) -> None:
    evening(store)
    file = tmp_path / "Holiday.zip"
    if content is None:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("photo.jpg", JPEG)
    else:
        file.write_bytes(content)
    with pytest.raises(FileError, match="no backup"):
        restore(store, tmp_path / "config", file)
    assert lines(store) == [["table start 6D = 95"]]
    assert backups_in(tmp_path) == []


def test_a_backup_with_a_damaged_log_changes_nothing(store: SessionStore, tmp_path: Path) -> None:
    evening(store)
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(LOG, b"SQLite format 3\0" + b"nonsense" * 400)
    with pytest.raises(LogError):
        restore(store, tmp_path / "config", file)
    assert lines(store) == [["table start 6D = 95"]]


@pytest.mark.parametrize("name", ["config/../../outside.toml", "/config/outside.toml", "config/a\\..\\outside.toml",
                                  "config/run.sh"])
def test_a_backup_writes_nowhere_else(store: SessionStore, tmp_path: Path, name: str) -> None:
    file = back_up(store, tmp_path / "none", tmp_path / "all.zip")
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(name, "x = 1")
    before = {path for path in tmp_path.rglob("*") if path.suffix in (".toml", ".sh")}
    restore(store, tmp_path / "config", file)
    assert {path for path in tmp_path.rglob("*") if path.suffix in (".toml", ".sh")} == before
