"""A whole deal played through the app by touch: every question answered, every word said with a finger.

    python -m companion.tools.headless python -m companion.tools playthrough limbo never_over canasta
    python -m companion.tools.headless python -m companion.tools playthrough limbo --film --size 800x1280
    python -m companion.tools.headless python -m companion.tools playthrough all --count-taps --taking usual
    python -m companion.tools.headless python -m companion.tools playthrough all --film LOOKS --count-taps --seed 27001

With --count-taps, a table of the touches that five deals of every game took.  What several results allow and nobody
can see (which count a King makes, a double) is counted apart.  Without --film a made-up deal is shown to the app as a
camera that misses nothing would see it; with --film it is drawn picture by picture and read once, and the app follows
what was read.  Either way as fast as the app follows, and the screen is drawn only when it is touched.  A film takes
longer to draw and read than it lasts: what was read stays in the folder LOOKS (as from `streams record`) and is
followed again.  Prints what was touched, and whether the log says what the record says.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from companion.device.packs import deck_rename
from companion.device.source import Watch
from companion.device.tables import TableFiles
from companion.filming.deals import usual_deal
from companion.log.session import Session, SessionStore
from companion.screens.app import CompanionApp
from companion.sitting.controller import Controller
from companion.sitting.sitting import Sitting
from companion.sitting.taken import TAKING, Taking
from companion.tools.bench.running import size_of
from companion.tools.clear_looks import SIZE, STEP_S
from companion.tools.fingers import Hands
from companion.tools.playthrough.fingers import Fingers
from companion.tools.playthrough.made_up import MadeUp, filmed_deal, seen_deal
from companion.tools.playthrough.played import PlayedDeal, with_draws_together, without_loose_end
from companion.tools.playthrough.shown_table import ShownSitting, ShownSource
from companion.tools.streams.recording import OWN, Shooting, recorded_film
from companion.tools.streams.running import ENDING
from rules import GAMES, Record, parse_record
from vision.stream import Stream, read_stream

LEVEL = 1  # of the films: a camera that stands well
MOST = 200  # events of a deal
AFTERWARDS_S = 60.0  # when a film has ended, everything of it is due
AT_ONCE = 12  # looks and touches between two steps of the clock
WAITING = 2  # ... while the players have something to say that has no button yet
HEADS = ("| game | touches | median | most | seen by nobody | assumed | events | right |\n"
         "|---|---|--:|--:|---|--:|--:|--:|")


def play(record: Record, seed: int = 1, doubt: float = 0.0, size: tuple[int, int] = (1280, 800),
         taking: Taking = "usual") -> PlayedDeal:
    """A deal through the app as a clear camera would see it, a share of its cards in `doubt`.  size: of the window.
    taking: which announcements are taken as made."""
    record = without_loose_end(with_draws_together(record))
    return _played(record, seen_deal(record, seed, doubt), size, taking)


def play_filmed(stream: Stream, size: tuple[int, int] = (1280, 800), taking: Taking = "usual") -> PlayedDeal:
    """A deal through the app as it was read from a film."""
    record = without_loose_end(with_draws_together(parse_record(stream.header.record)))
    return _played(record, filmed_deal(stream), size, taking)


def _played(record: Record, made: MadeUp, size: tuple[int, int], taking: Taking) -> PlayedDeal:
    """The deal, from the first card to the last touch."""
    source = ShownSource(made.duration_s)
    made.answers.forgetting(record, taking)

    def shown_sitting(session: Session, _watch: Watch | None) -> Sitting:
        sitting = made.sitting(session.with_deck(deck_rename(record.deck)))
        sitting.take(taking)
        return sitting

    with tempfile.TemporaryDirectory() as own:
        controller = Controller(SessionStore(":memory:"), shown_sitting, lambda _: source, files=TableFiles(Path(own)))
        with Hands(CompanionApp(controller, Path(own) / "settings.json", source=""), size) as hands:
            controller.begin(record.game, record.table(), record.deck or "standard", Watch("shown"))
            hands.app.manager.current = hands.app.table.name
            hands.wait(lambda: hands.app.table.view is not None and controller.is_watching)
            played = PlayedDeal(record)
            fingers = Fingers(hands, made.answers, played)
            _follow(source, hands, fingers)
            _rest(hands, fingers)
            assert controller.sitting is not None
            session = controller.sitting.session
            played.log, played.scores = tuple(session.actions()), dict(session.match.scores)
            played.assumed = sum(entry.row.source == "assumed" for entry in session.entries)
            played.unsaid = tuple(fingers.unsaid)
    return played


def _follow(source: ShownSource, hands: Hands, fingers: Fingers) -> None:
    """One step of the clock at a time, each followed to its end."""
    sitting = hands.app.controller.sitting
    assert isinstance(sitting, ShownSitting)

    def followed() -> bool:
        return source.ended or sitting.done_s >= source.now_s

    while not source.ended:
        source.step()
        while not followed():
            time.sleep(0.0005)
        shown_s = source.now_s - sitting.late_s
        for _ in range(WAITING if fingers.is_due else AT_ONCE):  # drawing takes longer than following
            if not fingers.is_wanted(shown_s):
                break
            hands.frames(1)
            fingers.act(shown_s)
        if fingers.is_due and fingers.waits():
            sitting.late_s += STEP_S
            source.last_longer()


def _rest(hands: Hands, fingers: Fingers) -> None:
    """Until all that was shown is judged, and nothing is asked or to be said any more."""
    controller = hands.app.controller
    hands.wait(lambda: controller.has_ended)
    assert controller.sitting is not None
    late_s = controller.sitting.now_s + AFTERWARDS_S
    while fingers.is_wanted(late_s):
        hands.frames(1)
        fingers.act(late_s)
        if fingers.is_due:
            fingers.waits()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools playthrough", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME", choices=(*GAMES, "all"),
                        help=f"whose deals are made up: all, or {', '.join(GAMES)}")
    parser.add_argument("--seed", type=int, default=1, help="of the deal, or of the first of several")
    parser.add_argument("--deals", type=int, default=5, help="of each game with --count-taps (5)")
    parser.add_argument("--doubt", type=float, default=0.0, metavar="SHARE",
                        help="of the cards, which may be others for all that is read (0)")
    parser.add_argument("--size", type=size_of, default=(1280, 800), metavar="WxH", help="of the window (1280x800)")
    parser.add_argument("--film", type=Path, nargs="?", const=Path(), metavar="LOOKS",
                        help="draw and read a film of each deal, unless what was read lies in this folder; kept there")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR", help="packs of the films, in turn")
    parser.add_argument("--backgrounds", type=Path, metavar="DIR", help="table tops of the films")
    parser.add_argument("--taking", choices=TAKING, default="usual", help="which announcements are taken as made")
    parser.add_argument("--count-taps", action="store_true", help="print a table of the touches that deals took")
    args = parser.parse_args()
    games = tuple(GAMES) if args.games == ["all"] else tuple(args.games)
    wrong = 0
    if args.count_taps:
        print(HEADS)
    for game in games:
        deals = [_one(game, seed, args) for seed in range(args.seed, args.seed + _count(args))]
        wrong += sum(not played.is_right for played in deals)
        print(tap_row(deals) if args.count_taps else "\n".join(map(str, deals)), flush=True)
    return min(wrong, 1)


def _count(args: argparse.Namespace) -> int:
    return args.deals if args.count_taps else 1


def _one(game: str, seed: int, args: argparse.Namespace) -> PlayedDeal:
    """One deal, made up or filmed."""
    if args.film is None:
        return play(usual_deal(game, seed), seed, args.doubt, args.size, args.taking)
    shooting = Shooting(MOST, size=SIZE, faces=tuple(args.faces), backgrounds=args.backgrounds)
    with tempfile.TemporaryDirectory() as passing:
        path = (args.film if args.film != Path() else Path(passing)) / f"{OWN}-{game}-{seed}-{LEVEL}{ENDING}"
        stream = read_stream(path) if path.exists() else recorded_film(shooting.own(game, seed, LEVEL), path)
    return play_filmed(stream, args.size, args.taking)


def tap_row(deals: Sequence[PlayedDeal]) -> str:
    """One game's row of the table: touches of each deal without those for what nobody can see, and these apart."""
    taps = [played.taps - played.free for played in deals]
    return (f"| {deals[0].record.game} | {', '.join(map(str, taps))} | {median(taps):g} | {max(taps)} | "
            f"{', '.join(str(played.free) for played in deals)} | {sum(played.assumed for played in deals)} | "
            f"{sum(len(played.wanted) for played in deals)} | "
            f"{sum(played.is_right for played in deals)} of {len(deals)} |"
            + "".join(f"\n  {_told_of(index, played)}" for index, played in enumerate(deals)
                      if played.taps or not played.is_right))


def _told_of(index: int, played: PlayedDeal) -> str:
    """What the touches of one deal were for, and where it went wrong."""
    spent = ", ".join(f"{what} {count}" for what, count in played.touched.most_common())
    return f"deal {index + 1}: {spent or 'no touch'}" + ("" if played.is_right else f"; {played}")


if __name__ == "__main__":
    sys.exit(main())
