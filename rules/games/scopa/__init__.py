"""Scopa: a card takes its equal, or cards that add up to it; clearing the board is a sweep (RULES 5).

    >>> match = Match(SCOPA, Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table deal 4C 3S KD 2H")).why
    'Bob deals; Ann plays first.'
    >>> match.push(parse_action("Ann play 7D take 4C 3S")).why
    'The 7 of diamonds takes the 4 of clubs and 3 of spades.'

`captures(card, board)` is the heart: every capture that a card may make.  What is taken is seen, so
nothing has to be announced; hands of three are dealt without a line of their own.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import Action
from rules.core.cards import FACES, Card
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, owned, places_by_name
from rules.core.said import texts
from rules.core.seats import with_item
from rules.core.verbs import ANY, DEAL_OPEN, PEG, SHOW, Verb, verbs_by_name
from rules.games.scopa.camera import ScopaCamera
from rules.games.scopa.house import House
from rules.games.scopa.judge import JUDGES
from rules.games.scopa.people import RandomScopa
from rules.games.scopa.shown import ScopaShown
from rules.games.scopa.state import State, diamonds, fresh, name_at, plays_of, unseen


class Scopa(Game[State]):
    """The rules of Scopa (RULES 5)."""

    name = "scopa"
    title = "Scopa"
    min_players = 2
    max_players = 4
    usual_players = 2
    house = House
    verbs: ClassVar = verbs_by_name(
        DEAL_OPEN,
        Verb("play", cards=ANY, clauses=("take",), told_by="cards", from_hand=True),
        PEG,
        SHOW,
    )
    judges = JUDGES
    codes: ClassVar = (
        *COMMON_CODES,
        "PAIR_PRECEDENCE", "MULTI_PAIR", "WRONG_SUM", "MUST_CAPTURE", "SINGLE_NONMATCH",
        "NOT_ON_BOARD", "WRONG_PEG", "KINGS_REDEAL", "BAD_DEAL", "EARLY_DEAL",
        "NO_DEAL", "TWO_CARDS", "UNSEEN_CARD", "PILE_COUNT",
    )
    faces = tuple(face for face in FACES if face[0] not in "89T")
    camera = ScopaCamera()
    shown = ScopaShown()
    people = RandomScopa

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        if house.seats not in ("seated", len(players)):
            raise SetupError("Option seats says {seats}, but {number} players are named.",
                             seats=house.seats, number=len(players))
        return fresh(players, house, players.index(dealer))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Everything that a card nobody has seen could do; the cards of a deal cannot be listed."""
        actor = self.to_act(state)
        if actor is None:
            return ()
        return tuple(action for card in unseen(state, actor) for action in plays_of(actor, card, state.board))

    def fined(self, state: State, player: str, points: int) -> State:
        side = state.side(state.seat(player))
        return replace(state, at=state.at + 1, totals=with_item(state.totals, side, state.totals[side] - points))

    def to_act(self, state: State) -> str | None:
        return state.players[state.turn] if state.phase == "play" else None

    def places(self, players: tuple[str, ...]) -> Places:
        """`captured:Ann` is Ann's heap, `captured:Ann+Cal` that of a side: face down but for the cards of sweeps."""
        sides = [players[side::2] for side in (0, 1)] if len(players) == 4 else [(name,) for name in players]
        return places_by_name(Place("board"), *(
            owned("captured", *side, lie="squared", face_down=True) for side in sides))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        sweeps = {f"captured:{state.side_name(side)}": tuple(
            sweep.card for sweep in state.sweeps if state.side(sweep.seat) == side and sweep.card)
            for side in range(len(state.piles))}
        return {"board": state.board, **sweeps}

    def public(self, state: State) -> dict[str, Any]:
        return {
            "board": texts(state.board),
            "captured": state.by_side([len(pile) for pile in state.piles]),
            "diamonds": state.by_side([diamonds(pile) for pile in state.piles]),
            "sweeps": state.by_side([state.sweeps_of(side) for side in range(len(state.piles))]),
            "last_capturer": name_at(state, state.last_capturer), "stock": state.stock,
        }

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.over, state.scores, state.winners if state.over else (), state.deals)


SCOPA = Scopa()
