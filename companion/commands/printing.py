"""`companion print`: the Never Over pack, the table markers and score sheets as PDF."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from companion.sheets.markers import write_markers
from companion.sheets.pack import Pack, write_pack
from companion.sheets.paper import PAPERS
from companion.sheets.score import write_scoresheet
from companion.words.refusals import RequestError

SHEETS = ("never-over", "markers", "scoresheet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("sheet", choices=SHEETS, help="what to print")
    parser.add_argument("-o", "--output", metavar="FILE.pdf", type=Path, required=True)
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4")
    pack = parser.add_argument_group("never-over")
    pack.add_argument("--greens", metavar="N,N,...", default="13,11,9,7", help="how many green 1s, 2s, 3s ... "
                      "(default %(default)s)")
    pack.add_argument("--reds", metavar="N,N,...", default="1,2,3,4,5", help="how many red 0s, 1s, 2s ... "
                      "(default %(default)s)")
    pack.add_argument("--no-backs", action="store_true", help="fronts only, for printing on one side")
    score = parser.add_argument_group("scoresheet")
    score.add_argument("--players", metavar="A,B,...", default="", help="names above the columns")
    score.add_argument("--title", default="", help="what is played")
    parser.add_argument("--json", action="store_true", help="say in JSON what was written")


def run(args: argparse.Namespace) -> int:
    """Write the PDF."""
    size = PAPERS[args.paper]
    if os.path.isdir(args.output):
        raise RequestError(f"{args.output} is a folder; name a PDF file.")
    if args.sheet == "never-over":
        pages = write_pack(args.output, Pack.parse(args.greens, args.reds), size, not args.no_backs)
    elif args.sheet == "markers":
        pages = write_markers(args.output, size)
    else:
        players = [name.strip() for name in args.players.split(",") if name.strip()]
        pages = write_scoresheet(args.output, size, players, args.title)
    if args.json:
        print(json.dumps({"file": str(args.output), "sheet": args.sheet, "pages": pages}))
    else:
        print(f"{args.output}: {pages} page{'s' if pages > 1 else ''}; print at actual size (100 %).", file=sys.stderr)
    return 0
