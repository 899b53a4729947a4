"""Every reason that verdicts give, as it is said, to be read aloud.

    python -m companion.tools reasons limbo scopa
    python -m companion.tools reasons --sittings 40 --records tests/golden/*.tally

Random sittings are played, and beside every action many others are judged that people might do there: lies, faults,
cards twice, the wrong player, wrong announcements, whatever else the game has a verb for.  For each key one line a
language says the shortest sentence with its key and the action; a second one where the longest differs much.  At the
end stand the codes of the game that no verdict gave.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.words.speaker import speaker
from rules import GAMES, parse_record
from rules.adjudicate import RecordJudge
from rules.checks.planted_faults import visible_faults
from rules.checks.soak import random_table
from rules.core.action import TABLE, Action
from rules.core.cards import UNKNOWN, Card
from rules.core.game import Game
from rules.core.people import RandomPlayer
from rules.core.said import Said
from rules.core.verdict import Verdict

LANGUAGES = ("en", "de")
MOST = 60  # actions of one sitting
FOREIGN = Card("+9")
WRONG_NUMBERS = (0, 1, 9)


class Reason(NamedTuple):
    """A sentence about an action: the state it was judged in, and what was found."""

    state: Any
    action: Action
    verdict: Verdict
    why: Said


def reasons(game: Game[Any], sittings: int, seed: int) -> Iterator[Reason]:
    """What is said in so many random sittings about what was done, and about what might have been."""
    for number in range(sittings):
        rng = Random(f"reasons {game.name} {seed} {number}")
        player = random_table(game, rng)
        for _ in range(MOST):
            for action in attempts(player, rng):
                yield from _reasons_of(game, player.state, action)
            if player.step() is None:
                break


def attempts(player: RandomPlayer[Any], rng: Random) -> Iterator[Action]:
    """Actions that somebody might try here, most of them wrong."""
    honest = player.candidates()
    rng.shuffle(honest)
    yield from honest[:4]
    yield from (fault.action for fault in (*visible_faults(player), *player.lies()))
    for action in honest[:2]:
        yield from _spoilt(player, action, rng)
    for verb in player.match.game.verbs.values():
        actor, cards = rng.choice(list(player.hands)), tuple(_some_cards(player, rng))
        yield Action(actor, verb.name, numbers=(rng.choice(WRONG_NUMBERS),) * max(1, verb.numbers[0])
                     if verb.numbers != (0, 0) else (), words=rng.choice(verb.words) if verb.words else "",
                     cards=cards if verb.cards != (0, 0) else ())
        yield Action(TABLE, verb.name, numbers=(1,) * verb.numbers[0], words=verb.words[0] if verb.words else "",
                     cards=cards[:1] if verb.cards != (0, 0) else ())


def _some_cards(player: RandomPlayer[Any], rng: Random) -> Iterator[Card]:
    """One to three cards, mostly of one hand."""
    held = [card for hand in player.hands.values() for card in hand] or sorted(player.pack)
    for _ in range(rng.choice((1, 1, 2, 3))):
        yield rng.choice(held)


def _spoilt(player: RandomPlayer[Any], action: Action, rng: Random) -> Iterator[Action]:
    """The same action with something wrong about it."""
    shown = [card for cards in player.match.game.visible(player.state).values() for card in cards]
    others = [name for name in player.hands if name != action.actor]
    yield replace(action, actor=rng.choice(others or [TABLE]))
    if action.cards:
        for cards in ((UNKNOWN,), (FOREIGN,), action.cards * 2, (*action.cards, rng.choice(sorted(player.pack))),
                      *(((rng.choice(shown),),) if shown else ())):
            yield replace(action, cards=cards)
    if "=" in player.match.game.verbs[action.verb].clauses:
        yield from (replace(action, announced=number) for number in (0, 1, rng.randrange(100)))
    yield replace(action, on=rng.choice(list(player.hands)))


def _reasons_of(game: Game[Any], state: Any, action: Action) -> Iterator[Reason]:
    verdict = game.judge(state, action)
    for why in (verdict.why, *verdict.changes):
        if why:
            yield Reason(state, action, verdict, why)


def of_records(game: Game[Any], files: Iterable[Path]) -> Iterator[Reason]:
    """What is said of the records of this game among the files."""
    for file in files:
        record = parse_record(file.read_text(encoding="utf-8"))
        if record.game == game.name:
            judge = RecordJudge(record)
            for _ in judge.rows():
                pass
            for event in judge.match.events:
                yield from _reasons_of(game, event.before, event.action)


def sentences_of(found: Iterable[Reason], language: str, game: str) -> Mapping[str, list[tuple[str, Action]]]:
    """Key -> its shortest and, where it is half as long again, its longest sentence."""
    sentences: dict[str, dict[str, Action]] = {}
    for reason in found:
        sentences.setdefault(reason.why.key, {})[speaker(language, game).say(reason.why)] = reason.action
    kept = {}
    for key, actions in sorted(sentences.items()):
        shortest, longest = min(actions, key=len), max(actions, key=len)
        both = [shortest, longest] if 2 * len(longest) > 3 * len(shortest) else [shortest]
        kept[key] = [(text, actions[text]) for text in both]
    return kept


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools reasons", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--sittings", type=int, default=20, help="random sittings of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", nargs="*", type=Path, default=[], metavar="FILE", help="records read besides")
    options = parser.parse_args()
    for name in options.names or list(GAMES):
        game = GAMES[name]
        found = [*reasons(game, options.sittings, options.seed), *of_records(game, options.records)]
        print(f"\n== {game.title}: {len({reason.why.key for reason in found})} keys")
        for language in LANGUAGES:
            for key, lines in sentences_of(found, language, name).items():
                for text, action in lines:
                    print(f"{language} {key} [{action}] {text}")
        given = {code for reason in found for code in reason.verdict.codes}
        print("no verdict gave:", " ".join(sorted(set(game.codes) - given)) or "none missing")
    return 0
