"""Films are measured on table surfaces that training never saw."""

import pytest

from models.drawing.command import surfaces
from models.drawing.surfaces import main


def test_the_surfaces_set_apart_are_none_that_training_draws_on(tmp_path, monkeypatch, capsys):
    folder, out = tmp_path / "all", tmp_path / "apart"
    folder.mkdir()
    for k in range(20):
        (folder / f"cloth_{k:02}.jpg").write_bytes(b"cloth %d" % k)
    monkeypatch.setattr("sys.argv", ["surfaces", str(folder), str(out)])
    assert main() == 0
    apart, trained_on = ({path.name for path in found} for found in (out.iterdir(), surfaces(folder, validation=False)))
    assert len(apart) == 3
    assert apart | trained_on == {path.name for path in folder.iterdir()}
    assert not apart & trained_on
    assert (out / "cloth_03.jpg").read_bytes() == b"cloth 3"
    assert "3 surfaces" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_a_folder_without_surfaces_is_told_in_one_sentence(tmp_path, monkeypatch, capsys, name):
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr("sys.argv", ["surfaces", str(tmp_path / name), str(tmp_path / "out")])
    assert main() == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
