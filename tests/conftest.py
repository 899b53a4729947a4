"""What all tests share."""

from __future__ import annotations

import logging
import os
import sys
import tempfile

import pytest
from hypothesis import settings

from companion.words.languages import use_language

# No test touches what the person at this machine keeps: his sittings, settings, documents, our mistakes.
_HOME = tempfile.TemporaryDirectory(prefix="table-companion-tests-", ignore_cleanup_errors=True)
os.environ |= {f"XDG_{name}_HOME": os.path.join(_HOME.name, name.lower()) for name in ("DATA", "CONFIG", "STATE")}
os.environ["KIVY_HOME"] = os.path.join(_HOME.name, "kivy")  # in an empty home two processes that make one collide

# A busy machine must not fail a law: no test of ours is about seconds.
settings.register_profile("table", deadline=None)
settings.load_profile("table")

# The virtual display says goodbye after the log has been closed.
logging.getLogger("pyvirtualdisplay").setLevel(logging.WARNING)


@pytest.fixture(autouse=True)
def _english() -> None:
    """Whatever language the test before spoke, this one begins in English."""
    use_language("en")


@pytest.fixture(autouse=True)
def _nobody_sees_the_window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window of an app that a test touches with its `hands` is laid out, but drawn only under the mark `drawn`:
    without a graphics card drawing is half of the time, and who looks at a screen draws it apart (`export_to_png`)."""
    window = sys.modules.get("kivy.core.window")
    undrawn = "hands" in request.fixturenames and not request.node.get_closest_marker("drawn")
    if undrawn and window is not None and window.Window is not None:
        monkeypatch.setattr(type(window.Window), "on_draw", lambda _: None)
        monkeypatch.setattr(type(window.Window), "flip", lambda _: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write what the golden records should print anew")
