"""Limbo, by David Parlett: two players reduce a count of 101; whoever plays the last card wins.

    match = Match(LIMBO, Table(("Ann", "Bob"), dealer="Bob"))
    match.push(parse_action("table start 6D = 95"))
    match.push(parse_action("Ann play 9C = 86"))

Which counts a card can make is in `counting`.  The announced count says which one was meant; where only
one is legal it may stay unsaid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.faults import COMMON_CODES
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, places_by_name
from rules.core.verbs import ANY, DEAL, RESHUFFLE, SHOW, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.limbo.camera import LimboCamera
from rules.games.limbo.house import House
from rules.games.limbo.judge import JUDGES, legal_actions
from rules.games.limbo.people import RandomLimbo
from rules.games.limbo.score import closed_hand, fined, outcome_of
from rules.games.limbo.shown import LimboShown
from rules.games.limbo.small import SMALL
from rules.games.limbo.state import State, on_turn, to_show


class Limbo(Game[State]):
    """The rules of Limbo (RULES 2)."""

    name = "limbo"
    title = "Limbo"
    min_players = 2
    max_players = 2
    usual_players = 2
    house = House
    camera = LimboCamera()
    shown = LimboShown()
    people = RandomLimbo
    small = SMALL
    verbs: ClassVar = verbs_by_name(
        DEAL,
        Verb("start", cards=ANY, clauses=("as", "="), told_by="cards"),
        Verb("play", cards=ANY, clauses=("from", "as", "="), told_by="cards", from_hand=True),
        Verb("double", out_of_turn=True),
        Verb("redouble", out_of_turn=True),
        Verb("stuck"),
        Verb("done"),
        SHOW,
        RESHUFFLE,
        Verb("stock", cards=ANY, told_by="cards"),
    )
    codes: ClassVar = (
        *COMMON_CODES,
        "NOT_DIVIDED", "BAD_DIVISION", "NOT_REDUCING", "BELOW_ZERO", "KING_DIVISOR",
        "WRONG_COUNT", "DIVIDE_BY_ACE_1", "MISSED_ANNOUNCE", "LATE_DOUBLE", "REDOUBLE",
        "ALREADY_DOUBLED", "EARLY_STOCK", "STOCK_AT_BAR", "NO_STOCK", "WRONG_STOCK_CARD",
        "STOCK_FACE", "SETTLED_MOVED", "TWO_CARDS", "UNSEEN_CARD", "FALSE_CONCESSION",
        "WITHHELD_CARD", "EARLY_DEAL", "NO_DEAL", "MUST_RESHUFFLE", "EARLY_RESHUFFLE",
        "HAND_NOT_OVER",
    )

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return State(players, house, dealer)

    def judge(self, state: State, action: Action) -> Verdict:
        return JUDGES[action.verb](state, action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return legal_actions(state)

    def close(self, state: State) -> State:
        return closed_hand(state)

    def fined(self, state: State, player: str, points: int) -> State:
        return fined(state, player, points)

    def to_act(self, state: State) -> str | None:
        return on_turn(state)

    def to_show(self, state: State) -> Mapping[str, int]:
        return to_show(state)

    def is_awaiting(self, state: State) -> bool:
        """The winner may still go on, or the loser's hand be looked at."""
        return state.phase == "extra" or bool(to_show(state))

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(Place("pile", lie="squared"), Place("stock", lie="squared"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        return {"pile": state.pile, **({"stock": (state.stock_top,)} if state.stock_top else {})}

    def public(self, state: State) -> dict[str, Any]:
        return {"count": state.count, "multiplier": state.multiplier, "cards_played": state.played}

    def outcome(self, state: State) -> Outcome:
        return outcome_of(state)


LIMBO = Limbo()
