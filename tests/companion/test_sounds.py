"""What is heard and when; silent, and without a fault, where nothing can be heard."""

from __future__ import annotations

import stat
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from companion.log.session import Session, SessionStore
from companion.sitting.cues import cue, spoken
from companion.sitting.table_page import TablePage, table_view
from companion.style.sounds import LOUDEST, RATE, SOUNDS, make_sounds, synthesise
from companion.style.speech import Voice
from rules import Table, parse_action

LINES = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
         "Ann play 2C = 1")


def limbo(*lines: str) -> Session:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in lines:
        session.append(parse_action(line))
    return session


def step(*lines: str) -> tuple[TablePage, TablePage]:
    """The views before and after the last line."""
    session = limbo(*lines[:-1])
    was = table_view(session)
    session.append(parse_action(lines[-1]))
    return was, table_view(session)


@pytest.mark.parametrize(("lines", "sound", "said"), [
    (LINES[:2], "card", "86"),
    ((*LINES[:2], "Bob play 9H = 78"), "fault", "That breaks a rule."),
    ((LINES[0], "Ann play AC"), "question", "From 95 the Ace of clubs can make 94 or 84: say the new count."),
    ((*LINES, "Bob stuck", "Ann done", "Bob show 9D 8D QH"), "over", "Ann 60, Bob 10"),
    ((LINES[0], "Ann double"), "card", None),
])
def test_every_change_has_its_sound_and_its_words(lines: tuple[str, ...], sound: str, said: str | None) -> None:
    was, now = step(*lines)
    if said and said.startswith("From"):
        said = now.question.text if now.question else None
    if sound == "over":
        assert now.deal_over
    assert cue(was, now) == sound
    if sound != "over":
        assert spoken(was, now) == said


def test_nothing_is_heard_when_a_table_is_opened_or_nothing_has_changed() -> None:
    view = table_view(limbo(*LINES))
    assert cue(None, view) is None
    assert spoken(None, view) is None
    assert cue(view, view) is None
    assert spoken(view, view) is None


def test_sounds_are_short_soft_and_begin_and_end_in_silence(tmp_path: Path) -> None:
    for name, path in make_sounds(tmp_path / "new").items():
        with wave.open(str(path)) as file:
            assert file.getframerate() == RATE
            sound = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
        assert len(sound) / RATE < 1.0, name
        assert 0.5 * LOUDEST < np.abs(sound).max() <= LOUDEST + 1e-3
        assert abs(sound[0]) < 0.01
        assert np.abs(sound[-20:]).max() < 0.01
    assert len({synthesise(tones).tobytes() for tones in SOUNDS.values()}) == len(SOUNDS)


def test_sounds_are_made_once(tmp_path: Path) -> None:
    first = make_sounds(tmp_path)
    times = [path.stat().st_mtime_ns for path in first.values()]
    assert [path.stat().st_mtime_ns for path in make_sounds(tmp_path).values()] == times


def test_a_device_without_a_voice_is_silent() -> None:
    speaker = Voice(which=lambda program: None)
    assert not speaker.available
    speaker.say("86", "en")
    speaker.hush()


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in voice is a shell script")
def test_what_is_new_cuts_off_what_is_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    voice, said = tmp_path / "espeak-ng", tmp_path / "said"
    voice.write_text(f'#!/bin/sh\necho "$2: $6" >> {said}\nexec sleep 30\n')
    voice.chmod(voice.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    speaker = Voice(platform="linux")
    assert speaker.available
    for words in ("86", "-v; rm", "77"):
        speaker.say(words, "de")
        until_written = 0
        while words not in (said.read_text() if said.exists() else "") and until_written < 10**7:
            until_written += 1
    last = speaker._process
    assert last is not None
    assert last.poll() is None
    speaker.hush()
    assert said.read_text().splitlines() == ["de: 86", "de: -v; rm", "de: 77"]
    assert last.returncode is not None


def test_a_voice_that_cannot_be_run_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "espeak-ng"
    broken.write_text("no program")
    broken.chmod(0o644)
    monkeypatch.setenv("PATH", str(tmp_path))
    speaker = Voice(which=lambda program: str(tmp_path / program) if program == "espeak-ng" else None,
                      platform="linux")
    speaker.say("86", "en")
    assert not speaker.available
