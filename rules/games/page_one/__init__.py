"""Page One: follow suit or draw until you can; say "Page One" at your last card (RULES 4).

    >>> match = Match(PAGE_ONE, Table(("Ann", "Bob", "Cal"), dealer="Cal"))
    >>> match.push(parse_action("Ann play 9S"))
    >>> match.push(parse_action("Bob draw 3")).why
    'Bob has drawn 3 cards and holds no spades.'

Whoever draws says that he holds no card of the led suit.  Each hidden card is kept as the moment at
which it came into the hand (`Seat.slots`): a card played later must be one of those, and cannot have
come before its holder last said that he had none of its suit.  Where no such card is left, no hand
makes the player innocent, and the revoke is proven (RULES 4.5, made exact for all suits together).
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import FACES, Card
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, places_by_name
from rules.core.said import texts
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL, RESHUFFLE, SHOW, Verb, verbs_by_name
from rules.core.verdict import Verdict
from rules.games.page_one.camera import PageOneCamera
from rules.games.page_one.house import House
from rules.games.page_one.judge import JUDGES
from rules.games.page_one.people import RandomPageOne
from rules.games.page_one.revokes import with_false_words
from rules.games.page_one.shown import PageOneShown
from rules.games.page_one.small import SMALL
from rules.games.page_one.state import BEFORE_ALL, PLACE, State, after_deal, in_order, suits_to_name, unseen


class PageOne(Game[State]):
    """The rules of Page One (RULES 4)."""

    name = "page_one"
    title = "Page One"
    min_players = 2
    max_players = 6
    house = House
    verbs: ClassVar = verbs_by_name(
        DEAL,
        Verb("play", cards=ANY, clauses=("to",), told_by="cards", from_hand=True),
        Verb("draw", numbers=(0, 1), draws=True),
        Verb("say", words=("page one",), out_of_turn=True),
        SHOW,
        RESHUFFLE,
    )
    judges = JUDGES
    codes: ClassVar = (
        *COMMON_CODES,
        "OFF_SUIT", "REVOKE", "MISSED_CALL", "FALSE_CALL", "MUST_LEAD",
        "NO_NEED_TO_DRAW", "SHORT_STOCK", "STILL_CARDS", "EARLY_RESHUFFLE", "NOTHING_TO_SHUFFLE",
        "JOKER_LEAD", "JOKER_LAST", "NAME_SUIT", "NOT_SHOWN", "EARLY_DEAL",
        "NO_DEAL", "TWO_CARDS", "UNSEEN_CARD",
    )
    faces = (*FACES, "JK")
    camera = PageOneCamera()
    shown = PageOneShown()
    people = RandomPageOne
    small = SMALL

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        if len(players) > house.max_players:
            raise SetupError("{title} is for 2 to {max_players} players here, not {number}; the option max_players "
                             "allows up to 6.", title=self.title, max_players=house.max_players, number=len(players))
        return after_deal(0, players, house, players.index(dealer), (0,) * len(players), BEFORE_ALL)

    def judge(self, state: State, action: Action) -> Verdict:
        return with_false_words(state, super().judge(state, action))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every unseen card that follows, one draw, the call that is due, a shuffle, the next deal."""
        possible = [Action(state.players[duty.seat], "say", words="page one") for duty in state.due]
        actor = self.to_act(state)
        if actor is None:
            possible.append(Action(TABLE, "deal"))
        else:
            possible += [Action(actor, "play", (card,), to=suit) for card in unseen(state, actor)
                         for suit in suits_to_name(state, card)]
            possible += [Action(actor, "draw", numbers=(n,)) for n in (0, 1)]
            possible += [Action(TABLE, "reshuffle")] if not state.stock else []
        judged = [(action, self.judge(state, action)) for action in possible]
        return tuple(action for action, verdict in judged if verdict.applies and "REVOKE" not in verdict.codes)

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.seat(player)
        return replace(state, at=state.at + 1, totals=with_item(state.totals, i, state.totals[i] - points))

    def to_act(self, state: State) -> str | None:
        return None if state.ended else state.players[state.turn]

    def owed(self, state: State) -> tuple[Action, ...]:
        """Page One, of everybody who has one card left and has not said it."""
        return tuple(Action(state.players[duty.seat], "say", words="page one") for duty in state.due)

    def places(self, players: tuple[str, ...]) -> Places:
        """`trick` is the trick in the middle; finished tricks are gathered out of sight."""
        return places_by_name(Place(PLACE, lie="centred"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        return {PLACE: state.cards}

    def public(self, state: State) -> dict[str, Any]:
        return {
            "led": state.led, "trick": texts(state.cards),
            "hand_sizes": by_player(state.players, (seat.size for seat in state.seats)), "stock": state.stock,
            "winner_so_far": None if state.winning is None else state.players[state.winning],
            "void": by_player(state.players, (in_order(seat.voids) for seat in state.seats)),
        }

    def outcome(self, state: State) -> Outcome:
        won = tuple(state.players[seat] for seat in state.out[:1])
        winners = won if state.house.score == "wins" else leaders(state.scores)
        return Outcome(state.over, state.scores, winners if state.over else (), state.deals)


PAGE_ONE = PageOne()
