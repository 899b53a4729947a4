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

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, NamedTuple

from rules.core.action import TABLE, Action
from rules.core.cards import JOKER, SUIT_NAMES, SUITS, Card, cards_sentence, standard_pack
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES, clause_fault, face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, Text, quantity, texts
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL, RESHUFFLE, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, need, ok, warn, which_card

PACK = standard_pack(jokers=1)
HAND = 4
PENALTY = 5
LEFTOVER_TARGET = 20
HEIGHTS = "23456789TJQKA"
PLACE = "trick"
BEFORE_ALL = -1  # the moment at which the first hands were dealt


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    max_players: int
    joker_anytime: bool
    joker_lead: str
    joker_last: bool
    deadline: str
    notice: str
    end: str
    show_draws: str
    false_call_penalty: int
    revoke_penalty: int
    score: str


OPTIONS = (
    Option("max_players", (4,), "How many may play.", least=2, most=6),
    Option("joker_anytime", (True, False), "The joker may be played even by a player who could follow suit."),
    Option("joker_lead", ("any_suit_by_second", "forbidden", "joker_named_suit"),
           "Whether the joker may be led, and who then names the suit."),
    Option("joker_last", (True, False), "The joker may be somebody's last card."),
    Option("deadline", ("next_action", "winner_grace"),
           "Until when Page One can be said: till the next player acts, or by a trick's winner till the lead."),
    Option("notice", ("auto", "on_challenge"),
           "A missed call is noticed by itself, or costs only when the player draws for it."),
    Option("end", ("immediate", "end_of_trick"), "Whether the last card ends the game at once or with its trick."),
    Option("show_draws", ("hidden", "shown"), "Whether drawn cards are shown to everybody."),
    Option("false_call_penalty", (0, 5), "Cards drawn for saying Page One without being down to one card."),
    Option("revoke_penalty", (0, 5), "Cards drawn for a proven revoke."),
    Option("score", ("wins", "leftover"), "A point for a game won, or a point for each card the others hold."),
)


# -- state ------------------------------------------------------------------------------------


class Void(NamedTuple):
    """A player's word that he holds none of a suit.  Cards that came up to the action `since` are
    none of it; `about` is the action that he gave his word by."""

    since: int
    about: int


@dataclass(frozen=True)
class Seat:
    """A hand as far as it is public.  slots: for each card never shown, the action it came with,
    oldest first.  known: cards that were shown and not yet played.  voids: suit -> his word."""

    slots: tuple[int, ...] = (BEFORE_ALL,) * HAND
    known: tuple[Card, ...] = ()
    voids: Mapping[str, Void] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.slots) + len(self.known)

    def maybe(self, suit: str) -> int:
        """How many unseen cards could be of a suit that he had none of."""
        void = self.voids.get(suit)
        return len(self.slots) if void is None else sum(came > void.since for came in self.slots)

    def drew(self, number: int, at: int) -> Seat:
        return replace(self, slots=(*self.slots, *(at,) * number))

    def said_none(self, suit: str, since: int, about: int) -> Seat:
        return replace(self, voids={**self.voids, suit: Void(since, about)})


class Duty(NamedTuple):
    """Somebody owes the call: by the play with this number he came down to one card."""

    seat: int
    at: int


class Drawing(NamedTuple):
    """The player on turn is drawing: his first draw of this turn, how many cards so far, and how many
    cards he has shown since."""

    at: int
    number: int
    shown: int = 0


@dataclass(frozen=True)
class State:
    """Everything public.  trick: (seat, card) as played; a full one lies there until the next lead.
    discards: finished tricks since the last shuffle.  released: card -> the shuffle that hid it again.
    due: calls still in time; missed: calls that are late and not yet paid for (`notice: on_challenge`).
    out: who played his last card, in order."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...]
    seats: tuple[Seat, ...]
    stock: int
    deals: int = 1
    turn: int = 0
    trick: tuple[tuple[int, Card], ...] = ()
    named: str = ""
    discards: tuple[Card, ...] = ()
    released: Mapping[Card, int] = field(default_factory=dict)
    drawing: Drawing | None = None
    due: tuple[Duty, ...] = ()
    missed: tuple[Duty, ...] = ()
    out: tuple[int, ...] = ()
    ended: bool = False
    untouched: bool = True

    @property
    def now(self) -> int:
        """The number of the action being judged."""
        return self.at - 1

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for _, card in self.trick)

    @property
    def is_full(self) -> bool:
        """Everybody has played to the trick."""
        return {seat for seat, _ in self.trick} == set(range(len(self.players)))

    @property
    def led(self) -> str | None:
        """The suit to be followed; None on an empty trick and after a joker led without a suit."""
        if self.named:
            return self.named
        return next((card.suit for card in self.cards if not card.is_joker), None)

    @property
    def winning(self) -> int | None:
        """Who wins the trick so far: the joker, else the highest card of the led suit."""
        following = [(card.is_joker, HEIGHTS.find(card.rank), seat) for seat, card in self.trick
                     if card.is_joker or card.suit == self.led]
        return max(following)[2] if following else None

    @property
    def scores(self) -> dict[str, int]:
        points = list(self.totals)
        if self.ended and self.out:
            winner = self.out[0]
            left = sum(seat.size for seat in self.seats)
            points[winner] += left if self.house.score == "leftover" else 1
        return by_player(self.players, points)

    @property
    def over(self) -> bool:
        """The game is over, and with leftover cards counted the match: somebody has reached 20."""
        return self.ended and (self.house.score == "wins" or max(self.scores.values()) >= LEFTOVER_TARGET)

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards that lie in the trick or the finished tricks, or were shown in a hand other than this player's."""
        shown = (card for name, seat in zip(self.players, self.seats, strict=True) for card in seat.known
                 if name != player)
        return (*self.cards, *self.discards, *shown)

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def with_seat(self, index: int, seat: Seat) -> State:
        return replace(self, seats=with_item(self.seats, index, seat))


# -- the game ---------------------------------------------------------------------------------


class PageOne(Game[State], Camera[State], Shown[State]):
    """The rules of Page One (RULES 4)."""

    name = "page_one"
    title = "Page One"
    min_players = 2
    max_players = 6
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("play", cards=ANY, clauses=("to",), told_by="cards"),
        Verb("draw", numbers=(0, 1)),
        Verb("say", words=("page one",), out_of_turn=True),
        SHOW,
        RESHUFFLE,
    )
    summary = ("Follow the suit that was led, or draw cards until you can. Whoever comes down to one card must say "
               "Page One; whoever is first out of cards wins.")
    codes: ClassVar = {
        **COMMON_CODES,
        "OFF_SUIT": "The led suit must be followed, if need be by drawing until a card of it turns up.",
        "REVOKE": "Whoever draws holds no card of the led suit; a card seen later shows that there was one.",
        "MISSED_CALL": "Whoever comes down to one card must say Page One in time, or draw five cards.",
        "FALSE_CALL": "Page One is said by a player who has come down to one card.",
        "MUST_LEAD": "Whoever leads plays a card of the hand and does not draw.",
        "NO_NEED_TO_DRAW": "After a joker was led any card may be played, so nobody has to draw.",
        "SHORT_STOCK": "Only as many cards can be drawn as the stock has.",
        "STILL_CARDS": "The game is drawn only when there is nothing left to draw.",
        "EARLY_RESHUFFLE": "The finished tricks are shuffled when the stock is used up.",
        "NOTHING_TO_SHUFFLE": "There is no finished trick to make a new stock of.",
        "JOKER_LEAD": "The joker may not be led.",
        "JOKER_LAST": "The joker may not be the last card.",
        "NAME_SUIT": "The leader of the joker names the suit to be followed.",
        "NOT_SHOWN": "Drawn cards are shown to everybody.",
        "EARLY_DEAL": "The game is still being played.",
        "NO_DEAL": "The game is over; the next one begins with a deal.",
        "TWO_CARDS": "One card is played at a time.",
        "UNSEEN_CARD": "The card has to be named.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        house = House(**options)  # type: ignore[arg-type]
        if len(players) > house.max_players:
            raise SetupError(f"Page One is for 2 to {house.max_players} players here, not {len(players)}; the option "
                             "max_players allows up to 6.")
        return _dealt(0, players, house, players.index(dealer), (0,) * len(players), BEFORE_ALL)

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        fault = clause_fault(action, *(("to",) if action.verb == "play" else ()))
        if not fault and action.actor == TABLE and action.verb not in ("deal", "reshuffle"):
            fault = Fault("WRONG_TURN", "Only a player can do that.")
        if fault:
            return illegal(*fault)
        return _with_false_words(state, _JUDGES[action.verb](replace(state, at=state.at + 1), action))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every unseen card that follows, one draw, the call that is due, a shuffle, the next deal."""
        possible = [Action(state.players[duty.seat], "say", words="page one") for duty in state.due]
        actor = self.to_act(state)
        if actor is None:
            possible.append(Action(TABLE, "deal"))
        else:
            possible += [Action(actor, "play", (card,), to=suit) for card in unseen(state, actor)
                         for suit in _suits_to_name(state, card)]
            possible += [Action(actor, "draw", numbers=(n,)) for n in (0, 1)]
            possible += [Action(TABLE, "reshuffle")] if not state.stock else []
        judged = [(action, self.judge(state, action)) for action in possible]
        return tuple(action for action, verdict in judged if verdict.applies and "REVOKE" not in verdict.codes)

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.seat(player)
        return replace(state, at=state.at + 1, totals=with_item(state.totals, i, state.totals[i] - points))

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return None if state.ended else state.players[state.turn]

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
            "void": by_player(state.players, (_in_order(seat.voids) for seat in state.seats)),
        }

    def outcome(self, state: State) -> Outcome:
        won = tuple(state.players[seat] for seat in state.out[:1])
        winners = won if state.house.score == "wins" else leaders(state.scores)
        return Outcome(state.over, state.scores, winners if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 4.9.  `maybe`: player -> suit he had none of -> how many of his cards could be of it
        by now; `call_due`: who must say Page One, and the action that made him."""
        return {
            "follow": None if state.is_full or state.ended else state.led,
            "drawn": state.drawing.number if state.drawing else 0,
            "maybe": {name: {suit: seat.maybe(suit) for suit in _in_order(seat.voids)}
                      for name, seat in zip(state.players, state.seats, strict=True)},
            "call_due": [{"player": state.players[duty.seat], "at": duty.at} for duty in state.due],
            "call_missed": [state.players[duty.seat] for duty in state.missed],
            "discards": len(state.discards), "reshuffle_needed": not state.stock and bool(state.discards),
            "leads_next": state.players[state.turn] if state.is_full and not state.ended else None,
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card in the trick was played by whoever is on turn; draws and calls are not to be seen."""
        actor = self.to_act(state)
        return tuple(Action(actor, "play", (card,)) for place, card in change.appeared if place == PLACE and actor)


def _in_order(voids: Mapping[str, Void]) -> list[str]:
    return [suit for suit in SUITS if suit in voids]


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    seen = frozenset(state.elsewhere(player))
    return tuple(card for card in PACK if card not in seen)


def _suits_to_name(state: State, card: Card) -> tuple[str, ...]:
    leading = state.is_full or not state.trick
    return tuple(SUITS) if card.is_joker and leading and state.house.joker_lead == "joker_named_suit" else ("",)


# -- dealing and shuffling --------------------------------------------------------------------


def _dealt(at: int, players: tuple[str, ...], house: House, dealer: int, totals: tuple[int, ...], now: int,
           deals: int = 1) -> State:
    """Four cards each; the player at the dealer's left leads."""
    n = len(players)
    seats = (Seat((now,) * HAND),) * n
    return State(at, players, house, dealer, totals, seats, sum(PACK.values()) - HAND * n, deals, (dealer + 1) % n)


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = face_down_fault(action)
    if fault:
        return illegal(*fault)
    if state.untouched:
        return ok(state, f"{state.players[state.dealer]} deals.")
    if state.over and state.house.score == "leftover":
        return illegal("GAME_OVER", f"{' and '.join(leaders(state.scores))} has won the match.")
    dealer = (state.dealer + 1) % len(state.players) if state.ended else state.dealer
    after = _dealt(state.at, state.players, state.house, dealer, tuple(state.scores.values()), state.now,
                   state.deals + 1)
    if not state.ended:
        return illegal("EARLY_DEAL", "The game is not played out; deal again only if it is thrown in.", after)
    return ok(after, f"{state.players[dealer]} deals; {state.players[after.turn]} leads.")


def _judge_reshuffle(state: State, action: Action) -> Verdict:
    if state.ended:
        return illegal("NO_DEAL", "The game is over; the pack is shuffled for the next deal anyway.")
    gathered = _gathered(state)
    if not gathered.discards:
        return illegal("NOTHING_TO_SHUFFLE", "There is no finished trick to make a new stock of.")
    after = _reshuffled(gathered)
    if state.stock:
        return warn("EARLY_RESHUFFLE", f"There are still {quantity(state.stock, 'card')} in the stock.", after)
    return ok(after, f"The new stock has {quantity(after.stock, 'card')}.")


def _gathered(state: State) -> State:
    """A full trick goes to the finished ones as soon as something else happens."""
    if not state.is_full:
        return state
    return replace(state, trick=(), named="", discards=(*state.discards, *state.cards))


def _reshuffled(state: State) -> State:
    """The finished tricks become stock; from now on those cards can be anywhere again."""
    return replace(state, stock=state.stock + len(state.discards), discards=(),
                   released={**state.released, **dict.fromkeys(state.discards, state.now)})


def _taken(state: State, seat: int, number: int) -> State:
    """Cards from the stock, with a shuffle of the finished tricks where it runs out; where that is not
    enough, all there are (RULES 4.3)."""
    first = min(number, state.stock)
    state = replace(state, stock=state.stock - first)
    if first < number and state.discards:
        state = _reshuffled(state)
    second = min(number - first, state.stock)
    return replace(state, stock=state.stock - second).with_seat(seat, state.seats[seat].drew(first + second, state.now))


# -- calls (RULES 4.3) ------------------------------------------------------------------------


class Proof(NamedTuple):
    """What an action shows about an earlier one."""

    code: str
    why: str
    about: int


def _judge_say(state: State, action: Action) -> Verdict:
    seat, player = state.seat(action.actor), action.actor
    late = next((duty for duty in state.missed if duty.seat == seat), None)
    if late and not state.ended:
        after = _paid(_gathered(state), late)
        return _verdict(after, "", (), [Proof("MISSED_CALL", f"{player} says it too late and draws five.", late.at)])
    due = next((duty for duty in state.due if duty.seat == seat), None)
    if due:
        return ok(_without_duty(state, due), f"{player}: Page One!")
    size = state.seats[seat].size
    if state.ended or size == 1:
        return ok(state, f"{player} has said so already.")
    after = _taken(_gathered(state) if state.house.false_call_penalty else state, seat, state.house.false_call_penalty)
    cost = f" and draws {state.house.false_call_penalty}" if state.house.false_call_penalty else ""
    return warn("FALSE_CALL", f"{player} has {quantity(size, 'card')}, not one{cost}.", after)


def _paid(state: State, duty: Duty) -> State:
    """Five cards for a missed call; who was out of cards no longer is."""
    paid = _taken(replace(_without_duty(state, duty), missed=tuple(other for other in state.missed if other != duty),
                          out=tuple(seat for seat in state.out if seat != duty.seat)), duty.seat, PENALTY)
    return replace(paid, ended=state.ended and bool(paid.out))


def _without_duty(state: State, duty: Duty) -> State:
    return replace(state, due=tuple(other for other in state.due if other != duty))


def _deadlines(before: State, after: State, actor: int) -> tuple[State, list[Proof]]:
    """The calls that this action was too late for: nobody may act before them (RULES 4.3).  With
    `winner_grace` a player who may still win the trick has until he leads."""
    proofs = []
    for duty in before.due:
        if before.house.deadline == "winner_grace" and actor != duty.seat and after.winning == duty.seat:
            continue
        if before.house.notice == "auto":
            after = _paid(after, duty)
            player = before.players[duty.seat]
            proofs.append(Proof("MISSED_CALL", f"{player} did not say Page One and draws five.", duty.at))
        else:
            after = replace(_without_duty(after, duty), missed=(*after.missed, duty))
    return after, proofs


def _verdict(after: State, why: Text, changes: tuple[Text, ...], proofs: list[Proof]) -> Verdict:
    """ok, or what the action proves, the missed call first."""
    if not proofs:
        return ok(after, why, changes)
    said = (*(proof.why for proof in proofs[1:]), *((why,) if why else ()), *changes)
    return Verdict("proven", tuple(proof.code for proof in proofs), proofs[0].why, proofs[0].about, said, after=after)


def _also(action: Action, proofs: list[Proof]) -> tuple[str, ...]:
    """What a faulty action proves besides, if the table lets it stand; else it has not happened."""
    return tuple(proof.code for proof in proofs) if action.stands else ()


# -- drawing ----------------------------------------------------------------------------------


def _judge_draw(state: State, action: Action) -> Verdict:
    seat, number = state.seat(action.actor), action.numbers[0] if action.numbers else 1
    challenged = next((duty for duty in state.missed if duty.seat == seat), None)
    follows = state.turn == seat and not state.ended and not state.is_full and state.led is not None
    if challenged and number == PENALTY and not follows:
        proof = Proof("MISSED_CALL", f"{action.actor} did not say Page One and draws five.", challenged.at)
        return _verdict(_paid(_gathered(state), challenged), "", (), [proof])
    fault = _over_fault(state) or turn_fault(state.players[state.turn], action.actor)
    if fault:
        return illegal(fault.code, fault.why, None if state.ended else _drawn(state, seat, number, None)[0])
    before = _gathered(state)
    fault = _draw_fault(before, seat, number)
    after, proofs = _drawn(before, seat, number, before.led)
    if fault:
        return illegal(fault.code, fault.why, after, *_also(action, proofs))
    if not number:
        return ok(replace(before, ended=True, untouched=False), "Nothing is left to draw: the game is drawn.")
    assert after.drawing
    suit = f" and holds no {SUIT_NAMES[before.led]}" if before.led else ""
    return _verdict(after, f"{action.actor} has drawn {quantity(after.drawing.number, 'card')}{suit}.", (), proofs)


def _draw_fault(state: State, seat: int, number: int) -> Fault | None:
    player, hand = state.players[seat], state.seats[seat]
    if not state.trick and not (hand.size == 1 and not state.house.joker_last):
        return Fault("MUST_LEAD", f"{player} leads and plays any card.")
    if state.trick and state.led is None:
        return Fault("NO_NEED_TO_DRAW", f"A joker was led, so {player} may play any card.")
    held = next((card for card in hand.known if card.suit == state.led), None)
    if held:
        return Fault("REVOKE", f"{player} has shown the {held.name} and can follow.")
    left = state.stock or len(state.discards)
    if not number and left:
        return Fault("STILL_CARDS", f"There are still {quantity(left, 'card')} to draw.")
    if number > state.stock:
        return Fault("SHORT_STOCK", _short_why(state, number))
    return None


def _short_why(state: State, number: int) -> str:
    if state.discards:
        first = f"draw {state.stock}, " if state.stock else ""
        return (f"The stock has {quantity(state.stock, 'card')}: {first}reshuffle, then draw "
                f"{number - state.stock} more.")
    return (f"The stock has {quantity(state.stock, 'card')} and there is nothing to shuffle; "
            "'draw 0' says that the game is drawn.")


def _drawn(state: State, seat: int, number: int, suit: str | None) -> tuple[State, list[Proof]]:
    """The hand after a draw, his word that he holds none of the suit, and the calls that it was too
    late for.  What he drew so far in this turn is none of it either, or he would have stopped."""
    drawing = state.drawing or Drawing(state.now, 0)
    after = _taken(state, seat, number)
    if suit:
        after = after.with_seat(seat, after.seats[seat].said_none(suit, state.now, drawing.at))
    after = replace(after, untouched=False)
    if seat == state.turn:
        after = replace(after, drawing=drawing._replace(number=drawing.number + number))
    return _deadlines(state, after, seat)


# -- playing ----------------------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    fault = _over_fault(state)
    if len(action.cards) != 1:
        fault = fault or Fault("TWO_CARDS", "One card is played at a time.")
    if fault:
        return illegal(*fault)
    before, seat, card = _gathered(state), state.seat(action.actor), action.card
    fault = (hand_fault(action.actor, before.seats[seat].size, 1)
             or turn_fault(state.players[state.turn], action.actor)
             or pack_fault(PACK, before.elsewhere(action.actor), action.cards))
    if not fault and card.is_unknown:
        return which_card(action, unseen(before, action.actor), lambda play: _judge_play(state, play))
    if not fault and _must_name(before, action):
        return need("NAME_SUIT", f"Which suit does {action.actor} name?",
                    tuple(replace(action, to=suit) for suit in SUITS))
    fault = fault or _follow_fault(before, seat, card) or _to_fault(before, action) or _hidden_fault(before, seat, card)
    if fault and not (card.is_standard or card.is_joker):
        return illegal(*fault)
    after, proofs = _played(before, action)
    if fault:
        return illegal(fault.code, fault.why, after, *_also(action, proofs))
    if before.house.show_draws == "shown" and _unshown(before, seat, card) and not proofs:
        return warn("NOT_SHOWN", f"{action.actor} has not shown what he drew.", after, _play_changes(after))
    return _verdict(after, _play_sentence(after, action), _play_changes(after), proofs)


def _over_fault(state: State) -> Fault | None:
    if not state.ended:
        return None
    if state.over and state.house.score == "leftover":
        return Fault("GAME_OVER", f"{' and '.join(leaders(state.scores))} has won the match.")
    return Fault("NO_DEAL", "The game is over; deal the next one.")


def _must_name(state: State, action: Action) -> bool:
    return _to_is_allowed(state, action) and not action.to


def _to_is_allowed(state: State, action: Action) -> bool:
    """Whether this play names a suit: a joker led where its player names one."""
    return action.card.is_joker and not state.trick and state.house.joker_lead == "joker_named_suit"


def _to_fault(state: State, action: Action) -> Fault | None:
    if not action.to:
        return None
    if not _to_is_allowed(state, action):
        return Fault("CLAUSE", "A suit is named only by the leader of a joker.")
    return None if action.to.upper() in tuple(SUITS) else Fault("NAME_SUIT", "Name a suit: to C, to D, to H or to S.")


def _follow_fault(state: State, seat: int, card: Card) -> Fault | None:
    """Whether the card may be played to the trick (RULES 4.2)."""
    hand = state.seats[seat]
    if card.is_joker and hand.size == 1 and not state.house.joker_last:
        return Fault("JOKER_LAST", "The joker may not be the last card.")
    if card.is_joker and not state.trick:
        if state.house.joker_lead == "forbidden" and hand.size > 1:
            return Fault("JOKER_LEAD", "The joker may not be led.")
        return None
    led = state.led if state.trick else None
    if card.is_joker:
        held = next((other for other in hand.known if other.suit == led), None)
        if held and not state.house.joker_anytime:
            return Fault("OFF_SUIT", f"{state.players[seat]} has shown the {held.name} and must follow with it.")
        return None
    if led and card.suit != led:
        return Fault("OFF_SUIT", f"{SUIT_NAMES[led].capitalize()} were led; draw until you can follow.")
    return None


def _hidden_fault(state: State, seat: int, card: Card) -> Fault | None:
    """A card that went into the new stock can be held only by somebody who has drawn since."""
    hand = state.seats[seat]
    if card in hand.known or any(came >= state.released.get(card, BEFORE_ALL) for came in hand.slots):
        return None
    if not hand.slots:
        return Fault("HAND_COUNT", f"{state.players[seat]} has shown all his cards, and this is none of them.")
    return Fault("DUPLICATE", f"The {card.name} was shuffled into the stock and {state.players[seat]} has drawn "
                              "nothing since: misread, or from another pack?")


def _unshown(state: State, seat: int, card: Card) -> bool:
    """Whether he drew in this turn without showing all of it (the card played is seen anyway)."""
    if not state.drawing:
        return False
    return state.drawing.number - state.drawing.shown > (card not in state.seats[seat].known)


def _played(state: State, action: Action) -> tuple[State, list[Proof]]:
    """The state after a play, lawful or let stand, and what it proves."""
    seat, card = state.seat(action.actor), action.card
    hand, revoke = _without(state, seat, card)
    if card.is_joker and state.led and not state.house.joker_anytime and not state.drawing:
        hand = hand.said_none(state.led, state.now, state.now)
    named = action.to.upper() if action.to.upper() in tuple(SUITS) and not state.trick else state.named
    after = replace(state.with_seat(seat, hand), trick=(*state.trick, (seat, card)), named=named, drawing=None,
                    untouched=False)
    after, proofs = _deadlines(state, after, seat)
    if revoke:
        after = _taken(after, seat, state.house.revoke_penalty)
        proofs.append(revoke)
    return _next_turn(after, seat), proofs


def _next_turn(state: State, actor: int) -> State:
    """Who is out, who owes a call, whether the game has ended, and who plays next."""
    size = state.seats[actor].size
    if size == 0:
        state = replace(state, out=(*state.out, actor))
    if size == 1:
        state = replace(state, due=(*state.due, Duty(actor, state.now)))
    ended = bool(state.out) and (state.house.end == "immediate" or state.is_full)
    return replace(state, ended=ended, turn=_turn_after(state))


def _turn_after(state: State) -> int:
    """The winner of a full trick; else the next player from the leader on who has not played to it."""
    if state.is_full and state.winning is not None:
        return state.winning
    n, leader = len(state.players), state.trick[0][0]
    have_played = {seat for seat, _ in state.trick}
    return next(i for i in ((leader + k) % n for k in range(n)) if i not in have_played)


# -- revokes (RULES 4.5) ----------------------------------------------------------------------


def _without(state: State, seat: int, card: Card) -> tuple[Seat, Proof | None]:
    """The hand without the card, and the revoke if no card of the hand can have been it.

    Of the cards it can have been the oldest is taken out: a newer one can be whatever an older one
    can be, so this leaves the hand every way out that it has."""
    hand = state.seats[seat]
    if card in hand.known:
        return replace(hand, known=tuple(other for other in hand.known if other != card)), None
    if not hand.slots:
        return replace(hand, known=hand.known[:-1]), None
    if _is_the_card_drawn(state, seat, card):
        return replace(hand, slots=hand.slots[:-1]), None
    void = hand.voids.get(card.suit)
    free = void.since if void else BEFORE_ALL - 1
    released = state.released.get(card, BEFORE_ALL)
    fitting = [came for came in hand.slots if came > free and came >= released]
    proof = None if fitting or void is None else _revoke(state, seat, card, void)
    gone = hand.slots.index((fitting or hand.slots)[0])
    return replace(hand, slots=(*hand.slots[:gone], *hand.slots[gone + 1:])), proof


def _is_the_card_drawn(state: State, seat: int, card: Card) -> bool:
    """A card of the led suit that ends a draw is the one just drawn (RULES 4.2)."""
    shown = any(other.suit == state.led for other in state.seats[seat].known)
    return state.drawing is not None and seat == state.turn and card.suit == state.led and not shown


def _revoke(state: State, seat: int, card: Card, void: Void) -> Proof:
    """No card of this suit can have come since: he held it then, or drew it and went on drawing.  (Where
    he has drawn for other suits since, he may instead have revoked there; he is guilty either way.)"""
    means = "drawing" if state.house.joker_anytime else "drawing or playing the joker"
    return Proof("REVOKE", f"By {means} {state.players[seat]} said: no {SUIT_NAMES[card.suit]}; and no card taken "
                           f"since can be the {card.name}.", void.about)


def _false_words(state: State) -> list[tuple[int, tuple[str, ...]]]:
    """Seats with suits that they said they had none of, where that cannot be true: too few of the cards
    still unseen could be the cards they hold.  One suit by itself where that is enough, else several."""
    if not any(seat.voids for seat in state.seats):
        return []
    hidden = Counter((card.suit, state.released.get(card, BEFORE_ALL)) for card in unseen(state))
    found: list[tuple[int, tuple[str, ...]]] = []
    for i, seat in enumerate(state.seats):
        suits = tuple(_in_order(seat.voids))
        if not _is_short(state, i, hidden, suits) or _is_short(state, i, hidden, ()):
            continue
        alone = [(i, (suit,)) for suit in suits if _is_short(state, i, hidden, (suit,))]
        found += alone or [(i, suits)]
    return found


def _is_short(state: State, i: int, hidden: Mapping[tuple[str, int], int], suits: tuple[str, ...]) -> bool:
    """Whether the words about these suits leave the player too few cards.  hidden: unseen cards by suit
    and the shuffle that hid them.  What an older card of the hand can be, a newer one can be too; so it
    is enough to ask, for the oldest card, the oldest two and so on, whether there are as many for them."""
    seat = state.seats[i]
    may_follow = state.led if state.drawing and state.turn == i else None  # the card drawn last
    for number, came in enumerate(seat.slots, 1):
        newest = number == len(seat.slots)
        if not newest and seat.slots[number] == came and not (may_follow and number == len(seat.slots) - 1):
            continue
        could_be = sum(count for (suit, released), count in hidden.items() if released <= came and (
            suit not in suits or seat.voids[suit].since < came or (newest and suit == may_follow)))
        if could_be < number:
            return True
    return False


def _with_false_words(before: State, verdict: Verdict) -> Verdict:
    """A lawful action that leaves too few cards unseen for somebody's word to be true proves it false."""
    if verdict.kind != "ok":
        return verdict
    after: State = verdict.after
    found = _false_words(after)
    known = _false_words(before) if found else ()
    proofs = []
    for i, suits in found:
        if any(i == j and set(said) <= set(suits) for j, said in known):
            continue  # it has been said
        why = _false_words_why(after, i, suits)
        voids = [after.seats[i].voids[suit] for suit in suits]
        if len(voids) == 1 and voids[0].about == before.at:
            return illegal("REVOKE", why, after)
        # Of several words any one may be the false one: the latest that has been given before is named.
        proofs.append(Proof("REVOKE", why, max(void.about for void in voids if void.about != before.at)))
        after = _taken(after, i, after.house.revoke_penalty) if not after.ended else after
    return _verdict(after, verdict.why, verdict.changes, proofs) if proofs else verdict


def _false_words_why(state: State, i: int, suits: tuple[str, ...]) -> str:
    names = [SUIT_NAMES[suit] for suit in suits]
    if len(names) == 1:
        return f"{state.players[i]} must have had {names[0]}: too few cards of other suits are unseen."
    return (f"{state.players[i]} cannot have been without {', '.join(names[:-1])} and {names[-1]} each time he said "
            "so: too few other cards are unseen.")


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of the hand laid open: each is judged like a card played, and known from then on."""
    seat = state.seat(action.actor)
    new = tuple(card for card in dict.fromkeys(action.cards)
                if not card.is_unknown and card not in state.seats[seat].known)
    fault = (_over_fault(state) if not state.ended else None) or pack_fault(PACK, state.elsewhere(), new) or hand_fault(
        action.actor, len(state.seats[seat].slots), len(new))
    for card in new:
        fault = fault or _hidden_fault(state, seat, card)
    if fault:
        return warn(fault.code, fault.why, state)
    proofs = []
    if state.drawing and seat == state.turn:
        state = replace(state, drawing=state.drawing._replace(shown=state.drawing.shown + len(new)))
    for card in new:
        hand, proof = _without(state, seat, card)
        state = state.with_seat(seat, replace(hand, known=(*hand.known, card)))
        proofs += [proof] if proof else []
    if proofs and not state.ended:
        state = _taken(state, seat, state.house.revoke_penalty)
    return _verdict(state, f"{action.actor} shows the {cards_sentence(action.cards)}.", (), proofs)


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "play": _judge_play, "draw": _judge_draw, "say": _judge_say, "show": _judge_show,
    "reshuffle": _judge_reshuffle,
}


# -- sentences --------------------------------------------------------------------------------


def _play_sentence(after: State, action: Action) -> str:
    if after.ended and after.out:
        return f"{after.players[after.out[0]]} is out of cards and wins."
    if after.is_full:
        return f"{after.players[after.turn]} wins the trick and leads."
    if len(after.trick) == 1:
        return f"{action.actor} leads the {action.card.name}."
    assert after.winning is not None
    return f"{after.players[after.winning]} is winning."


def _play_changes(after: State) -> tuple[str, ...]:
    return tuple(f"{after.players[duty.seat]} must say Page One now." for duty in after.due if duty.at == after.now)


def _lines(state: State) -> Iterator[str]:
    if state.ended:
        yield f"{state.players[state.out[0]]} has won." if state.out else "The game is drawn."
    elif state.is_full or not state.trick:
        yield f"{state.players[state.turn]} leads any card."
    else:
        suit = f"{SUIT_NAMES[state.led].capitalize()} were led" if state.led else "A joker was led: any card"
        winning = f"; {state.players[state.winning]} is winning" if state.winning is not None else ""
        yield f"{suit}{winning}; {state.players[state.turn]} is next."
    if state.drawing:
        yield f"{quantity(state.drawing.number, 'card')} drawn so far."
    yield from (f"{state.players[duty.seat]} must say Page One before anybody acts." for duty in state.due)
    yield from (f"{state.players[duty.seat]} did not say Page One." for duty in state.missed)
    sizes = by_player(state.players, (seat.size for seat in state.seats))
    yield "Cards: " + ", ".join(f"{name} {size}" for name, size in sizes.items()) + "."
    yield from _void_lines(state)
    shuffle = "; reshuffle before drawing" if not state.stock and state.discards else ""
    yield f"Stock {state.stock}, finished tricks {quantity(len(state.discards), 'card')}{shuffle}."


def _void_lines(state: State) -> Iterator[str]:
    """Who had none of a suit, and how many of his cards could be of it by now."""
    for name, seat in zip(state.players, state.seats, strict=True):
        marks = [f"{SUIT_NAMES[suit]} ({seat.maybe(suit)} perhaps)" if seat.maybe(suit) else SUIT_NAMES[suit]
                 for suit in _in_order(seat.voids)]
        if marks:
            yield f"{name} had no {', '.join(marks)}."


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield PageOne.summary
    yield (f"2 to {house.max_players} players, 52 cards and a joker, four cards each; the rest is the stock. The "
           "player at the dealer's left leads any card. Ace is high.")
    yield ("Everybody follows suit. Whoever cannot draws one card at a time until one of that suit turns up, which is "
           "played at once. The highest card of the suit wins the trick and leads.")
    when = "at any time, even by somebody who can follow" if house.joker_anytime else "only by whoever cannot follow"
    last = "It may be the last card." if house.joker_last else "It may not be the last card."
    yield f"The joker wins every trick. It may be played {when}. {last}"
    yield {"any_suit_by_second": "If the joker is led, the second player plays any card and so sets the suit.",
           "forbidden": "The joker may not be led unless it is the only card left.",
           "joker_named_suit": "Whoever leads the joker names the suit to be followed."}[house.joker_lead]
    yield ("When the stock runs out the finished tricks are shuffled. If there are none and somebody must draw, the "
           "game is drawn." + (" Drawn cards are shown." if house.show_draws == "shown" else ""))
    until = ("before the next player acts" if house.deadline == "next_action"
             else "before the next player acts, or before the next lead by whoever has won the trick")
    yield f"Whoever comes down to one card says Page One {until}; otherwise it costs five cards from the stock."
    if house.notice == "on_challenge":
        yield "A missed call costs only when somebody notices and the player draws."
    if house.false_call_penalty:
        yield f"Saying it without need costs {house.false_call_penalty} cards."
    if house.revoke_penalty:
        yield f"Drawing although one could follow costs {house.revoke_penalty} cards once it is proven."
    yield ("Whoever plays the last card of a hand wins at once." if house.end == "immediate"
           else "When somebody has no card left, the trick is played out; the first without cards wins.")
    yield ("Each game won is a point." if house.score == "wins"
           else f"The winner scores a point for every card the others hold; {LEFTOVER_TARGET} points win the match.")


# -- random sittings --------------------------------------------------------------------------


class RandomPageOne(RandomPlayer[State], game="page_one"):
    """Honest people: they follow when they can, draw when they must, and always say Page One."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def _deal(self) -> None:
        self.stock, self.aside = self.shuffled(PACK), []
        for name in self.hands:
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def candidates(self) -> list[Action]:
        state, actor = self.state, self.match.to_act
        if state.due:
            return [Action(state.players[duty.seat], "say", words="page one") for duty in state.due]
        if actor is None:
            return [] if state.over else [Action(TABLE, "deal")]
        hand = self.hands[actor]
        led = None if state.is_full else state.led
        if led is None:
            stuck = hand == [JOKER] and not state.house.joker_last
            return [Action(actor, "draw", numbers=(1,))] if stuck else _each(actor, hand)
        return self._following(actor, hand, led)

    def _following(self, actor: str, hand: list[Card], led: str) -> list[Action]:
        """The card just drawn if it follows; else cards of the suit; else the joker or another draw."""
        suited = [card for card in hand if card.suit == led]
        joker = [card for card in hand if card.is_joker]
        if self.state.drawing and suited:
            return _each(actor, suited)
        if suited:
            return _each(actor, suited + (joker if self.state.house.joker_anytime else []))
        return [*_each(actor, joker), *self._draws(actor, led)]

    def _draws(self, actor: str, led: str) -> list[Action]:
        """One more card, or all that it takes; a shuffle when the stock is gone."""
        if not self.stock:
            return [Action(TABLE, "reshuffle") if self.state.discards else Action(actor, "draw", numbers=(0,))]
        coming = self.stock[::-1]
        needed = next((i for i, card in enumerate(coming, 1) if card.suit == led or card.is_joker), len(coming))
        return [Action(actor, "draw", numbers=(n,)) for n in sorted({1, needed})]

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self._deal()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)
        elif action.verb == "draw":
            self.hands[action.actor] += [self.stock.pop() for _ in range(action.numbers[0])]
        elif action.verb == "reshuffle":
            self.stock = self.shuffled(Counter(self.aside))
        self.aside = list(self.state.discards)

    def is_listed(self, action: Action) -> bool:
        return action.verb != "draw" or action.numbers[0] <= 1

    def check(self) -> None:
        sizes = [seat.size for seat in self.state.seats]
        assert sizes == [len(self.hands[name]) for name in self.state.players]
        assert self.state.stock == len(self.stock)


def _each(actor: str, cards: list[Card]) -> list[Action]:
    return [Action(actor, "play", (card,)) for card in cards]


PAGE_ONE = PageOne()
