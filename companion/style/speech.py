"""Speaking with what the system has: espeak-ng, macOS's say, Windows' own voice.

    speaker = Speaker()
    if speaker.available:
        speaker.say("86", "en")

Without any of them everything is silent and nothing fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

Command = Callable[[str, str], Sequence[str]]  # text, language -> words of the command

_MAC_VOICES = {"en": "Samantha", "de": "Anna"}
_WINDOWS = ("Add-Type -AssemblyName System.Speech; "
            "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($input)")


def _commands() -> dict[str, Command]:
    """Program -> how it is told to speak; the text is an argument of its own, never part of a shell's line."""
    return {
        "espeak-ng": lambda text, language: ["espeak-ng", "-v", language, "-s", "155", "--", text],
        "espeak": lambda text, language: ["espeak", "-v", language, "-s", "155", "--", text],
        "spd-say": lambda text, language: ["spd-say", "-l", language, "--", text],
    }


class Voice:
    """Says one thing at a time; what is new cuts off what is old, because only the last count counts."""

    def __init__(self, which: Callable[[str], str | None] = shutil.which, platform: str = sys.platform) -> None:
        self._how: Command | None = None
        self._on_stdin = False
        self._process: subprocess.Popen[bytes] | None = None
        if platform == "darwin" and which("say"):
            self._how = lambda text, language: ["say", "-v", _MAC_VOICES.get(language, "Samantha"), "--", text]
        elif platform == "win32" and which("powershell"):
            self._how, self._on_stdin = lambda text, language: ["powershell", "-NoProfile", "-Command", _WINDOWS], True
        else:
            self._how = next((how for program, how in _commands().items() if which(program)), None)

    @property
    def available(self) -> bool:
        """Whether this device can speak."""
        return self._how is not None

    def say(self, text: str, language: str) -> None:
        """Begin to speak; returns at once."""
        if self._how is None or not text.strip():
            return
        self.hush()
        try:
            self._process = subprocess.Popen(
                self._how(text, language), stdin=subprocess.PIPE if self._on_stdin else subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if self._on_stdin and self._process.stdin:
                self._process.stdin.write(text.encode())
                self._process.stdin.close()
        except OSError:
            self._how = None  # it is there but cannot be run: stay silent from now on

    def hush(self) -> None:
        """Stop speaking."""
        if self._process is not None:
            if self._process.poll() is None:
                self._process.terminate()
            self._process.wait()
            self._process = None
