"""`companion render`: the files it writes, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import Calibration
from companion.__main__ import main
from companion.device.layouts import game_layout
from companion.following.answers import load_answers

RECORD = """\
game: limbo
players: Ann, Bob
dealer: Bob

Ann double
table start 6D = 95
Ann play 9C = 86
undo
"""
SMALL = ("--size", "320x240", "--fps", "5")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.tally"
    path.write_text(RECORD)
    return path


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_film_can_be_read_back_and_its_truth_lies_beside_it(record: Path, tmp_path: Path) -> None:
    clip = tmp_path / "films" / "evening.mp4"
    assert main(["render", str(record), "-o", str(clip), *SMALL, "--seed", "2"]) == 0
    head, *events = rows(clip.with_suffix(".truth.jsonl"))
    film = cv2.VideoCapture(str(clip))
    assert film.get(cv2.CAP_PROP_FPS) == head["fps"] == 5
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == round(head["duration_s"] * 5)
    frame = film.read()[1]
    assert list(frame.shape[1::-1]) == head["size"] == [320, 240]
    assert [(e["event"], e["card"], e["text"]) for e in events] == [
        ("appeared", "6D", "table start 6D = 95"), ("appeared", "9C", "Ann play 9C = 86"), ("left", "9C", "undo")]
    assert all(np.shape(e["corners"]) == (4, 2) for e in events)


def test_the_camera_and_the_announcements_can_be_used_by_watch(record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    assert main(["render", str(record), "-o", str(folder), *SMALL]) == 0
    assert len(list(folder.glob("frame_*.jpg"))) == round(rows(tmp_path / "frames.truth.jsonl")[0]["duration_s"] * 5)
    calibration = Calibration.load(tmp_path / "frames.calibration.toml")
    event = rows(tmp_path / "frames.truth.jsonl")[1]
    centre = calibration.px_to_mm(np.mean(event["corners"], axis=0)[None])
    assert game_layout("limbo", ("Ann", "Bob")).zone_at(centre).tolist() == ["pile"]
    load_answers(tmp_path / "frames.answers.jsonl")
    said = rows(tmp_path / "frames.answers.jsonl")
    assert [row["line"] for row in said] == ["Ann double", "table start 6D = 95", "Ann play 9C = 86"]
    assert [row["time_s"] for row in said] == sorted(row["time_s"] for row in said)


@pytest.mark.parametrize(("words", "named"), [
    (["-o", "film.avi"], "film.avi"),
    (["-o", "film.mp4", "--fps", "0"], "--fps"),
    (["-o", "film.mp4", "--seed", "-1"], "--seed"),
    (["-o", "film.mp4", "--faces", "nowhere"], "nowhere"),
    (["-o", "film.mp4", "--backgrounds", "nowhere.jpg"], "nowhere.jpg"),
    (["-o", "film.mp4", "--layout", "nowhere.toml"], "nowhere.toml"),
])
def test_what_cannot_be_done_is_said_in_one_sentence(record: Path, tmp_path: Path, words: list[str], named: str,
                                                     monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", str(record), *words]) == 2
    said = capsys.readouterr().err.strip()
    assert named in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / words[1]).exists()


def test_a_record_that_cannot_be_filmed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.tally"
    path.write_text(RECORD + "Ann play 99\n")
    assert main(["render", str(path), "-o", str(tmp_path / "bad.mp4")]) == 2
    assert "Line 9" in capsys.readouterr().err
    assert main(["render", str(tmp_path / "none.tally"), "-o", str(tmp_path / "bad.mp4")]) == 2
    assert "none.tally" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["render", str(path), "-o", str(tmp_path / "bad.mp4"), "--size", "big"])
