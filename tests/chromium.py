"""Headless Chromium for tests of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def chromium(profile: Path, *flags: str) -> Iterator[Any]:
    """A window with an empty profile; the test is skipped where Chromium is not installed."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    selenium = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    if program is None or driver is None:
        pytest.skip("needs Chromium and its driver (packages chromium and chromium-driver)")
    options = selenium.ChromeOptions()
    options.binary_location = program
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 f"--user-data-dir={profile}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    window = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    try:
        yield window
    finally:
        window.quit()
