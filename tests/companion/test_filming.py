"""Films of records: the truth beside a film is what its pictures show and what the rules know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import load_deck
from companion.device.layouts import game_layout
from companion.filming import demo
from companion.filming.camera import TROUBLE, Camera
from companion.filming.deals import random_deal
from companion.filming.face_sheet import FACE_PX
from companion.filming.faces import DrawnFaces, FolderFaces
from companion.filming.film import Film
from companion.filming.laid_open import OpenRows
from companion.filming.placement import Placement
from companion.filming.scene import CardPose, LyingCard
from companion.filming.script import Script, moves_between
from companion.filming.setting import Setting, printed_as, setting_for
from companion.filming.showing import FilmShowing
from companion.filming.truth import TruthEvent
from companion.filming.writing import FilmFiles, calibration_of, truth_row, write_film
from companion.sheets.pack import GREEN, RED
from rules import GAMES, Card, Match, SetupError, Table, new_record, parse_record
from rules.core.cards import RANKS, SUITS
from rules.core.places import owned, places_by_name

LIMBO = """\
game: limbo
players: Ann, Bob
dealer: Bob

table start 6D = 95
Ann play 9C = 86
Bob play 9H = 77
Ann play 8S = 69
"""
IMPROVISED = """\
game: never_over
players: Ann, Bea, Cal
dealer: Cal
deck: improvised

Ann play +3
Bea play 2D on Ann
Cal discard 4H
"""
LABELS = [rank + suit for rank in RANKS for suit in SUITS]


def film_of(text: str, **setting: object) -> Film:
    record = parse_record(text)
    return Film(record, setting_for(record, **setting))  # type: ignore[arg-type]


def shot(film: Film, time_s: float) -> np.ndarray:
    return next(film.shots([time_s]))


def crop(film: Film, event: TruthEvent, picture: np.ndarray) -> np.ndarray:
    """The card of a truth event cut out of a picture and set upright."""
    corners = np.array(truth_row(film, event)["corners"], np.float32)
    w, h = FACE_PX[0] // 3, FACE_PX[1] // 3
    upright = cv2.getPerspectiveTransform(corners, np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32))
    return cv2.warpPerspective(picture, upright, (w, h))


def likeness(card: np.ndarray, label: str) -> float:
    """Correlation of a cut-out card with the drawn face of a label."""
    face = cv2.resize(DrawnFaces().face(label)[..., :3], card.shape[1::-1], interpolation=cv2.INTER_AREA)
    inner = np.s_[8:-8, 8:-8]
    return float(np.corrcoef(card[inner].ravel(), face[inner].ravel())[0, 1])


def test_a_demo_film_is_found_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside: list[Path] = []

    def drawn(film: Film, clip: Path) -> FilmFiles:
        written = write_film(film, clip)
        beside.extend(tmp_path.glob("demo-*"))
        return written

    monkeypatch.setattr(demo, "write_film", drawn)
    monkeypatch.setattr(demo, "user_cache_path", lambda name: tmp_path)
    found = demo.demo((320, 180), 2.0)
    assert not beside, "Somebody who opened the demo meanwhile would have read an unfinished film."
    assert all(path.exists() for path in (found.clip, found.calibration, found.answers))
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


# -- what happens ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("level", [1, 5])
def test_the_truth_adds_up_to_the_table_that_the_rules_see(game: str, level: int) -> None:
    players = {"canasta": ("Ann", "Bob", "Cal", "Deb"), "limbo": ("Ann", "Bob"), "scopa": ("Ann", "Bob")}
    record = random_deal(game, players.get(game, ("Ann", "Bob", "Cal")), seed=level, most=60)
    film = Film(record, setting_for(record, seed=level, level=level, size=(640, 360)))
    lying: dict[str, Counter[str]] = {}
    for event in film.truth:
        if event.event in ("appeared", "moved"):
            lying.setdefault(event.place, Counter())[event.means] += 1
        if event.event in ("left", "moved"):
            lying.setdefault(event.source, Counter())[event.means] -= 1
    match = Match(GAMES[game], record.table())
    for line in record.events:
        assert line.action is not None
        match.push(line.action)
    for place, cards in match.game.visible(match.state).items():
        assert +lying.get(place, Counter()) == Counter(card.face for card in cards), place
    times = [event.time_s for event in film.truth]
    assert times == sorted(times)
    assert times[-1] < film.duration_s
    assert [said.text for said in film.announcements] == [line.text for line in record.events]


PLACES = st.dictionaries(st.sampled_from(["pile", "board", "green:Ann"]),
                         st.lists(st.sampled_from([Card(c) for c in ("7H", "2C", "+3", "KD")]), max_size=5).map(tuple))


@given(PLACES, PLACES)
def test_moves_turn_one_table_into_the_other(before: dict, after: dict) -> None:
    table = {place: Counter(cards) for place, cards in before.items()}
    for move in moves_between(before, after):
        if move.source:
            assert table[move.source][move.card] > 0
            table[move.source][move.card] -= 1
        if move.target:
            table.setdefault(move.target, Counter())[move.card] += 1
    for place in {*table, *after}:
        assert +table.get(place, Counter()) == Counter(after.get(place, ()))


def test_a_refused_card_is_laid_down_and_taken_back() -> None:
    film = film_of(LIMBO + "Bob play 3C = 66\n")  # 3 divides 69
    *_, laid, back = film.truth
    assert (laid.event, laid.card, back.event, back.card) == ("appeared", "3C", "left", "3C")
    assert back.time_s - laid.time_s > 1


def test_taking_back_an_event_takes_its_card_off_the_table() -> None:
    last = film_of(LIMBO + "undo\n").truth[-1]
    assert (last.event, last.card, last.source) == ("left", "8S", "pile")


def test_a_capture_is_laid_beside_its_cards_before_all_are_taken() -> None:
    film = film_of("game: scopa\nplayers: Ann, Bob\ndealer: Bob\n\ntable deal 2C 5H KS 3D\nAnn play 7D take 2C 5H\n")
    events = [(event.event, event.card) for event in film.truth[4:]]
    assert events[0] == ("appeared", "7D")
    assert sorted(events[1:]) == [("left", "2C"), ("left", "5H"), ("left", "7D")]


def test_improvised_cards_are_printed_as_the_profile_says() -> None:
    deck = load_deck("improvised")
    events = film_of(IMPROVISED, seed=5).truth
    assert [event.means for event in events] == ["+3", "<=2", "+4"]
    assert [deck.game_card(event.card) for event in events] == ["+3", "<=2", "+4"]
    assert [event.card for event in events][1:] == ["2D", "4H"]  # as written


def test_no_physical_card_is_used_more_often_than_the_pack_holds_it() -> None:
    record = random_deal("never_over", ("Ann", "Bea", "Cal"), seed=4, deck="improvised")
    film = Film(record, setting_for(record))
    deck = load_deck("improvised")
    used = Counter(event.card for event in film.truth if event.event == "appeared")
    assert all(count <= deck.copies[label] for label, count in used.items())
    assert all(set(labels) <= set(deck.labels) for labels in printed_as(deck).values())


def test_wild_cards_are_laid_on_the_natural_ones_and_jacks_share_a_column() -> None:
    film = film_of("game: canasta\nplayers: Ann, Bea, Cal, Dan\ndealer: Dan\ndeck: two-packs\n\ntable start 5H\n"
                   "Ann meld JS JH JK 2C\nAnn add JD to J\nAnn discard 9H\n")
    laid = [event for event in film.truth if event.place == "meld:Ann+Cal"]
    assert [event.card for event in sorted(laid, key=lambda e: abs(e.lying.pose.y - laid[0].lying.pose.y))][:2] in (
        ["JS", "JH"], ["JH", "JS"])
    assert {event.card for event in laid[2:4]} == {"2C", "JK"}
    assert np.ptp([event.lying.pose.x for event in laid]) < 15


def test_more_cards_of_a_rank_than_a_column_holds_begin_another_and_hide_none() -> None:
    film = film_of("game: canasta\nplayers: Ann, Bea, Cal, Dan\ndealer: Dan\ndeck: two-packs\n\ntable start 5H\n"
                   "Ann meld 8S 8S 8H 8H 8D 8D 8C 8C 2C\nAnn meld JS JS JH\nAnn discard 9H\n")
    laid = [event for event in film.truth if event.place == "meld:Ann+Cal"]
    places = np.array([(event.lying.pose.x, event.lying.pose.y) for event in laid])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e3 * np.eye(len(places))
    assert len(laid) == 12
    assert apart.min() > 20
    assert len({round(x / 66) for x, _ in places}) == 3


def test_the_same_seed_gives_the_same_film_and_another_seed_another() -> None:
    one, same, other = (film_of(LIMBO, seed=seed, size=(320, 240)) for seed in (1, 1, 2))
    assert one.truth == same.truth != other.truth
    assert np.array_equal(shot(one, 3.0), shot(same, 3.0))
    assert not np.array_equal(shot(one, 3.0), shot(other, 3.0))


@pytest.mark.parametrize("text", ["Ann play 5X", "Ann pass"])
def test_a_line_that_cannot_be_filmed_is_named(text: str) -> None:
    with pytest.raises(SetupError, match="Line 5"):
        film_of(f"game: limbo\nplayers: Ann, Bob\n\n# comment\n{text}\n")


def test_made_up_deals_are_legal_and_repeatable() -> None:
    record = random_deal("limbo", ("Ann", "Bob"), seed=9)
    assert str(record) == str(random_deal("limbo", ("Ann", "Bob"), seed=9)) != str(random_deal("limbo", seed=8))
    assert not any(beat.refused for beat in Script(record).beats())
    with pytest.raises(SetupError, match="whist"):
        random_deal("whist")


def test_made_up_faults_are_refused_and_leave_no_trace() -> None:
    record = random_deal("never_over", ("Ann", "Bea", "Cal"), seed=6, faults=0.5)
    refused = [beat for beat in Script(record).beats() if beat.refused]
    assert len(refused) > 5
    assert all(len(beat.reaches) == 2 for beat in refused if beat.reaches)


def test_a_card_played_from_the_stock_appears_and_never_lay_there() -> None:
    film = film_of(LIMBO + "Bob play 4C from stock = 65 !\n")
    assert [(e.event, e.card, e.place, e.source) for e in film.truth][-1] == ("appeared", "4C", "pile", "")


# -- what is seen ----------------------------------------------------------------------------------


def test_every_card_is_seen_where_the_truth_has_it() -> None:
    film = film_of(LIMBO, seed=3, level=2)
    newest = film.truth
    for event, picture in zip(newest, film.shots(event.time_s + 0.05 for event in newest), strict=True):
        card = crop(film, event, picture)
        scores = {label: likeness(card, label) for label in LABELS}
        assert max(scores, key=scores.__getitem__) == event.card
        assert scores[event.card] > 0.8


def test_hands_cover_the_card_until_they_hand_it_over() -> None:
    film = film_of(LIMBO, seed=3, level=1)
    event = film.truth[1]
    before, after, later = (crop(film, event, picture).astype(int) for picture in
                            film.shots([event.time_s - 0.45, event.time_s + 0.02, event.time_s + 0.8]))
    assert np.abs(before - later).mean() > 4 * np.abs(after - later).mean()


def test_the_calibration_finds_every_card_in_its_place() -> None:
    record = random_deal("never_over", ("Ann", "Bea", "Cal"), seed=2)
    film = Film(record, setting_for(record, seed=2, level=3))
    layout = game_layout("never_over", ("Ann", "Bea", "Cal"))
    centres = [np.mean(truth_row(film, event)["corners"], axis=0) for event in film.truth]
    found = layout.zone_at(calibration_of(film).px_to_mm(np.array(centres)))
    right = [zone == event.place for zone, event in zip(found, film.truth, strict=True)]
    assert np.mean(right) > 0.95


def test_all_zones_are_in_the_picture_and_indices_are_legible() -> None:
    for game in GAMES:
        players = ("Ann", "Bob") if game in ("limbo", "scopa", "canasta") else ("Ann", "Bob", "Cal")
        record = new_record(game, Table(players))
        film = Film(record, setting_for(record, level=5, seed=1))
        corners = np.concatenate(list(film.setting.zones.values()))
        px = film.camera.px(corners)
        assert (px > 0).all(), game
        assert (px < film.setting.size).all(), game
        assert 60 < film.camera.scale((0.0, 0.0)) * 63 < 125, game


def test_a_film_is_shown_as_it_is_drawn() -> None:
    film = film_of(LIMBO, seed=1, size=(320, 240), fps=4.0)
    shown = list(FilmShowing(film))
    assert [frame.index for frame in shown] == list(range(round(film.duration_s * 4)))
    assert [frame.time_s for frame in shown[:3]] == [0.0, 0.25, 0.5]
    assert all(np.array_equal(frame.image, image) for frame, image in zip(shown, film.frames(), strict=True))


@pytest.mark.parametrize("level", [1, 3])
def test_what_is_softened_piece_by_piece_looks_as_if_softened_at_once(level: int) -> None:
    times_s = np.arange(0.5, 4.5, 0.21)  # over several changes of the table, with and without a hand
    film = film_of(LIMBO, seed=3, level=level, size=(640, 360))
    for piece, time_s in zip(film.shots(times_s), times_s, strict=True):
        assert np.abs(piece.astype(int) - next(film.shots([time_s])).astype(int)).max() <= 1


def test_a_higher_level_is_darker_and_noisier() -> None:
    def light_and_noise(level: int) -> tuple[float, float]:
        film = film_of(LIMBO, seed=4, level=level, size=(640, 360))
        a, b = (picture.astype(float) for picture in film.shots([0.5, 1.0]))
        return float(a.mean()), float((a - b).std())

    measured = [light_and_noise(level) for level in (1, 3, 5)]
    assert all(light > darker for (light, _), (darker, _) in pairwise(measured))
    assert all(noise < noisier for (_, noise), (_, noisier) in pairwise(measured))


def test_dice_show_what_was_rolled() -> None:
    film = film_of("game: friend_or_foe\nplayers: Ann, Bob\ndealer: Bob\n\nAnn roll 1 6\n", level=1)
    one, six = sorted(film.truth, key=lambda event: event.card)
    assert (one.event, one.card, six.card) == ("rolled", "1", "6")
    picture = shot(film, film.duration_s - 0.2)
    dark = [int((crop(film, replace(event, lying=replace(event.lying, pose=replace(event.lying.pose, height=16.0))),
                      picture).max(axis=2) < 110).sum()) for event in (one, six)]
    assert dark[1] > 3 * dark[0] > 0


@given(st.floats(0, 26), st.floats(-4, 4), st.floats(-8, 8), st.floats(-300, 300), st.floats(-180, 180))
def test_the_camera_sees_its_table_and_maps_back(tilt: float, roll: float, turn: float, x: float, y: float) -> None:
    camera = Camera.over((-300, -180, 300, 180), (640, 360), tilt, roll, turn)
    px = camera.px(np.array([(x, y)]))
    assert np.allclose(camera.mm(px), [(x, y)], atol=1e-6)
    assert ((px >= -0.5) & (px <= (639.5, 359.5))).all()


def test_cards_in_the_air_look_larger() -> None:
    camera = Camera.over((-300, -180, 300, 180), (640, 360), 10)
    low, high = (np.ptp(CardPose(0, 0, 0, height).corners_px(camera), axis=0) for height in (0.0, 60.0))
    assert (high > low).all()


# -- faces -----------------------------------------------------------------------------------------


def test_every_face_differs_and_has_both_indices() -> None:
    faces = DrawnFaces()
    pictures = {label: faces.face(label) for label in [*LABELS, "JK", "+1", "+4", "<=0", "<=4"]}
    assert len({picture.tobytes() for picture in pictures.values()}) == len(pictures)
    for label, picture in pictures.items():
        index = picture[20:160, 8:75, :3].astype(int)
        turned = picture[::-1, ::-1][20:160, 8:75, :3].astype(int)
        assert picture.shape == (FACE_PX[1], FACE_PX[0], 4)
        assert np.abs(index - turned).mean() < 6, label
        assert (index.min(axis=2) < 120).mean() > 0.08, label


def test_a_folder_of_faces_is_used_and_an_incomplete_one_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"AC\.webp"):
        FolderFaces(tmp_path)
    picture = np.full((70, 50, 3), 200, np.uint8)
    for label in LABELS:
        cv2.imwrite(str(tmp_path / f"{label}.png"), picture)
    faces = FolderFaces(tmp_path)
    assert (faces.face("7H")[200, 100] == (200, 200, 200, 255)).all()
    assert np.array_equal(faces.face("+3"), DrawnFaces().face("+3"))
    assert isinstance(setting_for(parse_record(LIMBO), faces=tmp_path), Setting)


def test_an_unseen_card_has_no_face() -> None:
    with pytest.raises(SetupError, match="nobody has seen"):
        DrawnFaces().face("??")


@pytest.mark.parametrize(("face", "colour"), [("+3", GREEN), ("<=2", RED)])
def test_never_over_cards_are_filmed_as_they_are_printed(face: str, colour: str) -> None:
    picture = DrawnFaces().face(face)[..., :3]
    h, w = picture.shape[:2]
    blue, green, red = (int(v) for v in picture[h // 2 - h // 6, w // 2])
    assert (red, green, blue) == tuple(bytes.fromhex(colour[1:]))  # the badge
    index = picture[int(0.05 * h):int(0.25 * h), int(0.05 * w):int(0.2 * w)]
    assert (np.abs(index.astype(int) - (blue, green, red)).sum(axis=2) < 30).mean() > 0.1  # the ordinary index
    top, bottom = picture[:h // 5].astype(int), picture[::-1, ::-1][:h // 5].astype(int)
    assert np.abs(top - bottom).mean() < 4  # the corners are the same upside down


def test_a_row_to_which_several_players_add_has_no_card_just_upon_another() -> None:
    """Two equal ones could not be told apart by any camera."""
    corner = np.array([(390.0, -260.0), (520.0, -260.0), (520.0, -140.0), (390.0, -140.0)])
    places = places_by_name(owned("red", "Cal"))
    arrangement = Placement({"red:Cal": corner}, places, TROUBLE[1], np.random.default_rng(1))
    lying: list[LyingCard] = []
    for facing in (90.0, 0.0, 270.0, 180.0):
        (pose,) = arrangement.poses_for("red:Cal", lying, facing)
        lying.append(LyingCard("3D", pose))
    apart = [np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) for k, a in enumerate(lying) for b in lying[:k]]
    assert min(apart) > 8


SHOWN = LIMBO.replace("Ann play 8S = 69\n", "Ann play KD = 6\nBob play 2C = 4\nAnn play 2H = 2\nBob play AC = 1\n"
                      "Ann stuck\nAnn show TH 7C\n")


def test_a_hand_that_is_shown_lies_before_its_player_outside_of_all_places() -> None:
    film = film_of(SHOWN, level=1)
    zones = [np.asarray(zone) for zone in film.setting.zones.values()]
    seat = film.setting.seats["Ann"]
    rows = OpenRows(film.setting.zones, film.setting.table_mm, TROUBLE[1], np.random.default_rng(1))
    first, second = rows.poses_for(seat, 5), rows.poses_for(film.setting.seats["Bob"], 4)
    assert (len(first), len(second)) == (5, 4)
    for pose in (*first, *second):
        assert all(not (x1 < pose.x < x2 and y1 < pose.y < y2)
                   for (x1, y1), (x2, y2) in ((zone.min(axis=0), zone.max(axis=0)) for zone in zones))
    assert all(pose.y > 0 for pose in first)  # Ann sits on the near side
    assert all(pose.y < 0 for pose in second)


def test_a_hand_that_is_shown_is_drawn_and_the_truth_tells_of_places_only() -> None:
    film, without = film_of(SHOWN, level=1), film_of(SHOWN.replace("Ann show TH 7C\n", ""), level=1)
    assert [row.card for row in film.truth] == [row.card for row in without.truth]
    assert film.announcements[-1].text == "Ann show TH 7C"
    last, before = shot(film, film.duration_s - 0.2), shot(without, without.duration_s - 0.2)
    assert (np.abs(last.astype(int) - before).max(axis=2) > 60).mean() > 0.01  # two cards more


def test_there_is_no_room_for_a_hand_where_places_fill_the_table() -> None:
    rows = OpenRows({"all": np.array([(-300, -200), (300, -200), (300, 200), (-300, 200)])}, (-310, -210, 310, 210),
                    TROUBLE[1], np.random.default_rng(1))
    assert rows.poses_for(film_of(LIMBO).setting.seats["Ann"], 3) == ()
