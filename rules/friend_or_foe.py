"""Friend or Foe?, by Jack Chang: get rid of your cards with the dice, with a friend, or against a foe.

    match = Match(FRIEND_OR_FOE, Table(("Ann", "Bob", "Cal", "Deb"), dealer="Deb"))
    match.push(parse_action("Ann roll 2 5"))
    match.push(parse_action("Ann play 7C"))

Source: sources/004, RULES 8.  Hands grow only by collecting the discard pile, and everybody saw
what lay there: `known` holds those cards, and an `Ask` remembers what a player claimed not to have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal

from rules.action import TABLE, Action
from rules.cards import RANK_NAMES, RANKS, Card, cards_sentence, standard_pack
from rules.common import (
    COMMON_CODES,
    Fault,
    by_player,
    clause_fault,
    hand_fault,
    pack_fault,
    quantity,
    texts,
    turn_fault,
    with_item,
)
from rules.game import Change, Game, Option, Outcome, Table, Value, Verdict, left_of
from rules.simulate import RandomPlayer
from rules.verdicts import illegal, ok, proven, warn

PACK = standard_pack()
PLACE = "pile"
Dice = tuple[int, int]
Phase = Literal["roll", "rolled", "asked", "passed", "attacked", "over"]


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name."""

    aces_match_die_one: bool
    both_matches: bool
    friend_requires_no_match: bool
    foe_pile: str
    double_out: str
    leftovers: str
    false_call: str


OPTIONS = (
    Option("aces_match_die_one", (False, True), "whether an Ace matches a die that shows 1"),
    Option("both_matches", (False, True), "whether a pair and a sum match may be laid in one turn"),
    Option("friend_requires_no_match", (True, False), "whether only a player without a match may ask for a friend"),
    Option("foe_pile", ("with", "without"), "whether the passer collects the attacker's cards too"),
    Option("double_out", ("shared", "asker", "helper"), "who wins when a friend call empties both hands"),
    Option("leftovers", ("aside", "first_players"), "what happens to cards that cannot be dealt evenly"),
    Option("false_call", ("void", "collects"), "what a wrong 'Foe!' or 'Friend!' costs"),
)


@dataclass(frozen=True)
class Ask:
    """A call for a friend: the player claimed to hold no match for the dice.

    size: how many cards he held; once all are shown there is nothing left to prove.
    held: cards shown since that he must have held then.  collected: cards that came to him since."""

    player: str
    dice: Dice
    at: int
    size: int
    held: frozenset[Card] = frozenset()
    collected: frozenset[Card] = frozenset()


@dataclass(frozen=True)
class State:
    """Everything public.  `turn` is the roller; after a pass it stays until the next player rolls."""

    players: tuple[str, ...]
    house: House
    dealer: str
    turn: str
    sizes: tuple[int, ...]
    wins: tuple[int, ...]
    at: int = 0
    deals: int = 1
    phase: Phase = "roll"
    dice: Dice | None = None
    asked: Card | None = None
    attack: tuple[Card, ...] = ()  # the attacker's cards on the pile, until it is collected
    pile: tuple[Card, ...] = ()
    known: tuple[frozenset[Card], ...] = ()
    asks: tuple[Ask, ...] = ()
    passed_before: bool = False  # the turn before this roll ended with a pass
    winners: tuple[str, ...] = ()

    def size(self, player: str) -> int:
        return self.sizes[self.players.index(player)]

    def knows(self, player: str) -> frozenset[Card]:
        """Cards that the player is known to hold."""
        return self.known[self.players.index(player)]

    @property
    def sum(self) -> int:
        return sum(self.dice or (0, 0))

    @property
    def next_player(self) -> str:
        return left_of(self.players, self.turn)

    @property
    def roller(self) -> str:
        """Who may roll now."""
        return self.turn if self.phase == "roll" else self.next_player

    @property
    def is_dead(self) -> bool:
        """Nobody can ever discard again: all cards outside the pile are of one rank that needs the
        other (RULES 8.4, stalemate watch)."""
        if len(self.pile) < len(PACK) - 4:
            return False
        left = {card.rank for card in self.outside}
        return left == {"K"} or (left == {"A"} and not self.house.aces_match_die_one)

    @property
    def outside(self) -> list[Card]:
        """Cards that are not in the pile: in hands or aside."""
        lying = set(self.pile)
        return [card for card in PACK if card not in lying]

    def may_hold(self, player: str) -> list[Card]:
        """Cards that nothing public keeps from being in the player's hand."""
        elsewhere = frozenset().union(*self.known) - self.knows(player)
        return [card for card in self.outside if card not in elsewhere]

    def must_have_matched(self, ask: Ask) -> bool:
        """Whether too few cards are unseen for the player to have held only such as make no match with
        each other and with the cards that he is known to have held.  No card unseen was ever collected."""
        placed = frozenset(self.pile).union(*self.known)
        unseen = [card.number for card in PACK if card not in placed and card.number != sum(ask.dice)]
        hidden = self.size(ask.player) - len(self.knows(ask.player))
        one, two = ask.dice
        if 1 in ask.dice and not self.house.aces_match_die_one:
            return len(unseen) < hidden  # no pair matches
        held = {card.number for card in ask.held} & {one, two}
        spare = sum(number not in ask.dice for number in unseen)
        if held:
            return spare + (unseen.count(held.pop()) if one != two else 0) < hidden
        best = max(unseen.count(one), unseen.count(two)) if one != two else min(1, unseen.count(one))
        return spare + best < hidden


class FriendOrFoe(Game[State]):
    name = "friend_or_foe"
    title = "Friend or Foe"
    max_players = 10
    summary = ("Be the first without cards. Roll two dice; discard what matches them, ask for a friend to get rid of "
               "Aces and Kings, and attack those who pass.")
    verbs = frozenset(("deal", "roll", "play", "ask", "friend", "pass", "foe", "collect", "show"))
    options = OPTIONS
    codes: ClassVar[Mapping[str, str]] = {
        **COMMON_CODES,
        "CLAUSE": "The line says something that has no meaning in this game.",
        "BAD_DICE": "Two dice show numbers from 1 to 6.",
        "NO_ROLL": "A turn begins with a roll of the dice.",
        "REROLL": "Only a cocked die is rolled again.",
        "BAD_PAIR": "Two cards are discarded only if their numbers are those of the two dice.",
        "BAD_SUM": "One card is discarded only if its number is the sum of the dice.",
        "ACE_KING": "Kings, and Aces too unless the table counts them for a 1, go only with a friend.",
        "BOTH_MATCHES": "A turn takes a pair match or a sum match, not both.",
        "FRIEND_WITH_MATCH": "Only a player without a match for the dice may ask for a friend.",
        "NO_ANSWER": "No King or Ace can answer this call.",
        "CALL_MISMATCH": "The card laid must have the number that was called.",
        "NO_ASK": "There is no open call for a friend.",
        "SELF_CALL": "Nobody answers or attacks himself.",
        "BAD_HELPER": "A King helps a card that is 13 less the sum, an Ace one that is 1 more than the sum.",
        "FOE_WITHOUT_PASS": "'Foe!' answers a pass.",
        "LATE_FOE": "'Foe!' must come before the next roll.",
        "SECOND_FOE": "A pass is attacked once; the first call counts.",
        "NOTHING_TO_COLLECT": "Only an attacked player collects the pile.",
        "UNFINISHED": "A new deal begins when the game is over.",
    }

    # -- setting up ---------------------------------------------------------------------------

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        return _fresh(players, dealer, House(**options))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        allowed = ("announced", "as_value") if action.verb == "ask" else ()
        fault = clause_fault(action, *allowed) or _actor_fault(state, action)
        if fault:
            return illegal(fault.code, fault.why)
        verdict: Verdict = getattr(self, f"_{action.verb}")(state, action)
        return replace(verdict, after=verdict.after and replace(verdict.after, at=state.at + 1),
                       otherwise=verdict.otherwise and replace(verdict.otherwise, at=state.at + 1))

    def _deal(self, state: State, action: Action) -> Verdict:
        if state.at == 0:
            return ok(state)
        after = replace(_fresh(state.players, left_of(state.players, state.dealer), state.house), at=state.at,
                        deals=state.deals + 1, wins=state.wins)
        if state.phase != "over" and not state.is_dead:
            return illegal("UNFINISHED", "This game is not over yet; a new deal would throw it away.", after)
        return ok(after, f"New cards; {after.turn} rolls first.")

    def _roll(self, state: State, action: Action) -> Verdict:
        if not all(1 <= pips <= 6 for pips in action.numbers):
            return illegal("BAD_DICE", f"Dice show 1 to 6, not {' and '.join(map(str, action.numbers))}.")
        dice = (action.numbers[0], action.numbers[1])
        if state.phase == "rolled" and action.actor == state.turn:
            return warn("REROLL", "Only a cocked die is rolled again; the new dice count.", replace(state, dice=dice))
        passed = state.phase in ("passed", "asked", "attacked")
        settled = _collected(state) if state.phase == "attacked" else state
        after = replace(settled, phase="rolled", turn=action.actor, dice=dice, asked=None,
                        passed_before=passed and state.phase != "attacked")
        fault = turn_fault(state.roller if state.phase != "rolled" else state.turn, action.actor)
        if fault:
            return illegal(fault.code, fault.why, after)
        return ok(after, f"{dice[0]} and {dice[1]}: {_matches_sentence(dice, state.house)}.")

    def _play(self, state: State, action: Action) -> Verdict:
        after = _discarded(state, action.actor, action.cards)
        ended = self._turn_over(after, (action.actor,))
        fault = (turn_fault(state.turn if state.phase in ("rolled", "asked") else state.roller, action.actor)
                 or _roll_fault(state) or _cards_fault(state, action.actor, action.cards))
        if fault:
            return illegal(fault.code, fault.why, ended)
        fault = match_fault(action.cards, state.dice or (0, 0), state.house)
        if state.phase == "asked":
            fault = (Fault("CALL_MISMATCH", f"{action.actor} called the {state.asked}, so that is the card to lay.")
                     if fault else Fault("FRIEND_WITH_MATCH", f"{action.actor} asked for a friend, so he may not "
                                                              "hold a match for the dice."))
        if fault:
            return illegal(fault.code, fault.why, ended)
        return self._with_proof(ended, f"{_sentence(cards_sentence(action.cards))} match"
                                       f"{'es' * (len(action.cards) == 1)} the dice.")

    def _ask(self, state: State, action: Action) -> Verdict:
        if not action.cards or len(action.cards) > 1:
            return illegal("CALL_MISMATCH", "A call for a friend names one card.")
        card = action.card
        known = state.knows(action.actor) | {card}
        at_hand = self._match_at_hand(state, action.actor, known)
        after = replace(state, phase="asked", asked=card,
                        asks=state.asks if at_hand else (*state.asks, _new_ask(state, action.actor, known)))
        after = _revealed(after, action.actor, (card,), stays=True)
        fault = (turn_fault(state.turn if state.phase == "rolled" else state.roller, action.actor)
                 or _roll_fault(state) or _cards_fault(state, action.actor, action.cards)
                 or _called_fault(action) or at_hand)
        if fault:
            return illegal(fault.code, fault.why, after)
        helpers = helper_ranks(card, state.sum)
        if not helpers:
            return warn("NO_ANSWER", f"Nothing can help a {RANK_NAMES[card.rank]} to make {state.sum}.", after)
        mine = next((ask for ask in after.asks if ask.at == state.at), None)
        if mine and state.house.friend_requires_no_match and after.must_have_matched(mine):
            return illegal("FRIEND_WITH_MATCH", _must_have_why(mine), after)
        return self._with_proof(after, f"{_sentence(_named(helpers))} may answer.")

    def _match_at_hand(self, state: State, player: str, known: Iterable[Card]) -> Fault | None:
        """A match among the cards that he is known to hold (RULES 8.2, precondition of Friend)."""
        if not state.house.friend_requires_no_match or state.dice is None:
            return None
        match = next(matches_among(known, state.dice, state.house), None)
        if match is None:
            return None
        return Fault("FRIEND_WITH_MATCH", f"{player} holds the {cards_sentence(match)}, which "
                                          f"match{'es' * (len(match) == 1)} the dice.")

    def _friend(self, state: State, action: Action) -> Verdict:
        if state.phase != "asked" or state.asked is None:
            return self._false_call(state, action.actor, "NO_ASK", "Nobody is asking for a friend now.")
        if action.actor == state.turn:
            return illegal("SELF_CALL", f"{action.actor} cannot be his own friend.")
        asked = state.asked
        if len(action.cards) != 1 or action.card.rank not in helper_ranks(asked, state.sum):
            return self._false_call(state, action.actor, "BAD_HELPER", _helper_sentence(asked, state.sum))
        after = _discarded(state, state.turn, (asked,))
        # The call was honest only if it was needed: the ask stays to be proven wrong later.
        after = _discarded(after, action.actor, action.cards)
        ended = self._turn_over(after, self._out_order(after, action.actor))
        fault = _cards_fault(state, action.actor, action.cards)
        if fault:
            return illegal(fault.code, fault.why, ended)
        return self._with_proof(ended, f"{asked.name} and {action.card.name} go together.")

    def _out_order(self, state: State, helper: str) -> tuple[str, ...]:
        """Who wins if both hands are empty."""
        both = state.size(state.turn) == 0 == state.size(helper)
        if not both or state.house.double_out == "shared":
            return state.turn, helper
        return (state.turn,) if state.house.double_out == "asker" else (helper,)

    def _pass(self, state: State, action: Action) -> Verdict:
        after = replace(state, phase="passed")
        fault = turn_fault(state.turn if state.phase == "rolled" else state.roller, action.actor) or _roll_fault(state)
        if fault:
            return illegal(fault.code, fault.why, None)
        return ok(after, f"{action.actor} passes; anybody else may call 'Foe!' until {after.next_player} rolls.")

    def _foe(self, state: State, action: Action) -> Verdict:
        if action.actor == state.turn:
            return illegal("SELF_CALL", f"{action.actor} cannot attack himself.")
        fault = self._foe_window(state)
        if fault:
            return self._false_call(state, action.actor, fault.code, fault.why)
        fault = _cards_fault(state, action.actor, action.cards)
        if fault:
            return illegal(fault.code, fault.why)
        fault = match_fault(action.cards, state.dice or (0, 0), state.house)
        if fault:
            return self._false_call(state, action.actor, fault.code, fault.why)
        after = replace(_discarded(state, action.actor, action.cards), phase="attacked", asked=None,
                        attack=action.cards)
        after = self._won(after, (action.actor,))
        return self._with_proof(after, f"{action.actor} attacks; {state.turn} collects the pile."
                                if after.phase != "over" else f"{action.actor} is out of cards and wins.")

    def _foe_window(self, state: State) -> Fault | None:
        if state.phase in ("passed", "asked"):
            return None
        if state.phase == "attacked":
            return Fault("SECOND_FOE", f"{state.turn} has been attacked already; the first call counts.")
        if state.phase == "rolled" and state.passed_before:
            return Fault("LATE_FOE", f"{state.turn} has rolled; 'Foe!' came too late.")
        return Fault("FOE_WITHOUT_PASS", "Nobody has passed, so nobody can be attacked.")

    def _false_call(self, state: State, player: str, code: str, why: str) -> Verdict:
        """A call that does not hold is void; the next one may be heard (RULES 8.4)."""
        verdict = illegal(code, why)
        if state.house.false_call == "void" or not state.pile:
            return verdict
        return replace(verdict, why=f"{why} {player} collects the pile.", otherwise=_takes_pile(state, player, ()))

    def _collect(self, state: State, action: Action) -> Verdict:
        if state.phase != "attacked" or action.actor != state.turn:
            return illegal("NOTHING_TO_COLLECT", f"{action.actor} has not been attacked.")
        return ok(_collected(state), f"{action.actor} takes {quantity(_to_collect(state), 'card')}.")

    def _show(self, state: State, action: Action) -> Verdict:
        more = len(state.knows(action.actor).union(action.cards))
        fault = (pack_fault(PACK, state.pile, action.cards) or _held_fault(state, action.actor, action.cards)
                 or hand_fault(action.actor, state.size(action.actor), more))
        if fault:
            return warn(fault.code, fault.why, state)
        return self._with_proof(_revealed(state, action.actor, action.cards, stays=True), "")

    def _turn_over(self, state: State, first: tuple[str, ...]) -> State:
        """The turn passes left, unless somebody is out of cards."""
        after = replace(state, phase="roll", turn=state.next_player, dice=None, asked=None, passed_before=False)
        return self._won(after, first)

    def _won(self, state: State, candidates: tuple[str, ...]) -> State:
        winners = tuple(name for name in candidates if name in state.players and state.size(name) == 0)
        if not winners:
            return state
        wins = tuple(won + (name in winners) for name, won in zip(state.players, state.wins, strict=True))
        return replace(state, phase="over", winners=winners, wins=wins)

    def _with_proof(self, after: State, why: str) -> Verdict:
        """ok, or FRIEND_WITH_MATCH about an earlier call that the cards shown since contradict."""
        if after.phase == "over":
            why = f"{' and '.join(after.winners)} won: no cards left."
        for ask in after.asks:
            match = next(matches_among(ask.held, ask.dice, after.house), None)
            if match and after.house.friend_requires_no_match:
                after = replace(after, asks=tuple(other for other in after.asks if other is not ask))
                return proven("FRIEND_WITH_MATCH", f"{ask.player} held the {cards_sentence(match)} when he asked for a "
                              f"friend with {ask.dice[0]} and {ask.dice[1]}.", ask.at, after)
            if after.house.friend_requires_no_match and after.must_have_matched(ask):
                after = replace(after, asks=tuple(other for other in after.asks if other is not ask))
                return proven("FRIEND_WITH_MATCH", _must_have_why(ask), ask.at, after)
        changes = ("Nobody can discard any more; deal again.",) if after.is_dead and after.phase != "over" else ()
        return ok(after, why, changes)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Plays, calls and attacks with cards that nothing public excludes; rolls are not listed."""
        if state.phase == "over" or state.is_dead:
            return (Action(TABLE, "deal"),)
        found: list[Action] = []
        others = [name for name in state.players if name != state.turn]
        if state.phase == "rolled" and state.dice:
            cards = state.may_hold(state.turn)
            found += [Action(state.turn, "play", match) for match in matches_among(cards, state.dice, state.house)]
            found += [Action(state.turn, "ask", (card,)) for card in cards if helper_ranks(card, state.sum)]
            found.append(Action(state.turn, "pass"))
        if state.phase == "asked":
            found += [Action(name, "friend", (card,)) for name in others for card in state.may_hold(name)
                      if card.rank in "AK"]
        if state.phase in ("passed", "asked") and state.dice:
            found += [Action(name, "foe", match) for name in others
                      for match in matches_among(state.may_hold(name), state.dice, state.house)]
        return tuple(action for action in found if self.judge(state, action).applies)

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        """The roller; the next one after a pass; nobody while a call for a friend is open."""
        if state.phase in ("over", "asked"):
            return None
        return state.turn if state.phase in ("roll", "rolled") else state.next_player

    def places(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return (PLACE,)

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        return {PLACE: state.pile}

    def public(self, state: State) -> dict[str, Any]:
        return {"dice": list(state.dice or ()), "pile_size": len(state.pile),
                "hand_sizes": by_player(state.players, state.sizes)}

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.phase == "over", by_player(state.players, state.wins), state.winners, state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        dice = state.dice
        return {
            "sum": state.sum or None,
            "pairs": sorted({"".join(c.rank for c in match) for match in _pairs(PACK, dice, state.house)}) if dice
            else [],
            "friends": {rank: helper_ranks(Card(rank + "S"), state.sum) for rank in RANKS
                        if helper_ranks(Card(rank + "S"), state.sum)} if dice else {},
            "could_answer": _could_answer(state),
            "known": {name: texts(sorted(state.knows(name))) for name in state.players},
            "special_unseen": texts(card for card in state.outside if card.rank in "AK"),
            "one_card_left": [name for name in state.players if state.size(name) == 1],
            "stalemate": state.is_dead,
            "unseen": texts(state.outside),
        }

    def advice_lines(self, state: State) -> list[str]:
        lines = []
        if state.phase == "over":
            return [f"{' and '.join(state.winners)} won."]
        if state.is_dead:
            lines.append("Nobody can discard any more: the game is drawn; deal again.")
        if state.dice and state.phase != "roll":
            lines.append(f"{state.dice[0]} and {state.dice[1]}: {_matches_sentence(state.dice, state.house)}.")
        if state.phase == "asked":
            able = _could_answer(state)
            lines.append(f"Could answer: {', '.join(able) or 'nobody'}.")
        if state.phase in ("passed", "asked"):
            lines.append(f"'Foe!' may be called until {state.next_player} rolls.")
        lines.append(f"Pile: {quantity(len(state.pile), 'card')}")
        lines.append("Cards left: " + ", ".join(f"{n} {s}" for n, s in by_player(state.players, state.sizes).items()))
        lines += [f"{name} holds {' '.join(texts(sorted(state.knows(name))))}" for name in state.players
                  if state.knows(name)]
        lines.append("Aces and Kings outside the pile: "
                     + (" ".join(c for c in texts(state.outside) if c[0] in "AK") or "none"))
        return lines

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        house = House(**options)  # type: ignore[arg-type]
        return [
            self.summary,
            "All cards are dealt evenly" + ("; what is left lies aside." if house.leftovers == "aside" else
                                            "; what is left goes to the first players."),
            "Ace counts 1, Jack 11, Queen 12, King 13. Whoever sits left of the dealer rolls first; then to the left.",
            "Roll two dice, then discard two cards with the numbers of the dice, "
            + ("and" if house.both_matches else "or") + " one card with their sum.",
            "Aces match a die that shows 1. Kings match nothing." if house.aces_match_die_one else
            "Aces and Kings match nothing.",
            ("Without a match you may" if house.friend_requires_no_match else "Instead you may")
            + " ask 'Friend my card N?'. The first to answer lays a King if 13 less N is the sum, an Ace if N less 1 "
            "is the sum, and both cards go.",
            "Or pass. Until the next roll anybody else may call 'Foe!' and discard a match for the same dice; whoever "
            "passed collects the pile" + (", the attacker's cards too." if house.foe_pile == "with" else
                                          ", but not the attacker's cards."),
            "A call without the cards for it is void." if house.false_call == "void" else
            "Whoever calls without the cards for it collects the pile.",
            "The first without cards wins; if a friend's call empties both hands, "
            + {"shared": "both win.", "asker": "the asker wins.", "helper": "the helper wins."}[house.double_out],
        ]

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Cards on the pile: the roller's match, a friend's answer (the asked card lies there too), an
        attack.  An empty pile: the attacked player has collected it."""
        cards = tuple(card for place, card in change.appeared if place == PLACE)
        if not cards:
            return (Action(state.turn, "collect"),) if change.left and state.phase == "attacked" else ()
        others = [name for name in state.players if name != state.turn]
        helper = tuple(card for card in cards if card != state.asked)
        friends = [Action(name, "friend", helper) for name in others] if state.phase == "asked" and helper else []
        foes = [Action(name, "foe", cards) for name in others] if state.phase in ("passed", "asked") else []
        return (*friends, *foes, Action(state.turn, "play", cards))

    def random_player(self, table: Table, rng: Random) -> RandomPlayer[State]:
        return RandomFriendOrFoe(self, table, rng)


# -- setting up ------------------------------------------------------------------------------------


def _fresh(players: tuple[str, ...], dealer: str, house: House) -> State:
    first = left_of(players, dealer)
    return State(players, house, dealer, first, hand_sizes(players, first, house), (0,) * len(players),
                 known=(frozenset(),) * len(players))


def hand_sizes(players: tuple[str, ...], first: str, house: House) -> tuple[int, ...]:
    """Cards dealt to each seat (RULES 8.1)."""
    size, left = divmod(len(PACK), len(players))
    extra = left if house.leftovers == "first_players" else 0
    start = players.index(first)
    return tuple(size + ((seat - start) % len(players) < extra) for seat in range(len(players)))


# -- matching the dice (RULES 8.2) -----------------------------------------------------------------


def match_fault(cards: tuple[Card, ...], dice: Dice, house: House) -> Fault | None:
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


def _sum_fault(card: Card, dice: Dice) -> Fault | None:
    if card.number == sum(dice):
        return None
    if card.rank in ("A", "K"):
        return Fault("ACE_KING", f"The {RANK_NAMES[card.rank]} goes only with a friend.")
    return Fault("BAD_SUM", f"{dice[0]} and {dice[1]} make {sum(dice)}; the {card.name} is {card.number}.")


def _pair_fault(cards: tuple[Card, ...], dice: Dice, house: House) -> Fault | None:
    numbers = sorted(card.number for card in cards)
    if numbers != sorted(dice):
        if {card.rank for card in cards} & {"K"}:
            return Fault("ACE_KING", "A King goes only with a friend.")
        return Fault("BAD_PAIR", f"The two cards must be a {dice[0]} and a {dice[1]}.")
    if 1 in numbers and not house.aces_match_die_one:
        return Fault("ACE_KING", "An Ace goes only with a friend; it does not match a die that shows 1.")
    return None


def matches_among(cards: Iterable[Card], dice: Dice, house: House) -> Iterator[tuple[Card, ...]]:
    """Every discard that the dice allow with these cards, each once, its cards in order."""
    cards = sorted(cards)
    yield from ((card,) for card in cards if card.number == sum(dice))
    pairs = list(_pairs(cards, dice, house))
    yield from pairs
    if house.both_matches:
        yield from ((*pair, card) for pair in pairs for card in cards if card.number == sum(dice))


def _pairs(cards: Iterable[Card], dice: Dice, house: House) -> Iterator[tuple[Card, ...]]:
    fitting = [card for card in cards if card.number in dice]
    return (pair for pair in combinations(fitting, 2) if _pair_fault(pair, dice, house) is None)


def helper_ranks(card: Card, total: int) -> list[str]:
    """Ranks that help this card: King if 13 - N is the sum, Ace if N - 1 is."""
    return [rank for rank, made in (("K", 13 - card.number), ("A", card.number - 1)) if made == total]


def _helper_sentence(asked: Card, total: int) -> str:
    ranks = helper_ranks(asked, total)
    if not ranks:
        return f"Nothing can help a {RANK_NAMES[asked.rank]} to make {total}."
    return f"{_sentence(_named([asked.rank]))} with dice that make {total} needs {_named(ranks)}."


def _named(ranks: Iterable[str]) -> str:
    """For people: "a King or an Ace"."""
    return " or ".join(f"{_article(RANK_NAMES[rank])} {RANK_NAMES[rank]}" for rank in ranks)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _article(name: str) -> str:
    return "an" if name[0] in "A8" else "a"


def _matches_sentence(dice: Dice, house: House) -> str:
    """For people: "a 2 and a 5, or a 7; friends: 6 with a King, 8 with an Ace"."""
    total = sum(dice)
    pair = 1 not in dice or house.aces_match_die_one
    one, two, both = (_named(RANKS[number - 1]) for number in (*dice, total))
    ways = [f"{one} and {two}"] * pair + [both]
    friends = [f"{RANK_NAMES[RANKS[number - 1]]} with {helper}" for number, helper in
               ((13 - total, "a King"), (total + 1, "an Ace"))]
    return f"{' or '.join(ways)}; friends: {', '.join(friends)}"


def _could_answer(state: State) -> list[str]:
    """Players who may hold a card that answers the open call."""
    if state.phase != "asked" or state.asked is None:
        return []
    ranks = helper_ranks(state.asked, state.sum)
    return [name for name in state.players if name != state.turn and state.size(name)
            and any(card.rank in ranks for card in state.may_hold(name))]


# -- faults ----------------------------------------------------------------------------------------


def _actor_fault(state: State, action: Action) -> Fault | None:
    if (action.actor == TABLE) != (action.verb == "deal"):
        return Fault("WRONG_TURN", f"Write 'table {action.verb}'." if action.actor != TABLE else
                     f"A player's name must stand before '{action.verb}'.")
    if state.phase == "over" and action.verb not in ("deal", "show"):
        return Fault("GAME_OVER", "The game is over; deal again.")
    return None


def _roll_fault(state: State) -> Fault | None:
    if state.phase in ("rolled", "asked"):
        return None
    return Fault("NO_ROLL", f"{state.roller} must roll the dice first.")


def _cards_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN, DUPLICATE (in the pile, or known to be in another hand) or HAND_COUNT."""
    return (pack_fault(PACK, state.pile, cards)
            or _held_fault(state, player, cards)
            or hand_fault(player, state.size(player), len(cards)))


def _held_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """DUPLICATE where somebody else is known to hold the card."""
    for name, known in zip(state.players, state.known, strict=True):
        held = next((card for card in cards if card in known and name != player), None)
        if held:
            return Fault("DUPLICATE", f"{name} is known to hold the {held.name}: misread, or from another pack?")
    return None


def _called_fault(action: Action) -> Fault | None:
    """CALL_MISMATCH where the number said is not the card's."""
    said = action.announced if action.announced is not None else action.as_value
    if said is None or said == action.card.number:
        return None
    return Fault("CALL_MISMATCH", f"The call was {said}, but the card is the {action.card.name}.")


# -- cards on the move -----------------------------------------------------------------------------


def _discarded(state: State, player: str, cards: tuple[Card, ...]) -> State:
    """The cards go from the player's hand to the pile, seen by everybody."""
    seat = state.players.index(player)
    sizes = with_item(state.sizes, seat, max(0, state.sizes[seat] - len(cards)))
    return replace(_revealed(state, player, cards, stays=False), sizes=sizes, pile=state.pile + cards)


def _revealed(state: State, player: str, cards: tuple[Card, ...], stays: bool) -> State:
    """The player has shown these cards: what his open asks must answer for, and what is known of
    his hand if the cards stay there."""
    seat = state.players.index(player)
    known = state.known[seat] | set(cards) if stays else state.known[seat] - set(cards)
    asks = tuple(replace(ask, held=ask.held | (set(cards) - ask.collected)) if ask.player == player else ask
                 for ask in state.asks if ask.player != player or len(ask.held) < ask.size)
    return replace(state, known=with_item(state.known, seat, known), asks=asks)


def _new_ask(state: State, player: str, held: frozenset[Card]) -> Ask:
    return Ask(player, state.dice or (0, 0), state.at, state.size(player), held)


def _must_have_why(ask: Ask) -> str:
    return (f"Whatever {ask.player} has not shown, he held a match for {ask.dice[0]} and {ask.dice[1]}: too few of the "
            "cards that nobody has seen make none.")


def _to_collect(state: State) -> int:
    return len(state.pile) - (len(state.attack) if state.house.foe_pile == "without" else 0)


def _collected(state: State) -> State:
    """The attacked player has picked up the pile; the turn stays his until the next roll."""
    left = state.attack if state.house.foe_pile == "without" else ()
    return replace(_takes_pile(state, state.turn, left), phase="roll", turn=state.next_player, dice=None, attack=())


def _takes_pile(state: State, player: str, left: tuple[Card, ...]) -> State:
    """The pile, but for the cards left, goes to the player's hand; everybody has seen it."""
    taken = frozenset(state.pile) - set(left)
    seat = state.players.index(player)
    asks = tuple(replace(ask, collected=ask.collected | taken) if ask.player == player else ask for ask in state.asks)
    return replace(state, pile=left, asks=asks, sizes=with_item(state.sizes, seat, state.sizes[seat] + len(taken)),
                   known=with_item(state.known, seat, state.known[seat] | taken))


ATTACKS = 0.1  # how often a random player thinks of attacking


class RandomFriendOrFoe(RandomPlayer[State]):
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

    def _turn(self, dice: Dice) -> list[Action]:
        state, hand = self.state, self.hands[self.state.turn]
        matches = list(matches_among(hand, dice, state.house))
        may_ask = not matches or not state.house.friend_requires_no_match
        asks = [Action(state.turn, "ask", (card,)) for card in hand if helper_ranks(card, state.sum)] * may_ask
        return [*(Action(state.turn, "play", match) for match in matches), *asks, Action(state.turn, "pass")]

    def _answers(self, dice: Dice) -> list[Action]:
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
        if before.phase == "attacked":
            self.hands[before.turn] += [card for card in before.pile if card not in self.state.pile]

    def is_listed(self, action: Action) -> bool:
        return action.verb in ("play", "friend", "foe", "pass", "ask")

    def check(self) -> None:
        assert self.state.sizes == tuple(len(hand) for hand in self.hands.values())
        for name in self.state.players:
            assert self.state.knows(name) <= set(self.hands[name])


FRIEND_OR_FOE = FriendOrFoe()
