"""The stream of a real table: what its pictures showed and what was told of them, without pictures and without names.

    kept = WatchedSource(source, Looker(reader))
    watch(kept, live, answers, heard.append)
    write_stream(path, stream_of(session, kept, heard, calibration))

The pictures are read a second time for it.  Players become A, B, C and so on, wherever they stand.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from calibration import Calibration
from companion.following.messages import Answered, Asked, Judged, TableMessage, TakenBack
from companion.log.session import Session
from companion.words.speaker import english
from vision.frames import Frame, FrameSource
from vision.looker import Looker
from vision.reading.dice import MODELS
from vision.stream import Look, SaidLine, Stream, StreamHeader, ToldLine, networks_of

MASKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class WatchedSource(FrameSource):
    """A source of which every picture is looked at on its way.  busy_s: processor time that this took."""

    def __init__(self, inner: FrameSource, looker: Looker) -> None:
        super().__init__(inner.name)
        self._inner, self._looker = inner, looker
        self.live, self.is_camera, self.faults = inner.live, inner.is_camera, inner.faults
        self._still = np.zeros((0, 0), bool)
        self.looks: list[Look] = []
        self.frame_px = (0, 0)
        self.busy_s = 0.0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        frame = self._inner.read(timeout_s)
        self.ended = self._inner.ended
        if frame is not None:
            begun_s = time.process_time()
            self.frame_px = (frame.image.shape[1], frame.image.shape[0])
            self.looks.append(self._lean(self._looker.see(frame)))
            self.busy_s += time.process_time() - begun_s
        return frame

    @property
    def trouble(self) -> str:
        return self._inner.trouble

    def close(self) -> None:
        self._inner.close()

    def _lean(self, look: Look) -> Look:
        """The same look; all looks at a still table share one mask."""
        if look.moving.any():
            return look
        if self._still.shape != look.moving.shape:
            self._still = look.moving
        return replace(look, moving=self._still)


def told_lines(messages: Iterable[TableMessage], game: str) -> list[ToldLine]:
    """What was committed, asked and answered, and when."""
    lines: list[ToldLine] = []
    now_s = 0.0
    for message in messages:
        if isinstance(message, TakenBack):
            lines = _without_last(lines, str(message.action))
        elif isinstance(message, Judged):
            now_s = message.time_s
            kind = "said" if message.source == "player" else "committed"
            lines.append(ToldLine(now_s, str(message.action), kind))
        elif isinstance(message, Asked):
            now_s = max(now_s, message.question.time_s)
            lines.append(ToldLine(message.question.time_s, english(message.question.sentence, game), "asked"))
        elif isinstance(message, Answered):
            lines.append(ToldLine(now_s, str(message.action or ""), "answered"))
    return lines


def _without_last(lines: Sequence[ToldLine], text: str) -> list[ToldLine]:
    """The lines; the last that says this was taken back."""
    at = max((k for k, line in enumerate(lines) if line.text == text), default=len(lines))
    return [replace(line, kind="taken back") if k == at else line for k, line in enumerate(lines)]


def stream_of(session: Session, watched: WatchedSource, messages: Iterable[TableMessage],
              calibration: Calibration | None, layout: str | None = None) -> Stream:
    """The sitting as a stream.  calibration: the one that whoever follows it is told; None where the table was found.
    layout: a file with zones other than the game's own."""
    info = session.info
    masked = masks(info.table.players)
    told = [replace(line, text=masked(line.text)) for line in told_lines(messages, session.match.game.name)]
    times = [look.time_s for look in watched.looks]
    fps = (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 and times[-1] > times[0] else 0.0
    header = StreamHeader(
        round(fps, 2), watched.frame_px, info.game, tuple(map(masked, info.table.players)), masked(info.table.dealer),
        dict(info.table.options), info.deck, str(layout or ""), masked(str(session.record())),
        calibration=str(calibration or ""), is_told=calibration is not None, networks=networks_of(MODELS),
        said=tuple(SaidLine(line.time_s, line.text) for line in told if line.kind == "said"), told=tuple(told))
    return Stream(header, tuple(watched.looks))


def masks(players: Sequence[str]) -> Callable[[str], str]:
    """What puts letters in place of the players' names in a text, wherever they stand by themselves."""
    letters = dict(zip(players, MASKS, strict=False))
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True))
    name = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    return lambda text: name.sub(lambda found: letters[found[0]], text)
