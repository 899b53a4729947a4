"""Friend or Foe?, by Jack Chang: get rid of your cards with the dice, with a friend, or against a foe (RULES 8).

    >>> match = Match(FRIEND_OR_FOE, Table(("Ann", "Bob", "Cal", "Deb"), dealer="Deb"))
    >>> match.push(parse_action("Ann roll 2 5")).why
    '2 and 5: a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace.'

Hands grow only by collecting the discard pile, and everybody saw what lay there: `known` holds those
cards, and an `Ask` remembers what a player claimed not to have.  `is_possible` is the heart of every
accusation: whether some hidden hand goes with all that a player claimed.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import RANKS, UNKNOWN, Card
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, places_by_name
from rules.core.seats import by_player, with_item
from rules.core.verbs import ANY, MAYBE, PASS, ROLL, SHOW, TABLE_DEALS, Verb, verbs_by_name
from rules.games.friend_or_foe.camera import FriendOrFoeCamera
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.judge import JUDGES, possible
from rules.games.friend_or_foe.matching import helper_ranks
from rules.games.friend_or_foe.people import RandomFriendOrFoe
from rules.games.friend_or_foe.shown import FriendOrFoeShown
from rules.games.friend_or_foe.small import SMALL
from rules.games.friend_or_foe.state import PLACE, State, after_deal


class FriendOrFoe(Game[State]):
    """The rules of Friend or Foe (RULES 8)."""

    name = "friend_or_foe"
    title = "Friend or Foe"
    house = House
    verbs: ClassVar = verbs_by_name(
        TABLE_DEALS,
        ROLL,
        Verb("play", cards=ANY, told_by="cards", together=True, from_hand=True),
        Verb("ask", cards=MAYBE, clauses=("as", "="), unsaid="often", shown_by="friend", shows=True),
        Verb("friend", cards=ANY, told_by="cards", out_of_turn=True, from_hand=True),
        PASS,
        Verb("foe", cards=ANY, told_by="cards", out_of_turn=True, together=True, from_hand=True),
        Verb("collect", told_by="cards", moves=True),
        SHOW,
    )
    judges = JUDGES
    codes: ClassVar = (
        *COMMON_CODES,
        "BAD_DICE", "NO_ROLL", "REROLL", "BAD_PAIR", "BAD_SUM",
        "ACE_KING", "BOTH_MATCHES", "FRIEND_WITH_MATCH", "NO_ANSWER", "CALL_MISMATCH",
        "ONE_CHOICE", "NO_ASK", "SELF_CALL", "BAD_HELPER", "FOE_WITHOUT_PASS",
        "LATE_FOE", "SECOND_FOE", "NOTHING_TO_COLLECT", "UNSEEN_CARD", "UNFINISHED",
    )
    camera = FriendOrFoeCamera()
    shown = FriendOrFoeShown()
    people = RandomFriendOrFoe
    small = SMALL

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return after_deal(0, players, house, dealer, (0,) * len(players), 1)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Plays, calls and attacks with cards that nothing public excludes; rolls are not listed."""
        if state.phase == "over" or state.is_dead:
            return (Action(TABLE, "deal"),)
        judged: dict[Any, bool] = {}
        return tuple(action for action in possible(state) if self._is_legal(state, action, judged))

    def _is_legal(self, state: State, action: Action, judged: dict[Any, bool]) -> bool:
        """Cards of the same numbers are judged alike, as many of them being known; but a call is judged by itself."""
        held = state.knows(action.actor)
        known = len(held.intersection(action.cards)) if held else 0
        key: Any = action if action.verb == "ask" else (
            action.actor, action.verb, known, *[card.number for card in action.cards])
        if key not in judged:
            judged[key] = self.judge(state, action).applies
        return judged[key]

    def calls(self, state: State) -> tuple[Action, ...]:
        """The numbers with which a friend may be asked: "Friend my card N?"."""
        if state.phase != "rolled":
            return ()
        numbers = [number for number in range(1, len(RANKS) + 1) if helper_ranks(number, state.sum)]
        calls = [Action(state.turn, "ask", (UNKNOWN,), announced=number) for number in numbers]
        return tuple(call for call in calls if self.judge(state, call).kind == "ok")

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, wins=with_item(state.wins, i, state.wins[i] - points))

    def to_act(self, state: State) -> str | None:
        """The roller; the next one after a pass; nobody while a call for a friend is open."""
        return None if state.phase in ("over", "asked") else state.roller

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(Place(PLACE, lie="squared"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        return {PLACE: state.pile}

    def public(self, state: State) -> dict[str, Any]:
        return {"dice": list(state.dice or ()), "pile_size": len(state.pile),
                "hand_sizes": by_player(state.players, state.sizes)}

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.phase == "over", by_player(state.players, state.wins), state.winners, state.deals)


FRIEND_OR_FOE = FriendOrFoe()
