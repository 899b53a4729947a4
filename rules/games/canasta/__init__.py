"""Canasta, the classic game: two sides meld, build canastas of seven and take the discard pile (RULES 6).

    >>> match = Match(CANASTA, Table(("Ann", "Bob", "Cal", "Dee"), dealer="Dee"))
    >>> match.push(parse_action("table start 9S")).why
    Said('upcard-is', card=Card('9S'))

Hands are hidden; what the engine proves comes from the table, the hand sizes and the cards that everybody
saw going into a hand with a taken pile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.core.action import Action
from rules.core.cards import FACES, Card
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES, clause_fault, pack_fault
from rules.core.frozen import replace
from rules.core.game import Game, Outcome, Table
from rules.core.options import Value
from rules.core.places import Place, Places, owned, places_by_name
from rules.core.said import texts
from rules.core.seats import by_player
from rules.core.verbs import ANY, DEAL, MAYBE, PASS, SHOW, Verb, verbs_by_name
from rules.core.verdict import Verdict, illegal
from rules.games.canasta.camera import CanastaCamera
from rules.games.canasta.house import PRINTED, House
from rules.games.canasta.judge import JUDGES
from rules.games.canasta.melds import Cards
from rules.games.canasta.moves import dealt, penalised
from rules.games.canasta.people import RandomCanasta
from rules.games.canasta.possible import possible_actions
from rules.games.canasta.score import by_side, outcome_of, still_to_show
from rules.games.canasta.shown import CanastaShown
from rules.games.canasta.small import SMALL
from rules.games.canasta.state import State
from rules.games.canasta.turns import settled_end


class Canasta(Game[State]):
    """The rules of Canasta for four players in partnerships, or for two (RULES 6)."""

    name = "canasta"
    title = "Canasta"
    min_players = 2
    max_players = 4
    house = House
    verbs: ClassVar = verbs_by_name(
        DEAL,
        Verb("start", cards=ANY, told_by="cards"),
        Verb("draw", numbers=(0, 1), draws=True),
        Verb("discard", cards=ANY, told_by="cards", from_hand=True),
        Verb("take", told_by="cards", moves=True),
        Verb("meld", cards=ANY, clauses=("on", "from"), told_by="cards", together=True),
        Verb("add", cards=ANY, clauses=("on", "from", "to"), told_by="cards", together=True),
        Verb("red", cards=ANY, told_by="cards"),
        Verb("ask", cards=MAYBE, shows=True),
        Verb("answer", words=("yes", "no")),
        Verb("out"),
        PASS,
        SHOW,
    )
    codes: ClassVar = (
        *COMMON_CODES,
        "UNDER_MINIMUM", "TOO_FEW_NATURALS", "TOO_MANY_WILDS", "TOO_FEW_CARDS", "MIXED_RANKS",
        "SECOND_MELD_SAME_RANK", "OPPONENT_MELD", "NO_MELD", "MOVED_MELD_CARD", "BLACK3_EARLY",
        "BLACK3_WILD", "RED3_MELD", "RED3_DISCARD", "RED3_NOT_LAID", "NOT_RED3",
        "UNDECLARED_RED3", "FROZEN_TAKE", "TAKE_WILD", "BLACK3_TOP", "TAKE_RED3",
        "USELESS_TAKE", "TAKE_AFTER_DRAW", "EMPTY_PILE", "NO_TAKE", "FORCED_TAKE",
        "NO_DRAW", "EXTRA_DRAW", "LATE_DRAW", "STOCK_EMPTY", "EARLY_PASS",
        "PASS_AFTER_TAKE", "TWO_DISCARDS", "ONE_CARD", "NO_DISCARD", "OUT_WITHOUT_CANASTA",
        "OUT_AFTER_NO", "MUST_GO_OUT", "NO_PARTNER", "ASKED_TWICE", "LATE_ASK",
        "NO_QUESTION", "ANSWERED", "MISSED_ANNOUNCE", "UNSEEN_CARD", "NO_START",
        "LATE_START", "NO_DEAL", "EARLY_DEAL", "HAND_OVER",
    )
    counts_fines = True
    faces = (*FACES, "JK")
    usual_deck = "two-packs"
    usual_players = 4
    camera = CanastaCamera()
    shown = CanastaShown()
    people = RandomCanasta
    small = SMALL

    def check_table(self, table: Table) -> None:
        if len(table.players) not in (2, 4):
            raise SetupError("{title} is for 2 or 4 players, not {number}.", title=self.title,
                             number=len(table.players))
        seats = self.parse_options(table.options)["players"]
        if seats not in ("seated", len(table.players)):
            raise SetupError("Option players says {seats}, but {number} players are named.",
                             seats=seats, number=len(table.players))

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """As for every game; `per turn` is read as `turn`, and the preset fills what is not written."""
        tidy = {name: text.lower().replace("per", "").strip(" _") if name == "asks" else text
                for name, text in written.items()}
        printed = tidy.get("preset", "").strip().lower() == "printed"
        return super().parse_options({**PRINTED, **tidy} if printed else tidy)

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return dealt(players, house, dealer)

    def judge(self, state: State, action: Action) -> Verdict:
        pack, strange = state.house.pack, None
        if not pack.keys() >= {*action.cards}:  # the packs have one back: what is written does not matter
            action = replace(action, cards=tuple(Card(card.face) for card in action.cards))
            strange = pack_fault(pack, (), [card for card in action.cards if card not in pack])
        broken = strange or clause_fault(action, *self.verbs[action.verb].clauses)
        return illegal(*broken) if broken else JUDGES[action.verb](replace(state, at=state.at + 1), action)

    def seen_in_hand(self, state: State, action: Action) -> Verdict | None:
        """Once the turn has its cards, what is melded comes from the hand as well.  After the hand cards are counted
        when they are shown, not when somebody tries to play on."""
        if settled_end(state).phase == "end":
            return None
        if action.verb in ("meld", "add") and state.turn is not None and state.now.source in ("draw", "take"):
            action = replace(action, verb="discard", source="")
        return super().seen_in_hand(state, action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return tuple(action for alike in possible_actions(state) if self.judge(state, alike[0]).applies
                     for action in alike)

    def close(self, state: State) -> State:
        return replace(settled_end(state), closed=True) if settled_end(state).phase == "end" else state

    def fined(self, state: State, player: str, points: int) -> State:
        return replace(penalised(state, state.players.index(player) % 2, points), at=state.at + 1)

    def to_act(self, state: State) -> str | None:
        if state.phase != "play":
            return None
        turn = state.now
        return state.players[state.partner(turn.seat) if turn.asked and not turn.answer else turn.seat]

    def to_show(self, state: State) -> Mapping[str, int]:
        return still_to_show(state)

    def places(self, players: tuple[str, ...]) -> Places:
        """`pile`, and for each side `meld:Ann+Cal` (all its melds, one zone) and `red:Ann+Cal` (its red threes)."""
        sides = [players[side::2] for side in (0, 1)]
        return places_by_name(Place("pile", lie="squared"), *(
            place for side in sides for place in (owned("meld", *side, lie="columns"), owned("red", *side))))

    def visible(self, state: State) -> dict[str, Cards]:
        seen = {"pile": state.pile}
        for side, held in enumerate(state.sides):
            # The order within a meld means nothing, so it is always the same here.
            seen[f"meld:{state.side_name(side)}"] = tuple(c for meld in held.melds for c in sorted(meld.cards))
            seen[f"red:{state.side_name(side)}"] = tuple(sorted(held.reds))
        return seen

    def public(self, state: State) -> dict[str, Any]:
        return {
            "melds": by_side(state, lambda side: {meld.rank: texts(meld.cards) for meld in state.sides[side].melds}),
            "pile_size": len(state.pile), "frozen": state.is_frozen, "opened": by_side(state, state.is_open),
            "stock": state.stock, "red_threes": by_side(state, lambda side: texts(state.sides[side].reds)),
            "hand_sizes": by_player(state.players, (hand.size for hand in state.hands)),
        }

    def outcome(self, state: State) -> Outcome:
        return outcome_of(state)


CANASTA = Canasta()
