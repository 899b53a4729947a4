"""A recipe for each network, one loop for all: the files in models/ are what the recipes say."""

import json
import sys

import cv2
import pytest
from fake_cards import table

torch = pytest.importorskip("torch", reason="training needs the train extra (torch)")

from models.training.recipe import FOLDER, PARTS, load_recipe  # noqa: E402
from models.training.train import main  # noqa: E402
from vision.reading.network import Network  # noqa: E402
from vision.reading.reader import MODELS  # noqa: E402

NAMES = sorted(file.stem for file in FOLDER.glob("*.toml"))


def test_every_network_has_a_recipe_and_every_recipe_a_network():
    assert sorted(PARTS) == NAMES
    assert {load_recipe(name).file for name in NAMES} == {file.stem for file in MODELS.glob("*.onnx")}


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_file_is_of_the_recipes_network(name):
    recipe = load_recipe(name)
    facts = Network(MODELS / f"{recipe.file}.onnx", recipe.file).facts
    assert facts["input"] == recipe.input
    assert recipe.parts.facts.items() <= facts.items()
    assert recipe.parts.net().eval()(torch.zeros(recipe.export.shape)).shape[0] == recipe.export.shape[0]
    assert (recipe.learning.minutes > 0) != (recipe.learning.steps > 0)


@pytest.mark.parametrize("spoilt", ['file = "x"', 'learning = { batch = 1 }\nexport = { shape = [1], free = {} }'])
def test_a_recipe_that_does_not_fit_is_named(tmp_path, monkeypatch, spoilt):
    (tmp_path / "odd.toml").write_text(spoilt)
    monkeypatch.setattr("models.training.recipe.FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"odd\.toml does not fit"):
        load_recipe("odd")


@pytest.mark.parametrize("name", ["card_finder", "card_reader"])
def test_equal_seeds_train_equally(tmp_path, monkeypatch, name):
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    cv2.imwrite(str(scenes / "0.png"), cv2.resize(table(), (384, 384)))
    quad = [[22, 60], [98, 60], [98, 205], [22, 205]]
    row = {"file": "0.png", "cards": [{"label": "7D", "quad": quad, "visible": 1.0, "known": True}], "indices": [
        {"label": "7D", "centre": [34, 84], "up": [0, -1], "size": 40, "quad": quad, "visible": 1.0}]}
    (scenes / "truth-0.jsonl").write_text(json.dumps(row))
    trained = []
    for work in ("one", "other"):
        words = (name, "--scenes", scenes, "--work", tmp_path / work, "--steps", 1, "--batch", 4,
                 "--workers", 0, "--threads", 1)
        monkeypatch.setattr(sys, "argv", ["train", *map(str, words)])
        assert main() == 0
        trained.append(torch.load(load_recipe(name).checkpoint(tmp_path / work), weights_only=True)["net"])
    assert all(torch.equal(trained[0][name], trained[1][name]) for name in trained[0])


def test_a_training_without_scenes_is_refused_in_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["train", "card_finder", "--work", str(tmp_path)])
    assert main() == 2
    assert capsys.readouterr().err == "Name folders of drawn scenes (--scenes).\n"
