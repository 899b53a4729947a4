"""Whether verdicts about hidden cards are sound, and how much of what can be proven is proven.

    python -m rules.checks soundness honest --games 2000 limbo thirteen
    python -m rules.checks soundness enumerate --games 500

`honest`: random tables with random house rules, played honestly with full knowledge of the cards,
people showing true cards of their hands now and then.  The record keeps only what is public; its
text is judged afresh and must give no illegal and no proven verdict.

`enumerate`: small packs, where every hidden deal can be counted out (a game's `law.py`).  People also
lie about their hands, and in Canasta a foreign card comes into a hand.  After every action the engine
is compared with the enumeration:

    wrong    an accusation though some deal makes the player innocent, or a lawful action refused; must be 0
    another  the player is guilty for certain, but of which action is not: the one named may have been lawful
    certain  players whom no deal makes innocent, and the share found at once, later, and never

Players are suspected one at a time: the others' word proves nothing, and a proof that at least one of
two players lied accuses nobody.  Small packs exaggerate what counting proves; what the engines leave:

    Canasta       a red three that was shown and is still to be laid out is not kept among the known cards
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from rules.adjudicate import RecordJudge
from rules.checks.soak import NAMES, random_table
from rules.core.action import TABLE, Action
from rules.core.cards import Pack, parse_cards
from rules.core.game import Game, Table
from rules.core.law import HiddenDeal, Law
from rules.core.people import AnyPlayer, random_player
from rules.core.record import new_record
from rules.core.small import SmallGame, with_pack
from rules.core.verdict import Verdict
from rules.games import GAMES
from rules.lines import parse_record

SHOWING = 0.04  # how often somebody shows true cards of his hand
LYING = 0.3  # how often an occasion for a lie is taken


# -- honest games ------------------------------------------------------------------------------


def honest_record(game: Game[Any], rng: Random, most: int) -> str:
    """The text of a random sitting of honest people, at most so many actions long."""
    player = random_table(game, rng)
    for _ in player.play(most):
        if rng.random() < SHOWING:
            _show_some(player)
    actions = tuple(event.action for event in player.match.events)
    return str(new_record(game.name, player.match.table, actions))


def _show_some(player: AnyPlayer) -> None:
    """Somebody shows a few cards that he really holds, where the game lets him."""
    action = _shown(player)
    if action and player.match.game.judge(player.state, action).applies:
        player.match.push(action)


def _shown(player: AnyPlayer) -> Action | None:
    holders = [name for name, hand in player.hands.items() if hand]
    if "show" not in player.match.game.verbs or not holders:
        return None
    name = player.rng.choice(holders)
    hand = player.hands[name]
    return Action(name, "show", tuple(player.rng.sample(hand, min(len(hand), player.rng.randint(1, 3)))))


def judged_rows(text: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a record judged from its text alone."""
    return RecordJudge(parse_record(text)).rows()


def honest_tally(game: Game[Any], games: int, most: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How often each verdict was given in so many honest sittings, and the records with an accusation."""
    tally: Counter[str] = Counter()
    accused = []
    for number in range(games):
        text = honest_record(game, Random(f"honest {game.name} {seed} {number}"), most)
        verdicts = Counter(str(row["verdict"]) for row in judged_rows(text))
        tally += verdicts
        if set(verdicts) - {"ok", "warn"}:
            accused.append(text)
    return tally, accused


# -- small tables ------------------------------------------------------------------------------


SMALL: Mapping[str, SmallGame] = {name: game.small for name, game in GAMES.items() if game.small}


class SmallTable:
    """People at a small table, who sometimes lie, and the law that knows the hidden deals."""

    def __init__(self, name: str, rng: Random) -> None:
        self.small, self.rng = SMALL[name], rng
        self.cards = parse_cards(self.small.pack)
        self.house = {key: rng.choice(values) for key, values in self.small.options.items()}
        names = NAMES[:self.small.players]
        self.player = random_player(GAMES[name], Table(names, names[-1], self.house), rng)
        match = self.player.match
        match.state = with_pack(
            self.small.start(match.state, self.small.hand, len(self.cards)), Pack(self.cards))
        self._deal()
        if self.small.smuggles and rng.random() < 0.5:
            self._smuggle()
        self.law = self.new_law()
        self.has_ended = False

    def new_law(self) -> Law:
        """The game's law at this table."""
        return self.small.law(self.player.match.table.players, self.cards, self.small.hand, self.house)

    def _deal(self) -> None:
        cards = self.rng.sample(self.cards, len(self.cards))
        for name in self.player.hands:
            self.player.hands[name] = [cards.pop() for _ in range(self.small.hand)]
        self.player.stock, self.player.aside = cards, []

    def _smuggle(self) -> None:
        """A card of a hand is exchanged for a foreign one, perhaps one copy too many."""
        hand = self.rng.choice(list(self.player.hands.values()))
        hand[0] = self.rng.choice(self.cards)

    def next_action(self) -> Action | None:
        """A lie, cards shown, or something true and lawful; None when there is nothing more to see."""
        if self.has_ended or self.small.ended(self.player.state):
            return self._last_shows()
        candidates = self.player.candidates()
        shown = _shown(self.player) if self.rng.random() < SHOWING else None
        if shown and not self._is_open_fault(shown):
            return shown
        lies = self._hidden(self.small.statements(self.player), lawful=False)
        if lies and self.rng.random() < LYING:
            return self.rng.choice(lies)
        honest = self._hidden((action for action in candidates if action.verb != "deal"), lawful=True)
        return self.rng.choice(honest) if honest else None

    def _hidden(self, actions: Iterable[Action], lawful: bool) -> list[Action]:
        """Those that break no open rule, and that the true hands allow, or do not."""
        return [action for action in actions
                if self.is_lawful(action) == lawful and not self._is_open_fault(action)]

    def _last_shows(self) -> Action | None:
        """At the end everybody shows what he has left."""
        self.has_ended = True
        shown = {event.action.actor for event in self.player.match.events if event.action.verb == "show"
                 and set(event.action.cards) >= set(self.player.hands[event.action.actor])}
        name = next((name for name, hand in self.player.hands.items() if hand and name not in shown), None)
        return Action(name, "show", tuple(self.player.hands[name])) if name else None

    def is_lawful(self, action: Action) -> bool:
        """Whether the true hands allow the action."""
        return action.actor == TABLE or self.law.is_lawful(self.player.hands, action)

    def _is_open_fault(self, action: Action) -> bool:
        """Whether it breaks a rule that lies open on the table, which is no question of hidden cards."""
        verdict = self.player.match.game.judge(self.player.state, action)
        return bool(self.small.open_codes & set(verdict.codes))

    def happened(self, action: Action) -> None:
        """The cards have moved."""
        self.law.happened(action)
        if action.verb != "show":
            self.player.happened(action)


# -- comparing ---------------------------------------------------------------------------------


@dataclass
class Finding:
    """What a small game showed.  kinds: as in the table.  examples: the record of the first of each."""

    kinds: Counter[str]
    examples: dict[str, str]

    def note(self, kind: str, table: SmallTable, verdict: Verdict | None = None) -> None:
        """Count a finding, and keep the record of its first."""
        self.kinds[kind] += 1
        why = f"# {verdict.kind} {' '.join(verdict.codes)}: {verdict.why}\n" if verdict else ""
        self.examples.setdefault(kind, f"{_record(table)}{why}")


def _record(table: SmallTable) -> str:
    match = table.player.match
    return str(new_record(match.game.name, match.table, tuple(event.action for event in match.events)))


def compare(name: str, games: int, seed: int) -> Finding:
    """So many small games, judged by the engine and by counting out."""
    finding = Finding(Counter(), {})
    for number in range(games):
        _compare_one(SmallTable(name, Random(f"small {name} {seed} {number}")), finding)
    return finding


def _compare_one(table: SmallTable, finding: Finding) -> None:
    match = table.player.match
    deals = {name: table.law.deals(name) for name in match.table.players}
    guilty: dict[str, bool] = {}  # who is guilty for certain, and whether the engine has said so
    for action in islice(iter(table.next_action, None), table.small.most):
        lawful = table.is_lawful(action)
        finding.kinds["lies"] += not lawful
        verdict = match.push(action)
        accused = _accused(match.events, action, verdict, table.small.codes)
        deals = _narrowed(table.law, deals, action)
        if action.actor == TABLE and not any(deals.values()):
            break  # the upcard was one too many: somebody smuggled, and nobody can say who
        found = _without_a_deal(deals, action.actor, table.law.shared) - set(guilty)
        guilty.update(dict.fromkeys(found, False))
        if _is_wrong(lawful, verdict, accused, guilty):
            return finding.note("wrong", table, verdict)
        if accused is not None:
            _count_accusation(table, finding, verdict, accused, found, guilty)
            break
        if found:
            finding.note("not at once", table, verdict)
        if not verdict.applies:
            break  # the deals are those after it, and it has not happened
        if not guilty and not _compare_known(table, deals, finding):
            return None
        table.happened(action)
    finding.kinds["never"] += sum(not said for said in guilty.values())
    finding.kinds["games"] += 1
    return None


def _narrowed(law: Law, deals: Mapping[str, set[HiddenDeal]], action: Action) -> dict[str, set[HiddenDeal]]:
    """The deals that leave each player innocent, after one more action."""
    return {name: law.narrowed(left, action, name, True) for name, left in deals.items()}


def _without_a_deal(deals: Mapping[str, set[HiddenDeal]], actor: str, shared: bool) -> set[str]:
    """Players whom no deal makes innocent; where the hands are one heap (shared) only who acts can be told of."""
    return {name for name, left in deals.items() if not left and (name == actor or not shared)}


def _is_wrong(lawful: bool, verdict: Verdict, accused: str | None, guilty: Mapping[str, bool]) -> bool:
    """Whether somebody is accused who may be innocent, or a lawful action is refused."""
    if accused is not None:
        return accused not in guilty
    return verdict.kind == "illegal" and lawful


def _count_accusation(table: SmallTable, finding: Finding, verdict: Verdict, accused: str, found: set[str],
                      guilty: dict[str, bool]) -> None:
    """found: those who are guilty since this action."""
    finding.note("at once" if accused in found else "later", table, verdict)
    # One verdict may have to tell about more than one player; it is about the first.
    beside = {name for name in found - {accused} if any(name in str(words) for words in verdict.changes)}
    finding.kinds["at once"] += len(beside)
    guilty.update(dict.fromkeys((accused, *beside), True))
    if _may_have_been_lawful(table, accused, verdict):
        finding.note("another", table, verdict)


def _accused(events: Sequence[Any], action: Action, verdict: Verdict, codes: frozenset[str]) -> str | None:
    """Whom the engine accuses of something that hidden cards decide."""
    if not codes & set(verdict.codes):
        return None
    if verdict.kind == "proven" and verdict.about is not None:
        return str(events[verdict.about].action.actor)
    return action.actor


def _compare_known(table: SmallTable, deals: Mapping[str, set[HiddenDeal]], finding: Finding) -> bool:
    """Whether every card that the engine says a player holds is in his hand in every deal."""
    state, small = table.player.state, table.small
    if small.known is None or small.certain is None:
        return True
    for seat, name in enumerate(state.players):
        certain, known = small.certain(table.law, deals[name], seat), Counter(small.known(state, seat))
        if known - certain:
            finding.note("wrong", table)
            return False
        finding.kinds["held"] += certain.total()
        finding.kinds["known"] += known.total()
    return True


def _may_have_been_lawful(table: SmallTable, accused: str, verdict: Verdict) -> bool:
    """Whether some deal makes the very action lawful that the verdict is about."""
    if verdict.kind != "proven":
        return False
    law, claim, verbs = table.new_law(), False, table.player.match.game.verbs
    deals = law.deals(accused)
    for number, event in enumerate(table.player.match.events):
        # The draws of a turn are one word: "I cannot follow".
        verb = verbs[event.action.verb]
        claim = number == verdict.about or (claim and (verb.draws or verb.name in ("show", "reshuffle")))
        deals = law.narrowed(deals, event.action, accused, claim)
        law.happened(event.action)
    return bool(deals)


# -- command line ------------------------------------------------------------------------------


def _honest(options: argparse.Namespace) -> int:
    wrong = 0
    print(f"{'game':14} {'games':>6} {'actions':>8} {'ok':>8} {'warn':>6} {'illegal':>8} {'proven':>7}")
    for name in options.names or list(GAMES):
        tally, accused = honest_tally(GAMES[name], options.games, options.actions, options.seed)
        print(f"{name:14} {options.games:6} {tally.total():8} {tally['ok']:8} {tally['warn']:6} {tally['illegal']:8} "
              f"{tally['proven']:7}", flush=True)
        wrong += len(accused)
        for text in accused[:1]:
            print(text, file=sys.stderr)
    return min(1, wrong)


def _enumerate(options: argparse.Namespace) -> int:
    wrong = 0
    print(f"{'game':14} {'games':>6} {'lies':>6} {'wrong':>6} {'another':>8} {'certain':>8} {'at once':>8} "
          f"{'later':>7} {'never':>7}")
    for name in options.names or list(SMALL):
        finding = compare(name, options.games, options.seed)
        kinds = finding.kinds
        certain = kinds["at once"] + kinds["later"] + kinds["never"]
        shares = " ".join(f"{100 * kinds[when] / max(1, certain):6.1f}%" for when in ("at once", "later", "never"))
        print(f"{name:14} {kinds['games']:6} {kinds['lies']:6} {kinds['wrong']:6} {kinds['another']:8} {certain:8}  "
              f"{shares}", flush=True)
        if kinds["held"]:
            print(f"{'':14} {100 * kinds['known'] / kinds['held']:.1f}% of the cards that somebody holds for certain "
                  "are known to the engine")
        wrong += kinds["wrong"]
        for kind in ("wrong", *(("another", "not at once") if options.examples else ())):
            if kind in finding.examples:
                print(f"{kind}:\n{finding.examples[kind]}", file=sys.stderr)
    return min(1, wrong)


def main(words: list[str] | None = None) -> int:
    """Run the check; exit status 1 after a wrong verdict."""
    parser = argparse.ArgumentParser(prog="python -m rules.checks soundness",
                                     description="Is every accusation a proof?")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, games, names in (("honest", 2000, list(GAMES)), ("enumerate", 500, list(SMALL))):
        sub = commands.add_parser(command)
        sub.add_argument("names", nargs="*", metavar="GAME", help=", ".join(names))
        sub.add_argument("--games", type=int, default=games, help="games of each")
        sub.add_argument("--seed", type=int, default=1)
    commands.choices["honest"].add_argument("--actions", type=int, default=150, help="at most so many a game")
    commands.choices["enumerate"].add_argument("--examples", action="store_true", help="show a record of each kind")
    options = parser.parse_args(words)
    known = list(GAMES if options.command == "honest" else SMALL)
    unknown = next((name for name in options.names if name not in known), None)
    if unknown:
        parser.error(f"there is no game '{unknown}' here; the games are {', '.join(known)}")
    return _honest(options) if options.command == "honest" else _enumerate(options)


if __name__ == "__main__":
    sys.exit(main())
