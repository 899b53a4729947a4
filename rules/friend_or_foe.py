"""Friend or Foe?, by Jack Chang: get rid of your cards with the dice, with a friend, or against a foe (RULES 8).

    >>> match = Match(FRIEND_OR_FOE, Table(("Ann", "Bob", "Cal", "Deb"), dealer="Deb"))
    >>> match.push(parse_action("Ann roll 2 5")).why
    '2 and 5: a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace.'

Hands grow only by collecting the discard pile, and everybody saw what lay there: `known` holds those
cards, and an `Ask` remembers what a player claimed not to have.  `is_possible` is the heart of every
accusation: whether some hidden hand goes with all that a player claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from rules.core.action import TABLE, Action
from rules.core.cards import RANK_NAMES, RANKS, Card, cards_sentence, standard_pack
from rules.core.faults import (
    COMMON_CODES,
    actor_fault,
    clause_fault,
    face_down_fault,
    hand_fault,
    pack_fault,
    turn_fault,
)
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, left_of, with_item
from rules.core.verbs import ANY, DEAL, MAYBE, PASS, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, ok, proven, warn, which_card

PACK = standard_pack()
PLACE = "pile"
PIPS = range(1, 7)
Roll = tuple[int, int]
Phase = Literal["roll", "rolled", "asked", "passed", "attacked", "over"]


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    aces_match_die_one: bool
    both_matches: bool
    friend_requires_no_match: bool
    foe_pile: str
    double_out: str
    leftovers: str
    false_call: str


OPTIONS = (
    Option("aces_match_die_one", (False, True), "Whether an Ace matches a die that shows 1."),
    Option("both_matches", (False, True), "Whether a pair and a sum match may be laid in one turn."),
    Option("friend_requires_no_match", (True, False), "Whether only a player without a match may ask for a friend."),
    Option("foe_pile", ("with", "without"), "Whether the passer collects the attacker's cards too."),
    Option("double_out", ("shared", "asker", "helper"), "Who wins when a friend's answer empties both hands."),
    Option("leftovers", ("aside", "first_players"), "What happens to cards that cannot be dealt evenly."),
    Option("false_call", ("void", "collects"), "What calling 'Foe!' or 'Friend!' without the cards for it costs: "
                                               "nothing, or the pile."),
)


# -- state ------------------------------------------------------------------------------------


class Ask(NamedTuple):
    """A call for a friend: the player claimed to hold no match for the dice.

    held: cards that he is known to have held then, those shown since among them.
    collected: cards that came to him since."""

    player: str
    dice: Roll
    at: int
    held: frozenset[Card]
    collected: frozenset[Card] = frozenset()


class Half(NamedTuple):
    """A pair or a sum match laid where the other one may follow in the same turn (`both_matches`)."""

    player: str
    dice: Roll
    size: int


@dataclass(frozen=True)
class State:
    """Everything public.  Tuples by seat follow `players`.

    turn: the roller; after a pass it stays until the next player rolls.  attack: the attacker's cards on the
    pile, until it is collected.  known: cards of the hand that everybody has seen.  passed_before: the turn
    before this roll ended with a pass."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: str
    turn: str
    sizes: tuple[int, ...]
    known: tuple[frozenset[Card], ...]
    wins: tuple[int, ...]
    deals: int = 1
    phase: Phase = "roll"
    dice: Roll | None = None
    asked: Card | None = None
    half: Half | None = None
    attack: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    asks: tuple[Ask, ...] = ()
    passed_before: bool = False
    winners: tuple[str, ...] = ()

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def size(self, player: str) -> int:
        return self.sizes[self.seat(player)]

    def knows(self, player: str) -> frozenset[Card]:
        """Cards that the player is known to hold."""
        return self.known[self.seat(player)]

    @property
    def sum(self) -> int:
        return sum(self.dice or (0, 0))

    @property
    def next_player(self) -> str:
        return left_of(self.players, self.turn)

    @property
    def roller(self) -> str:
        """Who may roll now."""
        return self.turn if self.phase in ("roll", "rolled") else self.next_player

    @property
    def outside(self) -> list[Card]:
        """Cards that are not in the pile: in hands or aside."""
        lying = set(self.pile)
        return [card for card in PACK if card not in lying]

    @property
    def is_dead(self) -> bool:
        """Nobody can ever discard again: all cards that are held need one of the other kind (RULES 8.4,
        stalemate watch).  Cards aside are not held, where all hands are known; a pile that an attacked
        player must take is."""
        if self.phase == "attacked":
            return _collected(self).is_dead
        hands_known = all(size == len(known) for size, known in zip(self.sizes, self.known, strict=True))
        if not hands_known and len(self.pile) < len(PACK) - 4:
            return False
        held = {card.rank for card in (frozenset().union(*self.known) if hands_known else self.outside)}
        return held == {"K"} or (held == {"A"} and not self.house.aces_match_die_one)


def unseen(state: State, player: str = "") -> list[Card]:
    """The cards that could be anywhere, and those the player is known to hold."""
    placed = frozenset(state.pile).union(*state.known) - (state.knows(player) if player else frozenset())
    return [card for card in PACK if card not in placed]


# -- what a player claimed not to have (RULES 8.4) --------------------------------------------


def is_possible(state: State, player: str, asks: Sequence[Ask]) -> bool:
    """Whether some hidden hand makes all these calls of the player honest.

    What is hidden in his hand was there at every call, because hands grow only by cards that everybody
    saw.  So the hidden cards must make no match with each other and with what he held at each call; only
    the numbers of the dice can pair, and every choice of those is tried."""
    hidden = state.size(player) - len(state.knows(player))
    counts = Counter(card.number for card in unseen(state))
    for total in {sum(ask.dice) for ask in asks}:
        counts[total] = 0
    pairs = [ask for ask in asks if 1 not in ask.dice or state.house.aces_match_die_one]
    free = sum(number for pips, number in counts.items() if not any(pips in ask.dice for ask in pairs))
    bound = [pips for pips in PIPS if counts[pips] and any(pips in ask.dice for ask in pairs)]
    choices = (chosen for size in range(len(bound) + 1) for chosen in combinations(bound, size))
    return free >= hidden or any(free + _room(chosen, counts, pairs) >= hidden for chosen in choices)


def _room(chosen: tuple[int, ...], counts: Mapping[int, int], asks: Sequence[Ask]) -> int:
    """How many cards of the chosen numbers may be hidden together, one at least of each; -1 for none."""
    room = {pips: counts[pips] for pips in chosen}
    for ask in asks:
        one, two = ask.dice
        held = Counter(card.number for card in ask.held)
        if one == two and one in room:
            room[one] = min(room[one], 1 - held[one])
        elif one != two and (one in room or held[one]) and (two in room or held[two]) and {one, two} & set(room):
            return -1
    return sum(room.values()) if all(number > 0 for number in room.values()) else -1


def _with_proof(after: State, why: str) -> Verdict:
    """ok, or FRIEND_WITH_MATCH about an earlier call that what is known now contradicts."""
    changes = ("Nobody can discard any more; deal again.",) if after.is_dead and after.phase != "over" else ()
    if after.phase == "over":
        why = f"{' and '.join(after.winners)} won: no cards left."
    if after.house.friend_requires_no_match:
        for player in dict.fromkeys(ask.player for ask in after.asks):
            found = _wrong_asks(after, player)
            if found:
                earlier = [ask for ask in found if ask.at < after.at - 1]
                asks = tuple(ask for ask in after.asks if ask not in found)
                return proven("FRIEND_WITH_MATCH", _wrong_asks_why(found, after.house), earlier[-1].at,
                              replace(after, asks=asks), changes)
    return ok(after, why, changes)


def _wrong_asks(state: State, player: str) -> tuple[Ask, ...]:
    """The calls of this player of which one at least was made with a match in hand: a single one if
    possible, else the fewest first ones that cannot all be honest; none where all can be."""
    asks = tuple(ask for ask in state.asks if ask.player == player)
    if is_possible(state, player, asks) and not any(_held_match(ask.held, ask.dice, state.house) for ask in asks):
        return ()
    single = next((ask for ask in asks if _was_wrong(state, ask)), None)
    if single:
        return (single,)
    return next(asks[:count] for count in range(2, len(asks) + 1) if not is_possible(state, player, asks[:count]))


def _was_wrong(state: State, ask: Ask) -> bool:
    """Whether this call by itself was made with a match in hand."""
    return bool(_held_match(ask.held, ask.dice, state.house)) or not is_possible(state, ask.player, (ask,))


@lru_cache(maxsize=10_000)  # a call is looked at again whenever any card comes to light
def _held_match(held: frozenset[Card], dice: Roll, house: House) -> tuple[Card, ...]:
    """A match among the cards that somebody is known to have held."""
    return next(matches_among(held, dice, house), ())


def _wrong_asks_why(asks: Sequence[Ask], house: House) -> str:
    player, dice = asks[0].player, [f"{ask.dice[0]} and {ask.dice[1]}" for ask in asks]
    match = _held_match(asks[0].held, asks[0].dice, house)
    if len(asks) > 1:
        return (f"{player} asked for a friend with {', with '.join(dice)}, and held a match for one of them: too few "
                "of the cards that nobody has seen match none.")
    if match:
        return f"{player} held the {cards_sentence(match)} when asking for a friend with {dice[0]}."
    return (f"Whatever {player} has not shown, there was a match for {dice[0]} in it: too few of the cards that nobody "
            "has seen make none.")


# -- the game ---------------------------------------------------------------------------------


class FriendOrFoe(Game[State], Camera[State], Shown[State]):
    """The rules of Friend or Foe (RULES 8)."""

    name = "friend_or_foe"
    title = "Friend or Foe"
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("roll", numbers=(2, 2), told_by="dice"),
        Verb("play", cards=ANY, told_by="cards", together=True),
        Verb("ask", cards=MAYBE, clauses=("as", "=")),
        Verb("friend", cards=ANY, told_by="cards", out_of_turn=True),
        PASS,
        Verb("foe", cards=ANY, told_by="cards", out_of_turn=True, together=True),
        Verb("collect", told_by="cards", moves=True),
        SHOW,
    )
    summary = ("Be the first without cards. Roll two dice; discard what matches them, ask for a friend to get rid of "
               "Aces and Kings, and attack those who pass.")
    codes: ClassVar = {
        **COMMON_CODES,
        "BAD_DICE": "Two dice show numbers from 1 to 6.",
        "NO_ROLL": "A turn begins with a roll of the dice.",
        "REROLL": "Only a cocked die is rolled again.",
        "BAD_PAIR": "Two cards are discarded only if their numbers are those of the two dice.",
        "BAD_SUM": "One card is discarded only if its number is the sum of the dice.",
        "ACE_KING": "Kings, and Aces too unless the table counts them for a 1, go only with a friend.",
        "BOTH_MATCHES": "A turn takes a pair match or a sum match, not both, unless the table allows it.",
        "FRIEND_WITH_MATCH": "Only a player without a match for the dice may ask for a friend.",
        "NO_ANSWER": "No King or Ace can answer this call.",
        "CALL_MISMATCH": "The card laid must have the number that was called.",
        "ONE_CHOICE": "A turn is a match laid, one call for a friend, or a pass.",
        "NO_ASK": "'Friend!' answers an open call for a friend; the first to answer counts.",
        "SELF_CALL": "Nobody answers his own call or attacks his own pass.",
        "BAD_HELPER": "A King helps a card that is 13 less the sum, an Ace one that is 1 more than the sum.",
        "FOE_WITHOUT_PASS": "'Foe!' answers a pass.",
        "LATE_FOE": "'Foe!' must come before the next roll.",
        "SECOND_FOE": "A pass is attacked once; the first call counts.",
        "NOTHING_TO_COLLECT": "Only an attacked player collects the pile.",
        "UNSEEN_CARD": "The card has to be named.",
        "UNFINISHED": "A new deal begins when the game is over.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        return _dealt(0, players, House(**options), dealer, (0,) * len(players), 1)  # type: ignore[arg-type]

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        allowed = ("announced", "as_value") if action.verb == "ask" else ()
        fault = clause_fault(action, *allowed) or actor_fault(action, "deal")
        if not fault and state.phase == "over" and action.verb not in ("deal", "show"):
            fault = Fault("GAME_OVER", "The game is over; deal again.")
        return illegal(*fault) if fault else _JUDGES[action.verb](replace(state, at=state.at + 1), action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Plays, calls and attacks with cards that nothing public excludes; rolls are not listed."""
        if state.phase == "over" or state.is_dead:
            return (Action(TABLE, "deal"),)
        return tuple(action for action in _possible(state) if self.judge(state, action).applies)

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, wins=with_item(state.wins, i, state.wins[i] - points))

    # -- looking ------------------------------------------------------------------------------

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

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 8.7.  `friends`: rank -> the ranks that could help it with these dice."""
        dice, left = state.dice, unseen(state)
        friends = {rank: helper_ranks(Card(rank + "S"), state.sum) for rank in RANKS} if dice else {}
        return {
            "sum": state.sum or None,
            "pairs": sorted({"".join(c.rank for c in match) for match in _pairs(PACK, dice, state.house)}) if dice
            else [],
            "friends": {rank: helpers for rank, helpers in friends.items() if helpers},
            "could_answer": _could_answer(state),
            "foe_until": state.next_player if state.phase in ("passed", "asked") else None,
            "known": {name: texts(sorted(state.knows(name))) for name in state.players},
            "special_unseen": texts(card for card in left if card.rank in "AK"),
            "one_card_left": [name for name in state.players if state.size(name) == 1],
            "stalemate": state.is_dead,
            "unseen": texts(left),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state, self.advice(state)))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Cards on the pile: the roller's match, a friend's answer (the asked card lies there too), an
        attack.  An empty pile: the attacked player has collected it."""
        return tuple(_explanations(state, change))

    def may_grow(self, state: State, action: Action) -> bool:
        """One card of a pair match, whose other card is still to come."""
        return (action.verb in ("play", "foe") and len(action.cards) == 1 and state.dice is not None
                and action.card.number in state.dice)


def _possible(state: State) -> Iterator[Action]:
    """What could be done with cards that each player may hold."""
    others = [name for name in state.players if name != state.turn]
    if state.phase == "rolled" and state.dice:
        cards = unseen(state, state.turn)
        yield from (Action(state.turn, "play", match) for match in matches_among(cards, state.dice, state.house))
        yield from (Action(state.turn, "ask", (card,)) for card in cards if helper_ranks(card, state.sum))
        yield Action(state.turn, "pass")
    if state.half:
        yield from (Action(state.half.player, "play", match) for match in
                    matches_among(unseen(state, state.half.player), state.half.dice, state.house))
    if state.phase == "asked":
        yield from (Action(name, "friend", (card,)) for name in others for card in unseen(state, name)
                    if card.rank in "AK")
        yield Action(state.turn, "pass")
    if state.phase in ("passed", "asked") and state.dice:
        yield from (Action(name, "foe", match) for name in others
                    for match in matches_among(unseen(state, name), state.dice, state.house))


# -- dealing (RULES 8.1) ----------------------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = face_down_fault(action)
    if fault:
        return illegal(*fault)
    if state.phase == "roll" and state.sizes == hand_sizes(state.players, state.turn, state.house):
        return ok(state)  # nothing has happened since the cards were dealt
    after = _dealt(state.at, state.players, state.house, left_of(state.players, state.dealer), state.wins,
                   state.deals + 1)
    if state.phase != "over" and not state.is_dead:
        return illegal("UNFINISHED", "This game is not over yet; a new deal would throw it away.", after)
    return ok(after, f"New cards; {after.turn} rolls first.")


def _dealt(at: int, players: tuple[str, ...], house: House, dealer: str, wins: tuple[int, ...], deals: int) -> State:
    """Fresh cards for everybody; whoever sits left of the dealer rolls first."""
    first = left_of(players, dealer)
    return State(at, players, house, dealer, first, hand_sizes(players, first, house), (frozenset(),) * len(players),
                 wins, deals)


def hand_sizes(players: tuple[str, ...], first: str, house: House) -> tuple[int, ...]:
    """Cards dealt to each seat: as many to each, and by the option the rest to the first players."""
    size, left = divmod(len(PACK), len(players))
    extra = left if house.leftovers == "first_players" else 0
    start = players.index(first)
    return tuple(size + ((seat - start) % len(players) < extra) for seat in range(len(players)))


# -- a turn (RULES 8.2, 8.3) ------------------------------------------------------------------


def _judge_roll(state: State, action: Action) -> Verdict:
    if not all(pips in PIPS for pips in action.numbers):
        return illegal("BAD_DICE", f"Dice show 1 to 6, not {' and '.join(map(str, action.numbers))}.")
    dice = (action.numbers[0], action.numbers[1])
    if state.phase == "rolled" and action.actor == state.turn:
        return warn("REROLL", "Only a cocked die is rolled again; the new dice count.", replace(state, dice=dice))
    settled = _collected(state) if state.phase == "attacked" else state
    after = replace(settled, phase="rolled", turn=action.actor, dice=dice, asked=None, half=None,
                    passed_before=state.phase in ("passed", "asked"))
    fault = turn_fault(state.roller, action.actor)
    if fault:
        return illegal(*fault, after)
    return ok(after, f"{dice[0]} and {dice[1]}: {_matches_sentence(dice, state.house)}.")


def _judge_play(state: State, action: Action) -> Verdict:
    """A pair or a sum match; by the option both, at once or one after the other."""
    player, cards = action.actor, action.cards
    if any(card.is_unknown for card in cards):
        return _which_card(state, action)
    if state.phase == "roll" and state.half and state.half.player == player:
        return _other_half(state, state.half, action)
    half = Half(player, state.dice, len(cards)) if state.dice and state.house.both_matches and len(cards) < 3 else None
    after = replace(_turn_over(_discarded(state, player, cards), (player,)), half=half)
    fault = _acting_fault(state, player) or _cards_fault(state, player, cards)
    if not fault:
        fault = match_fault(cards, state.dice or (0, 0), state.house)
        if state.asked:
            fault = _after_call_fault(player, state.asked, fault is None, state.house)
    return illegal(*fault, after) if fault else _with_proof(after, _match_why(cards))


def _after_call_fault(player: str, asked: Card, is_match: bool, house: House) -> Fault:
    """What is wrong with laying a card once a friend has been called."""
    if not is_match:
        return Fault("CALL_MISMATCH", f"{player} called the {asked.name}, so that is the card to lay.")
    if house.friend_requires_no_match:
        return Fault("FRIEND_WITH_MATCH", f"{player} asked for a friend, so there may be no match for the dice in the "
                                          "hand.")
    return Fault("ONE_CHOICE", f"{player} asked for a friend; that was this turn's choice.")


def _other_half(state: State, half: Half, action: Action) -> Verdict:
    """The pair after the sum match of the same roll, or the other way round."""
    after = _won(replace(_discarded(state, half.player, action.cards), half=None), (half.player,))
    fault = _cards_fault(state, half.player, action.cards)
    if not fault and len(action.cards) == half.size:
        fault = Fault("BOTH_MATCHES", f"{half.player} has discarded that already; a turn takes one pair and one sum.")
    fault = fault or match_fault(action.cards, half.dice, state.house)
    return illegal(*fault, after) if fault else _with_proof(after, _match_why(action.cards))


def _match_why(cards: Sequence[Card]) -> str:
    return f"The {cards_sentence(cards)} {'matches' if len(cards) == 1 else 'match'} the dice."


def _which_card(state: State, action: Action) -> Verdict:
    """`??` was laid or called: every card that would be lawful there."""
    return which_card(action, unseen(state, action.actor), lambda choice: _JUDGES[action.verb](state, choice))


def _judge_pass(state: State, action: Action) -> Verdict:
    fault = _acting_fault(state, action.actor)
    if fault:
        return illegal(*fault)
    return ok(replace(state, phase="passed", asked=None),
              f"{action.actor} passes; anybody else may call 'Foe!' until {state.next_player} rolls.")


def _acting_fault(state: State, player: str) -> Fault | None:
    """WRONG_TURN or NO_ROLL unless the player has rolled and may act on it."""
    if state.phase in ("rolled", "asked"):
        return turn_fault(state.turn, player)
    return turn_fault(state.roller, player) or Fault("NO_ROLL", f"{state.roller} must roll the dice first.")


def _turn_over(state: State, first: tuple[str, ...]) -> State:
    """The turn passes left, unless somebody is out of cards."""
    after = replace(state, phase="roll", turn=state.next_player, dice=None, asked=None, passed_before=False)
    return _won(after, first)


def _won(state: State, candidates: tuple[str, ...]) -> State:
    """The game is over where one of these has no card left."""
    winners = tuple(name for name in candidates if state.size(name) == 0)
    if not winners:
        return state
    wins = tuple(won + (name in winners) for name, won in zip(state.players, state.wins, strict=True))
    return replace(state, phase="over", winners=winners, wins=wins)


# -- friends (RULES 8.2) ----------------------------------------------------------------------


def _judge_ask(state: State, action: Action) -> Verdict:
    player = action.actor
    if len(action.cards) != 1:
        return illegal("CALL_MISMATCH", "A call for a friend names one card.")
    if action.card.is_unknown:
        return _which_card(state, action)
    card, known = action.card, state.knows(player) | {action.card}
    after = _revealed(replace(state, phase="asked", asked=card), player, (card,), stays=True)
    mine = Ask(player, state.dice or (0, 0), state.at - 1, known)
    fault = _acting_fault(state, player) or _cards_fault(state, player, action.cards) or _called_fault(action)
    if not fault and state.phase == "asked":
        fault = Fault("ONE_CHOICE", f"{player} has called already; a turn has one call for a friend.")
    if not fault and state.house.friend_requires_no_match and _was_wrong(after, mine):
        fault = Fault("FRIEND_WITH_MATCH", _wrong_asks_why((mine,), state.house))
    if fault:
        return illegal(*fault, after)
    helpers = helper_ranks(card, state.sum)
    verdict = _with_proof(replace(after, asks=(*after.asks, mine)), f"{_sentence(_named(helpers))} may answer.")
    if verdict.kind == "ok" and not helpers:
        return warn("NO_ANSWER", _helper_sentence(card, state.sum), verdict.after)
    return verdict


def _judge_friend(state: State, action: Action) -> Verdict:
    player, asked = action.actor, state.asked
    if state.phase != "asked" or asked is None:
        return illegal("NO_ASK", "Nobody is asking for a friend now; the first answer counts.")
    if player == state.turn:
        return illegal("SELF_CALL", f"{player} asked, so somebody else must answer.")
    if any(card.is_unknown for card in action.cards):
        return _which_card(state, action)
    fault = _cards_fault(state, player, action.cards)
    if len(action.cards) != 1 or action.card.rank not in helper_ranks(asked, state.sum):
        bad_helper = Fault("BAD_HELPER", _helper_sentence(asked, state.sum))
        return illegal(*fault) if fault else _false_call(state, player, bad_helper)
    after = _discarded(_discarded(state, state.turn, (asked,)), player, action.cards)
    ended = _turn_over(after, _out_order(after, player))
    if fault:
        return illegal(*fault, ended)
    return _with_proof(ended, f"The {asked.name} and the {action.card.name} go together.")


def _out_order(state: State, helper: str) -> tuple[str, ...]:
    """Who wins if both hands are empty."""
    both = state.size(state.turn) == 0 == state.size(helper)
    if not both or state.house.double_out == "shared":
        return state.turn, helper
    return (state.turn,) if state.house.double_out == "asker" else (helper,)


def _called_fault(action: Action) -> Fault | None:
    """CALL_MISMATCH where the number said is not the card's."""
    said = action.announced if action.announced is not None else action.as_value
    if said is None or said == action.card.number:
        return None
    return Fault("CALL_MISMATCH", f"The call was {said}, but the card is the {action.card.name}.")


# -- foes (RULES 8.2) -------------------------------------------------------------------------


def _judge_foe(state: State, action: Action) -> Verdict:
    player, cards = action.actor, action.cards
    fault = _foe_fault(state, player)
    if fault:
        return illegal(*fault)
    if any(card.is_unknown for card in cards):
        return _which_card(state, action)
    after = _won(replace(_discarded(state, player, cards), phase="attacked", asked=None, attack=cards), (player,))
    fault = _cards_fault(state, player, cards)
    if fault:
        return illegal(*fault, after)
    fault = match_fault(cards, state.dice or (0, 0), state.house)
    if fault:
        return _false_call(state, player, fault)
    return _with_proof(after, f"{player} attacks; {state.turn} collects the pile.")


def _foe_fault(state: State, player: str) -> Fault | None:
    if state.phase == "attacked":
        return Fault("SECOND_FOE", f"{state.turn} has been attacked already; the first call counts.")
    if state.phase == "rolled" and state.passed_before:
        return Fault("LATE_FOE", f"{state.turn} has rolled; 'Foe!' came too late.")
    if state.phase not in ("passed", "asked"):
        return Fault("FOE_WITHOUT_PASS", "Nobody has passed, so nobody can be attacked.")
    if player == state.turn:
        return Fault("SELF_CALL", f"{player} has passed, so somebody else may attack.")
    return None


def _false_call(state: State, player: str, fault: Fault) -> Verdict:
    """A call without the cards for it is void, the next one may be heard; by the option it costs the pile."""
    if state.house.false_call == "void" or not state.pile:
        return illegal(*fault)
    return replace(illegal(fault.code, f"{fault.why} {player} collects the pile."),
                   otherwise=_takes_pile(state, player, ()))


def _judge_collect(state: State, action: Action) -> Verdict:
    if state.phase != "attacked" or action.actor != state.turn:
        return illegal("NOTHING_TO_COLLECT", f"{action.actor} has not been attacked.")
    after = _collected(state)
    return ok(after, f"{action.actor} takes {quantity(len(state.pile) - len(after.pile), 'card')}.")


def _collected(state: State) -> State:
    """The attacked player has picked up the pile; the next player rolls."""
    left = state.attack if state.house.foe_pile == "without" else ()
    return replace(_takes_pile(state, state.turn, left), phase="roll", turn=state.next_player, dice=None, attack=())


def _takes_pile(state: State, player: str, left: tuple[Card, ...]) -> State:
    """The pile, but for the cards left, goes to the player's hand; everybody has seen it."""
    taken, seat = frozenset(state.pile) - set(left), state.seat(player)
    asks = tuple(ask._replace(collected=ask.collected | taken) if ask.player == player else ask for ask in state.asks)
    return replace(state, pile=left, asks=asks, sizes=with_item(state.sizes, seat, state.sizes[seat] + len(taken)),
                   known=with_item(state.known, seat, state.known[seat] | taken))


# -- cards shown and laid ---------------------------------------------------------------------


def _judge_show(state: State, action: Action) -> Verdict:
    cards = tuple(card for card in action.cards if not card.is_unknown)
    fault = _cards_fault(state, action.actor, cards)
    if fault:
        return warn(*fault, state)
    return _with_proof(_revealed(state, action.actor, cards, stays=True),
                       f"{action.actor} shows the {cards_sentence(action.cards)}.")


def _cards_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN, DUPLICATE (in the pile, or known to be in another hand) or HAND_COUNT."""
    others = len(state.knows(player) - set(cards))  # known to be in his hand, and not among these
    return (pack_fault(PACK, state.pile, cards)
            or _held_fault(state, player, cards)
            or hand_fault(player, state.size(player) - others, len(cards)))


def _held_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """DUPLICATE where somebody else is known to hold the card."""
    for name, known in zip(state.players, state.known, strict=True):
        held = next((card for card in cards if card in known and name != player), None)
        if held:
            return Fault("DUPLICATE", f"{name} is known to hold the {held.name}: misread, or from another pack?")
    return None


def _discarded(state: State, player: str, cards: tuple[Card, ...]) -> State:
    """The cards go from the player's hand to the pile, seen by everybody."""
    seat = state.seat(player)
    sizes = with_item(state.sizes, seat, max(0, state.sizes[seat] - len(cards)))
    return replace(_revealed(state, player, cards, stays=False), sizes=sizes, pile=(*state.pile, *cards))


def _revealed(state: State, player: str, cards: tuple[Card, ...], stays: bool) -> State:
    """The player has shown these cards: he held them at every call since which they did not come to him,
    and they are known if they stay in the hand.  Where somebody else was thought to hold one, he does not."""
    known = tuple(held - set(cards) for held in state.known)
    if stays:
        known = with_item(known, state.seat(player), known[state.seat(player)] | set(cards))
    asks = tuple(ask._replace(held=ask.held | (set(cards) - ask.collected)) if ask.player == player else ask
                 for ask in state.asks)
    return replace(state, known=known, asks=asks)


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "roll": _judge_roll, "play": _judge_play, "pass": _judge_pass, "ask": _judge_ask,
    "friend": _judge_friend, "foe": _judge_foe, "collect": _judge_collect, "show": _judge_show,
}


# -- matching the dice (RULES 8.2) ------------------------------------------------------------


def match_fault(cards: tuple[Card, ...], dice: Roll, house: House) -> Fault | None:
    """Why the cards do not match the dice; None when they do."""
    if len(cards) == 1:
        return _sum_fault(cards[0], dice)
    if len(cards) == 2:
        return _pair_fault(cards, dice, house)
    if len(cards) == 3 and house.both_matches:
        rests = [(card, tuple(other for other in cards if other is not card)) for card in cards]
        if any(_sum_fault(card, dice) is None and _pair_fault(rest, dice, house) is None for card, rest in rests):
            return None
    return Fault("BOTH_MATCHES" if len(cards) == 3 and not house.both_matches else "BAD_PAIR",
                 f"A turn discards two cards that show {dice[0]} and {dice[1]}, or one that is {sum(dice)}.")


def _sum_fault(card: Card, dice: Roll) -> Fault | None:
    if card.number == sum(dice):
        return None
    if card.rank in ("A", "K"):
        return Fault("ACE_KING", f"The {RANK_NAMES[card.rank]} goes only with a friend.")
    return Fault("BAD_SUM", f"{dice[0]} and {dice[1]} make {sum(dice)}; the {card.name} is {card.number}.")


def _pair_fault(cards: tuple[Card, ...], dice: Roll, house: House) -> Fault | None:
    numbers = sorted(card.number for card in cards)
    if numbers != sorted(dice):
        if {card.rank for card in cards} & {"K"}:
            return Fault("ACE_KING", "A King goes only with a friend.")
        return Fault("BAD_PAIR", f"The two cards must be a {dice[0]} and a {dice[1]}.")
    if 1 in numbers and not house.aces_match_die_one:
        return Fault("ACE_KING", "An Ace goes only with a friend; it does not match a die that shows 1.")
    return None


def matches_among(cards: Iterable[Card], dice: Roll, house: House) -> Iterator[tuple[Card, ...]]:
    """Every discard that the dice allow with these cards, each once, its cards in order."""
    cards = sorted(cards)
    yield from ((card,) for card in cards if card.number == sum(dice))
    pairs = list(_pairs(cards, dice, house))
    yield from pairs
    if house.both_matches:
        yield from ((*pair, card) for pair in pairs for card in cards if card.number == sum(dice))


def _pairs(cards: Iterable[Card], dice: Roll, house: House) -> Iterator[tuple[Card, ...]]:
    fitting = [card for card in cards if card.number in dice]
    return (pair for pair in combinations(fitting, 2) if _pair_fault(pair, dice, house) is None)


def helper_ranks(card: Card, total: int) -> list[str]:
    """Ranks that help this card: King if 13 - N is the sum, Ace if N - 1 is."""
    return [rank for rank, made in (("K", 13 - card.number), ("A", card.number - 1)) if made == total]


def _helper_sentence(asked: Card, total: int) -> str:
    """For people: "13 less 3 is 10, so a 3 needs a King."."""
    ranks, name = helper_ranks(asked, total), _named([asked.rank])
    if not ranks:
        return (f"Nobody can help {name}: with dice that make {total} a King goes with {_named(_rank(13 - total))}, an "
                f"Ace with {_named(_rank(total + 1))}.")
    sums = {"K": f"13 less {asked.number} is {total}", "A": f"{asked.number} less 1 is {total}"}
    return _sentence(f"{' and '.join(sums[rank] for rank in ranks)}, so {name} needs {_named(ranks)}.")


def _rank(number: int) -> str:
    return RANKS[number - 1]


def _named(ranks: Iterable[str]) -> str:
    """For people: "a King or an Ace"."""
    return " or ".join(f"{_article(RANK_NAMES[rank])} {RANK_NAMES[rank]}" for rank in ranks)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _article(name: str) -> str:
    return "an" if name[0] in "A8" else "a"


def _matches_sentence(dice: Roll, house: House) -> str:
    """For people: "a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace"."""
    total = sum(dice)
    pair = 1 not in dice or house.aces_match_die_one
    one, two, both = (_named(_rank(number)) for number in (*dice, total))
    two_cards = f"two {RANK_NAMES[_rank(dice[0])]}s" if dice[0] == dice[1] else f"{one} and {two}"
    ways = [two_cards, both] if pair else [both]
    friends = [f"{RANK_NAMES[_rank(number)]} with {helper}" for number, helper in
               ((13 - total, "a King"), (total + 1, "an Ace"))]
    return f"{', or '.join(ways)}{', or both' if pair and house.both_matches else ''}; friends: {', '.join(friends)}"


# -- sentences --------------------------------------------------------------------------------


def _could_answer(state: State) -> list[str]:
    """Players who may hold a card that answers the open call."""
    if state.phase != "asked" or state.asked is None:
        return []
    ranks = helper_ranks(state.asked, state.sum)
    return [name for name in state.players if name != state.turn and state.size(name) and any(
        card.rank in ranks for card in (unseen(state, name) if state.size(name) > len(state.knows(name))
                                        else state.knows(name)))]


def _lines(state: State, advice: Mapping[str, Any]) -> Iterator[str]:
    if state.phase == "over":
        yield f"{' and '.join(state.winners)} won."
        return
    if state.is_dead:
        yield "Nobody can discard any more: the game is drawn; deal again."
    if state.dice and state.phase != "roll":
        yield f"{state.dice[0]} and {state.dice[1]}: {_matches_sentence(state.dice, state.house)}."
    if state.phase == "roll":
        yield f"{state.turn} rolls."
    if state.phase == "asked":
        yield f"Could answer: {', '.join(advice['could_answer']) or 'nobody'}."
    if advice["foe_until"]:
        yield f"'Foe!' may be called until {advice['foe_until']} rolls."
    yield f"Pile: {quantity(len(state.pile), 'card')}"
    yield "Cards left: " + ", ".join(f"{name} {size}" for name, size in by_player(state.players, state.sizes).items())
    yield from (f"{name} has one card left." for name in advice["one_card_left"])
    yield from (f"{name} holds {' '.join(known)}" for name, known in advice["known"].items() if known)
    yield "Aces and Kings not yet seen: " + (" ".join(advice["special_unseen"]) or "none")
    yield ("Kings go only with a friend." if state.house.aces_match_die_one else
           "Aces and Kings go only with a friend.")


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield FriendOrFoe.summary
    yield ("All cards are dealt evenly; what is left "
           + ("lies aside." if house.leftovers == "aside" else "goes to the first players, one each.")
           + " Whoever sits left of the dealer rolls first; then to the left, whatever happens.")
    yield "An Ace counts 1, Jack 11, Queen 12, King 13."
    yield ("Roll two dice. Discard two cards with the numbers of the dice, or one card with their sum"
           + (", or both." if house.both_matches else "; not both in a turn.")
           + " A die that is cocked is rolled again.")
    yield ("An Ace matches a die that shows 1, a King matches nothing." if house.aces_match_die_one else
           "Aces and Kings match nothing, not even a die that shows 1.")
    yield (("Without a match you may" if house.friend_requires_no_match else "Instead you may")
           + " ask \"Friend my card N?\". The first to answer \"Friend!\" lays a King if 13 less N is the sum of the "
           "dice, an Ace if N less 1 is; both cards are discarded.")
    yield ("Or pass, even with a match; a call that nobody answers is a pass. Until the next roll one other player may "
           "call \"Foe!\" and discard a match for the same dice; whoever passed then collects the pile"
           + (", the attacker's cards too." if house.foe_pile == "with" else ", but not the attacker's cards."))
    yield ("A call without the cards for it is void, and the next may be heard." if house.false_call == "void" else
           "Whoever calls without the cards for it collects the pile.")
    yield ("The first without cards wins; if a friend's answer empties both hands, "
           + {"shared": "both win.", "asker": "the asker wins.", "helper": "the helper wins."}[house.double_out]
           + " When only Kings" + ("" if house.aces_match_die_one else ", or only Aces,")
           + " are still held, nobody can go on and the game is drawn.")


# -- the camera's view ------------------------------------------------------------------------


def _explanations(state: State, change: Change) -> Iterator[Action]:
    cards = tuple(card for place, card in change.appeared if place == PLACE)
    if not cards:
        if change.left and state.phase == "attacked":
            yield Action(state.turn, "collect")
        return
    others = [name for name in state.players if name != state.turn]
    helper = tuple(card for card in cards if card != state.asked)
    if state.phase == "asked" and helper:
        yield from (Action(name, "friend", helper) for name in others)
    if state.phase in ("passed", "asked"):
        yield from (Action(name, "foe", cards) for name in others)
    if state.half and state.phase == "roll":
        yield Action(state.half.player, "play", cards)
    yield Action(state.turn, "play", cards)


# -- random sittings --------------------------------------------------------------------------

ATTACKS = 0.1  # how often a random player thinks of attacking


class RandomFriendOrFoe(RandomPlayer[State], game="friend_or_foe"):
    """Plays from true hands; asks for a friend only without a match where the house wants that."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def _deal(self) -> None:
        cards = self.shuffled(PACK)
        for name, size in by_player(self.state.players, self.state.sizes).items():
            self.hands[name], cards = cards[:size], cards[size:]
        self.aside = cards

    def candidates(self) -> list[Action]:
        state = self.state
        if state.phase == "over":
            return []
        if state.is_dead:
            return [Action(TABLE, "deal")]
        roll = Action(state.roller, "roll", numbers=(self.rng.randint(1, 6), self.rng.randint(1, 6)))
        if state.phase == "roll":
            return [roll]
        if state.phase == "attacked":
            return [roll, Action(state.turn, "collect")]
        assert state.dice is not None
        if state.phase == "rolled":
            return self._turn(state.dice)
        return [roll, *self._answers(state.dice)]

    def _turn(self, dice: Roll) -> list[Action]:
        state, hand = self.state, self.hands[self.state.turn]
        matches = list(matches_among(hand, dice, state.house))
        may_ask = not matches or not state.house.friend_requires_no_match
        asks = [Action(state.turn, "ask", (card,)) for card in hand if helper_ranks(card, state.sum)] * may_ask
        return [*(Action(state.turn, "play", match) for match in matches), *asks, Action(state.turn, "pass")]

    def _answers(self, dice: Roll) -> list[Action]:
        state = self.state
        found: list[Action] = []
        for name in state.players:
            if name == state.turn:
                continue
            if state.phase == "asked":
                found += [Action(name, "friend", (card,)) for card in self.hands[name] if card.rank in "AK"]
            # Somebody who attacks whenever he can keeps the game going for ever.
            if self.rng.random() < ATTACKS:
                found += [Action(name, "foe", match) for match in matches_among(self.hands[name], dice, state.house)]
        return found

    def happened(self, action: Action) -> None:
        before: State = self.match.events[-1].before
        if action.verb == "deal":
            self._deal()
        if action.verb in ("play", "friend", "foe"):
            for card in action.cards:
                self.hands[action.actor].remove(card)
        if action.verb == "friend":
            assert before.asked is not None
            self.hands[before.turn].remove(before.asked)
        if before.phase == "attacked" and action.verb != "deal":
            self.hands[before.turn] += [card for card in before.pile if card not in self.state.pile]

    def is_listed(self, action: Action) -> bool:
        return action.verb in ("play", "friend", "foe", "pass", "ask")

    def check(self) -> None:
        assert self.state.sizes == tuple(len(hand) for hand in self.hands.values())
        for name in self.state.players:
            assert self.state.knows(name) <= set(self.hands[name])


FRIEND_OR_FOE = FriendOrFoe()
