"""Pemberley: cards add, subtract, multiply and divide; totals that land well score (RULES 3).

    >>> match = Match(PEMBERLEY, Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 3C"))
    >>> match.push(parse_action("Ann play QD = 36")).why
    '3 × 12 = 36: twelve, 1 point.'

A round is started, played, arranged in sets, and closed: by the next deal, by the end of the
record, or by itself when every card lies in a set.  The arithmetic is in `rules.arrangement`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.laying import Laying
from rules.core.options import Value
from rules.core.places import Place, Places, owned, places_by_name
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL, PASS, SHOW, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.pemberley.camera import PemberleyCamera
from rules.games.pemberley.house import PROFILES, House
from rules.games.pemberley.judge import JUDGES
from rules.games.pemberley.laying import layings
from rules.games.pemberley.people import RandomPemberley
from rules.games.pemberley.shown import PemberleyShown, can_lay
from rules.games.pemberley.small import SMALL
from rules.games.pemberley.state import Seat, State, fits, unseen


class Pemberley(Game[State]):
    """The rules of Pemberley (RULES 3)."""

    name = "pemberley"
    title = "Pemberley"
    min_players = 2
    max_players = 7
    verbs: ClassVar = verbs_by_name(
        DEAL,
        Verb("start", cards=ANY, clauses=("=",), by="anybody", told_by="cards"),
        Verb("play", cards=ANY, clauses=("=",), told_by="cards", from_hand=True),
        PASS,
        Verb("set", cards=ANY, clauses=("=",), told_by="cards", afterwards=True, entry="order"),
        Verb("peg", numbers=(1, 1), clauses=("on",)),
        SHOW,
    )
    judges = JUDGES
    house = House
    codes: ClassVar = (
        *COMMON_CODES,
        "NON_INTEGER", "OUT_OF_RANGE", "WRONG_COUNT", "WRONG_PEG", "ILLEGAL_PASS",
        "NO_MUGGINS", "BAD_SET", "NOT_YOUR_CARD", "USED_TWICE", "UNPLAYED_IN_SET", "MISSED_PASS",
        "EARLY_SETS", "EARLY_DEAL", "NO_STARTER", "SECOND_STARTER", "NO_ROUND",
        "TWO_CARDS", "UNSEEN_CARD",
    )
    camera = PemberleyCamera()
    shown = PemberleyShown()
    people = RandomPemberley
    small = SMALL

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """The profile only changes defaults; an option that is written down stands."""
        values = super().parse_options(written)
        profile = PROFILES[str(values["profile"])]
        return {name: profile.get(name, value) if name not in written else value for name, value in values.items()}

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return State(0, players, house, players.index(dealer), (0,) * len(players), (Seat(),) * len(players))

    def judge(self, state: State, action: Action) -> Verdict:
        """Points that somebody left lying are taken before anything else happens."""
        if state.left and action.verb not in ("peg", "show"):
            state = replace(state, left=None)
        return super().judge(state, action)

    def seen_in_hand(self, state: State, action: Action) -> Verdict | None:
        """Somebody who has tried a card that does not fit has not passed with it, whatever else is in the hand."""
        shown = super().seen_in_hand(state, action)
        if shown is None or state.phase != "play":
            return None
        known = shown.after.seat(action.actor).known
        return replace(shown, after=state.with_seat(action.actor, replace(state.seat(action.actor), known=known)))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The cards nobody has seen that fit the total, and a pass; or the next deal."""
        if state.phase == "start":
            return tuple(Action(TABLE, "start", (card,)) for card in unseen(state))
        actor = self.to_act(state)
        if actor is None:
            return () if state.over else (Action(TABLE, "deal"),)
        plays = [Action(actor, "play", (card,)) for card in unseen(state, actor) if fits(state, card)]
        passes = Action(actor, "pass")
        return (*plays, passes) if self.judge(state, passes).applies else tuple(plays)

    def close(self, state: State) -> State:
        return replace(state, phase="closed") if state.phase == "sets" else state

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, totals=with_item(state.totals, i, state.totals[i] - points))

    def to_act(self, state: State) -> str | None:
        return state.players[state.turn] if state.phase == "play" else None

    def is_awaiting(self, state: State) -> bool:
        """Somebody can still lay a set of his played cards."""
        return state.phase == "sets" and any(can_lay(state, name) for name in state.players)

    def layings(self, state: State) -> tuple[Laying, ...]:
        return tuple(layings(state))

    def places(self, players: tuple[str, ...]) -> Places:
        """`pile:Ann` is where Ann plays her cards, `sets:Ann` where she lays her sets, `starter` the starter."""
        return places_by_name(Place("starter"), *(
            place for name in players for place in (owned("pile", name, lie="squared"), owned("sets", name))))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        """After the play everybody takes up his pile, sooner or later: what still lies there means nothing then."""
        places: dict[str, tuple[Card, ...]] = {"starter": (state.starter,) if state.starter else ()}
        for name, seat in zip(state.players, state.seats, strict=True):
            if state.phase in ("start", "play"):
                places[f"pile:{name}"] = seat.pile
            places[f"sets:{name}"] = seat.laid if state.phase != "play" else ()
        return places

    def public(self, state: State) -> dict[str, Any]:
        return {"count": state.total, "points": by_player(state.players, (seat.points for seat in state.seats)),
                "ones": state.ones}

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.over, state.scores, leaders(state.scores) if state.over else (), state.deals)


PEMBERLEY = Pemberley()
