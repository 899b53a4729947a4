"""Pemberley: cards add, subtract, multiply and divide; totals that land well score (RULES 3).

    >>> match = Match(PEMBERLEY, Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 3C"))
    >>> match.push(parse_action("Ann play QD = 36")).why
    '3 × 12 = 36: twelve, 1 point.'

A round is started, played, arranged in sets, and closed: by the next deal, by the end of the
record, or by itself when every card lies in a set.  The arithmetic is in `rules.arrangement`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from rules.arrangement import SIGNS, Arrangement, CardSet, Scale, Sums, best_arrangement, landing, landing_fault
from rules.core.action import TABLE, Action
from rules.core.cards import SUIT_NAMES, Card, cards_sentence, standard_pack
from rules.core.faults import COMMON_CODES, clause_fault, face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.game import Camera, Change, Game, Outcome, Shown
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places, owned
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL, PASS, PEG, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, need, ok, proven, warn, which_card

HAND = 7
PACK = standard_pack()
Phase = Literal["start", "play", "sets", "closed"]
PROFILES: Mapping[str, Mapping[str, Value]] = {
    "inventors": {},
    "post_literal": {"first_player": "left_of_dealer", "ones_counter": "game", "unplayed_rule": "double", "target": 0},
}


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    profile: str
    direction: str
    first_player: str
    must_play: bool
    negative_primes: bool
    negative_multiples: bool
    ones_counter: str
    ones_in_sets: str
    unplayed_rule: str
    target: int
    target_mode: str
    hints: str

    @property
    def scale(self) -> Scale:
        return Scale(self.negative_primes, self.negative_multiples)

    @property
    def joins(self) -> bool:
        """Whether cards left in hand may be used in sets."""
        return self.unplayed_rule != "set_aside_once"

    def reached(self, score: int) -> bool:
        """Whether the score ends the match (RULES 3.5)."""
        if not self.target:
            return False
        return score >= self.target if self.target_mode == "at_least" else score > self.target


@dataclass(frozen=True)
class Pass:
    """A pass: the number of the action, and the total at which the player said he had nothing."""

    at: int
    total: int


@dataclass(frozen=True)
class Seat:
    """One player's round.  hand: cards still held; known: those of them that were shown;
    points: scored in play; sets: the sets that scored; claim: points of what he did last, not yet
    pegged; laid: cards laid open again since the play ended."""

    hand: int = HAND
    pile: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    passes: tuple[Pass, ...] = ()
    points: int = 0
    sets: tuple[CardSet, ...] = ()
    set_points: int = 0
    claim: int | None = None
    laid: tuple[Card, ...] = ()

    def laying(self, cards: tuple[Card, ...]) -> Seat:
        """With these cards laid open, each once."""
        return replace(self, laid=tuple(dict.fromkeys((*self.laid, *cards))))

    @property
    def used(self) -> tuple[Card, ...]:
        """The cards of the sets."""
        return tuple(card for group in self.sets for card in group.cards)

    @property
    def unused_pile(self) -> tuple[Card, ...]:
        return tuple(card for card in self.pile if card not in self.used)

    @property
    def joined(self) -> tuple[Card, ...]:
        """Unplayed cards that went into a set."""
        return tuple(card for card in self.used if card not in self.pile)


@dataclass(frozen=True)
class State:
    """`totals`: match scores before this round.  `passed`: seats that passed at this total, since
    the last card.  `previous`: the round before, for looking back."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...]
    seats: tuple[Seat, ...]
    deals: int = 1
    phase: Phase = "start"
    starter: Card | None = None
    total: int | None = None
    ones: int = 0
    turn: int = 0
    passed: frozenset[int] = frozenset()
    previous: State | None = None

    @property
    def step(self) -> int:
        return 1 if self.house.direction == "clockwise" else -1

    @property
    def first(self) -> int:
        """Who plays first: the cutter, at the dealer's right (RULES 3.1)."""
        return (self.dealer + (-1 if self.house.first_player == "cutter" else 1)) % len(self.players)

    @property
    def begin(self) -> int:
        """The starter's number."""
        return self.starter.number if self.starter else 0

    @property
    def seen(self) -> tuple[Card, ...]:
        cards = [card for seat in self.seats for card in (*seat.pile, *seat.known, *seat.joined)]
        return (*cards, self.starter) if self.starter else tuple(cards)

    @property
    def scores(self) -> dict[str, int]:
        rounds = [round_score(self, i) if self.phase == "closed" else 0 for i in range(len(self.players))]
        return {name: total + points for name, total, points in zip(self.players, self.totals, rounds, strict=True)}

    @property
    def over(self) -> bool:
        return self.phase == "closed" and any(map(self.house.reached, self.scores.values()))

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        known = self.seat(player).known if player else ()
        return tuple(card for card in self.seen if card not in known)

    def seat(self, player: str) -> Seat:
        return self.seats[self.players.index(player)]

    def with_seat(self, player: str, seat: Seat) -> State:
        return replace(self, seats=with_item(self.seats, self.players.index(player), seat))


def unused_cards(state: State, i: int) -> int:
    """How many of the seven lie in no set."""
    seat = state.seats[i]
    return len(seat.pile) + seat.hand - len(seat.used)


def deduction(state: State, i: int) -> int:
    """What the unused cards cost; `double` takes a point more for each card not played (RULES 3.4)."""
    extra = state.seats[i].hand if state.house.unplayed_rule == "double" else 0
    return unused_cards(state, i) + extra


def round_score(state: State, i: int) -> int:
    """Play points and set points less the deductions."""
    return state.seats[i].points + state.seats[i].set_points - deduction(state, i)


class Pemberley(Game[State], Camera[State], Shown[State]):
    """The rules of Pemberley (RULES 3)."""

    name = "pemberley"
    title = "Pemberley"
    min_players = 2
    max_players = 7
    verbs: ClassVar = by_name(
        DEAL,
        Verb("start", cards=ANY, clauses=("=",), told_by="cards"),
        Verb("play", cards=ANY, clauses=("=",), told_by="cards"),
        PASS,
        Verb("set", cards=ANY, clauses=("=",), told_by="cards", afterwards=True, entry="order"),
        PEG,
        SHOW,
    )
    summary = ("Cards are numbers and suits are sums: each card played changes one common total, and landing on "
               "primes, on 0 and 1 and on multiples of 7, 12 and 13 scores.")
    options = (
        Option("profile", ("inventors", "post_literal"),
               "Whose rules: the inventors' own comments, or their first text to the letter."),
        Option("direction", ("clockwise", "anticlockwise"), "Which way the turn passes."),
        Option("first_player", ("cutter", "left_of_dealer"), "Who plays first; the cutter sits at the dealer's right."),
        Option("must_play", (True, False), "Whether a player who can play must."),
        Option("negative_primes", (True, False), "Whether -5 counts as a prime."),
        Option("negative_multiples", (True, False), "Whether -7, -12 and -13 and their multiples score."),
        Option("ones_counter", ("round", "game"), "Whether the hits of 1 are counted anew each round."),
        Option("ones_in_sets", ("flat", "continue_counter"),
               "A set that ends on 1 scores 1, or goes on counting where the play stopped."),
        Option("unplayed_rule", ("set_aside_once", "joins_once", "double"),
               "A card never played costs a point; or may join a set; or may join but costs a point all the same."),
        Option("target", (30,), "Play goes on to the end of the round in which somebody passes this; 0 for no end.",
               least=0),
        Option("target_mode", ("strict", "at_least"), "Whether the target must be passed or only reached."),
        Option("hints", ("after_round", "any_time", "never"), "When the best arrangement is shown."),
    )
    codes: ClassVar = {
        **COMMON_CODES,
        "NON_INTEGER": "Every total must be a whole number; a division must come out even.",
        "OUT_OF_RANGE": "No total may go beyond 500 or below -500.",
        "WRONG_COUNT": "The announced total is not what the cards make.",
        "WRONG_PEG": "The points claimed are not the points scored.",
        "ILLEGAL_PASS": "Whoever can play must play; a later card showed that this was possible.",
        "BAD_SET": "Every total on the way through a set must itself be allowed.",
        "NOT_YOUR_CARD": "A set is made of the player's own cards.",
        "USED_TWICE": "A card can be in one set only.",
        "UNPLAYED_IN_SET": "A card that was not played is set aside and cannot be in a set.",
        "MISSED_PASS": "A player who has cards left and lays sets has passed.",
        "EARLY_SETS": "Sets are laid when nobody can play any more.",
        "EARLY_DEAL": "The round is still being played.",
        "NO_STARTER": "The starter has to be turned up first.",
        "SECOND_STARTER": "There is one starter to a round.",
        "NO_ROUND": "The round is over; deal the next one.",
        "TWO_CARDS": "One card is played at a time.",
        "UNSEEN_CARD": "The card has to be named.",
    }

    # -- setting up ---------------------------------------------------------------------------

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """The profile only changes defaults; an option that is written down stands."""
        values = super().parse_options(written)
        profile = PROFILES[str(values["profile"])]
        return {name: profile.get(name, value) if name not in written else value for name, value in values.items()}

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        house = House(**options)  # type: ignore[arg-type]
        return State(0, players, house, players.index(dealer), (0,) * len(players), (Seat(),) * len(players))

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        clauses = ("announced",) if action.verb in ("start", "play", "set") else ()
        fault = clause_fault(action, *clauses) or _actor_fault(action)
        if not fault and state.over and action.verb not in ("peg", "show"):
            fault = Fault("GAME_OVER", f"The match is over: {_winners_sentence(state)}.")
        return illegal(*fault) if fault else _JUDGES[action.verb](replace(state, at=state.at + 1), action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The cards nobody has seen that fit the total, and a pass; or the next deal."""
        if state.phase == "start":
            return tuple(Action(TABLE, "start", (card,)) for card in unseen(state))
        actor = self.to_act(state)
        if actor is None:
            return () if state.over else (Action(TABLE, "deal"),)
        plays = [Action(actor, "play", (card,)) for card in unseen(state, actor) if _fits(state, card)]
        passes = Action(actor, "pass")
        return (*plays, passes) if self.judge(state, passes).applies else tuple(plays)

    def close(self, state: State) -> State:
        return replace(state, phase="closed") if state.phase == "sets" else state

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, totals=with_item(state.totals, i, state.totals[i] - points))

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.players[state.turn] if state.phase == "play" else None

    def places(self, players: tuple[str, ...]) -> Places:
        """`pile:Ann` is where Ann plays her cards, `sets:Ann` where she lays her sets, `starter` the starter."""
        return places_by_name(Place("starter"), *(
            place for name in players for place in (owned("pile", name, lie="squared"), owned("sets", name))))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        places: dict[str, tuple[Card, ...]] = {"starter": (state.starter,) if state.starter else ()}
        for name, seat in zip(state.players, state.seats, strict=True):
            places[f"pile:{name}"] = seat.pile if state.phase == "play" else ()
            places[f"sets:{name}"] = seat.laid if state.phase != "play" else ()
        return places

    def public(self, state: State) -> dict[str, Any]:
        return {"count": state.total, "points": by_player(state.players, (seat.points for seat in state.seats)),
                "ones": state.ones}

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.over, state.scores, leaders(state.scores) if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """`landing`: card not seen yet -> total and points, or the rule it breaks; `ledger`: each
        round score in its parts; `best`: the best arrangement, when `hints` allow."""
        cards = unseen(state) if state.phase == "play" else ()
        return {
            "landing": {str(card): _landing_row(state, card) for card in cards},
            "hands": by_player(state.players, (seat.hand for seat in state.seats)),
            "ledger": {name: _ledger(state, i) for i, name in enumerate(state.players)},
            "best": {name: _arrangement_row(best) for name, best in best_now(state).items()},
            "last_round": _last_round(state),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on a pile was played there.  Once the play is over and the piles are taken up again, cards
        laid together are a set, with any total that an order of them reaches, the best first, or are only
        shown.  A new starter was turned; a starter taken away after the play means a new deal."""
        return tuple(_explanations(state, change))

    def may_grow(self, state: State, action: Action) -> bool:
        """A set of which nobody has said the total may have more cards to come; so may a card that makes
        no set by itself."""
        return action.verb in ("set", "show") and action.announced is None


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    seen = frozenset(state.elsewhere(player))
    return tuple(card for card in PACK if card not in seen)


def _fits(state: State, card: Card) -> bool:
    return state.total is not None and landing_fault(state.total, card) is None


# -- dealing, the starter ----------------------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = face_down_fault(action)
    if fault:
        return illegal(*fault)
    if state.phase == "start":
        return ok(state, "The cards are dealt.")
    if state.phase == "play":
        return illegal("EARLY_DEAL", "The round is not played out; deal again only if it is thrown in.",
                       _dealt(replace(state, dealer=(state.dealer - 1) % len(state.players))))
    closed = replace(state, phase="closed")
    if closed.over:
        return illegal("GAME_OVER", f"The match is over: {_winners_sentence(closed)}.")
    after = _dealt(closed)
    changes = _closing_changes(closed) if state.phase == "sets" else ()
    return ok(after, f"Round {after.deals}: {state.players[after.dealer]} deals.", changes)


def _dealt(state: State) -> State:
    """The next round, dealt by the next player clockwise; a round not closed counts for nothing."""
    return State(
        state.at, state.players, state.house, (state.dealer + 1) % len(state.players), tuple(state.scores.values()),
        (Seat(),) * len(state.players), state.deals + 1,
        ones=state.ones if state.house.ones_counter == "game" else 0,
        previous=replace(state, previous=None) if state.phase == "closed" else state.previous)


def _closing_changes(state: State) -> tuple[str, ...]:
    return tuple(f"{name} {round_score(state, i):+d}, {state.scores[name]} in all."
                 for i, name in enumerate(state.players))


def _judge_start(state: State, action: Action) -> Verdict:
    if state.phase != "start":
        code = "SECOND_STARTER" if state.phase == "play" else "NO_ROUND"
        return illegal(code, f"{state.starter} is this round's starter; deal before the next one is turned.")
    fault = _one_card(action) or pack_fault(PACK, (), action.cards)
    if fault:
        return illegal(*fault)
    if action.card.is_unknown:
        return need("UNSEEN_CARD", "Which card is the starter?", tuple(Action(TABLE, "start", (c,)) for c in PACK))
    number = action.card.number
    announced = number if action.announced is None else action.announced
    after = replace(state, phase="play", starter=action.card, total=announced, turn=state.first)
    if announced != number:
        return illegal("WRONG_COUNT", f"The {action.card.name} starts at {number}, not at {announced}.", after)
    return ok(after, f"The starter is {number}; {state.players[after.turn]} plays first.")


# -- playing ----------------------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    fault = _phase_fault(state) or _one_card(action)
    if fault:
        return illegal(*fault)
    card, seat = action.card, state.seat(action.actor)
    fault = hand_fault(action.actor, seat.hand, 1) or turn_fault(state.players[state.turn], action.actor)
    fault = fault or pack_fault(PACK, state.elsewhere(action.actor), action.cards)
    if not fault and card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda play: _judge_play(state, play))
    if fault and not card.is_standard:
        return illegal(*fault)
    assert state.total is not None
    fault = fault or landing_fault(state.total, card) or _count_fault(landing(state.total, card), action)
    after, points = _played(state, action)
    if fault:
        return illegal(fault.code, fault.why, after)
    return _with_proof(state, action, after, _landing_sentence(state, card, points), _play_changes(after))


def _played(state: State, action: Action) -> tuple[State, int]:
    """The state with the card on its player's pile, and what that scored.  The announced total
    holds where there is one: it is what the table plays on from when it lets a fault stand."""
    assert state.total is not None
    landed = action.announced if action.announced is not None else landing(state.total, action.card)
    total = state.total if landed is None else landed
    ones = state.ones + (landed == 1)
    points = 0 if landed is None else state.house.scale.points(total, ones)
    seat = state.seat(action.actor)
    seat = replace(seat, hand=max(0, seat.hand - 1), pile=(*seat.pile, action.card), points=seat.points + points,
                   known=tuple(card for card in seat.known if card != action.card), claim=points)
    after = replace(state.with_seat(action.actor, seat), total=total, ones=ones, passed=frozenset())
    return _turn_passes(after, state.players.index(action.actor)), points


def _turn_passes(state: State, actor: int) -> State:
    """To the next player with cards who has not passed at this total; else the sets (RULES 3.2)."""
    n = len(state.players)
    order = [(actor + state.step * i) % n for i in range(1, n + 1)]
    waiting = [i for i in order if state.seats[i].hand and i not in state.passed]
    if waiting:
        return replace(state, turn=waiting[0])
    return _closed_when_all_used(replace(state, phase="sets", passed=frozenset()))


def _play_changes(after: State) -> tuple[str, ...]:
    return ("Now the sets.",) if after.phase != "play" else ()


def _with_proof(state: State, action: Action, after: State, why: str, changes: tuple[str, ...]) -> Verdict:
    """ok, or the proof that the player could have played one of these cards when he passed: hands
    never grow, so he held it then (RULES 3.8).  Only a card that was not seen before proves anything
    new.  Or the cards still unseen are too few for somebody to have held only such as did not fit."""
    if not state.house.must_play:
        return ok(after, why, changes)
    proofs = [*_belied(state, action), *_newly_impossible(state, after)]
    if not proofs:
        return ok(after, why, changes)
    (about, first), *others = proofs
    said = (*(sentence for _, sentence in others), *((why,) if why else ()), *changes)
    return proven("ILLEGAL_PASS", first, about, after, said)


def _belied(state: State, action: Action) -> list[tuple[int, str]]:
    """The latest pass at which one of these cards was legal: its action, and the sentence."""
    seat = state.seat(action.actor)
    new = [card for card in action.cards if card not in (*seat.pile, *seat.known, *seat.joined)]
    return [(passed.at, f"{action.actor} passed at {passed.total} but held the {card.name}, which fitted: "
                        f"{passed.total} {SIGNS[card.suit]} {card.number} = {landing(passed.total, card)}.")
            for card, passed in _wrong_passes(seat, new)][:1]


def _newly_impossible(before: State, after: State) -> list[tuple[int, str]]:
    """The same for passes that cannot have been true, and could have been before.  Of several passes any
    one may be the wrong one: the latest before this action is named."""
    found = _impossible_passes(after)
    known = _impossible_passes(before) if found else []
    return [(max(passed.at for passed in passes if passed.at != after.at - 1), _impossible_why(after, name, passes))
            for name, passes in found
            if not any(name == other and set(said) <= set(passes) for other, said in known)]


def _impossible_passes(state: State) -> list[tuple[str, tuple[Pass, ...]]]:
    """Passes at which their player held a card that fitted, whichever cards he has not shown: one by
    itself where that is enough, else all he made.  Seven cards, none of which fits 36, can be nobody's:
    only the clubs 5, 7, 8, 10, J and K do not."""
    hidden = unseen(state)
    found: list[tuple[str, tuple[Pass, ...]]] = []
    for name, seat in _by_name(state):
        if _is_short(hidden, seat, seat.passes):
            alone = [(name, (passed,)) for passed in seat.passes if _is_short(hidden, seat, (passed,))]
            found += alone or [(name, seat.passes)]
    return found


def _is_short(hidden: tuple[Card, ...], seat: Seat, passes: tuple[Pass, ...]) -> bool:
    """Whether fewer of the hidden cards fitted at none of these passes than the player holds."""
    totals = {passed.total for passed in passes}
    return bool(totals) and sum(all(landing_fault(total, card) for total in totals)
                                for card in hidden) < _hidden_cards(seat)


def _hidden_cards(seat: Seat) -> int:
    """How many cards of the hand nobody has seen."""
    return seat.hand - len({*seat.known, *seat.joined})


def _impossible_why(state: State, player: str, passes: tuple[Pass, ...]) -> str:
    held = quantity(_hidden_cards(state.seat(player)), "unseen card")
    *others, last = map(str, sorted({passed.total for passed in passes}))
    totals = f"{', '.join(others)} and {last}" if others else last
    return (f"{player} passed at {totals} and has {held}; too few of those that nobody has seen did not fit "
            f"{'any of these totals' if others else totals}.")


def _wrong_passes(seat: Seat, cards: list[Card]) -> Iterator[tuple[Card, Pass]]:
    """Passes at which one of the cards was legal, the latest first."""
    return ((card, passed) for passed in reversed(seat.passes) for card in cards
            if card.is_standard and landing_fault(passed.total, card) is None)


def _judge_pass(state: State, action: Action) -> Verdict:
    fault = _phase_fault(state)
    if fault:
        return illegal(*fault)
    assert state.total is not None
    seat, i = state.seat(action.actor), state.players.index(action.actor)
    fault = turn_fault(state.players[state.turn], action.actor)
    after = state.with_seat(action.actor, replace(seat, passes=(*seat.passes, Pass(state.at - 1, state.total)),
                                                  claim=None))
    after = replace(after, passed=after.passed | {i})
    after = _turn_passes(after, i) if i == state.turn else after
    playable = [card for card in seat.known if _fits(state, card)]
    if not fault and playable and state.house.must_play:
        fault = Fault("ILLEGAL_PASS", f"{action.actor} has shown the {playable[0].name}, which fits {state.total}.")
    latest = Pass(state.at - 1, state.total)
    if not fault and state.house.must_play and (action.actor, (latest,)) in _impossible_passes(after):
        fault = Fault("ILLEGAL_PASS", _impossible_why(after, action.actor, (latest,)))
    if fault:
        return illegal(fault.code, fault.why, after)
    return _with_proof(state, action, after, f"{action.actor} passes at {state.total}.", _play_changes(after))


# -- sets -------------------------------------------------------------------------------------


def _judge_set(state: State, action: Action) -> Verdict:
    if state.phase == "play":
        return _set_before_the_end(state, action)
    fault = _sets_phase_fault(state)
    if fault:
        return illegal(*fault)
    fault = _ownership_fault(state, action)
    total, arithmetic = _run_through(state.begin, action.cards)
    fault = fault or arithmetic or _count_fault(total, action)
    if action.announced is not None:
        total = action.announced
    more = ("BAD_SET",) if arithmetic and fault is arithmetic else ()
    if total is None:
        assert fault
        return illegal(fault.code, fault.why, None, *more)
    after, points = _laid(state, action, total)
    if fault:
        return illegal(fault.code, fault.why, after, *more)
    why = f"{_sum_sentence(state.begin, action.cards)}: {_points_sentence(state.house, total, points)}"
    return _with_proof(state, action, after, why, _closing_changes(after) if after.phase == "closed" else ())


def _set_before_the_end(state: State, action: Action) -> Verdict:
    """A set while one player still holds cards says that he has passed; with more it is too early."""
    holders = [name for name, seat in zip(state.players, state.seats, strict=True) if seat.hand]
    if holders != [state.players[state.turn]]:
        return illegal("EARLY_SETS", f"{', '.join(holders)} still hold cards and have not passed.")
    passing = replace(state, phase="sets", passed=frozenset())
    verdict = _judge_set(passing, action)
    if verdict.kind != "ok":
        return verdict
    return warn("MISSED_PASS", f"{holders[0]} still holds {quantity(state.seat(holders[0]).hand, 'card')} and did not "
                               "say pass; taken as passed.", verdict.after, (verdict.why, *verdict.changes))


def _ownership_fault(state: State, action: Action) -> Fault | None:
    """A set is made of the player's own cards, each once, played ones unless the house says else."""
    seat = state.seat(action.actor)
    fault = pack_fault(PACK, (), action.cards)
    if fault:
        return fault if fault.code == "FOREIGN" else Fault("USED_TWICE", "A card can be in one set only.")
    unplayed = []
    for card in action.cards:
        if card.is_unknown:
            return Fault("UNSEEN_CARD", "The cards of a set have to be named.")
        if card in seat.used:
            return Fault("USED_TWICE", f"The {card.name} is already in one of {action.actor}'s sets.")
        if card not in seat.pile:
            unplayed.append(card)
    return _unplayed_fault(state, action.actor, unplayed) if unplayed else None


def _unplayed_fault(state: State, player: str, cards: list[Card]) -> Fault | None:
    """Cards not out of the player's pile: somebody else's, or unplayed and perhaps not allowed."""
    seat = state.seat(player)
    foreign = [card for card in cards if card in state.seen and card not in seat.known]
    if foreign or seat.hand - len(seat.joined) < len(cards):
        return Fault("NOT_YOUR_CARD", f"The {(foreign or cards)[0].name} is not one of {player}'s cards.")
    if not state.house.joins:
        return Fault("UNPLAYED_IN_SET", f"The {cards[0].name} was not played, so it cannot be in a set.")
    return None


def _run_through(begin: int, cards: tuple[Card, ...]) -> tuple[int | None, Fault | None]:
    """The final total of a sequence, or the fault on the way (RULES 3.4)."""
    total = begin
    for card in cards:
        fault = landing_fault(total, card) if card.is_standard else Fault("FOREIGN", f"{card} is no number.")
        if fault:
            return None, fault
        total = landing(total, card) or 0
    return total, None


def _laid(state: State, action: Action, total: int) -> tuple[State, int]:
    """The state with the set laid, and its points; the cards of a set that scores nothing count as
    not used (RECORD)."""
    counts_on = state.house.ones_in_sets == "continue_counter" and total == 1
    points = state.house.scale.points(total, state.ones + 1 if counts_on else 1)
    seat = state.seat(action.actor)
    if points:
        seat = replace(seat, sets=(*seat.sets, CardSet(action.cards, total)), set_points=seat.set_points + points)
    else:
        shown = tuple(card for card in action.cards if card not in (*seat.pile, *seat.known))
        seat = replace(seat, known=(*seat.known, *shown))
    after = state.with_seat(action.actor, replace(seat, claim=points).laying(action.cards))
    return _closed_when_all_used(replace(after, ones=after.ones + counts_on)), points


def _closed_when_all_used(state: State) -> State:
    """A round with no card left for a set is over; otherwise more sets may come."""
    open_cards = [len(seat.unused_pile) + (seat.hand - len(seat.joined) if state.house.joins else 0)
                  for seat in state.seats]
    return state if any(open_cards) else replace(state, phase="closed")


# -- claims and shown cards -------------------------------------------------------------------


def _judge_peg(state: State, action: Action) -> Verdict:
    claimed, seat = action.numbers[0], state.seat(action.actor)
    scored = seat.claim or 0
    after = state.with_seat(action.actor, replace(seat, claim=None, points=seat.points + claimed - scored))
    if seat.claim is None and claimed:
        return illegal("WRONG_PEG", f"{action.actor} has nothing to peg for.", after)
    if claimed != scored:
        return illegal("WRONG_PEG", f"{action.actor} scored {quantity(scored, 'point')}, not {claimed}.", after)
    return ok(after, f"{action.actor} pegs {claimed}.")


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: of the hand, for what they prove about passes and that their holder is stuck;
    and after the play, cards of his pile that he has taken up again."""
    seat, cards = state.seat(action.actor), tuple(card for card in action.cards if not card.is_unknown)
    taken_up = seat.pile if state.phase in ("sets", "closed") else ()
    mine = {*seat.known, *seat.joined}
    new = tuple(card for card in cards if card not in mine and card not in taken_up)
    fault = pack_fault(PACK, state.seen, new) or hand_fault(action.actor, seat.hand, len(mine) + len(new))
    if fault:
        return warn(fault.code, fault.why, state)
    shown = replace(seat, known=(*seat.known, *new))
    after = state.with_seat(action.actor, shown if state.phase == "play" else shown.laying(cards))
    return _with_proof(state, action, _passed_if_stuck(after, action.actor),
                       f"{action.actor} shows the {cards_sentence(action.cards)}.", ())


def _passed_if_stuck(state: State, player: str) -> State:
    """Whoever shows his whole hand and can play none of it has passed."""
    seat, i = state.seat(player), state.players.index(player)
    stuck = len(seat.known) == seat.hand > 0 and not any(_fits(state, card) for card in seat.known)
    if state.phase != "play" or state.turn != i or not stuck:
        return state
    return _turn_passes(replace(state, passed=state.passed | {i}), i)


# -- faults that several verbs share ----------------------------------------------------------


def _actor_fault(action: Action) -> Fault | None:
    """The table deals and turns cards; only a player plays them."""
    if action.actor == TABLE and action.verb not in ("deal", "start"):
        return Fault("WRONG_TURN", "Only a player can do that.")
    return None


def _phase_fault(state: State) -> Fault | None:
    if state.phase == "start":
        return Fault("NO_STARTER", "The starter has to be turned up first.")
    return Fault("NO_ROUND", "The play of this round is over.") if state.phase != "play" else None


def _sets_phase_fault(state: State) -> Fault | None:
    if state.phase == "start":
        return Fault("NO_STARTER", "The starter has to be turned up first.")
    return Fault("NO_ROUND", "Every card of this round is in a set; deal the next one.") \
        if state.phase == "closed" else None


def _one_card(action: Action) -> Fault | None:
    return Fault("TWO_CARDS", "One card at a time.") if len(action.cards) != 1 else None


def _count_fault(total: int | None, action: Action) -> Fault | None:
    if action.announced in (None, total):
        return None
    return Fault("WRONG_COUNT", f"The total is {total}, not {action.announced}.")


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "start": _judge_start, "play": _judge_play, "pass": _judge_pass, "set": _judge_set,
    "peg": _judge_peg, "show": _judge_show,
}


# -- sentences --------------------------------------------------------------------------------


def _landing_sentence(state: State, card: Card, points: int) -> str:
    total = landing(state.total or 0, card)
    assert total is not None
    return (f"{state.total} {SIGNS[card.suit]} {card.number} = {total}: "
            f"{_points_sentence(state.house, total, points)}")


def _points_sentence(house: House, total: int, points: int) -> str:
    """"seven and thirteen, 5 points." """
    names = [name for name, _ in house.scale.reasons(total)]
    return f"{' and '.join(names)}, {quantity(points, 'point')}." if points else "no points."


def _sum_sentence(begin: int, cards: tuple[Card, ...]) -> str:
    """"3 −7 ×12 = -48", step by step."""
    steps = "".join(f" {SIGNS[card.suit]}{card.number}" for card in cards)
    return f"{begin}{steps} = {_run_through(begin, cards)[0]}"


def _winners_sentence(state: State) -> str:
    names = leaders(state.scores)
    return f"{' and '.join(names)} won with {state.scores[names[0]]}"


# -- advice -----------------------------------------------------------------------------------


def _landing_row(state: State, card: Card) -> dict[str, Any]:
    """Where the card would lead from here and what that would score, or the rule it would break."""
    assert state.total is not None
    fault = landing_fault(state.total, card)
    if fault:
        return {"fault": fault.code}
    total = landing(state.total, card)
    assert total is not None
    return {"total": total, "points": state.house.scale.points(total, state.ones + 1)}


def _ledger(state: State, i: int) -> dict[str, int]:
    seat = state.seats[i]
    return {"play": seat.points, "sets": seat.set_points, "unused": unused_cards(state, i), "unplayed": seat.hand,
            "deduction": deduction(state, i), "round": round_score(state, i)}


def best_now(state: State) -> dict[str, Arrangement]:
    """The best arrangement of each pile, when the table wants to see it (option `hints`)."""
    arranging = state.phase == "closed" or (state.phase == "sets" and state.house.hints == "any_time")
    if not arranging or state.house.hints == "never":
        return {}
    return {name: best_sets(state, name) for name in state.players}


def best_sets(state: State, player: str) -> Arrangement:
    """The best the player could lay with all his played cards and the unplayed ones that were shown
    and may join.  With a counter that goes on, as if he laid his sets before the others."""
    seat = state.seat(player)
    extra = (*seat.known, *seat.joined) if state.house.joins else ()
    cards = tuple(dict.fromkeys((*seat.pile, *extra)))
    counting = state.house.ones_in_sets == "continue_counter"
    played_ones = state.ones - sum(group.total == 1 for other in state.seats for group in other.sets)
    return best_arrangement(cards, state.begin, state.house.scale, played_ones if counting else None)


def _arrangement_row(best: Arrangement) -> dict[str, Any]:
    return {"sets": [{"cards": texts(group.cards), "total": group.total} for group in best.sets],
            "unused": texts(best.unused), "points": best.points}


def _last_round(state: State) -> dict[str, Any] | None:
    """The round before this one, with the best that could have been made of it."""
    if state.previous is None:
        return None
    return {"ledger": {name: _ledger(state.previous, i) for i, name in enumerate(state.players)},
            "best": {name: _arrangement_row(best) for name, best in best_now(state.previous).items()}}


def _lines(state: State) -> Iterator[str]:
    if state.phase == "start":
        yield "Deal seven cards each; the dealer's right cuts, and the card is turned: that is the starter."
    if state.phase == "play":
        yield f"Total {state.total}; the next to hit 1 scores {quantity(state.ones + 1, 'point')}."
        yield from _landing_lines(state)
        yield "Points so far: " + ", ".join(f"{name} {seat.points}" for name, seat in _by_name(state)) + "."
        yield "Cards left: " + ", ".join(f"{name} {seat.hand}" for name, seat in _by_name(state)) + "."
    else:
        yield from (_ledger_line(state, i) for i in range(len(state.players)) if state.phase != "start")
    for name, best in best_now(state).items():
        yield f"Best for {name}: {_arrangement_sentence(state.begin, best)}"
    yield from _target_lines(state)


def _by_name(state: State) -> Iterator[tuple[str, Seat]]:
    return zip(state.players, state.seats, strict=True)


def _landing_lines(state: State) -> Iterator[str]:
    """The cards not seen yet that would score, most points first, and all that would fit, by suit."""
    rows = [(card, _landing_row(state, card)) for card in unseen(state)]
    fitting = [(row["points"], card, row["total"]) for card, row in rows if "points" in row]
    for points in sorted({points for points, _, _ in fitting if points}, reverse=True):
        cards = ", ".join(f"{card} → {total}" for p, card, total in fitting if p == points)
        yield f"{quantity(points, 'point')}: {cards}"
    yield f"{len(fitting)} of the {quantity(len(rows), 'card')} not seen yet can be played:"
    for suit, sign in SIGNS.items():
        ranks = [card.rank for card in sorted((card for _, card, _ in fitting), key=lambda card: card.number)
                 if card.suit == suit]
        yield f"  {SUIT_NAMES[suit].capitalize()} ({sign}): {' '.join(ranks) or 'none'}"


def _ledger_line(state: State, i: int) -> str:
    row = _ledger(state, i)
    return (f"{state.players[i]}: play {row['play']}, sets {row['sets']}, unused {row['unused']} "
            f"(−{row['deduction']}), round {row['round']}.")


def _arrangement_sentence(begin: int, best: Arrangement) -> str:
    sets = "; ".join(_sum_sentence(begin, group.cards) for group in best.sets) or "no set"
    unused = f", unused {' '.join(texts(best.unused))}" if best.unused else ""
    return f"{sets}{unused}; {best.points:+d} in all."


def _target_lines(state: State) -> Iterator[str]:
    """Who ends the match with this round, as it stands."""
    if state.over:
        yield f"The match is over: {_winners_sentence(state)}."
    elif state.phase == "sets":
        closed = replace(state, phase="closed")
        yield from (f"{name} stands at {score}: this is the last round."
                    for name, score in closed.scores.items() if state.house.reached(score))


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield Pemberley.summary
    first = "The cutter" if house.first_player == "cutter" else "The player at the dealer's left"
    yield (f"Everybody gets seven cards. The player at the dealer's right cuts and the cut card is turned: its number "
           f"(Ace 1, Jack 11, Queen 12, King 13) is the starting total. {first} plays first, then {house.direction}.")
    yield ("Hearts add, spades subtract, diamonds multiply, clubs divide. A card may be played only if the new total "
           "is a whole number from -500 to 500. Everybody plays to a pile apart from the others.")
    must = "must" if house.must_play else "may"
    yield (f"Whoever can play {must}; whoever cannot says pass and keeps the cards. The play ends when all cards are "
           "out or everybody who still has some has passed at the same total.")
    negative = [word for word, on in (("primes", house.negative_primes), ("multiples", house.negative_multiples)) if on]
    yield ("Landing on 0 scores 2. A multiple of 12 scores 1, of 7 scores 2, of 13 scores 3, and these add up: 91 "
           "scores 5. Any other prime scores 1. " + (f"Negative {' and '.join(negative)} count as well." if negative
                                                      else "Negative totals score nothing."))
    yield (f"The first landing on 1 in a {house.ones_counter} scores 1, the second 2, the third 3, whoever makes it.")
    ones = "scores 1" if house.ones_in_sets == "flat" else "scores as the next landing on 1 would"
    yield ("Then everybody arranges the cards played in sets. Each set begins at the starter, every step must be "
           f"allowed, and only its last total scores; a set that ends on 1 {ones}. A card in no set costs a point.")
    yield {"set_aside_once": "A card that was never played is set aside and costs a point.",
           "joins_once": "A card that was never played may be used in a set; if it is not, it costs a point.",
           "double": "A card that was never played costs a point; it may be used in a set, and costs another if not.",
           }[house.unplayed_rule]
    yield {"after_round": "The best arrangement is shown when the round is over.",
           "any_time": "The best arrangement is shown as soon as the sets begin.",
           "never": "The best arrangement is never shown."}[house.hints]
    if house.profile == "post_literal":
        yield "These are the inventors' first rules to the letter, without what they said later."
    reach = "reaches" if house.target_mode == "at_least" else "passes"
    yield (f"The match ends with the round in which somebody {reach} {house.target}; the highest total wins."
           if house.target else "Play as many rounds as you like; the highest total wins.")


# -- the camera's view ------------------------------------------------------------------------


def _explanations(state: State, change: Change) -> Iterator[Action]:
    cleared = {place for place, _ in change.left}
    if state.phase in ("sets", "closed") and "starter" in cleared:
        yield Action(TABLE, "deal")
        return
    laid: dict[str, list[Card]] = {}
    for place, card in change.appeared:
        kind, _, player = place.partition(":")
        if kind == "starter":
            yield Action(TABLE, "start", (card,))
        elif state.phase == "play" and kind == "pile":
            yield Action(player, "play", (card,))
        elif state.phase != "start":
            laid.setdefault(player, []).append(card)
    for player, cards in laid.items():
        yield from _sets_of(state, player, tuple(cards))
        yield Action(player, "show", tuple(cards))


def _sets_of(state: State, player: str, cards: tuple[Card, ...]) -> Iterator[Action]:
    """The set that these cards make, once for every total that an order of them reaches."""
    if len(set(cards)) != len(cards) or len(cards) > HAND or not all(card.is_standard for card in cards):
        return
    sums = Sums(cards, state.begin)
    totals = sorted(sums.totals(sums.all_cards), key=lambda total: -state.house.scale.points(total))
    yield from (Action(player, "set", sums.order(sums.all_cards, total), announced=total) for total in totals)


# -- random sittings --------------------------------------------------------------------------


class RandomPemberley(RandomPlayer[State], game="pemberley"):
    """Honest people who play whatever fits and lay their best sets, or some of them."""

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def candidates(self) -> list[Action]:
        state = self.state
        if not self.stock and state.phase == "start":
            self._shuffle()
        if state.phase == "start":
            return [Action(TABLE, "start", (self.stock[-1],))]
        actor = self.match.to_act
        if actor is None:
            return [] if state.over else [*self._sets(), Action(TABLE, "deal")]
        plays = [Action(actor, "play", (card,)) for card in self.hands[actor]]
        stuck = not any(_fits(state, card) for card in self.hands[actor])
        return [*plays, Action(actor, "pass")] if stuck or not state.house.must_play else plays

    def _shuffle(self) -> None:
        self.stock = self.shuffled(PACK)
        for name in self.match.table.players:
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def _sets(self) -> list[Action]:
        """Sets of everybody's best arrangement that are not laid yet."""
        return [Action(name, "set", group.cards, announced=group.total)
                for name in self.match.table.players for group in best_sets(self.state, name).sets
                if not set(group.cards) & set(self.state.seat(name).used)]

    def happened(self, action: Action) -> None:
        if action.verb == "start":
            self.stock.pop()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)
        elif action.verb == "deal":
            self._shuffle()

    def everything(self) -> Counter[Card]:
        """After the play the piles are back in the hands."""
        held = [card for hand in self.hands.values() for card in hand]
        played = [card for seat in self.state.seats for card in seat.pile]
        return Counter([*self.match.game.visible(self.state)["starter"], *played, *held, *self.stock])

    def is_listed(self, action: Action) -> bool:
        return action.verb != "set"

    def check(self) -> None:
        for name, seat in _by_name(self.state):
            assert seat.hand == len(self.hands[name])


PEMBERLEY = Pemberley()
