"""Short sounds for what happens at the table, synthesised once.  No Kivy.

    >>> files = make_sounds(folder)         # {'card': PosixPath('.../card.wav'), ...}
"""

from __future__ import annotations

import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

RATE = 22050
LOUDEST = 0.35  # of full scale: heard, not startling


@dataclass(frozen=True)
class Tone:
    """One struck note: pitch in Hz, when it begins and how long it rings, in seconds."""

    pitch: float
    start: float
    length: float


SOUNDS: dict[str, tuple[Tone, ...]] = {
    "card": (Tone(660, 0, 0.09),),
    "points": (Tone(660, 0, 0.12), Tone(880, 0.09, 0.2)),
    "question": (Tone(523, 0, 0.16), Tone(698, 0.14, 0.28)),
    "fault": (Tone(330, 0, 0.2), Tone(262, 0.17, 0.34)),
    "over": (Tone(523, 0, 0.18), Tone(659, 0.13, 0.18), Tone(784, 0.26, 0.5)),
}


def make_sounds(folder: Path) -> dict[str, Path]:
    """Write the WAV files that are not there yet; returns them by name.  OSError where that cannot be done."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, tones in SOUNDS.items():
        made[name] = folder / f"{name}.wav"
        if not made[name].exists():
            part = folder / f".{name}.part"
            _write(part, synthesise(tones))
            part.replace(made[name])
    return made


def synthesise(tones: tuple[Tone, ...]) -> np.ndarray:
    """(n,) float32 within ±LOUDEST, mono at RATE; it begins and ends in silence."""
    length = max(tone.start + tone.length for tone in tones)
    sound = np.zeros(round(RATE * (length + 0.02)), np.float32)
    for tone in tones:
        time_s = np.arange(round(RATE * tone.length)) / RATE
        ring = np.exp(-5 * time_s / tone.length) * np.minimum(1, time_s / 0.004)  # struck, not switched on
        ring *= np.minimum(1, (tone.length - time_s) / 0.02)
        note = np.sin(2 * np.pi * tone.pitch * time_s) + 0.3 * np.sin(4 * np.pi * tone.pitch * time_s)
        at = round(RATE * tone.start)
        sound[at:at + len(note)] += (note * ring).astype(np.float32)
    return np.asarray(sound * (LOUDEST / np.abs(sound).max()))


def _write(path: Path, sound: np.ndarray) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound * 32767).astype("<i2").tobytes())
