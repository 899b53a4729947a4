"""Random sittings with full knowledge of the hidden cards, for tests, soak runs and demonstrations.

    >>> player = random_player(GAMES["limbo"], Table(("Ann", "Bob")), random.Random(7))
    >>> for action in player.play(200): print(action)

A game names its subclass of `RandomPlayer` as `Game.people`.  It holds what the companion never sees, says
what could honestly happen next, and moves the hidden cards when something has happened.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.game import Game, Table
from rules.core.match import Match
from rules.core.verdict import Verdict

S = TypeVar("S")


def random_player(game: Game[S], table: Table, rng: Random) -> RandomPlayer[S]:
    """People who play this game honestly and at random; raises SetupError for an impossible table."""
    people: RandomPlayer[S] = game.people(game, table, rng)
    return people


class PlantedFault(NamedTuple):
    """A named fault and the action that commits it."""

    name: str
    action: Action


class RandomPlayer(ABC, Generic[S]):
    """All the people of one table, playing honestly and at random.

    hands: the true hand of each player.  stock: face-down or face-up cards to come, the top last.
    aside: cards out of play that the game's `visible` does not show (finished tricks, old deals).
    """

    def __init__(self, game: Game[S], table: Table, rng: Random) -> None:
        self.match = Match(game, table)
        self.rng = rng
        self.hands: dict[str, list[Card]] = {name: [] for name in table.players}
        self.stock: list[Card] = []
        self.aside: list[Card] = []
        self.deal()

    @property
    def state(self) -> S:
        """The position as everybody sees it."""
        state: S = self.match.state
        return state

    @property
    def pack(self) -> Counter[Card]:
        """Every card of the table, as a multiset."""
        pack: Counter[Card] = self.match.state.house.pack
        return pack

    def deal(self) -> None:
        """Deal the hidden cards; nothing where the first deal is an event."""

    @abstractmethod
    def candidates(self) -> list[Action]:
        """What could honestly happen next with the true cards: everything the player on turn could
        try, whether or not the visible rules allow it (the harness keeps what judging accepts), but
        nothing that the hidden cards make a lie (no "stuck" with a playable card).  Empty when the
        sitting is over.  An announcement may be left out: the choices of a `need` are taken."""

    @abstractmethod
    def happened(self, action: Action) -> None:
        """Move the hidden cards: the action was accepted, `self.state` is the state after it."""

    def lies(self) -> Iterator[PlantedFault]:
        """Faults about one's hidden hand that could be committed now."""
        return iter(())

    def open_faults(self) -> Iterator[PlantedFault]:
        """Faults of this game that its honest candidates never come near, told from the cards and not by judging."""
        return iter(())

    def is_listed(self, action: Action) -> bool:
        """Whether `legal_actions` must list this action when it is legal (false for the unbounded)."""
        return True

    def comes_first(self, action: Action) -> bool:
        """Whether tidy people do this before anything else, though something else may come first."""
        return False

    def everything(self) -> Counter[Card]:
        """Where all cards are now; must equal `pack` after every action.  Override where `visible`
        shows cards that are also counted elsewhere."""
        shown = [card for cards in self.match.game.visible(self.state).values() for card in cards]
        held = [card for hand in self.hands.values() for card in hand]
        return Counter(shown + held + self.stock + self.aside)

    def check(self) -> None:
        """Laws of this game beyond those of all games (scores add up, ...); raises AssertionError."""

    # -- written once for all games ------------------------------------------------------------

    def choices(self) -> list[tuple[Action, Verdict]]:
        """The candidates, each with its verdict; a `need` is replaced by its choices."""
        judged: list[tuple[Action, Verdict]] = []
        for action in self.candidates():
            verdict = self._judge(action)
            if verdict.kind == "need":
                judged += [(choice, self._judge(choice)) for choice in verdict.choices]
            else:
                judged.append((action, verdict))
        return judged

    def step(self) -> Action | None:
        """Let one accepted candidate happen; None when the sitting is over."""
        candidates = self.candidates()
        self.rng.shuffle(candidates)  # the first accepted one is then any of them, without judging all
        for candidate in candidates:
            action = self._accepted(candidate)
            if action:
                self.match.push(action)
                self.happened(action)
                return action
        return None

    def _accepted(self, action: Action) -> Action | None:
        verdict = self._judge(action)
        if verdict.kind == "need":
            legal = [choice for choice in verdict.choices if self._judge(choice).applies]
            return self.rng.choice(legal) if legal else None
        return action if verdict.applies else None

    def play(self, most: int = 10_000) -> Iterator[Action]:
        """Up to `most` accepted actions, until the sitting is over."""
        for _ in range(most):
            action = self.step()
            if action is None:
                return
            yield action

    def _judge(self, action: Action) -> Verdict:
        return self.match.game.judge(self.match.state, action)

    def shuffled(self, cards: Counter[Card]) -> list[Card]:
        """The multiset as a shuffled list."""
        pack: list[Any] = sorted(cards.elements())
        self.rng.shuffle(pack)
        return pack


AnyPlayer = RandomPlayer[Any]  # of whatever game
