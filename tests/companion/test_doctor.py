"""The doctor says what works here, a line each, and is not well where something that everybody needs is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.commands import checking


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("user_data_path", "user_config_path"):
        monkeypatch.setattr(checking, name, lambda app: tmp_path / app)


def test_everything_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "✗" not in told
    assert "finder.onnx" in told
    assert all(what in told for what in ("Camera", "Fonts", "Screen", "Voice", "Address", "Port", "Log", "Settings"))


def test_a_damaged_network_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                    ) -> None:
    shutil.copytree(checking.MODELS, tmp_path / "models", ignore=lambda folder, names: [
        name for name in names if not name.endswith((".onnx", "SHA256SUMS"))])
    (tmp_path / "models" / "finder.onnx").write_bytes(b"rubbish")
    monkeypatch.setattr(checking, "MODELS", tmp_path / "models")
    assert main(["doctor"]) == 2
    assert "finder.onnx is damaged" in capsys.readouterr().out


def test_a_camera_is_looked_through(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    assert main(["doctor", "--camera", str(tmp_path / "a.png")]) == 0
    assert "64 by 48" in capsys.readouterr().out
    assert main(["doctor", "--camera", str(tmp_path / "none.mp4")]) == 2
    assert "There is no file" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(checking, "user_data_path", lambda app: tmp_path / "file" / app)
    assert main(["doctor"]) == 2
    assert "cannot be written" in capsys.readouterr().out
