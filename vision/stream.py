"""What a film showed, without its pictures: looks and detections written down, to be followed again.

    stream = read_stream(path)
    for look in stream.looks: ...           # every frame; look.detections where the whole picture was read
    write_stream(path, Stream(header, looks))

One file is one film: a zip archive of arrays as NumPy writes them (`header` is UTF-8 JSON), packed by LZMA.  Places
are kept to 1/16 px, log-probabilities to what a float16 holds.  The header says which networks read it, by the SHA-256
of their files: looks of other networks are another stream.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.npyio import NpzFile

from calibration.files import write_whole
from calibration.markers import Markers
from rules.core.errors import Refusal
from vision.detections import Detections, DiceDetections

FORMAT = 2
READABLE = (1, FORMAT)  # the first knew nothing of how likely the other sides of a die are
PLACE_PX = 1 / 16  # to which places are kept
UNKNOWN = np.iinfo(np.int32).min  # a place that is not known
FINE, COARSE = 2.0, 8.0  # log-probabilities below -FINE are kept to a sixteenth, below -COARSE to a half


class StreamError(Refusal):
    """A file that is no stream, of another format, or torn; one sentence."""


@dataclass(frozen=True)
class Look:
    """What one frame showed.

    moving: (rows, columns) bool blocks that look otherwise than a moment before, arms and all; block_px: their side in
        px of the frame, the first block begins at (0, 0).
    detections: the cards in the whole picture; None for a frame that was not read.
    push: (3, 3) px of this frame -> px of those before it, where the camera was found to have been pushed.
    dice: the dice, where they were looked for.  markers: printed ones, where any were found.
    Cards, dice and markers are in px of the frame as it would be had the camera not trembled.
    """

    time_s: float
    moving: np.ndarray = field(repr=False)
    block_px: float
    detections: Detections | None = None
    push: np.ndarray | None = None
    dice: DiceDetections | None = None
    markers: Markers | None = None


@dataclass(frozen=True)
class SaidLine:
    """A line of the record with the time at which a player says it, or has done it."""

    time_s: float
    text: str


@dataclass(frozen=True)
class ToldLine:
    """What a follower told.  kind: "committed", "asked", "said", ...; weight: its probability."""

    time_s: float
    text: str
    kind: str = "committed"
    weight: float = 1.0


@dataclass(frozen=True)
class TruthRow:
    """One card that appeared, left, moved or was pushed ("slid"), or a die that was "rolled".

    time_s: when the hand was gone.  card: what is printed on it (the pips of a die); means: the game's name of it.
    line: of the record, 0 for none.
    """

    time_s: float
    event: str
    card: str
    means: str
    place: str
    source: str
    line: int
    text: str


@dataclass(frozen=True)
class TrueEvent(TruthRow):
    """The same in a stream.  corners_px: (4, 2) outline as the still camera shows it, clockwise from the card's own
    top left."""

    corners_px: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class StreamHeader:
    """Everything but the looks.

    frame_px: width and height.  record: the table record in full, "" where nobody wrote one.  deck: profile; layout:
    name of the layout, "" for the game's own; seats: player -> x, y mm, where it was told who sits where.
    calibration: the TOML text of the true calibration, "" where nobody knows it; is_told: whether whoever follows is
    told it and who sits where, rather than finding out.  maker: what drew the film, "" for
    a real table.  trouble: what was made hard; odd_bands: whether its ranges are those to fit on (None: it has no
    bands).  networks: file -> SHA-256.  said: what players say; truth: what happened; told: what was told then.
    """

    fps: float
    frame_px: tuple[int, int]
    game: str = ""
    players: tuple[str, ...] = ()
    dealer: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    deck: str = "standard"
    layout: str = ""
    record: str = ""
    seats: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    calibration: str = ""
    maker: str = ""
    seed: int = 0
    level: int = 0
    trouble: tuple[str, ...] = ()
    odd_bands: bool | None = None
    is_told: bool = True
    networks: Mapping[str, str] = field(default_factory=dict)
    said: tuple[SaidLine, ...] = ()
    truth: tuple[TrueEvent, ...] = ()
    told: tuple[ToldLine, ...] = ()


@dataclass(frozen=True)
class Stream:
    """A film's looks, in order of time, and what is known of it."""

    header: StreamHeader
    looks: tuple[Look, ...] = field(repr=False)


def networks_of(folder: Path) -> dict[str, str]:
    """SHA-256 of each network of a folder, by its file's name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.onnx"))}


def write_stream(path: Path, stream: Stream) -> None:
    """Write the file whole, or not at all."""
    arrays = {"header": np.frombuffer(_header_json(stream.header).encode(), np.uint8),
              **_motion_arrays(stream.looks), **_card_arrays(stream.looks), **_dice_arrays(stream.looks),
              **_marker_arrays(stream.looks)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # without the time of day: the same stream is the same file
            member.compress_type = zipfile.ZIP_LZMA
            with archive.open(member, "w") as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    write_whole(path, packed.getvalue())


def read_stream(path: Path) -> Stream:
    """The stream in a file; StreamError says in one sentence what is wrong with it."""
    with _opened(path) as arrays:
        header = _header(json.loads(arrays["header"].tobytes()), path)
        return Stream(header, _looks({name: arrays[name] for name in arrays.files if name != "header"}))


def read_header(path: Path) -> StreamHeader:
    """The header alone, which is quick."""
    with _opened(path) as arrays:
        return _header(json.loads(arrays["header"].tobytes()), path)


@contextmanager
def _opened(path: Path) -> Iterator[NpzFile]:
    """The arrays of a file; whatever goes wrong while they are used is a StreamError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StreamError("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror) from error
    try:
        with NpzFile(io.BytesIO(data), own_fid=True, allow_pickle=False) as arrays:
            if "header" not in arrays:
                raise StreamError("{path} is not a stream.", path=path)
            yield arrays
    except StreamError:
        raise
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile,
            lzma.LZMAError) as error:
        raise StreamError("{path} is torn or no stream ({error}).", path=path, error=error) from error


# -- the header --------------------------------------------------------------------------------


def _header_json(header: StreamHeader) -> str:
    return json.dumps({"stream": FORMAT, **asdict(header)}, ensure_ascii=False)


def _header(row: Any, path: Path) -> StreamHeader:
    if not isinstance(row, dict) or "stream" not in row:
        raise StreamError("{path} is not a stream.", path=path)
    if row["stream"] not in READABLE:
        raise StreamError("{path} is a stream of format {row}, and this program reads format {format}; record it "
                          "again.", path=path, row=row['stream'], format=FORMAT)
    known = {name: row[name] for name in (f.name for f in fields(StreamHeader)) if name in row}
    return StreamHeader(**known | {
        "frame_px": tuple(row["frame_px"]), "players": tuple(row["players"]), "trouble": tuple(row["trouble"]),
        "seats": {name: tuple(place) for name, place in row["seats"].items()},
        "said": tuple(SaidLine(**line) for line in row["said"]),
        "told": tuple(ToldLine(**line) for line in row["told"]),
        "truth": tuple(TrueEvent(**event | {"corners_px": tuple(map(tuple, event["corners_px"]))})
                       for event in row["truth"])})


# -- arrays ------------------------------------------------------------------------------------


def _motion_arrays(looks: Sequence[Look]) -> dict[str, np.ndarray]:
    """Times, blocks and pushes of every frame.  Blocks are told by what differs from the frame before."""
    shape = looks[0].moving.shape if looks else (0, 0)
    moving = np.array([look.moving for look in looks], bool).reshape(len(looks), shape[0] * shape[1])
    pushed = [k for k, look in enumerate(looks) if look.push is not None]
    return {"time_s": np.array([look.time_s for look in looks], float), "moving": np.packbits(moving, axis=1),
            "blocks": np.array(shape, np.int32), "block_px": np.array([look.block_px for look in looks[:1]], float),
            "pushed": np.array(pushed, np.int32),
            "push": np.array([looks[k].push for k in pushed], float).reshape(-1, 3, 3)}


def _card_arrays(looks: Sequence[Look]) -> dict[str, np.ndarray]:
    """The rows of all detections, one after the other."""
    read = [k for k, look in enumerate(looks) if look.detections is not None]
    seen = [d for look in looks if (d := look.detections) is not None]

    def all_of(name: str) -> list[np.ndarray]:
        return [getattr(d, name) for d in seen]

    return {"read": np.array(read, np.int32), "cards": np.array([len(d) for d in seen], np.int32),
            "corners": _kept_places(_stacked(all_of("corners_px"), (4, 2))),
            "box": _kept_places(_stacked(all_of("box_px"), (4,))),
            "label": np.concatenate([np.zeros(0, "<U4"), *all_of("label")]),
            "confidence": _stacked(all_of("confidence"), ()).astype(np.float32),
            "sure": _stacked(all_of("sure"), ()).astype(bool),
            "face_up": _stacked(all_of("face_up"), ()).astype(bool),
            **_mark_arrays([at for d in seen for at in d.index_px]), **_name_arrays([d for d in seen if len(d)])}


def _mark_arrays(marks: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """Where the indices of each card were seen, one card after the other."""
    return {"marks": np.array([len(at) for at in marks], np.uint8), "mark": _kept_places(_stacked(marks, (2,)))}


def _name_arrays(seen: Sequence[Detections]) -> dict[str, np.ndarray]:
    """The names that cards may bear, alike in all looks, and how likely each is; seen: looks with cards."""
    names = seen[0].names if seen else ()
    return {"names": np.array(names, "<U4"),
            "log_name": _kept_logs(_stacked([d.log_name for d in seen], (len(names),)))}


def _dice_arrays(looks: Sequence[Look]) -> dict[str, np.ndarray]:
    looked = [k for k, look in enumerate(looks) if look.dice is not None]
    dice = [d for look in looks if (d := look.dice) is not None]
    return {"looked": np.array(looked, np.int32), "dice": np.array([len(d) for d in dice], np.int32),
            "dice_box": _kept_places(_stacked([d.box_px for d in dice], (4,))),
            "pips": _stacked([d.pips for d in dice], ()).astype(np.uint8),
            "dice_confidence": _stacked([d.confidence for d in dice], ()).astype(np.float32),
            "dice_sure": _stacked([d.sure for d in dice], ()).astype(bool),
            "log_pips": _kept_logs(_stacked([d.log_pips for d in dice], (7,)))}


def _marker_arrays(looks: Sequence[Look]) -> dict[str, np.ndarray]:
    """Printed markers; none at all where no look has any, as in files from before they were looked for."""
    marked = [(k, look.markers) for k, look in enumerate(looks) if look.markers is not None]
    if not marked:
        return {}
    return {"marked": np.array([k for k, _ in marked], np.int32),
            "markers": np.array([len(found) for _, found in marked], np.int32),
            "marker": np.concatenate([found.ids for _, found in marked]).astype(np.int32),
            "marker_corners": _kept_places(np.concatenate([found.corners_px for _, found in marked]))}


def _looks(arrays: Mapping[str, np.ndarray]) -> tuple[Look, ...]:
    """The looks from all arrays."""
    rows, columns = arrays["blocks"].tolist()
    moving = np.unpackbits(arrays["moving"], axis=1, count=rows * columns).astype(bool)
    pushes = dict(zip(arrays["pushed"].tolist(), arrays["push"], strict=True))
    cards = dict(zip(arrays["read"].tolist(), _detections(arrays), strict=True))
    dice = dict(zip(arrays["looked"].tolist(), _dice(arrays), strict=True))
    markers = dict(_markers(arrays)) if "marked" in arrays else {}
    return tuple(Look(time_s, moving[k].reshape(rows, columns), float(arrays["block_px"][0]), cards.get(k),
                      pushes.get(k), dice.get(k), markers.get(k)) for k, time_s in enumerate(arrays["time_s"].tolist()))


def _detections(arrays: Mapping[str, np.ndarray]) -> list[Detections]:
    names = tuple(arrays["names"].tolist())
    corners, box, mark = (_places(arrays[name]) for name in ("corners", "box", "mark"))
    label, confidence, sure, face_up = (arrays[name] for name in ("label", "confidence", "sure", "face_up"))
    logs = arrays["log_name"].astype(np.float32)
    at = np.split(mark, np.cumsum(arrays["marks"].astype(int))[:-1]) if len(arrays["marks"]) else []
    ends = np.cumsum(arrays["cards"])
    return [Detections(corners[a:b], box[a:b], label[a:b], confidence[a:b], sure[a:b], face_up[a:b],
                       _candidates(names, logs[a:b]), tuple(at[a:b]), names, logs[a:b])
            for a, b in zip(ends - arrays["cards"], ends, strict=True)]


def _candidates(names: Sequence[str], logs: np.ndarray) -> tuple[tuple[tuple[str, float], ...], ...]:
    """The likeliest labels of each card, as a reader gives them."""
    best = np.argsort(-logs[:, :-2], axis=1, kind="stable")[:, :4]
    return tuple(tuple((names[k], round(float(np.exp(row[k])), 4)) for k in order)
                 for row, order in zip(logs, best, strict=True))


def _dice(arrays: Mapping[str, np.ndarray]) -> list[DiceDetections]:
    box, pips = _places(arrays["dice_box"]), arrays["pips"].astype(int)
    ends = np.cumsum(arrays["dice"])
    logs = arrays.get("log_pips", np.zeros((0, 7))).astype(np.float32)
    return [DiceDetections(box[a:b], pips[a:b], arrays["dice_confidence"][a:b], arrays["dice_sure"][a:b], logs[a:b])
            for a, b in zip(ends - arrays["dice"], ends, strict=True)]


def _markers(arrays: Mapping[str, np.ndarray]) -> Iterator[tuple[int, Markers]]:
    """Each look that found markers, by its number."""
    ends = np.cumsum(arrays["markers"])
    corners = _places(arrays["marker_corners"]).astype(float)
    for k, a, b in zip(arrays["marked"].tolist(), ends - arrays["markers"], ends, strict=True):
        yield k, Markers(arrays["marker"][a:b].astype(int), corners[a:b])


def _stacked(parts: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """(n, *shape) all rows of some arrays, which may be none."""
    return np.concatenate([np.zeros((0, *shape)), *parts])


def _kept_places(px: np.ndarray) -> np.ndarray:
    """Places as whole numbers of PLACE_PX."""
    return np.where(np.isnan(px), UNKNOWN, np.round(np.nan_to_num(px) / PLACE_PX)).astype(np.int32)


def _places(kept: np.ndarray) -> np.ndarray:
    return np.where(kept == UNKNOWN, np.nan, kept * PLACE_PX).astype(np.float32)


def _kept_logs(logs: np.ndarray) -> np.ndarray:
    """Log-probabilities, the less likely the coarser: how improbable it is what nobody believes hardly matters."""
    coarse = np.where(logs < -COARSE, np.round(logs * 2) / 2, np.round(logs * 16) / 16)
    return np.where(logs < -FINE, coarse, logs).astype(np.float16)
