"""The door to the programs that draw, train and judge."""

from __future__ import annotations

from types import ModuleType

import pytest

from models import __main__ as door


def without(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a machine sees that lacks a library."""
    def missing(name: str) -> ModuleType:
        raise ModuleNotFoundError(f"No module named '{library}'", name=library)

    monkeypatch.setattr(door, "import_module", missing)


def test_where_nothing_is_trained_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    without("torch", monkeypatch)
    assert door.main(["judge", "photos", "PHOTOS"]) == 2
    said = capsys.readouterr().err
    assert "torch" in said
    assert "train" in said
    assert said.count("\n") == 1


def test_a_module_of_ours_that_is_missing_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    without("models.drawing.nowhere", monkeypatch)
    with pytest.raises(ModuleNotFoundError):
        door.main(["draw"])
