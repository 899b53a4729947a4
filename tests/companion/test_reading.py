"""`companion read`: one object per picture, one sentence per file that is none."""

import json

import cv2
import numpy as np
import pytest

from companion.__main__ import main


@pytest.fixture
def table(tmp_path):
    """A picture of an empty table."""
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), np.full((120, 160, 3), (60, 120, 40), np.uint8))
    return file


def test_one_json_object_per_picture(table, capsys):
    assert main(["read", "--json", str(table), str(table)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["file"], row["width"], row["height"]) for row in rows] == [(str(table), 160, 120)] * 2
    assert all(row["cards"] == [] and row["dice"] == [] and row["ms"] > 0 for row in rows)


def test_what_is_no_picture_is_named_and_the_others_are_read(table, tmp_path, capsys):
    text = tmp_path / "notes.txt"
    text.write_text("seven of hearts")
    assert main(["read", "--json", str(tmp_path / "none.jpg"), str(text), str(table)]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert "There is no picture" in err
    assert "notes.txt is not a picture" in err
    assert "Traceback" not in err


def test_an_unknown_deck_is_one_sentence(table, capsys):
    assert main(["read", "--deck", "no such deck", str(table)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_pictures_are_drawn_into_a_folder(table, tmp_path, capsys):
    assert main(["read", "--draw", str(tmp_path / "drawn"), str(table)]) == 0
    assert (tmp_path / "drawn" / "table.png").is_file()
    assert "no cards" in capsys.readouterr().out
