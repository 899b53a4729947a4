"""`companion doctor`: what works on this device, a line each.

    companion doctor
    companion doctor --camera 0      # looks through the camera, too

Exit status 0 where everything that a table needs is there, 2 where something is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from platformdirs import user_config_path, user_data_path
from rich.console import Console
from rich.markup import escape

from companion.device.cameras import cameras, open_named
from companion.sharing.phone import PORTS
from companion.sharing.server import local_address
from companion.style.speech import Voice
from vision.frames import SourceError
from vision.reading.network import CHECKSUMS, check_whole
from vision.reading.reader import MODELS


@dataclass(frozen=True)
class HealthLine:
    """is_well: None where it is missing but nobody needs it."""

    what: str
    is_well: bool | None
    words: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("--camera", metavar="SOURCE", help="a camera number or name, URL or film to look through")


def run(args: argparse.Namespace) -> int:
    """Say how it stands with this device; exit status 2 where something is wrong."""
    console = Console(highlight=False, soft_wrap=True)
    findings = [finding for check in CHECKS for finding in check()]
    findings += look_through(args.camera) if args.camera else []
    for found in findings:
        sign = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[yellow]–[/]"}[found.is_well]
        console.print(f"{sign} {found.what}: {escape(found.words)}")
    return 2 if any(found.is_well is False for found in findings) else 0


def named_cameras() -> Iterator[HealthLine]:
    """Which cameras the system names; none is no fault, because a phone or a film will do."""
    found = cameras()
    for camera in found:
        yield HealthLine("Camera", True, f"{camera.number}, {camera.name}")
    if not found:
        yield HealthLine("Camera", None, "none is plugged in; a phone will do (companion watch phone)")


def look_through(source: str) -> list[HealthLine]:
    """Whether pictures come, and how large."""
    try:
        with open_named(source) as opened:
            frame = next((frame for frame in (opened.read(2.0) for _ in range(3)) if frame is not None), None)
    except SourceError as fault:
        return [HealthLine("Picture", False, str(fault))]
    if frame is None:
        return [HealthLine("Picture", False, f"none comes from {source}.")]
    height, width = frame.image.shape[:2]
    return [HealthLine("Picture", True, f"{width} by {height} from {source}")]


def networks() -> Iterator[HealthLine]:
    """Whether the networks that read cards and dice are there, and whole."""
    sums = {line.partition("  ")[2]: line for line in (MODELS / CHECKSUMS).read_text(encoding="utf-8").splitlines()}
    for name in sums:
        file = MODELS / name
        try:
            data = file.read_bytes()
            check_whole(file, data)
        except (OSError, SourceError) as fault:
            yield HealthLine("Network", False, f"{name}: {fault}")
        else:
            checksum = hashlib.sha256(data).hexdigest()[:12]
            yield HealthLine("Network", True, f"{name}, {len(data) / 1e6:.1f} MB, {checksum}")


def fonts() -> Iterator[HealthLine]:
    """The letters that the screens are set in."""
    found = [file.name for file in files("companion.fonts").iterdir() if file.name.endswith((".ttf", ".otf"))]
    yield HealthLine("Fonts", bool(found), ", ".join(sorted(found)) or "none; install the app again")


def display_here() -> Iterator[HealthLine]:
    """Whether windows can be shown."""
    shown = sys.platform in ("darwin", "win32") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    yield HealthLine("Screen", True if shown else None, "there is one" if shown else "none here; the terminal will do")


def voice() -> Iterator[HealthLine]:
    """Whether the system can speak."""
    speaks = Voice().available
    yield HealthLine("Voice", True if speaks else None, "the system has one" if speaks else "none; install espeak-ng")


def network() -> Iterator[HealthLine]:
    """The address for phones and spectators, and whether the usual ports are free."""
    address = local_address()
    alone = address.startswith("127.")
    yield HealthLine("Address", None if alone else True, "in no network" if alone else address)
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("", port))
            except OSError:
                yield HealthLine("Port", None, f"{port} is taken; another one is used")
            else:
                yield HealthLine("Port", True, f"{port} is free")


def rights() -> Iterator[HealthLine]:
    """Whether the log and the settings can be kept."""
    for what, folder in (("Log", user_data_path("table-companion")), ("Settings", user_config_path("table-companion"))):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                yield HealthLine(what, True, _at_home(folder))
        except OSError as fault:
            yield HealthLine(what, False, f"{_at_home(folder)} cannot be written: {fault.strerror or fault}")


def _at_home(folder: Path) -> str:
    return f"~/{folder.relative_to(Path.home())}" if folder.is_relative_to(Path.home()) else str(folder)


CHECKS: tuple[Callable[[], Iterator[HealthLine]], ...] = (
    named_cameras, networks, fonts, display_here, voice, network, rights)
