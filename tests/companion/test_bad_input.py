"""Whatever is put before it: one clear sentence, nothing lost, and the deal goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.commands.watching import last_words, take_up
from companion.filming.writing import lying_beside
from companion.following.answers import Answers, load_answers
from companion.following.gate import EVERY_S, PATIENCE_S, Gate
from companion.following.live_table import LiveTable
from companion.following.loop import live_table, watch
from companion.following.messages import Notice, TableMessage
from companion.log.records import read_record
from companion.log.session import Session, SessionStore
from companion.tools.bench import running as bench
from companion.words import texts
from companion.words.speaker import english
from rules import NotationError, Table, parse_action, parse_record
from tests.companion.test_live import PILE, Evening, watching
from tests.fake_table import FPS, SIZE, FakeTable
from vision.frames import Frame, FrameSource, open_source

Spoil = Callable[[np.ndarray], np.ndarray]
NOISE = np.random.default_rng(3).normal(0, 3, (SIZE[1], SIZE[0], 3))
CARDS = [("6D", 1.0), ("9C", 2.5), ("9H", 4.0), ("8S", 5.5), ("2C", 7.0)]
FILMED = ["table start 6D", "Ann play 9C", "Bob play 9H", "Ann play 8S", "Bob play 2C"]


def dark(image: np.ndarray) -> np.ndarray:
    return np.clip(image * 0.02 + NOISE + 4, 0, 255).astype(np.uint8)


def covered(image: np.ndarray) -> np.ndarray:
    """A hand before the lens: near, so it is not sharp."""
    return np.clip(np.full(image.shape, (120, 150, 205)) + np.linspace(-30, 30, SIZE[0])[:, None] + NOISE,
                   0, 255).astype(np.uint8)


def grey(image: np.ndarray) -> np.ndarray:
    """As a camera shows it by night."""
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def cut(image: np.ndarray) -> np.ndarray:
    return image[:, 100:-100]


class Film(FrameSource):
    """A drawn film of a hand of Limbo; `spoilt` says when its pictures are bad, and how; a picture is None
    where the source stalls."""

    def __init__(self, table: FakeTable, begin_s: float = 0.0, end_s: float = 8.5,
                 spoilt: tuple[float, float, Callable[[np.ndarray], np.ndarray | None]] = (0, 0, dark)) -> None:
        super().__init__("a film")
        self._table, self._coming, self._end_s, self._spoilt = table, list(CARDS), end_s, spoilt
        while table.time_s < begin_s:
            self.read()

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        while self._coming and self._table.time_s >= self._coming[0][1]:
            n = len(self._table.cards)
            self._table.lay(self._coming.pop(0)[0], (PILE[0] + 4 * n, PILE[1] + 5 * n), turn=6 * n)
        begin_s, end_s, spoil = self._spoilt
        bad = begin_s <= self._table.time_s < end_s
        self._table.blind = bad and spoil in (dark, covered, grey)  # nothing is read in such a picture
        frame = self._table.frame()
        self.ended = frame.time_s >= self._end_s
        image = spoil(frame.image) if bad else frame.image
        return None if image is None else replace(frame, image=image)


def limbo(record: Path | None = None) -> Session:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    if record is not None:
        take_up(session, read_record(record))
    return session


def followed(film: Callable[[FakeTable], Film], answers: Answers | None = None, session: Session | None = None
             ) -> tuple[list[str], list[str], LiveTable]:
    """The log, the sentences, and the table."""
    table, told = FakeTable(), list[TableMessage]()
    live = watching(session or limbo(), table)
    source = film(table)
    watch(source, live, answers, told.append)
    sentences = [english(m.sentence, "") for m in told if isinstance(m, Notice)]
    sentences += last_words(live, answers, source, None)
    return [str(action) for action in live.session.actions()], sentences, live


def mid_deal(sentences: list[str]) -> list[str]:
    """Without what is said of a film that ends before the deal does."""
    return [sentence for sentence in sentences if "in the middle of a deal" not in sentence]


# -- pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(dark, texts.TOO_DARK), (covered, texts.COVERED), (grey, texts.NO_COLOUR)]
)
def test_what_cannot_be_seen_is_waited_for(spoil: Spoil, sentence: str) -> None:
    log, sentences, live = followed(lambda table: Film(table, spoilt=(3.2, 6.0, spoil)))
    assert sentences[:2] == [sentence, texts.VIEW_BACK]
    assert log == FILMED[:len(log)]  # of two cards that were laid meanwhile the upper one was laid later, ...
    assert log == FILMED or live.question is not None  # ... or it is asked; nothing is made up


def test_a_hand_before_the_lens_takes_nothing_from_the_table() -> None:
    log, _, live = followed(lambda table: Film(table, spoilt=(4.9, 5.4, covered)))
    assert log == FILMED
    assert live.question is None


@pytest.mark.parametrize("scale", [0.5, 1.5])
def test_pictures_that_change_their_size_are_followed_on(scale: float) -> None:
    log, sentences, _ = followed(lambda table: Film(table, spoilt=(3.2, 99.0, lambda image: cv2.resize(
        image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))))
    assert mid_deal(sentences) == []
    assert log[:2] == FILMED[:2]


def test_pictures_of_another_shape_are_refused_until_they_are_right_again() -> None:
    log, sentences, _ = followed(lambda table: Film(table, spoilt=(3.0, 3.6, cut)))
    assert mid_deal(sentences) == [texts.OTHER_SHAPE.format(width=SIZE[0] - 200, height=SIZE[1], before_width=SIZE[0],
                                                            before_height=SIZE[1]), texts.VIEW_BACK]
    assert log == FILMED


def test_a_camera_that_was_put_elsewhere_is_believed_in_the_end() -> None:
    table, gate = FakeTable(), Gate()
    table.lay("7H", PILE)
    assert gate.look(table.frame()).frame is not None
    held = [gate.look(replace(table.frame(), image=covered(table.frame().image), time_s=1 + k * EVERY_S)).frame is None
            for k in range(round(2 * PATIENCE_S / EVERY_S))]
    assert held[0]
    assert not held[-1]
    assert sum(held) * EVERY_S == pytest.approx(PATIENCE_S, abs=1)


def test_a_lamp_or_a_card_hides_nothing() -> None:
    table, gate = FakeTable(), Gate()
    for light in (1.0, 0.4, 1.3):
        table.light = light
        table.lay("7H", (PILE[0] * light, 0.0))
        for _ in range(FPS):
            assert gate.look(table.frame()).frame is not None


# -- sources -----------------------------------------------------------------------------------


def test_a_film_that_ends_in_the_middle_of_a_deal_is_taken_up_again(tmp_path: Path) -> None:
    kept = tmp_path / "half.tally"
    log, sentences, live = followed(lambda table: Film(table, end_s=5.0),
                                    Answers.said([(7.8, "Ann stuck")]))  # said after the end
    assert log == FILMED[:3]
    assert [s for s in sentences if "in the middle of a deal" in s]
    kept.write_text(str(live.session.record()), encoding="utf-8")
    log, _, live = followed(lambda table: Film(table, begin_s=4.1), session=limbo(kept))
    assert log == FILMED
    assert live.session.match.state.count == 67


def test_a_source_that_stalls_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    class Stalling(Film):
        live = is_camera = True
        trouble = "The phone sleeps."  # as it says itself, at once

    log, _, _ = followed(lambda table: Stalling(table, spoilt=(3.0, 3.4, lambda image: None)))
    assert log == FILMED
    assert capsys.readouterr().err.splitlines() == ["The phone sleeps.",
                                                    "There is a picture from a film again."]


def test_pictures_that_come_slowly_are_followed() -> None:
    table, log = FakeTable(), []
    live = watching(limbo(), table)
    for k in range(24):  # a picture every half second
        if k in (2, 8, 14):
            label = FILMED[k // 6].split()[-1]
            table.lay(label, (PILE[0] + 2 * k, PILE[1] + 2.5 * k), turn=3 * k)
        live.see(replace(table.frame(), time_s=0.5 * k))
        log = [str(action) for action in live.session.actions()]
    assert log == FILMED[:3]


def test_broken_pictures_of_a_folder_are_named_and_left_out(tmp_path: Path) -> None:
    for k in range(4):
        (tmp_path / f"f{k}.png").write_bytes(cv2.imencode(".png", np.full((4, 4, 3), k, np.uint8))[1].tobytes())
    (tmp_path / "f1.png").write_bytes(b"no pixels")
    (tmp_path / "f3.png").write_bytes(b"")
    with open_source(tmp_path.as_posix(), fps=10) as source:
        assert [(f.index, f.time_s, f.image[0, 0, 0]) for f in source] == [(0, 0.0, 0), (2, 0.2, 2)]
        assert [fault.split("/")[-1] for fault in source.faults] == [
            "f1.png is not a picture that can be read.", "f3.png is not a picture that can be read."]


def test_a_film_with_broken_pictures_is_read_to_its_end(tmp_path: Path) -> None:
    film, rng = tmp_path / "film.mp4", np.random.default_rng(0)
    out = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), 15, (160, 120))
    for _ in range(60):
        out.write(cv2.resize(rng.integers(0, 255, (12, 16, 3), np.uint8), (160, 120)))
    out.release()
    data = bytearray(film.read_bytes())
    data[len(data) // 2:len(data) // 2 + len(data) // 20] = b"\x07" * (len(data) // 20)
    film.write_bytes(data)
    with open_source(str(film)) as source:
        times = [frame.time_s for frame in source]
    assert times[-1] == pytest.approx(59 / 15, abs=0.1)


# -- layouts, answers, truths ------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "layout", "sentence"), [
    ("never_over", ("Ann", "Bob", "Cal"), "limbo", "draws tables for 2 players, not for 3"),
    ("scopa", ("Ann", "Bob"), "limbo", "no place called board, captured:Ann, captured:Bob, which Scopa"),
])
def test_a_layout_for_other_seats_or_another_game_is_refused(game: str, players: tuple[str, ...], layout: str,
                                                             sentence: str) -> None:
    session = SessionStore(":memory:").create(game, Table(players))
    with pytest.raises(ValueError, match=sentence):
        live_table(session, None, layout, reader=FakeTable())


@pytest.mark.parametrize(("text", "sentence"), [
    ('{"time_s": 1, "line": "Cal play 7H"}', "'Cal' is not at this table; the players are Ann, Bob"),
    ('{"time_s": 1, "line": "Ann meld 7H"}', "Limbo has no 'meld'"),
    ("game: scopa\nplayers: Ann, Bob\n\nAnn play 7H\n", "answers of scopa, not of limbo"),
])
def test_answers_of_another_table_are_refused_before_the_evening(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "answers"
    path.write_text(text)
    with pytest.raises(NotationError, match=sentence):
        load_answers(path).check(limbo())


def test_an_answer_that_fits_no_question_is_left_out_and_named() -> None:
    table, told = FakeTable(), list[TableMessage]()
    evening = Evening()
    evening.run()
    evening.lay("6D")
    answers = Answers.said([(0.0, "Bob play 5H"), (0.0, "Ann play KD = 19")])
    live = evening.live
    evening.lay("KD", 8.0)
    assert live.question is not None
    assert answers.to(live.question, live.session.match, 9.0) == parse_action("Ann play KD = 19")
    assert answers.unfit == [parse_action("Bob play 5H")]
    source = Film(table, end_s=0.0)
    watch(source, live, None, told.append)
    assert [s for s in last_words(live, answers, source, None) if "fitted no question" in s] == [
        "The answer 'Bob play 5H' fitted no question; nothing was done about it."]


def test_the_truth_of_another_film_is_refused(tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    record = parse_record("game: limbo\nplayers: Ann, Bob\ndealer: Bob\n\ntable start 6D = 95\nAnn play 9C = 86\n")
    lying_beside(clip, "tally").write_text(str(record), encoding="utf-8")
    rows = [{"game": "limbo", "players": ["Ann", "Bob"]},
            {"line": 5, "text": "table start 6D = 95", "time_s": 2.0},
            {"line": 6, "text": "Ann play 9C = 86", "time_s": 5.0}]

    def write() -> None:
        lying_beside(clip, "truth.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    write()
    assert bench.truth_times(clip) == {5: 2.0, 6: 5.0}
    rows[2]["text"] = "Ann play 9D = 86"
    write()
    with pytest.raises(ValueError, match="is not the truth of"):
        bench.truth_times(clip)


@pytest.mark.parametrize(("words", "sentence"), [
    (["watch", "{film}", "--game", "limbo", "--players", "Ann,Bob", "--resume", "{record}"], "a record of scopa with"),
    (["watch", "{film}", "--game", "limbo", "--players", "Ann,Bob", "--layout", "nowhere"], "There is no layout 'nowh"),
])
def test_a_command_ends_with_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str],
                                          sentence: str) -> None:
    film, record = tmp_path / "film.png", tmp_path / "scopa.tally"
    film.write_bytes(cv2.imencode(".png", np.zeros((90, 160, 3), np.uint8))[1].tobytes())
    record.write_text("game: scopa\nplayers: Ann, Bob\n\nAnn play 7H\n")
    assert main([word.format(film=film, record=record) for word in words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(("level", "sentence"), [(6, texts.TOO_DARK), (128, texts.NO_COLOUR)])
def test_a_picture_without_light_or_colour_is_told_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                            level: int, sentence: str) -> None:
    picture = tmp_path / "dull.png"
    picture.write_bytes(cv2.imencode(".png", np.full((360, 640, 3), level, np.uint8))[1].tobytes())
    assert main(["read", str(picture), "--no-dice"]) == 0
    said = capsys.readouterr()
    assert said.out == f"{picture}: no cards\n"
    assert sentence in said.err


def test_screens_open_for_somebody_whose_home_is_not_there_yet(tmp_path: Path) -> None:
    home = tmp_path / "nobody" / "here"
    about = {key: value for key, value in os.environ.items() if key != "KIVY_HOME"} | {
        "HOME": str(home), "USERPROFILE": str(home)}
    subprocess.run([sys.executable, "-c", "import companion.screens"], env=about, check=True, timeout=60)
    assert (home / ".kivy").is_dir()
