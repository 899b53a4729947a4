"""A whole deal played through the app by touch: every question answered, every word said with a finger.

    python -m companion.tools.headless python -m companion.tools playthrough limbo never_over canasta
    python -m companion.tools.headless python -m companion.tools playthrough limbo --film deal.mp4 --size 800x1280
    python -m companion.tools.headless python -m companion.tools playthrough all --count-taps --taking usual

With --count-taps, a table of the touches that five deals of every game took.  What several results allow and nobody
can see (which count a King makes, a double) is counted apart.  Without --film a made-up deal is shown to the app as a
camera that misses nothing would see it, as fast as the app follows; with --film, a film of `companion render` with its
record (CLIP.tally) beside it is watched at its own speed.  Prints what was touched, and whether the log says what the
record says.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from companion.device.packs import deck_rename
from companion.device.source import Watch
from companion.device.tables import TableFiles
from companion.filming.deals import usual_deal
from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.writing import lying_beside, write_film
from companion.following.answers import Answers, load_answers
from companion.log.session import Session, SessionStore
from companion.screens.app import CompanionApp
from companion.sitting.controller import Controller
from companion.sitting.sitting import Sitting
from companion.sitting.taken import TAKING, Taking
from companion.tools.bench.running import size_of
from companion.tools.clear_looks import SIZE, STEP_S
from companion.tools.fingers import Hands
from companion.tools.playthrough.fingers import Fingers
from companion.tools.playthrough.made_up import MadeUp, seen_deal, unsaid_in
from companion.tools.playthrough.played import PlayedDeal, with_draws_together, without_loose_end
from companion.tools.playthrough.shown_table import ShownSitting, ShownSource
from rules import GAMES, Record, parse_record

LONGEST_S = 1800.0
AFTERWARDS_S = 60.0  # when a film has ended, everything of it is due
AT_ONCE = 12  # looks and touches between two steps of the clock
HEADS = ("| game | touches | median | most | seen by nobody | assumed | events | right |\n"
         "|---|---|--:|--:|---|--:|--:|--:|")


def play(record: Record, film: Path | None = None, seed: int = 1, doubt: float = 0.0,
         size: tuple[int, int] = (1280, 800), taking: Taking = "usual") -> PlayedDeal:
    """A deal through the app: shown, a share of its cards in `doubt`, or watched on a film.  size: of the window.
    taking: which announcements are taken as made."""
    record = without_loose_end(with_draws_together(record))
    unsaid = unsaid_in(record, taking)
    with tempfile.TemporaryDirectory() as own:
        files = TableFiles(Path(own))
        if film is not None:
            showing = _filmed(film, files)
        else:
            showing = _made_up(seen_deal(record, seed, doubt), record, taking, files)
        showing.answers.leaving_out(unsaid, {verb.name: verb.shown_by for verb in GAMES[record.game].verbs.values()
                                             if verb.shown_by})
        with Hands(CompanionApp(showing.controller, Path(own) / "settings.json", source=""), size) as hands:
            return _played(record, showing, hands)


@dataclass(frozen=True)
class _Showing:
    """A deal about to be shown.  watch: where the app looks; follow: lets the fingers touch until all is over."""

    controller: Controller
    watch: Watch
    answers: Answers
    follow: Callable[[Hands, Fingers], None]


def _filmed(film: Path, files: TableFiles) -> _Showing:
    """A deal on a film, with its calibration and its players' lines beside it."""
    return _Showing(Controller(SessionStore(":memory:"), files=files),
                    Watch(str(film), lying_beside(film, "calibration.toml")),
                    load_answers(lying_beside(film, "answers.jsonl")), _follow_film)


def _made_up(made: MadeUp, record: Record, taking: Taking, files: TableFiles) -> _Showing:
    """A deal as a clear camera would see it."""
    source = ShownSource(made.duration_s)

    def shown_sitting(session: Session, _watch: Watch | None) -> Sitting:
        sitting = made.sitting(session.with_deck(deck_rename(record.deck)))
        sitting.take(taking)
        return sitting

    return _Showing(Controller(SessionStore(":memory:"), shown_sitting, lambda _: source, files=files), Watch("shown"),
                    made.answers, partial(_follow_shown, source))


def _played(record: Record, showing: _Showing, hands: Hands) -> PlayedDeal:
    """The deal, from the first card to the last touch."""
    played, controller, app = PlayedDeal(record), showing.controller, hands.app
    controller.begin(record.game, record.table(), record.deck or "standard", showing.watch)
    app.manager.current = "table"
    fingers = Fingers(hands, showing.answers, played)
    hands.wait(lambda: app.table.view is not None and controller.is_watching)
    showing.follow(hands, fingers)
    assert controller.sitting is not None
    session = controller.sitting.session
    played.log, played.scores = tuple(session.actions()), dict(session.match.scores)
    played.assumed = sum(entry.row.source == "assumed" for entry in session.entries)
    played.unsaid = tuple(fingers.unsaid)
    return played


def _follow_shown(source: ShownSource, hands: Hands, fingers: Fingers) -> None:
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
        for _ in range(AT_ONCE):  # drawing takes longer than following
            if not fingers.is_wanted(shown_s):
                break
            hands.frames(1)
            fingers.act(shown_s)
        if fingers.is_due and fingers.waits():
            sitting.late_s += STEP_S
            source.last_longer()


def _follow_film(hands: Hands, fingers: Fingers) -> None:
    """Until the film has ended and nothing is asked or to be said any more."""
    def over() -> bool:
        controller = hands.app.controller
        now_s = controller.sitting.now_s if controller.sitting else 0.0
        fingers.act(now_s + (AFTERWARDS_S if controller.has_ended else 0.0))
        return controller.has_ended and not fingers.is_wanted(now_s + AFTERWARDS_S)
    hands.wait(over, LONGEST_S)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.tools playthrough", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="games whose deals are made up, or the game of the film; or all")
    parser.add_argument("--seed", type=int, default=1, help="of the deal, or of the first of several")
    parser.add_argument("--deals", type=int, default=5, help="of each game with --count-taps (5)")
    parser.add_argument("--doubt", type=float, default=0.0, metavar="SHARE",
                        help="of the cards, which may be others for all that is read (0)")
    parser.add_argument("--size", type=size_of, default=(1280, 800), metavar="WxH", help="of the window (1280x800)")
    parser.add_argument("--film", type=Path, nargs="?", const=Path(), metavar="CLIP",
                        help="watch this film, whose record is CLIP.tally; without CLIP each deal is filmed first")
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
    record = usual_deal(game, seed)
    if args.film is None:
        return play(record, None, seed, args.doubt, size=args.size, taking=args.taking)
    if args.film != Path():
        record = parse_record(lying_beside(args.film, "tally").read_text(encoding="utf-8"))
        return play(record, args.film, seed, size=args.size, taking=args.taking)
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / f"{game}-{seed}.mp4"
        write_film(Film(record, setting_for(record, SIZE, seed=seed, level=1)), clip)
        return play(record, clip, seed, size=args.size, taking=args.taking)


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
