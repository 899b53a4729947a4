"""Screens look as they looked: some of them drawn now and compared; `python -m tests.pinned_pictures` draws all."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest
from pinned_pictures import LANGUAGES, MOST, difference, draw, kept, pinned_file, scene_names

from companion.tools.screen_pictures import SIZES

pytestmark = pytest.mark.skipif(sys.platform == "linux" and not os.environ.get("DISPLAY"),
                                reason="needs a display; `make test` brings one")
QUICK = ("limbo", "never_over", "options", "printing", "thirteen")  # scenes that need no film


@pytest.fixture(scope="module", autouse=True)
def _own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A home for Kivy, so that nobody's own settings count."""
    os.environ["KIVY_HOME"] = str(tmp_path_factory.mktemp("kivy"))


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, LANGUAGES, strict=True)))
def test_screens_look_as_they_looked(size: str, language: str) -> None:
    before = kept(size, language)
    differences = {name: difference(picture, before[name]) for name, picture in draw(QUICK, size, language).items()}
    assert {name: value for name, value in differences.items() if value > MOST} == {}


def test_all_screens_are_kept_and_differ_from_one_another() -> None:
    """By more than the same screen may differ from itself, but for those that show the same table."""
    for size in SIZES:
        for language in LANGUAGES:
            pictures = kept(size, language)
            assert sorted(pictures) == scene_names()
            assert difference(pictures["limbo"], pictures["never_over"]) > 2 * MOST
            assert min(np.std(picture) for picture in pictures.values()) > MOST  # none is blank
    assert sum(pinned_file(size, language).stat().st_size for size in SIZES for language in LANGUAGES) < 300_000


def test_another_screen_is_told() -> None:
    before = kept(SIZES[0], LANGUAGES[0])
    assert difference(before["options"], before["printing"]) > MOST
