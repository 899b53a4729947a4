"""An ONNX file as a function, run by onnxruntime.

    network = Network(path, "reader")
    out = network.run(batch)            # (n, 3, h, w) float32 to the first output
    network.facts["sureness"]           # what the file says about itself
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.files import write_whole
from vision.frames import SourceError

if TYPE_CHECKING:
    import onnxruntime

CHECKSUMS = "SHA256SUMS"  # the file beside the networks
VNNI = 23  # OpenCV's number for processors that add 8-bit products in 32 bits (AVX-512)


class Network:
    """A network of the given role; SourceError with one sentence for a file that is no such thing, or is damaged."""

    def __init__(self, path: Path, role: str) -> None:
        try:
            data = path.read_bytes()
            check_whole(path, data)
            self._session = session(data)
        except SourceError:
            raise
        except Exception as error:  # onnxruntime raises its own types, differing between versions
            raise SourceError("{path} is not a usable ONNX model.", path=path) from error
        self.facts: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        if self.facts.get("role") != role:
            raise SourceError("{path} is not a {role} model (its metadata says {value!r}).",
                              path=path, role=role, value=self.facts.get('role'))
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: np.ndarray) -> np.ndarray:
        """The first output for a batch (n, 3, h, w) float32."""
        return np.asarray(self._session.run(None, {self._input: batch})[0])


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


def session(model: bytes) -> onnxruntime.InferenceSession:
    """The network of an ONNX file with this content, as it is run on two ordinary cores."""
    import onnxruntime as ort  # here, because the first screen need not wait for it

    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    # threads that wait busily would take the cores from the screen and the camera
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # others add them in 16 bits, which overflow: cards are missed and misread.  What helps them takes twice as long
    options.add_session_config_entry("session.x64quantprecision", "0" if cv2.checkHardwareSupport(VNNI) else "1")
    options.log_severity_level = 3
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
