"""What is not shown any more is let go, and what was freed goes back to the system."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import companion.screens  # noqa: F401  (before Kivy: says how Kivy starts)

# isort: split

from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from companion.widgets import base

ROOT = Path(__file__).parent.parent.parent / "companion"


class FakeApp(EventDispatcher):
    unit = NumericProperty(1.0)


class Row:
    """Something that is drawn anew when the app's unit changes."""

    def __init__(self) -> None:
        self.drawn = 0
        base.follow_app(self.draw, "unit")

    def draw(self, *_: object) -> None:
        self.drawn += 1


def test_what_follows_the_app_is_drawn_anew_and_not_kept_alive_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    running = FakeApp()
    monkeypatch.setattr(base, "app", lambda: running)
    row = Row()
    running.unit = 2.0
    assert row.drawn == 1
    kept = weakref.ref(row)
    del row
    gc.collect()
    assert kept() is None


def test_no_widget_is_bound_to_the_app_for_ever() -> None:
    found = [path.name for folder in ("widgets", "screens") for path in (ROOT / folder).glob("*.py")
             if "app().fbind" in path.read_text(encoding="utf-8")]
    assert found == []


FREEING = """
import gc
from pathlib import Path
import numpy as np
from companion.device.memory import give_back_freed_memory

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

give_back_freed_memory()
before = pages()
pictures = [np.ones((1080, 1920, 3), np.uint8) for _ in range(20)]
small = [bytearray(3000) for _ in range(2000)]  # what lies among them must not hold them
full = pages()
del pictures
gc.collect()
print(full - before, pages() - before, len(small))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other allocators")
def test_pictures_that_were_freed_leave_the_process() -> None:
    """In a process of its own: where much was freed before, pictures take its room and prove nothing."""
    told = subprocess.run([sys.executable, "-c", FREEING], capture_output=True, text=True, check=True, cwd=ROOT.parent)
    grown, kept, _ = map(int, told.stdout.split())
    assert grown > 20_000
    assert kept < grown / 4
