"""Numbers are fitted on truth, never on what is there to judge with, and stand in the file with their comments."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import assumed_calibration
from companion.tools.streams.fitting import Fitted, fit_noise, write_noise
from companion.tools.streams.running import main
from companion.tools.streams.truth import TrueScenes
from vision.belief.noise import FILE, noise
from vision.detections import FACE_DOWN, NO_CARD, Detections, log_of
from vision.stream import Look, Stream, StreamHeader, TrueEvent, write_stream

RECORD = "game: limbo\nplayers: Ann, Bob\ndealer: Bob\n\ntable deal\ntable start 8C\nAnn play 6C\n"
SIZE, NAMES = (1280, 720), ("8C", "6C", "QD", NO_CARD, FACE_DOWN)
CALIBRATION = assumed_calibration(SIZE)
CARD_MM = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
MARKS_MM = np.array([[-25.2, -33.4], [25.2, 33.4]])
AT_MM = {"8C": (0.0, 0.0), "6C": (40.0, 15.0)}  # the second half upon the first


def px(points_mm: np.ndarray) -> np.ndarray:
    return CALIBRATION.mm_to_px(points_mm)


def detections(rows: list[tuple[str, tuple[float, float], int, float]]) -> Detections:
    """Rows of name, middle in mm, marks read, probability of the name."""
    corners = np.array([px(CARD_MM + at) for _, at, _, _ in rows], np.float32).reshape(-1, 4, 2)
    chance = np.full((len(rows), len(NAMES)), 1e-6)
    for row, (name, _, _, p) in enumerate(rows):
        chance[row, NAMES.index(name)], chance[row, 3] = p, 1 - p
    return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                      np.array([name for name, *_ in rows], "<U4"), chance.max(axis=1).astype(np.float32),
                      np.ones(len(rows), bool), np.ones(len(rows), bool), ((),) * len(rows),
                      tuple(px(MARKS_MM[:marks] + at).astype(np.float32) for _, at, marks, _ in rows), NAMES,
                      log_of(chance))


def stream(sigma_mm: float = 0.5, false_every: int = 20, seed: int = 7) -> Stream:
    """A card from 1 s on and another upon it from 20 s on, each read with noise, and now and then a false mark."""
    rng = np.random.default_rng(1)
    looks = []
    for k in range(240):
        now_s = 2 + k / 4
        rows = [("8C", tuple(rng.normal(AT_MM["8C"], sigma_mm)), 2 if now_s < 20 else 1, 0.999)]
        rows += [("6C", tuple(rng.normal(AT_MM["6C"], sigma_mm)), 2, 0.999)] if now_s > 20 else []
        rows += [("QD", (-250.0, 120.0), 1, 0.6)] if k % false_every == 0 else []
        looks.append(Look(now_s, np.zeros((36, 64), bool), 20.0, detections(rows)))
    truth = tuple(TrueEvent(time_s, "appeared", name, name, "pile", "", line, "",
                            tuple((float(x), float(y)) for x, y in px(CARD_MM + AT_MM[name])))
                  for name, time_s, line in (("8C", 1.0, 6), ("6C", 19.0, 7)))
    header = StreamHeader(10.0, SIZE, "limbo", ("Ann", "Bob"), "Bob", record=RECORD, calibration=str(CALIBRATION),
                          seed=seed, truth=truth)
    return Stream(header, tuple(looks))


def test_what_each_detection_was_is_known_from_the_truth() -> None:
    glances = list(TrueScenes(stream()).glances())
    assert glances[0].what == ("true", "false")
    assert glances[-1].what == ("true", "true")
    assert [card.label for card in glances[-1].lying] == ["8C", "6C"]


def test_cards_are_read_as_far_off_as_they_are() -> None:
    fitted = fit_noise([stream(sigma_mm=0.5)], noise())
    assert fitted["reading.sigma_two_mm"].raw == pytest.approx(0.5, rel=0.15)
    wider = fit_noise([stream(sigma_mm=1.5)], noise())
    assert wider["reading.sigma_two_mm"].raw == pytest.approx(1.5, rel=0.15)


def test_more_false_marks_make_every_reading_tell_less() -> None:
    few, many = (fit_noise([stream(false_every=n)], noise()) for n in (40, 2))
    assert few["reading.likely_one"].raw > many["reading.likely_one"].raw


def test_a_stream_to_judge_with_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    even = stream()
    for name, header in (("seed", replace(even.header, seed=20001)), ("band", replace(even.header, odd_bands=False))):
        write_stream(tmp_path / f"{name}.stream", Stream(header, even.looks))
        assert main(["fit", str(tmp_path / f"{name}.stream")]) == 2
        assert "to judge with" in capsys.readouterr().err


def test_a_fitted_number_stands_in_the_file_and_its_comment_stays(tmp_path: Path) -> None:
    file = tmp_path / "noise.toml"
    file.write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    write_noise({"reading.sigma_two_mm": Fitted(2.0, 0.6, 1.2, 50),
           "covered.detected": Fitted((), (), (0.02, 0.3, 0.4, 0.9, 0.97), 50)}, file)
    now = noise(file)
    assert now.reading.sigma_two_mm == 1.2
    assert now.covered.detected == (0.02, 0.3, 0.4, 0.9, 0.97)
    assert replace(now.reading, sigma_two_mm=noise().reading.sigma_two_mm) == noise().reading
    assert file.read_text(encoding="utf-8").count("#") == FILE.read_text(encoding="utf-8").count("#")


MOST_NUMBERS = 45  # may only shrink; 45 is the aim


def test_the_numbers_that_are_believed_grow_no_more_and_each_has_its_unit_and_source() -> None:
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if "=" in line and not line.startswith("#")]
    assert len(lines) <= MOST_NUMBERS
    assert all("#" in line for line in lines)
