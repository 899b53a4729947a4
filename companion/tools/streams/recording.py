"""A film becomes a stream: looks and truth in one file.

    recorded_film(Shooting().own("limbo", 7, level=3), path)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration import Calibration, load_deck
from companion.device.packs import in_play
from companion.filming.deals import usual_deal
from companion.filming.drawn import DrawnFilm
from companion.filming.film import Film
from companion.filming.other_maker.film import OtherFilm, other_film
from companion.filming.setting import setting_for
from companion.filming.showing import FilmShowing
from companion.filming.writing import calibration_of, truth_row
from companion.following.kept_stream import WatchedSource
from companion.following.rolls import DICE
from companion.following.rolls import VERB as ROLL
from rules import GAMES, Record, parse_record
from vision.frames import FrameSource
from vision.looker import READ_S, Looker
from vision.reading.closer_dice import CloserDice
from vision.reading.for_pack import reader_for
from vision.stream import SaidLine, Stream, StreamHeader, TrueEvent, networks_of, write_stream

MODELS = Path(__file__).resolve().parents[3] / "models"
OWN, OTHER = "own", "other"
JUDGING_SEED = 20000  # seeds from here on are judged with; fitting never sees them


@dataclass(frozen=True)
class Shooting:
    """Which films are drawn.  faces: packs taken in turn by the seed; backgrounds: a folder of table tops, or None.
    faults: the share of events before which somebody first tries what the rules refuse.  is_found: the table is found
    by itself, and nobody's seat is told, in films of the project's own maker, too."""

    most: int = 12
    fps: float = 10.0
    size: tuple[int, int] = (1280, 720)
    faces: tuple[Path, ...] = ()
    backgrounds: Path | None = None
    faults: float = 0.0
    is_found: bool = False

    def own(self, game: str, seed: int, level: int) -> Film:
        """A film of the project's own maker."""
        record = self._record(game, seed)
        faces = self.faces[seed % len(self.faces)] if self.faces else None
        return Film(record, setting_for(record, self.size, self.fps, seed, level, faces, self.backgrounds),
                    not self.is_found)

    def other(self, game: str, seed: int, trouble: str, band: str) -> DrawnFilm:
        """A film of the other maker, with its own size and frames a second."""
        record = self._record(game, seed)
        faces = self.faces[seed % len(self.faces)] if self.faces else None
        return other_film(record, seed, trouble, band, faces=faces, background=self._table_top(seed))

    def _record(self, game: str, seed: int) -> Record:
        return usual_deal(game, seed, self.most, self.faults)

    def _table_top(self, seed: int) -> Path | None:
        pictures = sorted(self.backgrounds.glob("*.jpg")) if self.backgrounds else []
        return pictures[seed % len(pictures)] if pictures else None


def recorded_film(film: DrawnFilm, path: Path, read_s: float = READ_S) -> Stream:
    """A film as a stream, written to the path.  Where its maker tells the camera, the players are seated, too."""
    record, setting = film.record, film.setting
    table = record.table()
    seats = setting_for(record).seats if film.is_calibrated else {}
    about = {str(key): value for key, value in film.about.items()}
    parity, troubles = about.get("parity"), about.get("troubles", ())
    header = StreamHeader(
        setting.fps, setting.size, record.game, table.players, table.dealer, table.options, record.deck,
        setting.layout, str(record), {name: (seat.x, seat.y) for name, seat in seats.items()},
        str(true_calibration(film)), str(about.get("maker", OWN)), setting.seed, setting.level,
        tuple(map(str, troubles if isinstance(troubles, list) else ())), None if parity is None else parity == "odd",
        film.is_calibrated, networks_of(MODELS),
        tuple(SaidLine(said.time_s, said.text) for said in film.announcements),
        tuple(true_events(truth_row(film, event) for event in film.truth)))
    showing = film.showing() if isinstance(film, OtherFilm) else FilmShowing(film)
    return recorded(showing, header, path, read_s)


def true_calibration(film: DrawnFilm) -> Calibration:
    """The film's camera without error, its lens included."""
    calibration = calibration_of(film)
    return replace(calibration, lens=film.camera.lens) if isinstance(film, OtherFilm) else calibration


def true_events(rows: Iterable[Mapping[str, Any]]) -> Iterable[TrueEvent]:
    """The truth of a film from its rows, as the writer of films gives them."""
    for row in rows:
        corners = row.get("corners") or ()
        yield TrueEvent(float(row["time_s"]), row["event"], row["card"], row["means"], row["place"], row["from"],
                        int(row["line"]), row["text"],
                        tuple((float(x), float(y)) for x, y in corners))


def recorded(source: FrameSource, header: StreamHeader, path: Path, read_s: float = READ_S) -> Stream:
    """Every picture of a source looked at, and written."""
    record = parse_record(header.record)
    deck = in_play(load_deck(header.deck), header.game, record.table())
    reader = reader_for(deck)
    dice = CloserDice(DICE) if ROLL in GAMES[header.game].verbs else None
    watched = WatchedSource(source, Looker(reader, read_s, dice=dice, closer=True,
                                          wants_markers=not header.is_told))
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in watched:
        pass
    stream = Stream(header, tuple(watched.looks))
    write_stream(path, stream)
    return stream
