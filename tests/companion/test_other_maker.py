"""Films of the other maker: what they show is what their truth says, and each trouble is really there."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.filming.deals import random_deal
from companion.filming.other_maker.bands import BANDS, RANGES, TROUBLES, choose
from companion.filming.other_maker.film import OtherFilm, other_film
from companion.filming.other_maker.patches import Patch, Still
from companion.filming.other_maker.stage import Happened
from companion.filming.showing import FilmShowing
from rules import GAMES, Record, SetupError, parse_record

LIMBO = """\
game: limbo
players: Ann, Bob
dealer: Bob

table start 6D = 95
Ann play 9C = 86
Bob play 9H = 77
"""
SMALL = (480, 270)
DOCS = Path(__file__).resolve().parents[2] / "docs"


def limbo(trouble: str = "", seed: int = 3, band: str = "odd", **more: object) -> OtherFilm:
    return other_film(parse_record(LIMBO), seed, trouble, band, **{"fps": 10, "size": SMALL, **more})


def face_at(film: OtherFilm, event: Happened, frame: np.ndarray) -> np.ndarray:
    """The card of an event cut out of a frame, upright."""
    upright = np.array([[0, 0], [62, 0], [62, 87], [0, 87]], np.float32)
    matrix = cv2.getPerspectiveTransform(film.corners_px(event).astype(np.float32), upright)
    return cv2.warpPerspective(frame, matrix, (63, 88))


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """Correlation of two pictures in grey."""
    a, b = (cv2.GaussianBlur(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (0, 0), 1).astype(float) for p in (one, other))
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


def test_a_card_lies_where_the_truth_says_and_is_the_one_it_names() -> None:
    film = limbo(size=(1280, 720))
    last = [event for event in film.truth if event.event == "appeared"][-1]
    frame = next(film.shots([film.duration_s - 0.1]))
    faces = {label: film.setting.faces.face(label) for label in ("9H", "6D", "9C", "KS")}
    shown = face_at(film, last, frame)
    like = {label: likeness(shown, cv2.resize(face[..., :3], (63, 88))) for label, face in faces.items()}
    assert max(like, key=lambda label: like[label]) == last.card == "9H"
    assert like["9H"] > 0.7


def test_the_homography_leads_to_the_cards_corners_but_for_the_lens() -> None:
    film = limbo(size=(1280, 720))
    event = film.truth[-1]
    corners = event.pose.corners((63.0, 88.0))
    straight = cv2.perspectiveTransform(corners[None, :, :2], film.camera.homography)[0]
    assert np.abs(straight - film.corners_px(event)).max() < 12


def test_equal_seeds_give_equal_films_and_others_other_ones() -> None:
    times = (0.5, 4.0, 7.0)
    one, same, other = (list(limbo("lively", seed).shots(times)) for seed in (5, 5, 6))
    assert all((a == b).all() for a, b in zip(one, same, strict=True))
    assert not (one[2] == other[2]).all()


def test_two_players_lay_quickly_one_after_the_other() -> None:
    film = other_film(deal("scopa"), 3, "quick", "7", fps=5, size=(320, 180))
    laid = {event.line: event.let_go_s for event in film.truth if event.event == "appeared"}
    assert any(0.3 <= later - sooner <= 0.7 for sooner, later in pairwise(laid.values()))


def test_a_card_half_taken_back_appears_once_where_it_stays() -> None:
    film = other_film(parse_record(LIMBO), 3, "hesitate", "7", fps=10, size=SMALL)
    plain = limbo("", band="7")
    assert [(e.card, e.event) for e in film.truth] == [(e.card, e.event) for e in plain.truth]
    assert film.truth[-1].let_go_s > plain.truth[-1].let_go_s


def test_cards_are_pushed_and_squared_up_within_their_places() -> None:
    film = other_film(random_deal("limbo", ("Ann", "Bob"), 2), 4, "slid", "8", fps=5, size=(320, 180))
    slid = [event for event in film.truth if event.event == "slid"]
    together = Counter(event.time_s for event in slid)
    assert 1 in together.values()
    assert max(together.values()) > 2
    assert all(film.setting.zones.is_inside(np.array([[event.pose.x, event.pose.y]]))[0] for event in slid)
    assert all(event.line == 0 and event.place == event.source for event in slid)


def test_every_line_is_said_and_every_card_appears_in_order() -> None:
    film = limbo()
    assert [said.text for said in film.announcements] == LIMBO.splitlines()[4:]
    appeared = [(event.card, event.place, event.line) for event in film.truth if event.event == "appeared"]
    assert appeared == [("6D", "pile", 5), ("9C", "pile", 6), ("9H", "pile", 7)]
    assert all(event.let_go_s < event.time_s <= film.duration_s for event in film.truth)


def test_no_two_bands_overlap() -> None:
    for name, each in RANGES.items():
        ends = [sorted((each.of_band(band, 0.0), each.of_band(band, 1.0))) for band in range(1, BANDS + 1)]
        ends.sort()
        assert all(low[1] < high[0] for low, high in pairwise(ends)), name


@pytest.mark.parametrize(("band", "parity"), [("odd", 1), ("even", 0)])
@pytest.mark.parametrize("trouble", ["tidy", "rough", "held,slid"])
def test_all_values_are_drawn_from_bands_of_one_parity(band: str, parity: int, trouble: str) -> None:
    for seed in range(20):
        for name, value in choose(trouble, seed, band).values.items():
            each = RANGES[name]
            number = 1 + int((value - each.low) / (each.high - each.low) * BANDS)
            assert number % 2 == parity, (name, value)


def test_the_truth_names_maker_parity_and_values(tmp_path: Path) -> None:
    record, clip = tmp_path / "evening.tally", tmp_path / "evening.mp4"
    record.write_text(LIMBO)
    words = ["render", str(record), "-o", str(clip), "--maker", "other", "--trouble", "held", "--band", "4"]
    assert main([*words, "--size", "320x240", "--fps", "5"]) == 0
    head = json.loads(clip.with_suffix(".truth.jsonl").read_text().splitlines()[0])
    assert (head["maker"], head["parity"], head["troubles"], head["fps"]) == ("other", "even", ["held"], 5)
    assert "sway_mm" in head["values"]
    assert "bump_deg" not in head["values"]
    assert not clip.with_suffix(".calibration.toml").exists()
    assert cv2.VideoCapture(str(clip)).read()[1].shape == (240, 320, 3)


@pytest.mark.parametrize(("trouble", "band", "told"), [
    ("fog", "odd", "There is no trouble 'fog'"), ("held,fog", "odd", "There is no trouble 'fog'"),
    ("tidy", "9", "'9' is no band"), ("tidy", "uneven", "'uneven' is no band")])
def test_what_there_is_not_is_refused_in_one_sentence(trouble: str, band: str, told: str) -> None:
    with pytest.raises(SetupError, match=told):
        choose(trouble, 1, band)


def test_a_film_is_shown_frame_by_frame() -> None:
    film = limbo(size=(320, 180), fps=4)
    frames = list(FilmShowing(film))
    assert len(frames) == round(film.duration_s * 4)
    assert frames[-1].image.shape == (180, 320, 3)


def deal(game: str) -> Record:
    players = {"limbo": ("Ann", "Bob"), "scopa": ("Ann", "Bob"), "canasta": ("Ann", "Bea", "Cal", "Dan")}
    decks = {"never_over": "improvised", "canasta": "two-packs"}
    return random_deal(game, players.get(game, ("Ann", "Bea", "Cal")), 3, deck=decks.get(game, ""), most=8)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn(game: str) -> None:
    film = other_film(deal(game), 4, "lively", "odd", fps=5, size=(320, 180))
    shots = list(film.shots(np.linspace(0.5, film.duration_s - 0.2, 4)))
    assert len({shot.tobytes() for shot in shots}) == 4
    assert all(shot.shape == (180, 320, 3) and shot.std() > 5 for shot in shots)
    placed = [event for event in film.truth if event.line and event.event == "appeared"]
    layout = film.setting.zones
    assert placed
    corners = np.concatenate([film.corners_px(event) for event in placed])
    assert (corners > 0).all()
    assert (corners < film.setting.size).all()
    assert all(layout.zone_at(np.array([[event.pose.x, event.pose.y]]))[0] == event.place for event in placed)


def test_dice_lie_where_the_truth_says_and_are_gone_when_they_are_thrown_again() -> None:
    film = other_film(deal("friend_or_foe"), 8, "", "7", fps=5)
    rolled = [event for event in film.truth if event.event == "rolled"]
    assert len(rolled) % 2 == 0
    x, y = (int(v) for v in film.corners_px(rolled[0]).mean(axis=0))
    before, after, thrown = (shot[y - 4:y + 5, x - 4:x + 5].mean(axis=(0, 1)) for shot in film.shots(
        [rolled[0].let_go_s - 0.5, rolled[0].time_s + 0.05, rolled[2].let_go_s - 0.1]))
    assert np.abs(after - before).max() > 25
    assert np.abs(thrown - before).max() < 15


def test_every_trouble_is_told_of_in_the_list_of_recipes() -> None:
    listed = (DOCS / "films.md").read_text(encoding="utf-8").split("Mixtures:")[0]
    assert tuple(sorted(TROUBLES)) == tuple(sorted(row.split("|")[1].strip() for row in listed.splitlines()
                                                   if row.startswith("| ") and not row.startswith("| name")))


@pytest.mark.parametrize("trouble", [name for name in TROUBLES if name != "dice"])
def test_each_trouble_changes_the_film(trouble: str) -> None:
    record = deal("page_one")
    plain = other_film(record, 9, "", "7", fps=5, size=(320, 180))
    troubled = other_film(record, 9, trouble, "7", size=None if trouble == "picture" else (320, 180))
    if trouble in ("quick", "hesitate", "slid", "gathered", "held"):
        assert [f.keys for f in troubled.stage.flights] != [f.keys for f in plain.stage.flights]
    times = [t for event in plain.truth for t in (event.let_go_s - 0.35, event.let_go_s + 0.6)]
    if trouble == "frames":
        assert troubled.setting.fps != plain.setting.fps
        return
    pairs = zip(plain.shots(times), troubled.shots(times), strict=True)
    assert any(a.shape != b.shape or np.abs(a.astype(int) - b).max() > 20 for a, b in pairs)


def live_film() -> OtherFilm:
    """One that is watched as the camera sends it."""
    return next(film for seed in range(1, 30) if (film := limbo("frames", seed, size=(320, 180))).is_live)


def test_a_live_camera_gives_each_frame_its_own_time_and_what_is_lost_never_comes() -> None:
    film = live_film()
    times = [frame.time_s for frame in film.showing()]
    steps = np.diff(times)
    assert (steps > 0).all()
    assert len(times) < round(film.duration_s * film.setting.fps)
    assert len(set(np.round(steps, 6))) > len(steps) / 2
    assert steps.max() > 1.5 / film.setting.fps


def test_a_file_keeps_a_steady_clock() -> None:
    film = limbo("recompressed", size=(320, 180))
    steps = np.diff([frame.time_s for frame in film.showing()])
    assert np.allclose(steps, 1 / film.setting.fps)


def test_shadows_of_one_lamp_are_not_added_up() -> None:
    bare = np.full((60, 60, 3), 200, np.uint8)
    shade = Patch.shade(10, 10, np.full((20, 20), 128, np.uint8))
    still = Still(bare)
    for key in range(9):
        still.lay(key, (shade,))
    assert abs(int(still.picture[15, 15, 0]) - 100) <= 2
    still.lift(0)
    assert abs(int(still.picture[15, 15, 0]) - 100) <= 2
    for key in range(1, 9):
        still.lift(key)
    assert (still.picture == bare).all()
