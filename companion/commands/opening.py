"""`companion` or `companion app`: opens the screens, or says why it cannot.

    companion app --demo        # a filmed deal; without a display it is followed in the terminal
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys

from companion.words.refusals import RequestError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("--source", help="camera number, URL or video file to look at")
    parser.add_argument("--club", metavar="URL", help="send what is played to a club, by its table's code")
    parser.add_argument("--demo", action="store_true", help="show the bundled demo table")


def run(args: argparse.Namespace) -> int:
    """Open the app."""
    if has_display():
        from companion.screens import app  # Kivy opens a window when imported, so only here

        return app.run(source=args.source, demo=args.demo, club=args.club)
    if args.demo:
        return _demo_in_terminal()
    raise RequestError("There is no display to show the app on; `companion watch` follows a table without one.")


def has_display() -> bool:
    """Whether a window can be shown here."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _demo_in_terminal() -> int:
    """Follow the demo film as `companion watch` does."""
    from companion.commands import watching
    from companion.filming.demo import demo

    command, *words = demo().watch_command
    print(f"$ companion {command} {shlex.join(words)}\n", file=sys.stderr)
    parser = argparse.ArgumentParser()
    watching.add_arguments(parser)
    return watching.run(parser.parse_args(words))
