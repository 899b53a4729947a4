"""`companion` or `companion app`: opens the screens, or says why it cannot."""

from __future__ import annotations

import argparse
import os

from companion.words.refusals import RequestError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("app", help="show the app", description=__doc__)
    parser.add_argument("--source", help="camera number, URL or video file to look at")
    parser.add_argument("--demo", action="store_true", help="show the bundled demo table")


def run(args: argparse.Namespace) -> int:
    from companion.filming.demo import has_display

    if not has_display() and "SDL_VIDEODRIVER" not in os.environ:
        raise RequestError("There is no display to show the app on; `companion watch` follows a table without one.")
    from companion.screens import app  # Kivy opens a window when imported, so only here

    return app.run(source=args.source, demo=args.demo)
