"""Cribbage: fifteens, pairs and runs, to 121 holes (RULES 11).

    >>> match = Match(CRIBBAGE, Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 5H")).kind
    'ok'
    >>> match.push(parse_action("Ann play 7H = 7")).after.count
    7

A deal is laid away, cut, played and shown.  Nobody's hand is seen before it is played; after the play it
lies open, so the show is counted from the cards of the play, the crib from those that are turned up.
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
from rules.core.seats import by_player, with_item
from rules.core.verbs import ANY, TABLE_DEALS, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.cribbage.camera import CribbageCamera
from rules.games.cribbage.house import House
from rules.games.cribbage.judge import CRIB_PLACE, JUDGES
from rules.games.cribbage.people import RandomCribbage
from rules.games.cribbage.shown import CribbageShown
from rules.games.cribbage.small import SMALL
from rules.games.cribbage.state import State, after_deal, fits, unseen


class Cribbage(Game[State]):
    """The rules of Cribbage (RULES 11)."""

    name = "cribbage"
    title = "Cribbage"
    min_players = 2
    max_players = 4
    house = House
    verbs: ClassVar = verbs_by_name(
        TABLE_DEALS,
        Verb("crib", numbers=(0, 1), unsaid="often"),
        Verb("start", cards=ANY, by="table", told_by="cards"),
        Verb("play", cards=ANY, clauses=("=",), told_by="cards", from_hand=True),
        Verb("go"),
        Verb("show", cards=ANY, clauses=("from", "="), told_by="cards", shows=True),
        Verb("peg", numbers=(1, 1), clauses=("on",)),
    )
    judges = JUDGES
    codes: ClassVar = (
        *COMMON_CODES,
        "OVER_31", "FALSE_GO", "WRONG_COUNT", "WRONG_PEG", "NO_MUGGINS", "CRIB_COUNT", "CRIB_CLOSED",
        "NO_STARTER", "SECOND_STARTER", "PLAY_OVER", "EARLY_SHOW", "SHOW_COUNT", "NOT_YOUR_CARD", "ALL_COUNTED",
        "EARLY_DEAL", "TWO_CARDS", "UNSEEN_CARD",
    )
    camera = CribbageCamera()
    shown = CribbageShown()
    people = RandomCribbage
    small = SMALL

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        sides = (0,) * (2 if len(players) == 4 else len(players))
        return after_deal(0, players, house, players.index(dealer), sides, sides)

    def seen_in_hand(self, state: State, action: Action) -> Verdict | None:
        """Hands are counted when they are shown, not when somebody tries to play on; before, nothing follows."""
        return None

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The cards nobody has seen that fit, and go; what is laid away; the hand that is counted next."""
        if state.phase == "crib":
            laying = tuple(Action(name, "crib", numbers=(state.lays_away,))
                           for name, seat in zip(state.players, state.seats, strict=True) if not seat.laid_away)
            return (*laying, *_starters(state))
        if state.phase == "starter":
            return _starters(state)
        if state.phase == "play":
            actor = state.players[state.turn]
            go = Action(actor, "go")
            plays = tuple(Action(actor, "play", (card,)) for card in unseen(state) if fits(state, card))
            return (*plays, go) if self.judge(state, go).applies else plays
        if state.phase == "show" and state.to_count is not None:
            return (Action(state.players[state.to_count], "show", state.seats[state.to_count].pile),)
        return (Action(TABLE, "deal"),) if state.phase == "closed" else ()

    def fined(self, state: State, player: str, points: int) -> State:
        side = state.side(state.seat(player))
        return replace(state, at=state.at + 1, holes=with_item(state.holes, side, state.holes[side] - points))

    def to_act(self, state: State) -> str | None:
        """Who lays away, plays, or has a hand to count; the crib is the dealer's."""
        if state.phase == "crib":
            return next(state.players[seat] for seat in state.order(state.dealer) if not state.seats[seat].laid_away)
        if state.phase == "show":
            return state.players[state.dealer if state.to_count is None else state.to_count]
        return state.players[state.turn] if state.phase == "play" else None

    def owed(self, state: State) -> tuple[Action, ...]:
        """The hands that lie open: the table counts them in their order.  With muggins it is their players' to see."""
        if state.phase != "show" or state.to_count is None or state.house.muggins:
            return ()
        return (Action(state.players[state.to_count], "show", state.seats[state.to_count].pile),)

    def is_awaiting(self, state: State) -> bool:
        """Cards are to be laid away, turned up, or counted."""
        return state.phase != "closed"

    def places(self, players: tuple[str, ...]) -> Places:
        """`pile:Ann` is where Ann's cards lie that she has played; the crib lies face down until it is counted."""
        return places_by_name(Place("starter"), Place(CRIB_PLACE), *(
            owned("pile", name, lie="squared") for name in players))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        piles = {f"pile:{name}": seat.pile for name, seat in zip(state.players, state.seats, strict=True)}
        return {"starter": (state.starter,) if state.starter else (), CRIB_PLACE: state.crib, **piles}

    def public(self, state: State) -> dict[str, Any]:
        """`played`: the cards of the count that is going on; `games`: won before this one, by side."""
        return {"count": state.count, "played": texts(state.cards), "crib_size": state.crib_size,
                "starter": str(state.starter) if state.starter else None, "phase": state.phase,
                "hand_sizes": by_player(state.players, (seat.hand for seat in state.seats)),
                "games": by_player([state.side_name(side) for side in range(state.sides)], state.games)}

    def outcome(self, state: State) -> Outcome:
        """The holes of this game, by side and by player (RULES 11.8)."""
        sides = {state.side_name(side): holes for side, holes in enumerate(state.holes)}
        scores = {**sides, **{name: state.holes[state.side(seat)] for seat, name in enumerate(state.players)}}
        return Outcome(state.over, scores, state.winners, state.deals)


def _starters(state: State) -> tuple[Action, ...]:
    return tuple(Action(TABLE, "start", (card,)) for card in unseen(state))


CRIBBAGE = Cribbage()
