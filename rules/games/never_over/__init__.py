"""Never Over: collect green cards on your pile, each no higher than the red card that caps it.

    match = Match(NEVER_OVER, Table(("Ann", "Bob", "Cal"), dealer="Cal"))
    match.push(parse_action("Ann play +3"))           # her own green pile
    match.push(parse_action("Bob play <=1 on Ann"))   # a red card caps Ann at 1

The top card of a red pile is its owner's cap; an empty one counts as the highest card of the pack.
Cards may also be named by an ordinary pack: diamonds are red, all other suits green (RULES 1.2).
Partners who share their piles keep them at the first of them in seat order.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, owned, places_by_name
from rules.core.said import texts
from rules.core.verbs import ANY, DEAL, SHOW, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.never_over.camera import NeverOverCamera
from rules.games.never_over.house import House, check_house
from rules.games.never_over.judge import all_moves, judged
from rules.games.never_over.people import RandomNeverOver
from rules.games.never_over.shown import NeverOverShown
from rules.games.never_over.state import State, after_deal, one_later, outcome_of


class NeverOver(Game[State]):
    """The rules of Never Over (RULES 1)."""

    name = "never_over"
    title = "Never Over"
    min_players = 2
    max_players = 20
    house = House
    verbs: ClassVar = verbs_by_name(
        DEAL,
        Verb("play", cards=ANY, clauses=("on", "to"), told_by="cards", from_hand=True),
        Verb("draw", numbers=(0, 1), draws=True),
        Verb("discard", cards=ANY, told_by="cards", from_hand=True),
        Verb("retire", numbers=(0, 1), aside=True),
        Verb("pass", unsaid="sometimes"),
        SHOW,
    )
    codes: ClassVar = (
        *COMMON_CODES,
        "OVER_CAP", "OWN_RED_LOWER", "OPP_RED_HIGHER", "FOREIGN_GREEN_PILE", "WRONG_PILE",
        "PARTNER_RED", "REDUNDANT", "ON_RETIRED", "RETIRED", "LATE_RETIRE",
        "TWO_CARDS", "UNSEEN_CARD", "MISSED_ANNOUNCE", "MISSED_DRAW", "DREW_TWO",
        "EARLY_DRAW", "NO_STOCK", "TAKE_DISCARD", "NO_DISCARDS", "MUST_ACT",
        "EARLY_DEAL",
    )
    faces = (*(f"+{n}" for n in range(1, 5)), *(f"<={n}" for n in range(5)))
    usual_deck = "never-over"
    ordinary_deck = "improvised"
    camera = NeverOverCamera()
    shown = NeverOverShown()
    people = RandomNeverOver

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        check_house(house, players)
        return after_deal(house, players, dealer, (0,) * len(players))

    def fined(self, state: State, player: str, points: int) -> State:
        """With partners it costs the whole side."""
        side = state.side(player)
        won = tuple(score - points * (name in side) for name, score in zip(state.players, state.won, strict=True))
        return one_later(replace(state, won=won))

    def judge(self, state: State, action: Action) -> Verdict:
        return judged(state, action)

    def seen_in_hand(self, state: State, action: Action) -> Verdict | None:
        return None if state.owes else super().seen_in_hand(state, action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        possible = [Action(TABLE, "deal"), *all_moves(state)]
        return tuple(action for action in possible if self.judge(state, action).applies)

    def to_act(self, state: State) -> str | None:
        return state.turn or None

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(*(owned(colour, name) for name in players for colour in ("green", "red")),
                              Place("discards", lie="row"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        shown = {"discards": state.discards}
        for name in state.keepers:
            shown[f"green:{name}"] = state.greens[state.seat(name)]
            shown[f"red:{name}"] = state.reds[state.seat(name)]
        return shown

    def public(self, state: State) -> dict[str, Any]:
        return {
            "caps": {name: state.cap(name) for name in state.players},
            "green": {name: texts(state.greens[state.seat(state.keeper(name))]) for name in state.players},
            "stock": state.stock,
            "retired": [name for name in state.players if name in state.retired],
        }

    def outcome(self, state: State) -> Outcome:
        return outcome_of(state)


NEVER_OVER = NeverOver()
