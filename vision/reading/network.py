"""An ONNX file as a function, run by onnxruntime, or by OpenCV's own DNN module where that is missing.

    network = Network(path, "reader")
    out = network.run(batch)            # (n, 3, h, w) float32 to the first output
    network.facts["sureness"]           # what the file says about itself
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.files import write_whole
from vision.frames import SourceError

CHECKSUMS = "SHA256SUMS"  # the file beside the networks
RUNNERS = ("onnxruntime", "opencv")
VNNI = 23  # OpenCV's number for processors that add 8-bit products in 32 bits (AVX-512)
METADATA = 14  # field of ModelProto that holds key (1) and value (2) pairs


class Network:
    """A network of the given role; SourceError with one sentence for a file that is no such thing, or is damaged.

    runner: one of RUNNERS; None takes onnxruntime where it is installed, which is faster.
    """

    def __init__(self, path: Path, role: str, runner: str | None = None) -> None:
        try:
            data = path.read_bytes()
            check_whole(path, data)
            self.facts = metadata(data)
        except (OSError, IndexError, UnicodeDecodeError) as error:
            raise SourceError("{path} is not a usable ONNX model.", path=path) from error
        if not self.facts:
            raise SourceError("{path} is not a usable ONNX model.", path=path)
        if self.facts.get("role") != role:
            raise SourceError("{path} is not a {role} model (its metadata says {value!r}).",
                              path=path, role=role, value=self.facts.get('role'))
        self.runner = runner or ("onnxruntime" if importlib.util.find_spec("onnxruntime") else "opencv")
        try:
            self._run = onnxruntime_runner(path) if self.runner == "onnxruntime" else opencv_runner(path)
        except Exception as error:  # both raise their own types, differing between versions
            raise SourceError("{path} is not a usable ONNX model.", path=path) from error

    def run(self, batch: np.ndarray) -> np.ndarray:
        """The first output for a batch (n, 3, h, w) float32."""
        return np.asarray(self._run(batch))


def check_whole(path: Path, data: bytes) -> None:
    """Compare a network with the checksum beside it, where there is one; SourceError if it is another file."""
    sums = path.with_name(CHECKSUMS)
    for line in sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else ():
        kept, _, name = line.partition("  ")
        if name == path.name and kept != hashlib.sha256(data).hexdigest():
            raise SourceError("{path} is damaged, or is not the network that {checksums} names; install it again.",
                              path=path, checksums=CHECKSUMS)


def keep_checksums(folder: Path) -> None:
    """Write the checksums of a folder's networks anew, as `sha256sum --check` reads them, where it keeps any."""
    if (folder / CHECKSUMS).is_file():
        sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.glob("*.onnx"))}
        write_whole(folder / CHECKSUMS, "".join(f"{kept}  {name}\n" for name, kept in sums.items()))


def onnxruntime_runner(path: Path) -> Any:
    """A function from a batch to the first output, by onnxruntime."""
    import onnxruntime as ort  # here, because it may be missing

    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    # threads that wait busily would take the cores from the screen and the camera
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # others add them in 16 bits, which overflow: cards are missed and misread.  What helps them takes twice as long
    options.add_session_config_entry("session.x64quantprecision", "0" if cv2.checkHardwareSupport(VNNI) else "1")
    options.log_severity_level = 3
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda batch: session.run(None, {name: batch})[0]


def opencv_runner(path: Path) -> Any:
    """A function from a batch to the first output, by OpenCV."""
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    # OpenCV 5's new engine cannot run 8-bit networks of changing input size, its classic one can
    net = cv2.dnn.readNetFromONNX(str(path), engine) if engine is not None else cv2.dnn.readNetFromONNX(
        np.frombuffer(sized(path.read_bytes(), 256), np.uint8))

    def run(batch: np.ndarray) -> np.ndarray:
        net.setInput(np.ascontiguousarray(batch, np.float32))
        return net.forward().copy()

    # OpenCV 4 multiplies 8-bit matrices wrongly for all but the first of a batch
    return run if engine is not None else lambda batch: np.concatenate([run(one[None]) for one in batch])


def sized(model: bytes, pixels: int) -> bytes:
    """An ONNX file whose open height and width are `pixels`, below 16384.

    OpenCV before 5 joins no layers of unknown size, but lets the input be of another size afterwards.  A
    dimension's name and a number padded to its length take the same room in a protocol buffer.
    """
    for name in (b"height", b"width"):
        number = bytes([pixels & 127 | 128, pixels >> 7 | 128, *[128] * (len(name) - 2), 0])
        size = bytes([10, len(name) + 2])  # a dimension of a shape
        model = model.replace(size + bytes([18, len(name)]) + name, size + b"\x08" + number)
    return model


def metadata(model: bytes) -> dict[str, str]:
    """The metadata of an ONNX file, which is a protocol buffer."""
    pairs = {}
    for field, entry in fields(model):
        if field == METADATA:
            parts = dict(fields(entry))
            pairs[parts.get(1, b"").decode()] = parts.get(2, b"").decode()
    return pairs


def fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each length-delimited field of a protocol buffer message."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            _, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            if at + length > len(data):
                raise IndexError("cut short")
            yield key >> 3, data[at:at + length]
            at += length
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise IndexError("no protocol buffer")


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number written in sevens of bits, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
