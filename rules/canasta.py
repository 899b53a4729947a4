"""Canasta, the classic game: two sides meld, build canastas of seven and take the discard pile (RULES 6).

    >>> match = Match(CANASTA, Table(("Ann", "Bob", "Cal", "Dee"), dealer="Dee"))
    >>> match.push(parse_action("table start 9S")).why
    'The 9 of spades is the upcard.'

Hands are hidden; what the engine proves comes from the table, the hand sizes and the cards that everybody
saw going into a hand with a taken pile.  Here an action is judged; the cards, the state and its moves are
in `rules.canasta_state`, the words in `rules.canasta_words`, the camera's view in `rules.canasta_camera`.

Places for the camera: "pile", and for each side "meld:Ann+Cal" (all its melds, one zone) and
"red:Ann+Cal" (its red threes); with two players "meld:Ann" and "red:Ann".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.canasta_camera import explanations
from rules.canasta_state import (
    CANASTA_SIZE,
    MOST_WILDS,
    PACK,
    RAISE,
    Cards,
    House,
    Lay,
    Meld,
    Source,
    State,
    bonus_for_out,
    can_surely_take,
    could_still_go_out,
    dealt,
    discarded,
    drawn,
    exposed,
    hand_ended,
    hand_points,
    is_concealed,
    is_red_three,
    is_wild,
    laid,
    lays_more_than_held,
    match_scores,
    minimum_fault,
    minimum_raised,
    next_turn,
    out_fault,
    penalised,
    picked_up,
    plural,
    red_laid,
    retold,
    still_to_show,
    take_fault,
    throughout,
    total,
    turn_begun,
    upcard_turned,
)
from rules.canasta_words import advice, advice_lines, by_side, prose
from rules.core.action import TABLE, Action
from rules.core.cards import RANKS, UNKNOWN, Card, cards_sentence
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES, clause_fault, pack_fault
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.places import Place, Places, owned
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, left_of, with_item
from rules.core.verbs import ANY, DEAL, MAYBE, PASS, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, need, ok, proven, warn, which_card

USELESS_TAKE, BROKEN_PROMISE = 50, 100  # penalties that the source names (RULES 6.9)
TAKEN_BACK = frozenset({"FROZEN_TAKE", "TAKE_WILD", "BLACK3_TOP", "TAKE_RED3"})

OPTIONS = (
    Option("players", ("seated", 4, 2), "How many players: by default as many as are seated."),
    Option("preset", ("source", "printed"), "Whether the extras of the printed game are played where nothing else is "
                                            "chosen."),
    Option("unopened_is_frozen", (False, True), "Whether the pile counts as frozen for a side that has not melded."),
    Option("frozen_join_existing", (True, False),
           "Whether a pair may take a frozen pile onto a meld that the side already has."),
    Option("wild_le_natural", (False, True), "Whether a meld may have no more wild cards than natural ones."),
    Option("black3_wild", (False, True), "Whether black threes may be melded with wild cards."),
    Option("pile_helps_minimum", (False, True), "Whether cards of the taken pile help to reach the first minimum."),
    Option("red3_negative_if_no_meld", (False, True), "Whether red threes count against a side without a meld."),
    Option("concealed_needs_minimum", (True, False), "Whether going out concealed needs the first minimum."),
    Option("concealed_bonus", ("replaces", "adds"), "Whether 200 for concealed replaces the 100 or adds to it."),
    Option("forced_take", (True, False), "Whether a player must take the pile when the stock is gone and it plainly "
                                         "can be taken."),
    Option("raise_minimum", (False, True), "Whether a first meld that is too small raises the side's minimum by 10."),
    Option("target", (5000,), "Points that win the match.", least=1),
    Option("asks", ("turn", "hand"), "How often a player may ask the partner: once a turn or once a hand."),
    Option("draws", ("assumed", "recorded"), "Whether ordinary draws may be left out of the record."),
)
PRINTED: Mapping[str, str] = {  # what is tagged [general] in RULES 6
    "unopened_is_frozen": "true", "frozen_join_existing": "true", "black3_wild": "false", "pile_helps_minimum": "false",
    "red3_negative_if_no_meld": "true", "raise_minimum": "true"}


class Canasta(Game[State], Camera[State], Shown[State]):
    """The rules of Canasta for four players in partnerships, or for two (RULES 6)."""

    name = "canasta"
    title = "Canasta"
    min_players = 2
    max_players = 4
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("start", cards=ANY, told_by="cards"),
        Verb("draw", numbers=(0, 1)),
        Verb("discard", cards=ANY, told_by="cards"),
        Verb("take", told_by="cards", moves=True),
        Verb("meld", cards=ANY, clauses=("on", "from"), told_by="cards", together=True),
        Verb("add", cards=ANY, clauses=("on", "from", "to"), told_by="cards", together=True),
        Verb("red", cards=ANY, told_by="cards"),
        Verb("ask", cards=MAYBE),
        Verb("answer", words=("yes", "no")),
        Verb("out"),
        PASS,
        SHOW,
    )
    summary = ("Two sides lay out melds of one rank, with jokers and twos as wild cards, and build canastas of seven "
               "or more. Whoever can use its top card takes the whole discard pile. The first side at the target wins.")
    codes: ClassVar = {
        **COMMON_CODES,
        "UNDER_MINIMUM": "A side's first meld of a hand must reach the minimum for its score.",
        "TOO_FEW_NATURALS": "A meld needs at least two natural cards.",
        "TOO_MANY_WILDS": "A meld may have at most three wild cards, and by agreement no more than natural ones.",
        "TOO_FEW_CARDS": "A new meld needs at least three cards.",
        "MIXED_RANKS": "A meld is of one rank, with wild cards only.",
        "SECOND_MELD_SAME_RANK": "A side has one meld of a rank; further cards are added to it.",
        "OPPONENT_MELD": "Cards are added to one's own side's melds only.",
        "NO_MELD": "There is no such meld to add to.",
        "MOVED_MELD_CARD": "A card that has been melded stays where it is.",
        "BLACK3_EARLY": "Black threes are melded only in the turn of going out.",
        "BLACK3_WILD": "Black threes are melded without wild cards.",
        "RED3_MELD": "Red threes are laid out by themselves, never melded.",
        "RED3_DISCARD": "A red three cannot be discarded.",
        "RED3_NOT_LAID": "Red threes of a taken pile are laid out at once.",
        "NOT_RED3": "Only red threes are laid out like this.",
        "UNDECLARED_RED3": "A red three still in the hand at the end costs 500.",
        "FROZEN_TAKE": "A frozen pile is taken only with two natural cards of its top card's rank from the hand.",
        "TAKE_WILD": "The pile cannot be taken while a wild card lies on top.",
        "BLACK3_TOP": "The pile cannot be taken while a black three lies on top.",
        "TAKE_RED3": "The pile cannot be taken while a red three lies on top.",
        "USELESS_TAKE": "Who takes the pile must meld its top card at once; otherwise it goes back, and it costs 50.",
        "TAKE_AFTER_DRAW": "A player draws or takes the pile, not both.",
        "EMPTY_PILE": "There is no pile to take.",
        "NO_TAKE": "That card can only be the pile's: whoever uses it takes the pile.",
        "FORCED_TAKE": "When the stock is gone, who can take the pile must take it.",
        "NO_DRAW": "A turn begins with a draw or with taking the pile.",
        "EXTRA_DRAW": "One card is drawn in a turn; with two players, two.",
        "LATE_DRAW": "The draw comes before melding.",
        "STOCK_EMPTY": "The stock is gone.",
        "EARLY_PASS": "Passing is for when the stock is gone.",
        "PASS_AFTER_TAKE": "Who has taken the pile discards.",
        "TWO_DISCARDS": "A turn ends with one discard.",
        "ONE_CARD": "One card is discarded at a time.",
        "NO_DISCARD": "After a red three as the last card of the stock there is no discard; the hand ends.",
        "OUT_WITHOUT_CANASTA": "Going out takes a canasta; with two players, two.",
        "OUT_AFTER_NO": "After the answer no, the player may not go out in this turn; it costs 100.",
        "MUST_GO_OUT": "After the answer yes, the player must go out; failing costs 100.",
        "NO_PARTNER": "With two players there is nobody to ask.",
        "ASKED_TWICE": "The question may be asked once a turn, or once a hand, as agreed.",
        "LATE_ASK": "The question comes before melding.",
        "NO_QUESTION": "Nobody has asked.",
        "ANSWERED": "The question has been answered, and the answer binds.",
        "MISSED_ANNOUNCE": "A wild card could go to more than one meld; say which.",
        "UNSEEN_CARD": "A melded card must be named.",
        "NO_START": "The first upcard, or one to cover a wild card or red three, has not been named.",
        "LATE_START": "The upcard has been turned already.",
        "NO_DEAL": "A new hand begins with a deal.",
        "EARLY_DEAL": "The hand is not over yet.",
        "HAND_OVER": "The hand is over; hands are shown.",
    }

    # -- setting up ---------------------------------------------------------------------------

    def check_table(self, table: Table) -> None:
        if len(table.players) not in (2, 4):
            raise SetupError(f"Canasta is for 2 or 4 players, not {len(table.players)}.")
        seats = self.parse_options(table.options)["players"]
        if seats not in ("seated", len(table.players)):
            raise SetupError(f"Option players says {seats}, but {len(table.players)} players are named.")

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """As for every game; `per turn` is read as `turn`, and the preset fills what is not written."""
        tidy = {name: text.lower().replace("per", "").strip(" _") if name == "asks" else text
                for name, text in written.items()}
        printed = tidy.get("preset", "").strip().lower() == "printed"
        return super().parse_options({**PRINTED, **tidy} if printed else tidy)

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        return dealt(players, House(**options), dealer)  # type: ignore[arg-type]

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return [self.summary, *prose(House(**options))]  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        if any(card.back for card in action.cards):  # the packs have one back; what is written does not matter
            action = replace(action, cards=tuple(Card(card.face) for card in action.cards))
        foreign = pack_fault(PACK, (), (card for card in action.cards if card not in PACK))
        fault = foreign or clause_fault(action, *_CLAUSES.get(action.verb, ()))
        if fault:
            return illegal(*fault)
        verdict = _JUDGES[action.verb](state, action)
        counted = {name: replace(after, at=state.at + 1) for name in ("after", "otherwise")
                   if (after := getattr(verdict, name)) is not None}
        return replace(verdict, **counted)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return tuple(action for alike in _possible(state) if self.judge(state, alike[0]).applies for action in alike)

    def close(self, state: State) -> State:
        return replace(_settled_end(state), closed=True) if _settled_end(state).phase == "end" else state

    def fined(self, state: State, player: str, points: int) -> State:
        return replace(penalised(state, state.players.index(player) % 2, points), at=state.at + 1)

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        if state.phase != "play":
            return None
        turn = state.now
        return state.players[state.partner(turn.seat) if turn.asked and not turn.answer else turn.seat]

    def to_show(self, state: State) -> Mapping[str, int]:
        return still_to_show(state)

    def places(self, players: tuple[str, ...]) -> Places:
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
        """Over when a side has reached the target at the end of a hand and the sides are not level;
        with a hand still to be shown the score is not final."""
        scores = match_scores(state)
        final = state.phase == "end" and (state.closed or not still_to_show(state))
        over = final and max(scores) >= state.house.target and scores[0] != scores[1]
        winners = state.players[scores.index(max(scores))::2] if over else ()
        named = {name: scores[side] for side in (0, 1) for name in (state.side_name(side),)}
        return Outcome(over, {**named, **{name: scores[seat % 2] for seat, name in enumerate(state.players)}},
                       winners, state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        return advice(state)

    def advice_lines(self, state: State) -> list[str]:
        return advice_lines(state)

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Red threes first, then melds (with the pile's top card or not), then the pile taken, then a
        card on the pile (an upcard or a discard); a bare table after the end of a hand is a new deal."""
        return tuple(explanations(state, change))

    def may_hide(self, state: State, place: str, card: Card) -> bool:
        """A canasta is squared up once it is complete; only its top card is seen then."""
        return any(meld.is_canasta and card in meld.cards for side, held in enumerate(state.sides)
                   if place == f"meld:{state.side_name(side)}" for meld in held.melds)

    def may_grow(self, state: State, action: Action) -> bool:
        """More cards of the rank, or wild ones, may be laid with a meld; the pile's top card, taken up first, may be
        laid to one before the pile is taken."""
        if action.verb == "take":
            return bool(state.pile) and (state.turn is None or state.pile[-1] not in [
                card for lay in state.turn.lays for card in lay.cards])
        return action.verb in ("meld", "add")


_CLAUSES = {"meld": ("on", "source"), "add": ("on", "source", "to")}


# -- dealing and upcards (RULES 6.1) -----------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    ended = _settled_end(state)
    if ended.phase == "end":
        after = _next_hand(ended)
        outcome = CANASTA.outcome(replace(ended, closed=True))
        if outcome.over:
            return illegal("GAME_OVER", f"{' and '.join(outcome.winners)} won the match.", after)
        return ok(after, f"{after.dealer} deals.")
    again = dealt(state.players, state.house, state.dealer, match_scores(state), state.deals, state.at)
    if state.turns <= 1 and (state.turn is None or state.turn == state.turn.before.now or not state.has_acted):
        return ok(again, f"{state.dealer} deals.")
    return illegal("EARLY_DEAL", "The hand is not over yet.", replace(again, deals=state.deals + 1))


def _next_hand(ended: State) -> State:
    """The deal passes to the left."""
    dealer = left_of(ended.players, ended.dealer)
    return dealt(ended.players, ended.house, dealer, match_scores(ended), ended.deals + 1, ended.at)


def _judge_start(state: State, action: Action) -> Verdict:
    if state.phase == "end":
        return illegal("NO_DEAL", "A new hand begins with 'table deal'.")
    after = state
    for card in action.cards:
        if after.phase != "upcard":
            return illegal("LATE_START", "The upcard has been turned already.")
        after = upcard_turned(after, card)
    fault = _pack_fault(after, action.cards)
    if fault:
        return warn(*fault, after)
    if after.phase == "upcard":
        return ok(after, f"Turn another card onto the {after.pile[-1].name}; the pile is frozen.", _frozen_news(after))
    return ok(after, f"The {after.pile[-1].name} is the upcard.")


# -- turns -------------------------------------------------------------------------------------

Judging = Callable[[State, Action], Verdict]


def _in_turn(judging: Judging) -> Judging:
    """The same judging for whoever is on turn; out of turn the fault comes first, and if the table
    lets it stand the turn is his."""
    def judged(state: State, action: Action) -> Verdict:
        begun = _begun(state)
        if begun is None:
            forced = turn_begun(replace(state, phase="play"), state.seat(left_of(state.players, state.dealer)))
            return illegal("NO_START", f"Another card must be turned onto the {state.pile[-1].name} first.",
                           judging(forced, action).after)
        if begun.phase == "end" or (action.actor != begun.on_turn and _settled_end(begun).phase == "end"):
            return illegal("HAND_OVER", "The hand is over; the next begins with 'table deal'.")
        if action.actor == TABLE:
            return illegal("WRONG_TURN", f"It is {begun.on_turn}'s turn.")
        if action.actor == begun.on_turn:
            return judging(begun, action)
        seat = state.seat(action.actor)
        after = judging(turn_begun(begun, seat), action).after
        why = f"It is {begun.on_turn}'s turn, not {action.actor}'s."
        ends = [-1 if end is None else end for end in begun.last_turn_ends]
        if action.verb == "discard" and -1 < ends[seat] == max(ends):
            return illegal("TWO_DISCARDS", f"{action.actor} has discarded already.", after, "WRONG_TURN")
        return illegal("WRONG_TURN", why, after)
    return judged


def _begun(state: State) -> State | None:
    """The state with the play begun: an upcard that nobody named is taken as not seen.  None where a
    wild card or red three still waits to be covered."""
    if state.phase != "upcard":
        return state
    return None if state.pile else upcard_turned(state, UNKNOWN)


def _unwritten_draw(state: State) -> Source:
    """How a turn without a written draw or take goes on."""
    return "assumed" if state.house.draws == "assumed" and state.now.before.stock else ""


def _settled(state: State) -> State:
    """The turn once it is clear that the pile is not being taken."""
    if state.now.source == "take":
        return state
    if state.now.source == "draw":
        missing = _cards_to_draw(state) - _drawn_so_far(state)
        return drawn(state, missing, "draw") if missing > 0 and state.house.draws == "assumed" else state
    return retold(state, _unwritten_draw(state), state.now.lays)


def _settled_end(state: State) -> State:
    """The hand ended, where it only waits for more: the last card is laid or the stock ended on a
    red three."""
    if state.phase != "play" or not (state.now.lays or state.ends_on_red_three):
        return state
    settled = _settled(state)
    if settled.ends_on_red_three:
        return hand_ended(settled)
    if settled.hands[settled.now.seat].size == 0 and out_fault(settled, settled.now.seat) is None:
        return hand_ended(settled, settled.now.seat, bonus_for_out(settled))
    return state


def _judge_draw(state: State, action: Action) -> Verdict:
    turn = state.now
    wanted = _cards_to_draw(state)
    count = action.numbers[0] if action.numbers else max(1, wanted - _drawn_so_far(state))
    if turn.source in ("top", "assumed") and turn.lays:
        late = retold(state, "assumed", turn.lays)
        return warn("LATE_DRAW", "The draw comes before melding.", replace(late, turn=replace(late.now, source="draw")))
    if turn.source == "assumed":  # the draw that a red three let suppose
        return ok(replace(state, turn=replace(turn, source="draw")), f"{action.actor} draws.")
    if not state.stock:
        return illegal("STOCK_EMPTY", "The stock is gone: take the pile or pass.")
    after = drawn(state, count, "draw")
    if turn.source == "take":
        return illegal("EXTRA_DRAW", "Who takes the pile does not draw.", after)
    if count == 0 or _drawn_so_far(state) + count > wanted:
        return illegal("EXTRA_DRAW", f"Only {quantity(wanted, 'card')} may be drawn in this turn.",
                       after)
    return ok(after, f"{action.actor} draws {quantity(count, 'card')}.")


def _cards_to_draw(state: State) -> int:
    """Cards of the draw of this turn, as far as the stock goes once red threes have been replaced."""
    return min(state.per_draw, state.now.before.stock - state.now.replacements)


def _drawn_so_far(state: State) -> int:
    """Cards of the draw that were written, replacements of red threes left out."""
    turn = state.now
    return turn.drawn - turn.replacements if turn.source == "draw" else 0


# -- red threes --------------------------------------------------------------------------------


def _judge_red(state: State, action: Action) -> Verdict:
    """A red three laid out: in the owner's turn, or by anybody before the first turn is under way."""
    if state.phase == "upcard" or (state.phase == "play" and state.turns == 1 and not state.has_acted
                                   and action.actor not in (TABLE, state.on_turn)):
        return _red_verdict(state, action, dealt_one=True)
    return _in_turn(lambda begun, said: _red_verdict(begun, said, dealt_one=False))(state, action)


def _red_verdict(state: State, action: Action, dealt_one: bool) -> Verdict:
    if action.actor == TABLE:
        return illegal("WRONG_TURN", "Everybody lays out the own red threes.")
    wrong = next((card for card in action.cards if not is_red_three(card)), None)
    if wrong is not None:
        return illegal("NOT_RED3", f"The {wrong.name} is not a red three.")
    seat = state.seat(action.actor)
    after = _reds_laid(state, seat, action.cards, dealt_one)
    fault = _pack_fault(after, action.cards)
    if fault:
        return illegal(*fault, after)
    if after.turn is not None and after.ends_on_red_three:
        return ok(after, "It was the last card of the stock: meld if you can, no discard, and the hand ends.")
    return ok(after, f"{action.actor} lays out the {cards_sentence(action.cards)}.")


def _reds_laid(state: State, seat: int, cards: Cards, dealt_one: bool) -> State:
    """After the first turns a red three comes from the draw; before, it was dealt."""
    if dealt_one:
        for card in cards:
            state = throughout(state, lambda s, card=card: red_laid(s, seat, card))  # type: ignore[misc]
        return state
    if state.now.source == "" and state.turns > len(state.players) and cards[0] not in state.hands[seat].known:
        source = _unwritten_draw(state)
        state = drawn(state, state.per_draw, source) if source else state
    for card in cards:
        state = red_laid(state, seat, card)
    return state


# -- melds (RULES 6.4) -------------------------------------------------------------------------


def _judge_lay(state: State, action: Action) -> Verdict:
    """A new meld or cards added to one, with the pile's top card or without."""
    if any(card.is_unknown for card in action.cards):
        return which_card(action, _may_hold(state, state.now.seat), lambda choice: _judge_lay(state, choice))
    rank = _rank_of(state, action)
    if not rank:
        return _which_meld(state, action)
    lay = Lay(_side_of(state, action), rank, action.cards)
    after = _told_with(state, lay)
    fault = _lay_fault(state, action, lay) or _pack_fault(after, lay.cards)
    if fault is None and rank == "3" and not could_still_go_out(after):
        fault = Fault("BLACK3_EARLY", "Black threes are melded only when going out.")
    if fault:
        return illegal(*fault, after)
    settled = after.now.source in ("draw", "take")
    if state.hands[state.now.seat].lacks(lay.cards) if settled else lays_more_than_held(after):
        return warn("HAND_COUNT", f"By the count {action.actor} cannot hold all these cards; please count the hand.",
                    after)
    if after.hands[after.now.seat].size == 0 and after.now.source in ("draw", "assumed", "take"):
        return _gone_out(after, state)
    return ok(after, _lay_sentence(after, lay), _canasta_news(state, after, lay))


def _rank_of(state: State, action: Action) -> str:
    """The rank of the meld meant; empty where only wild cards are added and it was not said."""
    said = action.to.upper().replace("10", "T")
    if said:
        return said[0] if said[0] in RANKS else "?"
    natural = [card.rank for card in action.cards if not is_wild(card)]
    if natural:
        return max(natural, key=natural.count)
    if action.verb == "meld":
        return "2"
    own = state.sides[state.now.seat % 2].melds
    return own[0].rank if len(own) == 1 else ""


def _which_meld(state: State, action: Action) -> Verdict:
    ranks = [meld.rank for meld in state.sides[state.now.seat % 2].melds]
    if not ranks:
        return illegal("NO_MELD", "There is no meld to add to.")
    choices = [choice for rank in ranks if _judge_lay(state, choice := replace(action, to=rank)).applies]
    return need("MISSED_ANNOUNCE", f"Say which meld the {cards_sentence(action.cards)} goes to.", tuple(choices))


def _side_of(state: State, action: Action) -> int:
    """The side on whose table the cards lie."""
    own = state.now.seat % 2
    if action.on:
        return state.seat(action.on) % 2
    rank = _rank_of(state, action)
    only_theirs = state.sides[own].meld(rank) is None and state.sides[1 - own].meld(rank) is not None
    return 1 - own if action.verb == "add" and only_theirs else own


def _told_with(state: State, lay: Lay) -> State:
    """The turn with one lay more, told the likeliest way: with the top card of the pile where it is
    among the cards and could be taken like this, or can be no other; else after a draw."""
    turn = state.now
    if turn.source in ("draw", "take"):
        return laid(state, lay)
    lays, pile = (*turn.lays, lay), turn.before.pile
    without = retold(state, _unwritten_draw(state), lays)
    if not any(pile and pile[-1] in each.cards for each in lays):
        return without
    taking = retold(state, "top", lays)
    likely = take_fault(turn.before, lays) is None and not lays_more_than_held(taking)
    return taking if likely or _pack_fault(without, pile[-1:]) else without


def _lay_fault(state: State, action: Action, lay: Lay) -> Fault | None:
    old = state.sides[lay.side].meld(lay.rank)
    if any(map(is_red_three, lay.cards)):
        return Fault("RED3_MELD", "Red threes are laid out by themselves, never melded.")
    if action.source:
        return Fault("MOVED_MELD_CARD", "A melded card stays in its meld.")
    if lay.side != state.now.seat % 2:
        return Fault("OPPONENT_MELD", f"The {plural(lay.rank)} are {state.side_name(lay.side)}'s; nobody adds to the "
                                      "other side's melds.")
    if action.verb == "add" and old is None:
        return Fault("NO_MELD", f"{state.side_name(lay.side)} has no meld of {plural(lay.rank)} to add to.")
    if any(not is_wild(card) and card.rank != lay.rank for card in lay.cards):
        return Fault("MIXED_RANKS", "A meld is of one rank, with wild cards only.")
    fault = _meld_fault(state.house, Meld(lay.rank, lay.cards if old is None else (*old.cards, *lay.cards)))
    if fault is None and action.verb == "meld" and old is not None and not _joins(state, lay):
        return Fault("SECOND_MELD_SAME_RANK", f"{state.side_name(lay.side)} already has a meld of "
                                              f"{plural(lay.rank)}; add to it.")
    return fault


def _joins(state: State, lay: Lay) -> bool:
    """Cards laid to take the pile join a meld of their rank (RULES 6.5)."""
    return _told_with(state, lay).now.source == "top" and state.now.before.pile[-1] in lay.cards


def _meld_fault(house: House, meld: Meld) -> Fault | None:
    if meld.naturals < 2:
        return Fault("TOO_FEW_NATURALS", "A meld needs at least two natural cards.")
    if len(meld.cards) < 3:
        return Fault("TOO_FEW_CARDS", "A new meld needs at least three cards.")
    if meld.wilds > MOST_WILDS:
        return Fault("TOO_MANY_WILDS", f"A meld may have at most three wild cards, not {meld.wilds}.")
    if house.wild_le_natural and meld.wilds > meld.naturals:
        return Fault("TOO_MANY_WILDS", "A meld may not have more wild cards than natural ones here.")
    if meld.rank == "3" and (meld.naturals < 3 or meld.wilds) and not house.black3_wild:
        return Fault("BLACK3_WILD", "Black threes are melded without wild cards, at least three of them.")
    return None


def _pack_fault(after: State, cards: Cards) -> Fault | None:
    """DUPLICATE where these cards now lie about more often than the pack has them."""
    named = Counter(card for card in cards if not card.is_unknown)
    elsewhere = Counter(card for card in after.seen() if card in named) - named
    return pack_fault(PACK, elsewhere.elements(), named.elements())


def _lay_sentence(state: State, lay: Lay) -> str:
    name = state.on_turn
    fault = minimum_fault(state)
    if fault:
        short = state.minimum(lay.side) - state.now.laid_value
        return f"{name} has laid {state.now.laid_value}; {short} more for the first meld."
    meld = state.sides[lay.side].meld(lay.rank)
    count = len(meld.cards) if meld else 0
    canasta = "a canasta" if count >= CANASTA_SIZE else f"{CANASTA_SIZE - count} short of a canasta"
    return f"{plural(lay.rank)}: {quantity(count, 'card')}, {canasta}."


def _canasta_news(before: State, after: State, lay: Lay) -> tuple[str, ...]:
    old, new = before.sides[lay.side].meld(lay.rank), after.sides[lay.side].meld(lay.rank)
    if new is None or new.bonus == (old.bonus if old else 0):
        return ()
    kind = "mixed" if new.wilds else "natural"
    turned = " turns into" if old and old.is_canasta else ":"
    return (f"{after.side_name(lay.side)}{turned} a {kind} canasta of {plural(lay.rank)}",)


# -- taking the pile (RULES 6.5) ---------------------------------------------------------------


def _judge_take(state: State, action: Action) -> Verdict:
    """The rest of the pile, after the meld that uses its top card."""
    turn = state.now
    pile = turn.before.pile
    if not pile or turn.source == "take":
        return illegal("EMPTY_PILE", "There is no pile to take.")
    if turn.source == "draw":
        return illegal("TAKE_AFTER_DRAW", "Who has drawn does not take the pile.", picked_up(state))
    if pile[-1].is_unknown:  # which of the melded cards it was cannot be said
        return _taken(state, picked_up(retold(state, "", turn.lays)), action)
    lays = _lays_for_take(state)
    told = picked_up(retold(state, "top", lays))
    fault = take_fault(turn.before, lays)
    if fault is None and not state.house.pile_helps_minimum:
        fault = minimum_fault(told)
    if fault is None:
        return _taken(state, told, action)
    if fault.code == "USELESS_TAKE":
        side = turn.seat % 2
        return replace(illegal(*fault, penalised(told, side, USELESS_TAKE)),
                       otherwise=penalised(state, side, USELESS_TAKE))
    return replace(illegal(*fault, told), otherwise=_after_bad_take(state, fault))


def _lays_for_take(state: State) -> tuple[Lay, ...]:
    """The turn's lays; where the top card was not laid but fits a meld of the side, it goes there."""
    turn = state.now
    top, side = turn.before.pile[-1], turn.seat % 2
    if any(top in lay.cards for lay in turn.lays) or state.sides[side].meld(top.rank) is None:
        return turn.lays
    added = (*turn.lays, Lay(side, top.rank, (top,)))
    return added if take_fault(turn.before, added) is None else turn.lays


def _taken(before: State, after: State, action: Action) -> Verdict:
    if after.hands[after.now.seat].size == 0:
        return _gone_out(after, before)
    reds = [card for card in after.hands[after.now.seat].known if is_red_three(card)]
    ask = f" Lay out the {cards_sentence(reds)}, without replacement." if reds else ""
    return ok(after, f"{action.actor} takes the pile.{ask}")


def _after_bad_take(state: State, fault: Fault) -> State | None:
    """The meld made for the pile goes back to the hand, where everybody has now seen it; a first
    meld that is too small may grow, but the minimum may rise."""
    turn = state.now
    if fault.code not in TAKEN_BACK:
        return _minimum_raised(state, fault)
    top = turn.before.pile[-1]
    back = [card for lay in turn.lays if top in lay.cards for card in lay.cards]
    if not back:
        return None
    kept = tuple(lay for lay in turn.lays if top not in lay.cards)
    shown = (Counter(back) - Counter((top,))).elements()
    return retold(exposed(state, turn.seat, shown), _unwritten_draw(state) if kept else "", kept)


def _minimum_raised(state: State, fault: Fault) -> State | None:
    """The consequence of a first meld that is too small, where the table plays it (RULES 6.10)."""
    again = state.now.lays == state.now.raised_for
    if fault.code != "UNDER_MINIMUM" or not state.house.raise_minimum or again:
        return None
    return minimum_raised(state, state.now.seat % 2, RAISE)


# -- discards (RULES 6.3) ----------------------------------------------------------------------


def _judge_discard(state: State, action: Action) -> Verdict:
    if len(action.cards) != 1:
        return illegal("ONE_CARD", "One card is discarded at a time.")
    card = action.card
    settled = _settled(state)
    seat, side = settled.now.seat, settled.now.seat % 2
    after = discarded(settled, card)
    miscounted = settled.hands[seat].lacks((card,))
    out = after.hands[seat].size == 0 and not miscounted
    fault = _discard_fault(state, settled, after, card)
    if out and fault is None:
        return _gone_out(after, state)
    fault = fault or _staying_fault(after)
    passed = next_turn(after)
    if fault and fault.code == "MUST_GO_OUT":
        passed = penalised(passed, side, BROKEN_PROMISE)
    if fault:
        return replace(illegal(*fault, passed), otherwise=_minimum_raised(state, fault))
    if miscounted:
        return warn("HAND_COUNT", f"By the count {action.actor} cannot hold the {card.name}; please count the hand.",
                    passed)
    news = _frozen_news(after) if after.is_frozen and not settled.is_frozen else ()
    return ok(passed, f"{action.actor} discards the {card.name}.", news)


def _discard_fault(state: State, settled: State, after: State, card: Card) -> Fault | None:
    """Faults of a discard whether or not the player goes out with it."""
    turn, hand = settled.now, after.hands[settled.now.seat]
    if is_red_three(card):
        return Fault("RED3_DISCARD", "A red three cannot be discarded; lay it out.")
    if state.ends_on_red_three or settled.ends_on_red_three:
        return Fault("NO_DISCARD", "The last card of the stock was a red three: no discard, the hand is over.")
    top = state.now.top
    if turn.source == "assumed" and top and _pack_fault(settled, (top,)):
        return Fault("NO_TAKE", f"The melded {top.name} is the pile's, so the pile must be taken.")
    fault = _pack_fault(after, (card,))
    if fault:
        return fault
    red = next(filter(is_red_three, hand.known), None)
    if red is not None:
        return Fault("RED3_NOT_LAID", f"The {red.name} came with the pile and must be laid out.")
    return _draw_fault(settled, hand.size)


def _draw_fault(settled: State, left: int) -> Fault | None:
    """NO_DRAW where the record keeps draws and there was none, or the stock is gone."""
    turn = settled.now
    if turn.source == "" and not turn.before.stock and left:
        return Fault("NO_DRAW", "The stock is gone: take the pile, or pass.")
    recorded = settled.house.draws == "recorded" and turn.source in ("", "draw")
    if recorded and _drawn_so_far(settled) < _cards_to_draw(settled):
        return Fault("NO_DRAW", "The turn begins with a draw or with taking the pile.")
    return None


def _staying_fault(after: State) -> Fault | None:
    """Faults of a turn that ends with cards left in the hand."""
    turn = after.now
    if any(lay.rank == "3" for lay in turn.lays):
        return Fault("BLACK3_EARLY", "Black threes are melded only when going out.")
    if turn.source != "take" or after.house.pile_helps_minimum:
        fault = minimum_fault(after)
        if fault:
            return fault
    if turn.answer == "yes":
        return Fault("MUST_GO_OUT", f"The answer was yes, so {after.on_turn} must go out; failing costs 100.")
    return None


def _frozen_news(state: State) -> tuple[str, ...]:
    return ("The pile is frozen",) if state.is_frozen else ()


# -- going out (RULES 6.7) ---------------------------------------------------------------------


def _gone_out(state: State, before: State) -> Verdict:
    """The player on turn has laid or discarded his last card; `before` is the state before that."""
    seat = state.now.seat
    fault = out_fault(state, seat)
    ended = hand_ended(state, seat, bonus_for_out(state))
    if fault:
        return replace(illegal(*fault, ended), otherwise=_minimum_raised(before, fault))
    if state.now.answer == "no":
        broken = penalised(hand_ended(state, seat), seat % 2, BROKEN_PROMISE)
        return replace(illegal("OUT_AFTER_NO", f"The answer was no: going out all the same costs {state.on_turn}'s "
                                               "side 100, and the hand ends.", broken), otherwise=broken)
    concealed = ", concealed" if is_concealed(state) else ""
    return ok(ended, f"{state.on_turn} goes out{concealed}. Show the other hands.")


def _judge_out(state: State, action: Action) -> Verdict:
    """Going out is recognised by itself; said before the last card it only announces it."""
    if state.phase == "end":
        return (ok(state, f"{action.actor} is out.") if state.out is not None and _named_out(state) == action.actor
                else illegal("HAND_OVER", "The hand is over."))
    begun = _begun(state)
    if begun is None or action.actor == TABLE:
        return illegal("WRONG_TURN", "Nobody can go out now.")
    seat = begun.seat(action.actor)
    if seat == begun.now.seat:
        settled = _settled(begun) if begun.now.lays else begun
        return _gone_out(settled, begun) if not settled.hands[seat].size else ok(begun, f"{action.actor} is going out.")
    return _claimed_out(begun, seat)


def _named_out(state: State) -> str:
    return "" if state.out is None else state.players[state.out]


def _claimed_out(state: State, seat: int) -> Verdict:
    """Somebody whose turn is over says that he has no card left, against the count."""
    ended = hand_ended(replace(state, hands=with_item(state.hands, seat, replace(state.hands[seat], size=0, known=()))),
                       seat, bonus_for_out(turn_begun(state, seat)))
    if state.last_turn_ends[seat] is None:
        return illegal("WRONG_TURN", f"It is {state.on_turn}'s turn.", ended)
    if state.sides[seat % 2].canastas < state.canastas_needed:
        return illegal("OUT_WITHOUT_CANASTA", "Going out takes a canasta.", ended)
    return warn("HAND_COUNT", f"By the count {state.players[seat]} still holds "
                              f"{quantity(state.hands[seat].size, 'card')}; please count.", ended)


def _judge_ask(state: State, action: Action) -> Verdict:
    """ "May I go out?" """
    if action.cards:
        return illegal("CLAUSE", "The question names no card.")
    turn = state.now
    if state.is_for_two:
        return illegal("NO_PARTNER", "With two players there is nobody to ask.")
    asked = state if turn.lays else _settled(state)
    asked = replace(asked, turn=replace(asked.now, asked=True, answer="", answered_by=None))
    asked = throughout(asked, lambda s: replace(s, askers=(*s.askers, turn.seat)))
    if turn.asked or (state.house.asks == "hand" and turn.seat in state.askers):
        return illegal("ASKED_TWICE", f"{action.actor} has asked already.", asked)
    if len(turn.lays) > turn.laid_for_take:
        return illegal("LATE_ASK", "The question comes before melding.", asked)
    return ok(asked, f"{state.players[state.partner(turn.seat)]}, yes or no?")


def _judge_answer(state: State, action: Action) -> Verdict:
    """The partner's answer; an opponent's, where the partner has said more than yes or no."""
    if state.phase != "play" or not state.now.asked or action.actor == TABLE:
        return illegal("NO_QUESTION", "Nobody has asked.")
    turn, seat = state.now, state.seat(action.actor)
    answered = replace(state, turn=replace(turn, answer=action.words, answered_by=seat))
    if seat == turn.seat:
        return illegal("WRONG_TURN", f"{action.actor} cannot answer himself.", answered)
    opponent = seat % 2 != turn.seat % 2
    if turn.answered_by is not None and not (opponent and turn.answered_by % 2 == turn.seat % 2):
        return illegal("ANSWERED", "The question has been answered, and the answer binds.", answered)
    may = "may not go out in this turn" if action.words == "no" else "must go out in this turn"
    instead = "The opponents answer instead: " if opponent else ""
    return ok(answered, f"{instead}{state.on_turn} {may}.")


# -- the end of the stock, and of the hand (RULES 6.6, 6.8) ------------------------------------


def _judge_pass(state: State, action: Action) -> Verdict:
    """Cannot or will not take the pile once the stock is gone."""
    turn = state.now
    ended = hand_ended(state)
    if state.may_end_on_red_three:
        fault = minimum_fault(state)
        return replace(illegal(*fault, ended), otherwise=_minimum_raised(state, fault)) if fault else \
            ok(ended, "The hand is over. Show the hands.")
    if state.stock or turn.drawn:
        return illegal("EARLY_PASS", "Passing is for when the stock is gone.", next_turn(_settled(state)))
    if turn.source == "take":
        return illegal("PASS_AFTER_TAKE", f"{action.actor} has taken the pile and must discard.", ended)
    if can_surely_take(turn.before, turn.seat):
        why = (f"{action.actor} can take the pile, and so must: the side has {plural(state.pile[-1].rank)}, or the "
               "hand is known to have the cards for it.")
        return illegal("FORCED_TAKE", why, ended) if state.house.forced_take else warn("FORCED_TAKE", why, ended)
    return ok(ended, "The hand is over. Show the hands.")


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of a hand laid open: at the end they count against the side."""
    if action.actor == TABLE:
        return illegal("WRONG_TURN", "Everybody shows the own hand.")
    ended = _settled_end(state)
    seat = state.seat(action.actor)
    after = _shown_at_end(ended, seat, action.cards) if ended.phase == "end" else exposed(ended, seat, action.cards)
    fault = _pack_fault(after, action.cards) or _show_fault(after, seat, action)
    if fault:
        return warn(*fault, after)
    red = next(filter(is_red_three, action.cards), None)
    if ended.phase == "end" and red is not None:
        why = f"The {red.name} was never laid out: it costs 500."
        about = ended.last_turn_ends[seat]
        return warn("UNDECLARED_RED3", why, after) if about is None else proven("UNDECLARED_RED3", why, about, after)
    return ok(after, _show_sentence(after, action))


def _shown_at_end(state: State, seat: int, cards: Cards) -> State:
    shown = (*state.shown[seat], *cards)
    if len(shown) > state.hands[seat].size:  # then what was shown before is shown once more
        shown = tuple((Counter(state.shown[seat]) | Counter(cards)).elements())
    hand = state.hands[seat].seen(shown)
    return replace(state, shown=with_item(state.shown, seat, shown), hands=with_item(state.hands, seat, hand))


def _show_fault(after: State, seat: int, action: Action) -> Fault | None:
    """HAND_COUNT where the shown cards are more than the hand, or are not those it must hold."""
    hand, shown = after.hands[seat], after.shown[seat] if after.phase == "end" else action.cards
    if len(shown) > hand.size:
        return Fault("HAND_COUNT", f"By the count {action.actor} holds {quantity(hand.size, 'card')}, "
                                   f"not {len(shown)}.")
    missing = tuple((Counter(hand.known) - Counter(shown)).elements())
    if len(shown) + len(missing) > hand.size:
        return Fault("HAND_COUNT", f"{action.actor} must hold the {cards_sentence(missing)} too.")
    return None


def _show_sentence(state: State, action: Action) -> str:
    if state.phase != "end":
        return f"{action.actor} shows {quantity(len(action.cards), 'card')}."
    left = still_to_show(state)
    scores = match_scores(state)
    if left:
        return f"{total(action.cards)} in the hand. Still to show: {', '.join(left)}."
    return " ".join(f"{state.side_name(side)}: {sum(hand_points(state, side).values())} for the hand, {scores[side]} "
                    "in all." for side in (0, 1))


_JUDGES: dict[str, Judging] = {
    "deal": _judge_deal, "start": _judge_start, "draw": _in_turn(_judge_draw), "red": _judge_red,
    "meld": _in_turn(_judge_lay), "add": _in_turn(_judge_lay), "take": _in_turn(_judge_take),
    "discard": _in_turn(_judge_discard), "ask": _in_turn(_judge_ask), "answer": _judge_answer, "out": _judge_out,
    "pass": _in_turn(_judge_pass), "show": _judge_show,
}


# -- lists -------------------------------------------------------------------------------------


def _may_hold(state: State, seat: int) -> list[Card]:
    """Faces that the player can still have in his hand, red threes apart."""
    hand = state.hands[seat]
    if hand.size == len(hand.known):
        return sorted(set(hand.known))
    unseen = PACK - Counter(state.seen())
    return [card for card in PACK if not is_red_three(card) and (card in hand.known or unseen[card])]


def _possible(state: State) -> list[list[Action]]:
    """Bounded and useful: the deal, upcards, drawing, taking, passing, the question, single cards
    that could be added, and every discard.  Actions that are judged alike stand together."""
    if state.phase == "end":
        return [[Action(TABLE, "deal")]]
    if state.phase == "upcard":
        return [[Action(TABLE, "start", (card,))] for card in PACK]
    turn, player = state.now, state.on_turn
    cards = _may_hold(state, turn.seat)
    answers = [Action(state.players[state.partner(turn.seat)], "answer", words=word) for word in ("yes", "no")]
    single = [*(answers if turn.asked and not turn.answer else ()),
              *(Action(player, verb) for verb in ("draw", "take", "pass", "ask")),
              *(Action(player, "red", (card,)) for card in PACK if is_red_three(card))]
    discards = [Action(player, "discard", (card,)) for card in _may_hold(_settled(state), turn.seat)]
    return [*([action] for action in single), *_possible_additions(state, cards), *([discards] if discards else [])]


def _possible_additions(state: State, cards: list[Card]) -> list[list[Action]]:
    """Single cards for each meld: the pile's top card, other natural ones, wild ones."""
    player, top = state.on_turn, state.now.before.pile[-1:]
    groups = []
    for meld in state.sides[state.now.seat % 2].melds:
        fitting = {card for card in (*cards, *top) if card.rank == meld.rank}
        for group in (fitting & set(top), fitting - set(top), set(filter(is_wild, cards))):
            groups.append([Action(player, "add", (card,), to=meld.rank) for card in sorted(group)])
    return [group for group in groups if group]


CANASTA = Canasta()
