"""The README and its sister pages are true: examples print what they show, files and commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "CONTRIBUTING.md", "models/README.md",
         *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")))
MANY = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")  # pages that name files all over


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


def test_a_sitting_in_python_runs_as_it_is_printed() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"companion \d+\.\d+\.\d+, rules [\d.]+\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES)
def test_the_files_it_names_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"(?:\(|`)((?:docs|vision|companion|rules|calibration|models|tests)/[\w./-]+)", text)
    named = [name for name in named if not re.search(r"NAME|LANGUAGE", name)]
    assert len(named) >= 4 or page not in MANY
    missing = [name for name in named if not (ROOT / name).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_with_python_m_exist(page: str) -> None:
    modules = [name for name in re.findall(r"python -m ([\w.]+)", (ROOT / page).read_text(encoding="utf-8"))
               if name.partition(".")[0] in ("companion", "models", "vision", "rules", "tests")]
    assert modules or page != "README.md"
    missing = [name for name in modules if not (ROOT / (name.replace(".", "/") + ".py")).exists()
               and not (ROOT / name.replace(".", "/") / "__main__.py").exists()]
    assert not missing
