"""The files of a film: the clip, and beside it what really happened.

    files = write_film(film, Path("clip.mp4"))

CLIP.truth.jsonl: a header, then one object per card that appeared, left, moved or was pushed, in
order of time (seconds from the first frame; `corners` are pixels of the still camera, clockwise
from the card's own top left).  CLIP.answers.jsonl: the lines of the record with their time, for
`companion watch --answers`.  CLIP.calibration.toml: the camera, for `companion watch --calibration`
(not beside films of the other maker, whose table is to be found).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import cv2
import numpy as np

from calibration import Calibration
from calibration.files import named_file, write_whole
from companion.filming.drawn import DrawnFilm
from rules import SetupError
from rules.core.record import UNDO

_OTHER_FILMS = (".avi", ".mov", ".mkv", ".webm", ".mpg", ".gif")


@dataclass(frozen=True)
class FilmFiles:
    """Where everything was written."""

    clip: Path
    truth: Path
    answers: Path
    calibration: Path | None

    @property
    def paths(self) -> list[Path]:
        """All that were written."""
        return [path for path in (self.clip, self.truth, self.answers, self.calibration) if path is not None]


def write_film(film: DrawnFilm, clip: Path,
               progress: Callable[[int, int], None] = lambda done, total: None) -> FilmFiles:
    """Write the clip (an .mp4, else a folder of pictures) and the files beside it; raises SetupError."""
    if clip.suffix.lower() in _OTHER_FILMS:
        raise SetupError(f"{clip} would be another kind of film; name one that ends in .mp4, or a folder.")
    files = FilmFiles(clip, lying_beside(clip, "truth.jsonl"), lying_beside(clip, "answers.jsonl"),
                      lying_beside(clip, "calibration.toml") if film.is_calibrated else None)
    total = round(film.duration_s * film.setting.fps)
    with named_file(clip), _Clip(clip, film) if clip.suffix.lower() == ".mp4" else _Folder(clip) as out:
        for k, frame in enumerate(film.frames(), 1):
            out.write(frame)
            progress(k, total)
    _write_lines(files.truth, [header(film), *(truth_row(film, event) for event in film.truth)])
    _write_lines(files.answers, [{"time_s": said.time_s, "line": said.text} for said in film.announcements
                                 if said.text != UNDO])  # whoever watches decides himself what to take back
    if files.calibration is not None:
        calibration_of(film).save(files.calibration)
    return files


def lying_beside(clip: Path, ending: str) -> Path:
    """clip.mp4 -> clip.truth.jsonl; a folder's files lie beside the folder."""
    stem = clip.stem if clip.suffix.lower() == ".mp4" else clip.name
    return clip.parent / f"{stem}.{ending}"


def header(film: DrawnFilm) -> dict[str, Any]:
    """The first line of the truth."""
    setting, record = film.setting, film.record
    return {"truth": 1, "game": record.game, "players": list(record.table().players), "dealer": record.table().dealer,
            "deck": record.deck, "layout": setting.layout, "seed": setting.seed, "level": setting.level,
            "fps": setting.fps, "size": list(setting.size), "duration_s": round(film.duration_s, 3),
            "homography_mm_to_px": film.camera.homography.tolist(), **film.about}


def truth_row(film: DrawnFilm, event: Any) -> dict[str, Any]:
    """One event as JSON."""
    let_go = {"let_go_s": event.let_go_s} if hasattr(event, "let_go_s") else {}
    return {"time_s": event.time_s, "event": event.event, "card": event.card, "means": event.means,
            "place": event.place, "from": event.source, "line": event.line, "text": event.text,
            "corners": np.round(film.corners_px(event), 1).tolist(), **let_go}


def calibration_of(film: DrawnFilm) -> Calibration:
    """The film's camera as a calibration without error."""
    inverse = np.linalg.inv(film.camera.homography)
    middle = inverse @ (film.setting.size[0] / 2, film.setting.size[1] / 2, 1)
    return Calibration(inverse * np.sign(middle[2]), film.setting.size, 0.5, "points", layout=film.setting.layout,
                       deck=film.record.deck)


class _Clip:
    """An mp4 that OpenCV reads back."""

    def __init__(self, path: Path, film: DrawnFilm) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        setting = film.setting
        # MPEG-4 part 2 is in every OpenCV wheel; H.264 encoders are not
        self._writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), setting.fps, setting.size)
        if not self._writer.isOpened():
            raise SetupError(f"{path} cannot be written as a film; give a folder instead.")

    def __enter__(self) -> _Clip:
        return self

    def write(self, frame: np.ndarray) -> None:
        self._writer.write(frame)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._writer.release()


class _Folder:
    """A folder of numbered JPEG pictures."""

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise SetupError(f"{path} is a file; name a folder or a film that ends in .mp4.")
        path.mkdir(parents=True, exist_ok=True)
        for old in path.glob("frame_*.jpg"):
            old.unlink()
        self.path = path
        self._count = 0

    def __enter__(self) -> _Folder:
        return self

    def write(self, frame: np.ndarray) -> None:
        file = self.path / f"frame_{self._count:06d}.jpg"
        file.write_bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
        self._count += 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        pass


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    write_whole(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
