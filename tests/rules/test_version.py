"""Other points for a record that was written before are another version of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.adjudicate import RecordJudge
from rules.core.version import VERSION
from rules.lines import parse_record

GOLDEN = Path(__file__).parent.parent / "golden"
KEPT = GOLDEN / "points.json"  # of each golden record, by the version of the rules


def points() -> dict[str, dict[str, int]]:
    """The final points of every golden record."""
    found = {}
    for path in sorted(GOLDEN.glob("*.tally")):
        sitting = RecordJudge(parse_record(path.read_text(encoding="utf-8")))
        for _ in sitting.rows():
            pass
        found[path.stem] = dict(sitting.summary()["scores"])
    return found


def test_other_points_are_another_version(request: pytest.FixtureRequest) -> None:
    kept, now = json.loads(KEPT.read_text(encoding="utf-8")), points()
    known = kept.get(VERSION, {})
    changed = {name: now[name] for name in known.keys() & now.keys() if known[name] != now[name]}
    assert not changed, "these records have other points than before: raise rules.core.version.VERSION"
    if request.config.getoption("--update-goldens"):
        KEPT.write_text(json.dumps({**kept, VERSION: now}, indent=1) + "\n", encoding="utf-8")
    else:
        assert known, "keep the points of the new version: run this test with --update-goldens"
