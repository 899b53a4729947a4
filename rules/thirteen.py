"""Thirteen (tiến lên), the climbing game of Vietnam.

Source: sources/003 (denexa.com), RULES 7; the list of combinations is lost there and derived.

Hands are hidden and never grow, so the engine keeps their sizes and every card played.  What it
can prove is the combination itself, the turn, and, from a lower card shown later, that the wrong
player (or the wrong cards) opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, ClassVar, NamedTuple

from rules.action import TABLE, Action
from rules.cards import RANK_NAMES, Card, cards_sentence, standard_pack
from rules.common import COMMON_CODES, Fault, by_player, clause_fault, hand_fault, pack_fault, texts, turn_fault
from rules.game import Change, Game, Option, Outcome, Table, Value, Verdict, left_of
from rules.simulate import RandomPlayer
from rules.verdicts import illegal, ok, proven, warn

RANK_ORDER = "3456789TJQKA2"  # RULES 7.1, low to high
SUIT_ORDER = "SCDH"
LOWEST = Card("3S")
PLACE = "trick"
SAME_RANK = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
CHOPS = ("quad", "pairs")

Key = tuple[int, int, int]


class Combination(NamedTuple):
    """What a play is: its type, its size in ranks (straights, runs of pairs) and its highest card."""

    kind: str  # single, pair, triple, quad, straight, pairs
    length: int
    key: Key
    top: Card

    @property
    def is_chop(self) -> bool:
        return self.kind in CHOPS

    @property
    def sentence(self) -> str:
        """For people: "a straight of 4 ending on the Jack of hearts"."""
        if self.kind == "single":
            return f"the {self.top.name}"
        if self.kind in ("straight", "pairs"):
            kind = "straight" if self.kind == "straight" else "run of pairs"
            return f"a {kind} of {self.length} ending on the {self.top.name}"
        number = {"pair": "a pair of", "triple": "three", "quad": "four"}[self.kind]
        return f"{number} {RANK_NAMES[self.top.rank]}s up to the {self.top.name}"


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name."""

    chops: str
    longer_pairs_beat: bool
    quad_beats_pairs: str
    min_straight: int
    triple: bool
    chop_pairs_with_2: bool
    straight_same_suit_lock: bool
    four_of_rank: str
    next_lead: str
    play_on: bool
    even_literal: bool
    high_back: str


OPTIONS = (
    Option("chops", ("any", "only_2s"), "What a chop (four of a kind, or a run of pairs) may be played on."),
    Option("longer_pairs_beat", (False, True), "A longer run of pairs beats a shorter one."),
    Option("quad_beats_pairs", ("none", "always"), "Four of a kind beats a run of pairs."),
    Option("min_straight", (3, 5), "The shortest straight."),
    Option("triple", (True, False), "Three of a kind is a combination."),
    Option("chop_pairs_with_2", (False, True), "A run of pairs may end in 2s."),
    Option("straight_same_suit_lock", (False, True), "A straight in one suit is beaten only by one in one suit."),
    Option("four_of_rank", ("redeal", "instant_win", "ignore"), "A hand dealt all four 2s or all four 3s."),
    Option("next_lead", ("winner", "lowest"), "Who leads the next game: its last winner, or the 3 of spades."),
    Option("play_on", (False, True), "Play on for second and third place."),
    Option("even_literal", (False, True), "With five or more players an even number of cards each."),
    Option("high_back", ("red",), "The back that wins between identical cards of two packs.", pattern="[a-z]+"),
)

class Opening(NamedTuple):
    """The play that opened the first game: it claims to hold the lowest card dealt."""

    player: str
    lowest: Card
    at: int


@dataclass(frozen=True)
class State:
    """Everything public.  `round` is what lies on the table since the last lead; it stays there
    after the round has ended until the next lead sweeps it (`leading`)."""

    players: tuple[str, ...]
    dealer: str
    house: House
    at: int = 0
    deals: int = 1
    sizes: tuple[int, ...] = ()
    turn: str | None = None  # None: before the opening, or when the game is over
    opened: bool = False
    must_contain_lowest: bool = True
    lowest: Card | None = None  # the lowest card dealt, if the table has found it by asking
    opening: Opening | None = None
    played: tuple[Card, ...] = ()
    round: tuple[Card, ...] = ()
    to_beat: Combination | None = None
    last_player: str | None = None
    knocked: frozenset[str] = frozenset()
    finished: tuple[str, ...] = ()
    over: bool = False
    void: bool = False
    wins: tuple[int, ...] = ()

    def size(self, player: str) -> int:
        return self.sizes[self.players.index(player)]

    @property
    def leading(self) -> bool:
        return self.to_beat is None

    @property
    def two_packs(self) -> bool:
        return len(self.players) > 6

    @property
    def aside(self) -> int:
        """Cards that were not dealt to anybody."""
        return 52 * (1 + self.two_packs) - hand_size(len(self.players), self.house) * len(self.players)

    @property
    def still_in(self) -> tuple[str, ...]:
        """Players with cards, clockwise."""
        return tuple(name for name in self.players if name not in self.finished)


class Thirteen(Game[State]):
    name = "thirteen"
    title = "Thirteen"
    max_players = 12
    summary = ("Be the first without cards: play a higher combination of the same kind as the one on the table, "
               "or knock and wait for the next round.")
    verbs = frozenset(("deal", "lowest", "play", "knock", "show"))
    options = OPTIONS
    codes: ClassVar[Mapping[str, str]] = {
        **COMMON_CODES,
        "NOT_COMBINATION": "A play is a single, a pair, a triple, a straight, four of a kind, or a run of three or "
                           "more pairs.",
        "TWO_IN_STRAIGHT": "2s cannot be part of a straight or a run of pairs.",
        "WRONG_TYPE": "A play must be of the same type as the one it beats, unless it is a chop.",
        "WRONG_LENGTH": "A straight or run of pairs must be as long as the one it beats.",
        "NOT_HIGHER": "The highest card of the play must be higher than the highest card on the table.",
        "NOT_ONE_SUIT": "A straight in one suit is beaten only by a straight in one suit.",
        "CHOP_FORBIDDEN": "This table allows chops only on 2s.",
        "KNOCKED_PLAYER": "Who has knocked is out until the round ends.",
        "MUST_LEAD": "Whoever leads must play something.",
        "NO_3S": "The first play must contain the 3 of spades, or else the lowest card dealt.",
        "WRONG_OPENER": "Whoever holds the lowest card dealt opens the first game.",
        "LATE_LOWEST": "The lowest card is asked for before the first play.",
        "NOT_FOUR": "Only all four 2s or all four 3s, shown before the first play, change a deal.",
        "UNFINISHED": "A new deal begins when the game is over.",
    }

    # -- setting up ---------------------------------------------------------------------------

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        house = House(**options)  # type: ignore[arg-type]
        return self._fresh(players, dealer, house)

    def _fresh(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return State(players, dealer, house, sizes=(hand_size(len(players), house),) * len(players),
                     wins=(0,) * len(players))

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        fault = clause_fault(action) or actor_fault(action)
        if fault:
            return illegal(fault.code, fault.why)
        verdict: Verdict = getattr(self, f"_{action.verb}")(state, action)
        return replace(verdict, after=verdict.after and replace(verdict.after, at=state.at + 1))

    def _deal(self, state: State, action: Action) -> Verdict:
        fresh = not state.opened and not state.over and not state.void
        after = state if fresh and state.deals == 1 else self._new_deal(state)
        if not (state.over or state.void or fresh):
            return illegal("UNFINISHED", "This game is not over yet; a new deal would throw it away.", after)
        return ok(after, "" if fresh else "New cards." if after.turn is None else f"New cards; {after.turn} leads.")

    def _new_deal(self, state: State) -> State:
        winner = state.finished[0] if state.finished else None
        free = winner if state.house.next_lead == "winner" else None
        start = self._fresh(state.players, state.dealer if state.void else left_of(state.players, state.dealer),
                            state.house)
        return replace(start, at=state.at, deals=state.deals + (not state.void), wins=state.wins, turn=free,
                       must_contain_lowest=free is None)

    def _lowest(self, state: State, action: Action) -> Verdict:
        card = action.card
        after = replace(state, lowest=card)
        if state.opened:
            return illegal("LATE_LOWEST", "The first card has been played; the lowest card no longer matters.", state)
        if cards_below(card, state) > state.aside:
            return illegal("NO_3S", f"More cards below the {card.name} are in the pack than lie aside.", after)
        return ok(after, f"The {card.name} is the lowest card dealt; the first play must contain it.")

    def _knock(self, state: State, action: Action) -> Verdict:
        fault = self._turn_fault(state, action.actor)
        if fault:
            return illegal(fault.code, fault.why, self._after_knock(state, action.actor) if state.to_beat else None)
        if state.leading:
            return illegal("MUST_LEAD", f"{action.actor} leads and must play something.", None)
        after = self._after_knock(state, action.actor)
        if after.leading:
            return ok(after, f"Everybody has knocked; {after.turn} leads.", (f"{after.turn} leads",))
        return ok(after, f"{action.actor} is out until the round ends.")

    def _play(self, state: State, action: Action) -> Verdict:
        combination = classify(action.cards, state.house)
        fault = self._play_fault(state, action, combination)
        if isinstance(combination, Fault):
            return illegal(combination.code, combination.why, None, *_more_codes(action.cards))
        after = self._after_play(state, action, combination)
        if fault:
            return illegal(fault.code, fault.why, after)
        proof = self._opening_proof(state, action.actor, action.cards)
        if proof:
            assert state.opening is not None
            return proven(proof.code, proof.why, state.opening.at, replace(after, opening=None))
        return ok(after, self._play_sentence(after, action, combination))

    def _play_fault(self, state: State, action: Action, combination: Combination | Fault) -> Fault | None:
        """The first rule that the play breaks, seen from the table."""
        actor = action.actor
        own = state.size(actor) if actor in state.players else 0
        return (self._turn_fault(state, actor)
                or shown_fault(state, action.cards)
                or hand_fault(actor, own, len(action.cards))
                or (combination if isinstance(combination, Fault) else None)
                or opening_fault(state, action.cards)
                or (beating_fault(state, action.cards, combination)
                    if isinstance(combination, Combination) else None))

    def _turn_fault(self, state: State, actor: str) -> Fault | None:
        if state.over or state.void:
            return Fault("GAME_OVER", "This game is over; deal again.")
        if actor in state.knocked:
            return Fault("KNOCKED_PLAYER", f"{actor} has knocked and is out until this round ends.")
        if state.turn is None and actor in state.players:
            return None  # nobody knows yet who holds the lowest card
        return turn_fault(state.turn, actor)

    def _opening_proof(self, state: State, actor: str, cards: tuple[Card, ...]) -> Fault | None:
        """A card below the opening's lowest proves that the opening was wrong (RULES 7.5, D)."""
        if state.opening is None:
            return None
        opener, claimed, _at = state.opening
        lower = [card for card in cards if order(card)[:2] < order(claimed)[:2]]
        if not lower:
            return None
        card = min(lower, key=order)
        if actor == opener:
            return Fault("NO_3S", f"{actor} held the {card.name}, so the opening play had to contain it.")
        return Fault("WRONG_OPENER", f"{actor} held the {card.name}, lower than {opener}'s {claimed.name}, "
                                     f"so {actor} should have opened.")

    def _after_play(self, state: State, action: Action, combination: Combination) -> State:
        actor, cards = action.actor, action.cards
        sizes = tuple(max(0, size - len(cards) * (name == actor))
                      for name, size in zip(state.players, state.sizes, strict=True))
        opening = state.opening
        if not state.opened and state.must_contain_lowest:
            opening = Opening(actor, min(cards, key=order), state.at)
        after = replace(state, sizes=sizes, opened=True, opening=opening, played=state.played + cards,
                        round=cards if state.leading else state.round + cards, to_beat=combination,
                        last_player=actor, turn=actor)
        if after.size(actor) == 0 and actor not in after.finished:
            after = self._went_out(after, actor)
        return after if after.over else replace(after, turn=self._next(after, actor))

    def _went_out(self, state: State, actor: str) -> State:
        finished = (*state.finished, actor)
        if state.finished:
            over, wins = len(finished) >= len(state.players) - 1, state.wins
        else:
            over = not state.house.play_on or len(state.players) == 2
            wins = tuple(won + (name == actor) for name, won in zip(state.players, state.wins, strict=True))
        return replace(state, finished=finished, wins=wins, over=over, turn=None if over else state.turn)

    def _after_knock(self, state: State, actor: str) -> State:
        after = replace(state, knocked=state.knocked | {actor})
        rivals = [name for name in after.still_in if name not in after.knocked and name != after.last_player]
        if rivals:
            return replace(after, turn=self._next(after, actor))
        assert after.last_player is not None
        # RULES 7.4: who went out cannot lead; the next to his left still in does.
        leader = (after.last_player if after.last_player in after.still_in
                  else next_in(after.players, after.last_player, after.still_in))
        return replace(after, knocked=frozenset(), to_beat=None, turn=leader)

    def _next(self, state: State, actor: str) -> str:
        return next_in(state.players, actor, [n for n in state.still_in if n not in state.knocked])

    def _play_sentence(self, after: State, action: Action, combination: Combination) -> str:
        if after.over:
            return f"{action.actor} is out of cards" + (" and wins." if after.finished[0] == action.actor else ".")
        out = f"{action.actor} is out of cards. " if action.actor in after.finished else ""
        return f"{out}Beat {combination.sentence}."

    def _show(self, state: State, action: Action) -> Verdict:
        if state.opened or state.over or state.void:
            return self._shown(state, action)
        ranks = {card.rank for card in action.cards}
        if len(set(action.cards)) != 4 or ranks not in ({"2"}, {"3"}):
            return illegal("NOT_FOUR", "Only all four 2s or all four 3s change a deal before it begins.", state)
        rule = state.house.four_of_rank
        if rule == "ignore":
            return ok(state, "This table plays on with such a hand.")
        if rule == "redeal":
            return ok(replace(state, void=True, turn=None),
                      f"{action.actor} was dealt {cards_sentence(action.cards)}: deal again.")
        return ok(self._went_out(state, action.actor) if not state.house.play_on else
                  replace(self._went_out(state, action.actor), over=True, turn=None),
                  f"{action.actor} was dealt {cards_sentence(action.cards)} and wins.")

    def _shown(self, state: State, action: Action) -> Verdict:
        fault = shown_fault(state, action.cards)
        if fault:
            return warn(fault.code, fault.why, state)
        proof = self._opening_proof(state, action.actor, action.cards)
        if proof:
            assert state.opening is not None
            return proven(proof.code, proof.why, state.opening.at, replace(state, opening=None))
        return ok(state)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The knock, and every play of cards of one rank; straights and runs are too many to list."""
        if state.over or state.void:
            return (Action(TABLE, "deal"),)
        actors = (state.turn,) if state.turn else state.players
        plays = [Action(actor, "play", cards) for actor in actors for cards in same_rank_plays(unseen(state))]
        knock = [] if state.leading or state.turn is None else [Action(state.turn, "knock")]
        return tuple(a for a in (*plays, *knock) if self.judge(state, a).applies)

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.turn

    def places(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return (PLACE,)

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards of the round; a finished round lies there until the next lead."""
        return {PLACE: state.round}

    def public(self, state: State) -> dict[str, Any]:
        lying = state.round[-_size(state.to_beat):] if state.to_beat else ()
        return {"to_beat": texts(lying), "type": type_name(state.to_beat), "knocked": sorted(
                    state.knocked, key=state.players.index), "hand_sizes": by_player(state.players, state.sizes)}

    def outcome(self, state: State) -> Outcome:
        scores = by_player(state.players, state.wins)
        return Outcome(state.over, scores, state.finished[:1] if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        left = unseen(state)
        return {
            "beat": state.to_beat.sentence if state.to_beat else None,
            "last_player": state.last_player,
            "still_in": [name for name in state.still_in if name not in state.knocked],
            "finished": list(state.finished),
            "beaten_by": beaten_by(state, left),
            "highest_unseen": str(max(left, key=order)) if left else None,
            "quads_possible": [rank for rank in RANK_ORDER if rank_count(left)[rank] >= 4],
            "runs_of_pairs_possible": pair_windows(left, state.house),
            "unseen": texts(sorted(left, key=order)),
        }

    def advice_lines(self, state: State) -> list[str]:
        if state.over:
            return [f"{' and '.join(self.outcome(state).winners)} won."]
        advice = self.advice(state)
        if state.to_beat:
            lines = [f"Beat {state.to_beat.sentence}."]
        else:
            lines = [f"{state.turn} leads anything." if state.turn else "Whoever holds the lowest card leads it."]
        lines.append("Cards left: " + ", ".join(f"{n} {s}" for n, s in by_player(state.players, state.sizes).items()))
        if state.knocked:
            lines.append("Knocked: " + ", ".join(sorted(state.knocked)))
        if state.to_beat:
            lines.append("Still unseen and higher: " + (" ".join(advice["beaten_by"]) or "nothing but a chop"))
        chops = [*(f"four {RANK_NAMES[r]}s" for r in advice["quads_possible"]), *advice["runs_of_pairs_possible"]]
        lines.append("Chops still possible: " + (", ".join(chops) or "none"))
        return lines

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        house = House(**options)  # type: ignore[arg-type]
        return [
            self.summary,
            "Ranks go up from 3 to King, then Ace, then 2; suits go up spades, clubs, diamonds, hearts. The 3 of "
            "spades is the lowest card, the 2 of hearts the highest.",
            f"13 cards each; with five or more players an equal{' and even' * house.even_literal} number each, the "
            f"rest aside. Two packs serve seven or more; between identical cards the {house.high_back} back wins.",
            "Combinations: a single, a pair, " + ("a triple, " if house.triple else "")
            + f"a straight of {house.min_straight} or more without 2s, four of a kind, and a run of three or more "
            + ("pairs." if house.chop_pairs_with_2 else "pairs without 2s."),
            "The first play contains the 3 of spades, or the lowest card dealt. "
            + ("The winner leads the next game." if house.next_lead == "winner" else
               "So does the first play of every later game."),
            "Beat the table with the same type and size and a higher top card, or knock. Who has knocked is out until "
            "all others have; then the last to play leads anything.",
            "Four of a kind and runs of pairs are chops: on your turn they beat "
            + ("anything" if house.chops == "any" else "2s only")
            + ", and only a higher chop of the same type" + (" or a longer run" if house.longer_pairs_beat else "")
            + (" or four of a kind" if house.quad_beats_pairs == "always" else "") + " beats them.",
            *(["A straight in one suit is beaten only by a straight in one suit."]
              if house.straight_same_suit_lock else []),
            {"redeal": "A hand dealt all four 2s or 3s is shown and everybody is dealt again.",
             "instant_win": "A hand dealt all four 2s or 3s wins when shown.",
             "ignore": "A hand dealt all four 2s or 3s is nothing special."}[house.four_of_rank],
            "The first player without cards wins"
            + ("; the others play on for places." if house.play_on else "."),
        ]

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """All cards that appeared are one play: by whoever is on turn, else by anybody still in."""
        cards = tuple(card for place, card in change.appeared if place == PLACE)
        if not cards:
            return ()
        others = [name for name in state.still_in if name != state.turn]
        return tuple(Action(name, "play", cards) for name in ([state.turn] if state.turn else []) + others)

    def random_player(self, table: Table, rng: Random) -> RandomPlayer[State]:
        return RandomThirteen(self, table, rng)


def actor_fault(action: Action) -> Fault | None:
    """WRONG_TURN where the table does what players do, or a player what the table does."""
    if (action.actor == TABLE) == (action.verb in ("deal", "lowest")):
        return None
    return Fault("WRONG_TURN", f"Write 'table {action.verb}'." if action.actor != TABLE else
                 f"A player's name must stand before '{action.verb}'.")


# -- cards and combinations ---------------------------------------------------------------------


def hand_size(players: int, house: House) -> int:
    """RULES 7.1: 13, or an equal number as large as the cards allow."""
    if players <= 4:
        return 13
    size = (52 if players <= 6 else 104) // players
    return size - size % 2 if house.even_literal else size


def order(card: Card, high_back: str = "red") -> Key:
    """Total order of the cards; a higher back breaks the tie of identical cards."""
    return RANK_ORDER.index(card.rank), SUIT_ORDER.index(card.suit), int(card.back == high_back)


def classify(cards: tuple[Card, ...], house: House) -> Combination | Fault:
    """The combination that the cards form, or why they form none (RULES 7.2)."""
    strange = next((card for card in cards if not card.is_standard), None)
    if strange:
        return Fault("FOREIGN", f"The {strange.name} does not belong to this pack.")
    back = house.high_back
    top = max(cards, key=lambda card: order(card, back))
    ranks = Counter(RANK_ORDER.index(card.rank) for card in cards)
    kind = _kind(ranks, len(cards), house)
    if isinstance(kind, Fault):
        return kind
    return Combination(kind, len(ranks), order(top, back), top)


def _kind(ranks: Counter[int], number: int, house: House) -> str | Fault:
    two = RANK_ORDER.index("2")
    run = max(ranks) - min(ranks) == len(ranks) - 1
    if len(ranks) == 1 and number in SAME_RANK:
        if number == 3 and not house.triple:
            return Fault("NOT_COMBINATION", "Three of a kind is no combination at this table.")
        return SAME_RANK[number]
    if run and len(ranks) >= 3 and set(ranks.values()) in ({1}, {2}):
        straight = set(ranks.values()) == {1}
        if two in ranks and (straight or not house.chop_pairs_with_2):
            return Fault("NOT_COMBINATION", "2s cannot be part of a straight or a run of pairs.")
        if straight and len(ranks) < house.min_straight:
            return Fault("NOT_COMBINATION", f"A straight needs at least {house.min_straight} cards here.")
        return "straight" if straight else "pairs"
    return Fault("NOT_COMBINATION", "These cards are no single, pair, triple, straight, four of a kind or run of "
                                    "three or more pairs.")


def _more_codes(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The finer code where a 2 is what spoils a run."""
    ranks = {card.rank for card in cards}
    return ("TWO_IN_STRAIGHT",) if "2" in ranks and len(ranks) >= 3 else ()


def beating_fault(state: State, cards: tuple[Card, ...], new: Combination) -> Fault | None:
    """Why `new` does not beat the table; None when it does or when it leads (RULES 7.3)."""
    old, house = state.to_beat, state.house
    if old is None:
        return None
    if new.is_chop and not old.is_chop:
        if house.chops == "only_2s" and not (old.kind in SAME_RANK.values() and old.top.rank == "2"):
            return Fault("CHOP_FORBIDDEN", "This table allows chops only on 2s.")
        return None
    if new.kind == "quad" and old.kind == "pairs" and house.quad_beats_pairs == "always":
        return None
    if new.kind != old.kind:
        return Fault("WRONG_TYPE", f"The table shows {old.sentence}; that is beaten only by its own type"
                                   f"{' or a chop' * (not old.is_chop)}.")
    if new.length != old.length:
        if new.kind == "pairs" and new.length > old.length and house.longer_pairs_beat:
            return None
        return Fault("WRONG_LENGTH", f"The table shows a run of {old.length}, and this is one of {new.length}.")
    if new.key <= old.key:
        return Fault("NOT_HIGHER", f"The {new.top.name} is not higher than the {old.top.name}.")
    if house.straight_same_suit_lock and new.kind == "straight":
        lying = state.round[-old.length:]
        if len({card.suit for card in lying}) == 1 < len({card.suit for card in cards}):
            return Fault("NOT_ONE_SUIT", "The straight on the table is in one suit, so this one must be too.")
    return None


def opening_fault(state: State, cards: tuple[Card, ...]) -> Fault | None:
    """NO_3S when the first play provably lacks the lowest card dealt."""
    if state.opened or not state.must_contain_lowest:
        return None
    if state.lowest is not None and state.lowest.face not in {card.face for card in cards}:
        return Fault("NO_3S", f"The first play must contain the {state.lowest.name}, the lowest card dealt.")
    lowest = min(cards, key=order)
    if state.lowest is None and cards_below(lowest, state) > state.aside:
        return Fault("NO_3S", f"The first play must contain the {LOWEST.name}"
                              f"{', or the lowest card dealt' * (state.aside > 0)}.")
    return None


def cards_below(card: Card, state: State) -> int:
    """How many cards of the pack are lower by rank and suit."""
    if not card.is_standard:
        return 0
    return sum(copies for other, copies in pack_of(state).items() if order(other)[:2] < order(card)[:2])


def pack_of(state: State) -> Counter[Card]:
    """The pack by faces: one of 52, or two."""
    return standard_pack(copies=2 if state.two_packs else 1)


def faces(cards: Iterable[Card]) -> list[Card]:
    """The cards without their backs, as `pack_of` counts them."""
    return [Card(card.face) for card in cards]


def shown_fault(state: State, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN or DUPLICATE; where backs are named, a card of one back exists once."""
    with_back = [card for card in state.played + cards if card.back]
    return (pack_fault(pack_of(state), faces(state.played), faces(cards))
            or pack_fault(Counter(set(with_back)), state.played, [card for card in cards if card.back]))


def unseen(state: State) -> list[Card]:
    """Cards not yet played: in hands or aside."""
    return list((pack_of(state) - Counter(faces(state.played))).elements())


def rank_count(cards: Iterable[Card]) -> Counter[str]:
    return Counter(card.rank for card in cards)


def same_rank_plays(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every single, pair, triple and quad of the cards."""
    by_rank: dict[str, list[Card]] = {}
    for card in sorted(set(cards), key=order):
        by_rank.setdefault(card.rank, []).append(card)
    for group in by_rank.values():
        for number in SAME_RANK:
            yield from combinations(group, number)


def next_in(players: tuple[str, ...], after: str, allowed: Iterable[str]) -> str:
    """The next of the allowed players clockwise; the same one where nobody is left."""
    wanted = set(allowed)
    seats = (left_of(players, after, step) for step in range(1, len(players) + 1))
    return next((name for name in seats if name in wanted), after)


def type_name(combination: Combination | None) -> str | None:
    """For JSON: "pair", "straight-4", "pairs-3"."""
    if combination is None:
        return None
    return f"{combination.kind}-{combination.length}" if combination.kind in ("straight", "pairs") else combination.kind


def _size(combination: Combination) -> int:
    """How many cards the combination has."""
    by_kind = {kind: number for number, kind in SAME_RANK.items()}
    return by_kind.get(combination.kind, combination.length * (1 + (combination.kind == "pairs")))


def beaten_by(state: State, left: list[Card]) -> list[str]:
    """The top cards, still unseen, with which a play of the same type would beat the table."""
    old = state.to_beat
    if old is None:
        return []
    counts = rank_count(left)
    back = str(state.house.high_back)
    higher = sorted({card for card in left if order(card, back) > old.key}, key=order)
    return texts(card for card in higher if _completes(card, old, counts, state.house))


def _completes(top: Card, old: Combination, counts: Counter[str], house: House) -> bool:
    """Whether enough cards are unseen for a combination like `old` with this top card."""
    if old.kind not in ("straight", "pairs"):
        return counts[top.rank] >= _size(old)
    index = RANK_ORDER.index(top.rank)
    ranks = RANK_ORDER[max(0, index - old.length + 1):index + 1]
    twos = old.kind == "pairs" and house.chop_pairs_with_2
    return (len(ranks) == old.length and (twos or "2" not in ranks)
            and all(counts[rank] >= 1 + (old.kind == "pairs") for rank in ranks))


def pair_windows(left: list[Card], house: House) -> list[str]:
    """The longest runs of three or more ranks with two cards each unseen, as "5-9"."""
    counts = rank_count(left)
    ranks = RANK_ORDER if house.chop_pairs_with_2 else RANK_ORDER[:-1]
    line = "".join(rank if counts[rank] >= 2 else " " for rank in ranks)
    return [f"{run[0]}-{run[-1]}" for run in line.split() if len(run) >= 3]


class RandomThirteen(RandomPlayer[State]):
    """Plays from true hands; opens with the true lowest card."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        if not self.state.two_packs:
            return standard_pack()
        return Counter(Card(card.face, back) for card in standard_pack() for back in ("red", "blue"))

    def _deal(self) -> None:
        cards = self.shuffled(self.pack)
        size = self.state.sizes[0]
        for name in self.hands:
            self.hands[name], cards = cards[:size], cards[size:]
        self.aside = cards

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over or state.void:
            return [Action(TABLE, "deal")] if state.deals < 3 else []
        actor = state.turn or min(self.hands, key=lambda name: min(map(order, self.hands[name])))
        lowest = min((card for hand in self.hands.values() for card in hand), key=order)
        plays = [cards for cards in self._plays(actor) if state.opened or not state.must_contain_lowest
                 or lowest in cards]
        return [*(Action(actor, "play", cards) for cards in plays), Action(actor, "knock")]

    def _plays(self, actor: str) -> list[tuple[Card, ...]]:
        hand = self.hands[actor]
        return [*same_rank_plays(hand), *self._runs(hand, 1), *self._runs(hand, 2)]

    def _runs(self, hand: list[Card], width: int) -> Iterator[tuple[Card, ...]]:
        """Straights (width 1) and runs of pairs (width 2), one random choice of suits each."""
        by_rank = {rank: [card for card in hand if card.rank == rank] for rank in RANK_ORDER[:-1]}
        for start in range(len(RANK_ORDER) - 3):
            for end in range(start + 3, len(RANK_ORDER)):
                groups = [by_rank[rank] for rank in RANK_ORDER[start:end]]
                if any(len(group) < width for group in groups):
                    break
                yield tuple(card for group in groups for card in self.rng.sample(group, width))

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self._deal()
        elif action.verb == "play":
            for card in action.cards:
                self.hands[action.actor].remove(card)
        lying = Counter(self.state.round)
        held = [card for hand in self.hands.values() for card in hand]
        self.aside = list((self.pack - lying - Counter(held)).elements())

    def is_listed(self, action: Action) -> bool:
        """Plays of one rank and knocks are listed; of two packs the list knows only the faces."""
        return not self.state.two_packs and len({card.rank for card in action.cards}) <= 1

    def check(self) -> None:
        sizes = tuple(len(hand) for hand in self.hands.values())
        assert self.state.sizes == sizes
        dealt = hand_size(len(self.state.players), self.state.house) * len(self.state.players)
        assert len(self.state.played) + sum(sizes) == dealt


THIRTEEN = Thirteen()
