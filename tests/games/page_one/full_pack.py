"""Page One with all 53 cards: whether anybody can have told the truth, decided by matching cards to places of hands.

    python -m tests.games.page_one.full_pack --games 400

People play at random and sometimes draw although they could follow, mostly as much as there is.  A word is false for
certain when no way to give the cards to the places of the hands makes all that this player said true (nobody
else is taken to be honest).  That is a bipartite graph; it shares no code with the engine, which counts.  Printed, for
faults that become certain after a shuffle, by a draw that leaves nothing to draw from, and otherwise: how many
were named at once, later, and never; and how many people were accused of what is not certain, which must be 0.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from rules import GAMES, Table
from rules.core.action import Action
from rules.core.cards import Card
from rules.core.verdict import Verdict
from rules.games.page_one.people import RandomPageOne
from rules.games.page_one.state import HAND

LYING = 0.25  # how often somebody who could follow draws instead
MOST = 120  # actions of a game
NEVER = float("inf")
OPTIONS = {"joker_anytime": ("true", "false"), "joker_for_drawn": ("after_draw", "allowed"),
           "end": ("immediate", "end_of_trick")}


@dataclass
class Life:
    """A card from the moment it is hidden in the stock to the moment it is played.  holder: who showed or played it,
    and by when he had it."""

    card: Card
    begins: float
    ends: float = NEVER
    holder: str = ""
    held_by: float = NEVER


class Slot(NamedTuple):
    """A place of a hand: whose, and the moment that a card came to it."""

    player: str
    came: float


class Word(NamedTuple):
    """Of all that a hand held at a moment nothing was of the suit."""

    at: float
    suit: str


@dataclass
class Course:
    """What everybody has seen of one deal.  Moments are the numbers of the actions."""

    players: Sequence[str]
    lives: dict[Card, Life]
    slots: list[Slot]
    stock: int
    now: float = 1.0
    ended_lives: list[Life] = field(default_factory=list)
    trick: list[tuple[str, Card]] = field(default_factory=list)
    finished: list[Card] = field(default_factory=list)
    emptied: list[float] = field(default_factory=list)  # shuffles at which the stock had been used up
    words: dict[str, list[Word]] = field(default_factory=lambda: defaultdict(list))
    has_drawn: bool = False

    @property
    def led(self) -> str:
        return next((card.suit for _, card in self.trick if card.suit), "")

    def happened(self, action: Action, house: Mapping[str, str]) -> None:
        """Move on by one action that was accepted."""
        self.now += 1
        if action.verb in ("play", "draw", "reshuffle") and len(self.trick) == len(self.players):
            self.finished += [card for _, card in self.trick]
            self.trick = []
        if action.verb == "draw":
            self._drew(action.actor, action.numbers[0])
        elif action.verb == "play":
            self._played(action.actor, action.card, house)
        elif action.verb == "reshuffle":
            if not self.stock:
                self.emptied.append(self.now)
            for card in self.finished:
                self.ended_lives.append(self.lives[card])
                self.lives[card] = Life(card, self.now)
            self.stock, self.finished = self.stock + len(self.finished), []

    def _drew(self, player: str, number: int) -> None:
        """He had none of the suit, nor was any card that he drew of it but the last."""
        led, self.has_drawn, self.stock = self.led, True, self.stock - number
        came = [self.now + 0.1 + k / 1000 for k in range(number)]
        self.slots += [Slot(player, at) for at in came]
        if led:
            self.words[player].append(Word(came[-2] if number > 1 else self.now, led))

    def _played(self, player: str, card: Card, house: Mapping[str, str]) -> None:
        life, led = self.lives[card], self.led
        life.ends = life.held_by = self.now
        life.holder = player
        spoken = house["joker_for_drawn"] == "after_draw" if self.has_drawn else house["joker_anytime"] == "false"
        if card.is_joker and led and spoken:
            self.words[player].append(Word(self.now, led))
        self.trick.append((player, card))
        self.has_drawn = False

    def is_possible(self, suspect: str = "") -> bool:
        """Whether the cards can lie so that all words of this player are true.  Where one matching fills every place
        and another places every card that somebody had, a third does both (Mendelsohn and Dulmage)."""
        lives = [*self.ended_lives, *self.lives.values()]
        fits = [[i for i, life in enumerate(lives) if self._can_be(slot, life, suspect)] for slot in self.slots]
        back: list[list[int]] = [[] for _ in lives]
        for place, possible in enumerate(fits):
            for i in possible:
                back[i].append(place)
        return _covers(fits) and _covers([back[i] for i, life in enumerate(lives) if life.holder])

    def _can_be(self, slot: Slot, life: Life, suspect: str) -> bool:
        came = slot.came
        if not life.begins <= came < life.held_by or bisect_right(self.emptied, came) != bisect_right(
                self.emptied, life.begins):
            return False
        if life.holder and life.holder != slot.player:
            return False
        return slot.player != suspect or not any(
            word.suit == life.card.suit and came <= word.at < life.ends for word in self.words[suspect])


def _covers(possible: Sequence[Sequence[int]]) -> bool:
    """Whether everything on this side gets one of its possible partners, none twice."""
    partner: dict[int, int] = {}

    def found(one: int, tried: set[int]) -> bool:
        for other in possible[one]:
            if other not in tried:
                tried.add(other)
                if other not in partner or found(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    return all(found(one, set()) for one in sorted(range(len(possible)), key=lambda one: len(possible[one])))


class Liars(RandomPageOne):
    """People who now and then draw although they could follow; in every other deal not before the first shuffle."""

    def deal(self) -> None:
        super().deal()
        self.waits_for_shuffle = self.rng.random() < 0.5

    def next_action(self) -> Action | None:
        state, actor = self.state, self.match.to_act
        may_draw = actor and state.led and not state.is_full and not state.due and self.stock
        if may_draw and (state.released or not self.waits_for_shuffle) and self.rng.random() < LYING:
            number = len(self.stock) if self.rng.random() < 0.6 else self.rng.randint(1, len(self.stock))
            return Action(str(actor), "draw", numbers=(number,))
        choices = [action for action, verdict in self.choices() if verdict.applies or verdict.kind == "illegal"]
        lawful = [action for action in choices if action.verb != "deal"]
        return self.rng.choice(lawful) if lawful else None


CAUSES = ("after a shuffle", "the stock used up", "otherwise")
WHEN = ("at once", "later", "never")


@dataclass
class Found:
    """Certain faults by what made them certain and when they were named, and accusations that are not certain."""

    named: Counter[tuple[str, str]] = field(default_factory=Counter)
    lies: int = 0
    wrong: list[str] = field(default_factory=list)


class Sitting:
    """One deal, judged by the engine and by matching beside it."""

    def __init__(self, rng: Random, found: Found) -> None:
        self.house = {name: rng.choice(values) for name, values in OPTIONS.items()}
        self.names, self.found = ("Ann", "Bob", "Cal")[:rng.choice((2, 2, 3))], found
        self.people = Liars(GAMES["page_one"], Table(self.names, self.names[-1], self.house), rng)
        self.course = Course(self.names, {card: Life(card, 0) for card in self.people.pack},
                             [Slot(name, 0.5) for name in self.names for _ in range(HAND)], len(self.people.stock))
        self.certain: dict[str, str] = {}  # whose fault is certain and has not been named, and the cause

    def run(self) -> None:
        """Until somebody is accused, or the deal is over."""
        for _ in range(MOST):
            action = None if self.people.state.ended else self.people.next_action()
            if action is None or self._step(action):
                break
        self.found.named.update((cause, "never") for cause in self.certain.values())

    def _step(self, action: Action) -> bool:
        """Whether somebody was accused."""
        self.found.lies += _is_lie(self.people, action)
        verdict = self.people.match.push(action)
        is_accusation = "REVOKE" in verdict.codes
        if not is_accusation and not verdict.applies:
            return False
        self.course.happened(action, self.house)
        new = [name for name in self.names if name not in self.certain and not self.course.is_possible(name)]
        cause = CAUSES[0] if self.course.ended_lives else CAUSES[1] if not self.course.stock else CAUSES[2]
        self.certain.update(dict.fromkeys(new, cause))
        if is_accusation:
            self._accused(action, verdict, new)
        else:
            self.people.happened(action)
        return is_accusation

    def _accused(self, action: Action, verdict: Verdict, new: Sequence[str]) -> None:
        """One verdict may have to tell about more than one player; it is about the first."""
        events = self.people.match.events
        first = action.actor if verdict.about is None else events[verdict.about].action.actor
        if first not in self.certain:
            self.found.wrong.append("\n".join(str(event.action) for event in events))
        for name in [*self.certain]:
            if name == first or any(f"player={name} " in str(why) for why in verdict.changes):
                self.found.named[self.certain.pop(name), "at once" if name in new else "later"] += 1


def _is_lie(people: Liars, action: Action) -> bool:
    led = "" if people.state.is_full else people.state.led or ""
    return action.verb == "draw" and bool(led) and any(card.suit == led for card in people.hands[action.actor])


def compare(games: int, seed: int) -> Found:
    """So many deals, judged by the engine and by matching."""
    found = Found()
    for number in range(games):
        Sitting(Random(f"full pack {seed} {number}"), found).run()
    return found


def main() -> int:
    """Exit status 1 where somebody was accused of what is not certain."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = compare(args.games, args.seed)
    print(f"{args.games} deals, {found.lies} lies, {len(found.wrong)} wrong")
    for cause in CAUSES:
        print(f"{cause:18} " + "  ".join(f"{when} {found.named[cause, when]:4}" for when in WHEN))
    for text in found.wrong[:1]:
        print(text)
    return bool(found.wrong)


if __name__ == "__main__":
    raise SystemExit(main())
