"""Every rule and test case that code or tests cite stands in docs/rules.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"
CITING = ("rules", "calibration", "vision", "companion", "models", "tests")
ENDINGS = (".py", ".ftl", ".toml", ".tally", ".jsonl", ".md")
CHAPTER = re.compile(r"RULES (\d+(?:\.\d+)?)")
CASE = re.compile(r"\b(NO|LI|PE|PO|SC|CA|TH|FF|CR)-(\d\d[a-z]?)\b")


def cited(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """What is cited, and where."""
    for folder in CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS and path != Path(__file__):
                for found in pattern.finditer(path.read_text(encoding="utf-8", errors="replace")):
                    yield found[0].removeprefix("RULES "), path.relative_to(ROOT).as_posix()


def chapters() -> set[str]:
    return set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)", PAGE.read_text(encoding="utf-8"), re.M))


def cases() -> set[str]:
    return {found[0] for found in CASE.finditer(PAGE.read_text(encoding="utf-8"))}


def test_every_chapter_that_is_cited_is_there() -> None:
    there = chapters()
    assert {(chapter, file) for chapter, file in cited(CHAPTER) if chapter not in there} == set()


def test_every_case_that_is_cited_is_there() -> None:
    there = cases()
    assert {(case, file) for case, file in cited(CASE) if case not in there} == set()


def test_what_is_cited_is_found_at_all() -> None:
    assert len(set(cited(CHAPTER))) > 50
