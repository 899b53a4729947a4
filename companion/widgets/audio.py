"""What is heard: the sounds and the voice of a table, each switched by the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader
from platformdirs import user_cache_path

from companion.device.settings import Settings
from companion.sitting.cues import cue, spoken
from companion.sitting.table_page import TablePage
from companion.style.sounds import make_sounds
from companion.style.speech import Voice
from companion.words import texts


class Audio:
    """Follows the views of the table.  Where the device is mute, nothing is heard and nothing fails."""

    def __init__(self, folder: Path | None = None, speaker: Voice | None = None) -> None:
        self.speaker = speaker or Voice()
        self._folder = folder or user_cache_path("table-companion") / "sounds"
        self._sounds: dict[str, Any] | None = None
        self.last: str | None = None  # the last sound that was played

    def follow(self, was: TablePage | None, now: TablePage, settings: Settings) -> None:
        """Let a change be heard."""
        if settings.sounds and (name := cue(was, now)):
            self.play(name)
        if settings.speech and (words := spoken(was, now)):
            self.speaker.say(texts.aloud(words), settings.language)

    def play(self, name: str) -> None:
        """Play a sound; the files are made and loaded when the first one is wanted."""
        if self._sounds is None:
            self._sounds = self._load()
        sound = self._sounds.get(name)
        if sound is not None:
            sound.stop()
            sound.play()
            self.last = name

    @property
    def has_sounds(self) -> bool:
        """Whether this device can play them."""
        if self._sounds is None:
            self._sounds = self._load()
        return bool(self._sounds)

    def close(self) -> None:
        self.speaker.hush()

    def _load(self) -> dict[str, Any]:
        """The sounds by name; none where the first cannot be played, since then none can."""
        loaded: dict[str, Any] = {}
        try:
            for name, path in make_sounds(self._folder).items():
                sound = SoundLoader.load(str(path))
                if sound is None or not sound.length > 0:
                    return {}
                loaded[name] = sound
        except Exception:  # each system's sound library fails in its own way; a table without sound goes on
            return {}
        return loaded
