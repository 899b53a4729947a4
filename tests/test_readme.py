"""The README is true: its example prints what it shows, its files and commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str],
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    block = README.partition("$ companion adjudicate ")[2].partition("\n\nRead a photograph")[0]
    record, *shown = block.splitlines()
    assert main(["adjudicate", record]) == 0
    printed = [line.strip() for line in capsys.readouterr().out.splitlines()]
    lines = [line.strip() for line in shown if line.strip() and line.strip() != "..."]
    assert len(lines) >= 4
    assert all(line in printed for line in lines)


def test_every_command_is_named() -> None:
    assert all(re.search(rf"[`\s]{name}\b", README) for name in COMMANDS)


def test_the_files_it_names_exist() -> None:
    named = re.findall(r"(?:\(|`)((?:docs|vision|companion|rules|models|tests)/[\w./-]+)", README)
    assert len(named) >= 8
    missing = [name for name in named if not (ROOT / name).exists()]
    assert not missing


def test_the_commands_with_python_m_exist() -> None:
    modules = re.findall(r"python -m ([\w.]+)", README)
    assert modules
    missing = [name for name in modules if not (ROOT / (name.replace(".", "/") + ".py")).exists()
               and not (ROOT / name.replace(".", "/") / "__main__.py").exists()]
    assert not missing
