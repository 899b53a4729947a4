"""The command line: `companion COMMAND`.  Each command lives in a module of its own with
`add_arguments(parser)` and `run(args) -> int`; only the one asked for is imported.

What is refused is one sentence on stderr and exit status 2.  A mistake of ours is one sentence too, with its traceback
in a file, and exit status 1.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import ModuleType

from companion import __version__
from rules.core.errors import Refusal
from rules.core.version import VERSION

INTERRUPTED, NO_READER = 130, 141  # as of a program that a signal ended
COMMANDS = {
    "app": ("companion.commands.opening", "show the app (also without any command)"),
    "read": ("companion.commands.reading", "say what lies in pictures"),
    "watch": ("companion.commands.watching", "follow a table live, without a screen"),
    "adjudicate": ("companion.commands.adjudicating", "judge a written record"),
    "legal": ("companion.commands.advising", "the position at the end of a record, and what each card would do"),
    "render": ("companion.commands.rendering", "draw a record as a filmed table"),
    "calibrate": ("companion.commands.calibrating", "find the table in a picture"),
    "teach": ("companion.commands.teaching", "show the camera a deck of your own"),
    "print": ("companion.commands.printing", "print packs, markers and score sheets as PDF"),
    "sessions": ("companion.commands.sittings", "list, show or export past sittings"),
    "club": ("companion.commands.clubbing", "many tables, one score room: serve an evening, or join it"),
    "doctor": ("companion.commands.checking", "what works on this device"),
    "games": ("companion.commands.describing", "the games, their options and rules as played"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        print(f"companion {__version__}, rules {VERSION}")
        return 0
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words.insert(0, "app")
    try:
        parser, commands = _parser(words[0])
        args = parser.parse_args(words)
        status = int(commands[args.command].run(args))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has seen enough
        _write_no_more()
        return NO_READER
    except Exception as fault:
        if os.environ.get("COMPANION_DEBUG"):
            raise
        return _said(fault)


def _parser(wanted: str) -> tuple[argparse.ArgumentParser, dict[str, ModuleType]]:
    """A parser that knows all commands by name, and the wanted one's arguments."""
    parser = argparse.ArgumentParser(prog="companion", description="Watches a real card table and keeps the score.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    modules: dict[str, ModuleType] = {}
    for name, (module, summary) in COMMANDS.items():
        own = subparsers.add_parser(name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name == wanted:
            modules[name] = importlib.import_module(module)
            own.description = modules[name].__doc__
            modules[name].add_arguments(own)
    return parser, modules


def _said(fault: Exception) -> int:
    """Say in one sentence what went wrong; 2 for what can be put right outside, 1 for a mistake of ours."""
    from companion.commands.output import harmless
    from companion.sitting.mistakes import told
    from companion.words import texts  # only now: most commands are through without them

    is_refused = isinstance(fault, Refusal | MemoryError)
    sentence = texts.fault_text(fault) if isinstance(fault, Refusal) else ""
    if isinstance(fault, OSError) and fault.filename is None and fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
        _write_no_more()  # of all that is written, only what is printed has no name
        sentence, is_refused = texts.OUTPUT_FULL, True
    print(f"companion: {harmless(sentence or told(fault))}", file=sys.stderr)
    return 2 if is_refused else 1


def _write_no_more() -> None:
    """Let what is still to be printed go, else Python complains while it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
