"""What the app says is what it said: every sentence at the pinned records, rules pages, options, screens.

`python -m tests.pinned` writes the sentences anew; read the diff before committing it.
"""

from __future__ import annotations

import pytest
from pinned import PINS, all_pins

SAID = all_pins()


@pytest.mark.parametrize("name", SAID)
def test_what_is_said(name: str) -> None:
    assert SAID[name]() == (PINS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_no_pin_is_left_over() -> None:
    assert {path.stem for path in PINS.glob("*.txt")} == set(SAID)
