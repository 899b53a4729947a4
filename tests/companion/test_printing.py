"""What is printed, looked at: exact millimetres, nothing cut off, and cards the reader reads."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import Calibration, load_deck
from calibration.markers import LOOSE_IDS, find_markers, sheet_corners_mm
from companion.__main__ import main
from companion.sheets.pack import CARD_MM, COLUMNS, ROWS, Pack, ordinary_index
from companion.sheets.paper import PAPERS
from vision.reading.reader import TableReader

MM = 72 / 25.4  # PDF points in a millimetre
PX_PER_MM = 6.0


def pages(path: Path, px_per_mm: float = PX_PER_MM) -> list[np.ndarray]:
    """Every page as a BGR picture."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=px_per_mm / MM).to_numpy()[:, :, :3].copy() for page in document]


def printed(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "sheet.pdf"
    assert main(["print", *words, "-o", str(path)]) == 0
    return path


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    return captured.err


# -- the pack --------------------------------------------------------------------------------------

def card_pictures(page: np.ndarray) -> list[np.ndarray]:
    """The cards of a page of fronts on A4, row by row, cut just inside the cut lines."""
    left = (PAPERS["a4"][0] - COLUMNS * CARD_MM[0]) / 2
    top = (PAPERS["a4"][1] - ROWS * CARD_MM[1]) / 2
    cut = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = left + column * CARD_MM[0] + 0.3, top + row * CARD_MM[1] + 0.3
            cut.append(page[round(y * PX_PER_MM):round((y + CARD_MM[1] - 0.6) * PX_PER_MM),
                            round(x * PX_PER_MM):round((x + CARD_MM[0] - 0.6) * PX_PER_MM)])
    return cut


def test_the_suggested_pack_has_55_cards_on_seven_sheets(tmp_path: Path) -> None:
    assert Counter(Pack.parse("13,11,9,7", "1,2,3,4,5").cards) == load_deck("never-over").copies
    for words, sheets in ((["never-over"], 14), (["never-over", "--no-backs"], 7)):
        with pypdfium2.PdfDocument(printed(tmp_path, *words)) as document:
            assert len(document) == sheets


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_cards_stay_clear_of_what_printers_cannot_reach(tmp_path: Path, paper: str) -> None:
    px_per_mm = 2.0
    for page in pages(printed(tmp_path, "never-over", "--paper", paper, "--greens", "8", "--reds", "0,1"), px_per_mm):
        assert page.shape[:2] == pytest.approx([px_per_mm * side for side in PAPERS[paper][::-1]], abs=1)
        rows, columns = np.nonzero(page.min(axis=2) < 200)
        edge_px = np.array([rows.min(), columns.min(), page.shape[0] - rows.max(), page.shape[1] - columns.max()])
        assert edge_px.min() / px_per_mm > 2.4


def test_a_back_lies_behind_every_front_and_is_the_same_upside_down(tmp_path: Path) -> None:
    front, back = pages(printed(tmp_path, "never-over", "--greens", "1", "--reds", "1,1"))
    fronts = [card.min() < 100 for card in card_pictures(front)]
    backs = [card.min() < 100 for card in card_pictures(back[:, ::-1])]
    assert fronts == backs == [True] * 3 + [False] * 6
    card = card_pictures(back)[0].astype(int)[:, :, 0] if backs[2] else None
    assert card is not None
    assert np.mean(np.abs(card - card[::-1, ::-1]) > 100) < 0.01


def test_red_and_green_are_told_apart_without_colour(tmp_path: Path) -> None:
    page, = pages(printed(tmp_path, "never-over", "--no-backs", "--greens", "1,1,1,1", "--reds", "1,1,1,1,1"))
    grey = [cv2.cvtColor(card, cv2.COLOR_BGR2GRAY) for card in card_pictures(page)]
    green, red = (card < 160 for card in (grey[1], grey[6]))  # +2 and <=2
    assert np.mean(green != red) > 0.02


def test_the_reader_names_every_printed_card_and_is_sure_of_most(tmp_path: Path) -> None:
    page, = pages(printed(tmp_path, "never-over", "--no-backs", "--greens", "1,1,1,1", "--reds", "1,1,1,1,1"))
    deck, random = load_deck("never-over"), np.random.default_rng(4)
    photo = np.full((720, 1280, 3), (60, 90, 50), np.uint8)
    px_per_mm = 1280 / 750
    for place, card in enumerate(card_pictures(page)):
        turn, scale = random.uniform(-0.5, 0.5), px_per_mm / PX_PER_MM
        middle = np.array([150 + place % 5 * 240, 200 + place // 5 * 320])
        warp = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shift = middle - warp @ np.array(card.shape[1::-1]) / 2
        cv2.warpAffine(cv2.GaussianBlur(card, (0, 0), 0.5 / scale), np.column_stack([warp, shift]), (1280, 720), photo,
                       borderMode=cv2.BORDER_TRANSPARENT)
    photo = np.clip(photo + random.normal(0, 4, photo.shape), 0, 255).astype(np.uint8)
    seen = TableReader(pack=deck.copies_read).read(photo)
    assert sorted(map(deck.game_card, seen.label)) == sorted(deck.cards)
    assert seen.sure.sum() >= 6


@pytest.mark.parametrize(("greens", "reds", "says"), [
    ("1,1", "1,1", "highest green must equal the highest red"),
    ("1,0", "1,1,1", "at least one green 2"),
    ("many", "1,1", "numbers with commas"),
    ("300", "200,1", "too large"),
    ("1,1,1,1,1,1,1,1,1,1", "1,1,1,1,1,1,1,1,1,1,1", "up to 9"),
])
def test_packs_that_cannot_be_played_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], greens: str,
                                                 reds: str, says: str) -> None:
    path = tmp_path / "pack.pdf"
    assert says in refusal(capsys, "print", "never-over", "-o", str(path), "--greens", greens, "--reds", reds)
    assert not path.exists()


@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), min_size=0, max_size=8))
def test_a_pack_holds_what_was_asked_for(greens: list[int], reds: list[int]) -> None:
    length = min(len(greens), len(reds))
    greens, reds = [*greens[:length], 1], [0, *reds[:length], 2]
    pack = Pack.parse(",".join(map(str, greens)), ",".join(map(str, reds)))
    counts = Counter(pack.cards)
    assert [counts[f"+{i}"] for i in range(1, len(greens) + 1)] == greens
    assert [counts[f"<={i}"] for i in range(len(reds))] == reds


def test_the_printed_index_is_the_one_the_deck_profile_names() -> None:
    deck = load_deck("never-over")
    assert {card: ordinary_index(card) for card in deck.cards} == deck.indices


# -- markers ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_markers_are_printed_to_the_millimetre(tmp_path: Path, paper: str) -> None:
    sheet, loose = pages(printed(tmp_path, "markers", "--paper", paper))
    found = find_markers(sheet)
    order = np.argsort(found.ids)
    assert found.ids[order].tolist() == list(range(6))
    middle_px = np.array([sheet.shape[1], sheet.shape[0]]) / 2
    measured = (found.corners_px[order] - middle_px) / PX_PER_MM
    # A pixel's middle is half a pixel from its edge; corners are found to a fraction of one.
    assert np.allclose(measured, sheet_corners_mm(np.arange(6)), atol=0.25)
    assert sorted(find_markers(loose).ids.tolist()) == list(LOOSE_IDS)


# -- score sheet -----------------------------------------------------------------------------------

def test_the_score_sheet_is_one_page_with_the_players_names(tmp_path: Path) -> None:
    path = printed(tmp_path, "scoresheet", "--players", "Ann,Bartholomew", "--title", "Limbo")
    with pypdfium2.PdfDocument(path) as document:
        assert len(document) == 1
        text = document[0].get_textpage().get_text_range()
    assert {"Ann", "Bartholomew", "Limbo", "Total"} <= set(text.split())


def test_too_many_players_for_a_score_sheet_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ",".join(f"P{i}" for i in range(9))
    assert "room for 8" in refusal(capsys, "print", "scoresheet", "-o", str(tmp_path / "s.pdf"), "--players", names)


def test_a_folder_is_no_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a folder" in refusal(capsys, "print", "markers", "-o", str(tmp_path))


def test_print_says_in_json_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.pdf"
    assert main(["print", "markers", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(path), "sheet": "markers", "pages": 2}


# -- companion calibrate ---------------------------------------------------------------------------

@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """The printed marker sheet, seen aslant."""
    sheet = pages(printed(tmp_path, "markers"), 4)[0]
    height, width = sheet.shape[:2]
    edge = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    seen = np.float32([[430, 180], [860, 200], [960, 540], [340, 520]])
    warp = cv2.getPerspectiveTransform(edge, seen)
    path = tmp_path / "photo.png"
    seen_sheet = cv2.warpPerspective(sheet, warp, (1280, 720), flags=cv2.INTER_AREA, borderValue=(70, 90, 60))
    cv2.imwrite(str(path), seen_sheet)
    return path


def test_calibrate_finds_the_printed_sheet_and_keeps_the_table(photo: Path, tmp_path: Path,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "tables" / "kitchen.toml"
    capsys.readouterr()
    assert main(["calibrate", str(photo), "-o", str(table), "--deck", "never-over"]) == 0
    assert "good" in capsys.readouterr().out
    kept = Calibration.load(table)
    assert (kept.method, kept.deck, kept.image_size) == ("markers", "never-over", (1280, 720))
    sides = kept.px_to_mm([[430, 180], [860, 200], [960, 540], [340, 520]])
    assert np.allclose(sides, [[-148.5, -105], [148.5, -105], [148.5, 105], [-148.5, 105]], atol=3)


def test_calibrate_by_tapped_points_in_json(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["calibrate", str(photo), "--points", "430,180", "860,200", "960,540", "340,520", "--size", "297x210",
                 "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["method"], found["width"], found["height"], found["file"]) == ("points", 1280, 720, None)
    assert found["error_mm"] > 0
    assert found["quality"] in found["advice"]


@pytest.mark.parametrize(("words", "says"), [
    (["--points", "1,1", "2,1", "2,2", "1,2"], "go together"),
    (["--points", "1,1", "2,1", "2,2", "x", "--size", "9x9"], "--points needs two numbers"),
    (["--points", "1,1", "2,1", "2,2", "1,2", "--size", "9"], "--size needs two numbers"),
    (["--points", "0,0", "0,99", "99,99", "99,0", "--size", "9x9"], "clockwise"),
    (["--points", "1,1", "2,1", "2,2", "1,2", "--size", "9x9", "--cards"], "either"),
    (["--deck", "tarot"], "no deck 'tarot'"),
])
def test_calibrate_refuses_in_one_sentence(photo: Path, capsys: pytest.CaptureFixture[str], words: list[str],
                                           says: str) -> None:
    capsys.readouterr()
    assert says in refusal(capsys, "calibrate", str(photo), *words)


def test_a_table_without_markers_or_cards_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), np.full((360, 640, 3), 90, np.uint8))
    assert "lay the sheet" in refusal(capsys, "calibrate", str(path))
    assert "No card" in refusal(capsys, "calibrate", str(path), "--cards")
