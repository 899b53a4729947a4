"""Thirteen (tiến lên): be the first without cards by beating, in turn, what lies on the table (RULES 7).

    >>> match = Match(THIRTEEN, Table(("Ann", "Bob", "Cal", "Dee"), dealer="Dee"))
    >>> match.push(parse_action("Bob play 3S 3H")).why
    'Beat a pair of 3s up to the 3 of hearts.'

The combinations are in `rules.combinations`.  Hands are hidden and never grow: the engine keeps their
sizes, the cards played and the cards shown.  What it can prove is the combination, the turn, and, from a
lower card that comes to light, that the wrong player or the wrong cards opened.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, places_by_name
from rules.core.said import texts
from rules.core.seats import by_player, with_item
from rules.core.verbs import ANY, SHOW, TABLE_DEALS, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.thirteen.camera import ThirteenCamera
from rules.games.thirteen.combinations import same_rank_plays
from rules.games.thirteen.house import House
from rules.games.thirteen.judge import JUDGES, may_play
from rules.games.thirteen.people import RandomThirteen
from rules.games.thirteen.shown import ThirteenShown
from rules.games.thirteen.state import PLACE, State, after_deal, unseen


class Thirteen(Game[State]):
    """The rules of Thirteen (RULES 7)."""

    name = "thirteen"
    title = "Thirteen"
    max_players = 12
    house = House
    verbs: ClassVar = verbs_by_name(
        TABLE_DEALS,
        Verb("lowest", cards=ANY, by="table"),
        Verb("play", cards=ANY, told_by="cards", together=True, from_hand=True),
        Verb("knock", unsaid="often"),
        SHOW,
    )
    judges = JUDGES
    codes: ClassVar = (
        *COMMON_CODES,
        "NOT_COMBINATION", "TWO_IN_STRAIGHT", "WRONG_TYPE", "WRONG_LENGTH", "NOT_HIGHER",
        "NOT_ONE_SUIT", "CHOP_FORBIDDEN", "KNOCKED_PLAYER", "MUST_LEAD", "NO_3S",
        "WRONG_OPENER", "LATE_LOWEST", "NOT_FOUR", "UNSEEN_CARD", "UNFINISHED",
    )
    camera = ThirteenCamera()
    shown = ThirteenShown()
    people = RandomThirteen

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return after_deal(State(0, players, house, dealer, (), (), (0,) * len(players)))

    def seen_in_hand(self, state: State, action: Action) -> Verdict | None:
        """Four 2s or 3s declare themselves when they are shown (RULES 7.1), not when they are played: one by one."""
        if state.opened:
            return super().seen_in_hand(state, action)
        shown = None
        for card in action.cards:
            shown = super().seen_in_hand(shown.after if shown else state, replace(action, cards=(card,))) or shown
        return shown

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The knock, and every play of cards of one rank; straights and runs are too many to list."""
        if state.over or state.void:
            return (Action(TABLE, "deal"),)
        if state.turn:
            knock = Action(state.turn, "knock")
            knocks = (knock,) if state.to_beat and self.judge(state, knock).applies else ()
            return (*_plays(state, state.turn), *knocks)
        if any(state.known):
            return tuple(play for name in state.players for play in _plays(state, name))
        anybody = _plays(state, state.players[0])  # nothing yet tells one hand from another
        return tuple(Action(name, "play", play.cards) for name in state.players for play in anybody)

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, wins=with_item(state.wins, i, state.wins[i] - points))

    def to_act(self, state: State) -> str | None:
        return state.turn

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(Place(PLACE, lie="centred"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards of the round; a finished round lies there until the next lead."""
        return {PLACE: state.round}

    def public(self, state: State) -> dict[str, Any]:
        return {
            "to_beat": texts(state.round[-state.to_beat.size:] if state.to_beat else ()),
            "type": state.to_beat.label if state.to_beat else None,
            "knocked": sorted(state.knocked, key=state.players.index),
            "hand_sizes": by_player(state.players, state.sizes),
        }

    def outcome(self, state: State) -> Outcome:
        scores = by_player(state.players, state.wins)
        return Outcome(state.over, scores, state.finished[:1] if state.over else (), state.deals)


def _plays(state: State, player: str) -> tuple[Action, ...]:
    """Every lawful play of cards of one rank that the player may hold."""
    return tuple(Action(player, "play", cards) for cards in same_rank_plays(unseen(state, player))
                 if may_play(state, player, cards))


THIRTEEN = Thirteen()
