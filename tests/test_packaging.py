"""What is installed has everything that it reads."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

from tests.test_architecture import ROOMS

ROOT = Path(__file__).parent.parent
NOT_READ = {".py", ".pyc", ".pyi"}  # modules are found by themselves; stubs are for types


def test_every_file_beside_the_modules_is_installed_with_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    read = [path for path in files if path.suffix not in NOT_READ]
    assert len(read) > 90
    assert [str(path) for path in read if not any(fnmatch(path.name, pattern) for pattern in patterns)] == []
