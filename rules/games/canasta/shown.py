"""What is shown of a position of Canasta, and its rules page (RULES 6.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any

from rules.core.cards import RANK_NAMES, Card, parse_cards
from rules.core.event import Deal, DealPoint
from rules.core.game import Game, Shown
from rules.core.odds import Odds, none_of
from rules.core.panel import Fact, Panel, Tile, Token, cards_shown, holdings, piles, rank_title, stock_fact
from rules.core.said import Said, Text, said, texts
from rules.core.seats import by_player
from rules.games.canasta.going_out import RAISE
from rules.games.canasta.house import House
from rules.games.canasta.melds import (
    CANASTA_SIZE,
    LEAST_MINIMUM,
    MINIMUMS,
    PACK,
    Meld,
    is_black_three,
    is_red_three,
    is_wild,
    total,
)
from rules.games.canasta.pile import can_surely_take, held_for_certain
from rules.games.canasta.score import by_side, hand_points, match_scores, still_to_show
from rules.games.canasta.state import State, Turn


def _seats(state: State) -> range:
    return range(len(state.players))


def _short_by(state: State) -> int | None:
    """What the melds laid in this turn still lack; None where no first meld is being laid."""
    if state.turn is None or not state.turn.lays or state.turn.before.sides[state.turn.seat % 2].melds:
        return None
    return max(0, state.minimum(state.turn.seat % 2) - state.turn.laid_value)


def _canasta_progress(state: State, side: int) -> dict[str, Any]:
    return {meld.rank: {"cards": len(meld.cards), "wilds": meld.wilds,
                        "missing": max(0, CANASTA_SIZE - len(meld.cards)),
                        "canasta": meld.kind if meld.is_canasta else None}
            for meld in state.sides[side].melds}


def _frozen_by(state: State) -> list[str]:
    return texts(card for card in state.pile if is_wild(card) or is_red_three(card))


def _asks(state: State) -> list[Said]:
    """What the companion asks the table now."""
    if state.phase == "end":
        return [said("ask-show", player=name, cards=count) for name, count in still_to_show(state).items()]
    if state.phase == "upcard" or state.turn is None:
        return [said("turn-another", card=state.pile[-1]) if state.pile else said("turn-first")]
    return _asks_on_turn(state, state.turn)


def _asks_on_turn(state: State, turn: Turn) -> list[Said]:
    if turn.asked and not turn.answer:
        return [said("ask-partner", partner=state.players[state.partner(turn.seat)], player=state.on_turn)]
    reds = tuple(filter(is_red_three, state.hands[turn.seat].known))
    asks = [said("ask-reds", player=state.on_turn, cards=reds)] if reds else []
    if not state.stock and turn.source == "":
        asks.append(said("ask-take-or-pass", player=state.on_turn))
    if state.may_ask:
        asks.append(said("may-ask", player=state.on_turn))
    return asks


def advice_of(state: State) -> dict[str, Any]:
    """RULES 6.14, by side and by player."""
    scores = match_scores(state)
    turn = state.turn
    return {
        "scores": by_side(state, lambda side: scores[side]), "minimum": by_side(state, state.minimum),
        "laid_value": turn.laid_value if turn and turn.lays else 0, "short_by": _short_by(state),
        "canastas": by_side(state, lambda side: _canasta_progress(state, side)),
        "meld_points": by_side(state, lambda side: total(state.sides[side].cards)
                                + sum(meld.bonus for meld in state.sides[side].melds)),
        "may_go_out": by_side(state, lambda side: state.may_go_out(side)),
        "frozen": state.is_frozen, "frozen_by": _frozen_by(state),
        "pile": texts(state.pile), "pile_size": len(state.pile), "pile_value": total(state.pile),
        "stock": state.stock, "hand_sizes": by_player(state.players, (hand.size for hand in state.hands)),
        "known_cards": by_player(state.players, (texts(held_for_certain(state, seat)) for seat in _seats(state))),
        "unseen": {KIND_NAMES[kind]: count for kind, count in _unseen(state).items()},
        "red_threes": by_side(state, lambda side: texts(state.sides[side].reds)),
        "hand_scores": by_side(state, lambda side: hand_points(state, side)),
        "asks": _asks(state),
    }


def _side_line(state: State, side: int) -> Said:
    held = state.sides[side]
    parts = [said("part-score", side=state.side_name(side), score=match_scores(state)[side])]
    if not held.melds and state.phase != "end":
        parts.append(said("part-minimum", minimum=state.minimum(side)))
    parts += [_meld_part(meld) for meld in held.melds]
    if held.reds:
        parts.append(said("part-reds", reds=len(held.reds)))
    if state.may_go_out(side) and state.phase != "end":
        parts.append(said("part-may-go-out"))
    return said("line-side", parts=tuple(parts))


def _meld_part(meld: Meld) -> Said:
    if meld.is_canasta:
        return said("part-canasta", kind=meld.kind, rank=meld.rank, cards=len(meld.cards))
    return said("part-meld", rank=meld.rank, cards=len(meld.cards), size=CANASTA_SIZE, wilds=meld.wilds)


def _hand_line(state: State, seat: int) -> Said:
    held = held_for_certain(state, seat)
    key = "line-hand-known" if held else "line-hand"
    return said(key, player=state.players[seat], held=state.hands[seat].size, cards=held)


def _unseen(state: State) -> dict[str, int]:
    """How many cards of each kind nobody has seen, the wild ones first: by rank, and threes by colour."""
    left = state.house.pack - Counter(state.seen())
    counts = {kind: sum(number for card, number in left.items() if kind in (card.face, card.rank)) for kind in KINDS}
    threes = {"red3": is_red_three, "black3": is_black_three}
    return counts | {kind: sum(number for card, number in left.items() if is_one(card))
                     for kind, is_one in threes.items()}


def _pile_line(state: State) -> Said:
    if not state.pile:
        return said("line-no-pile")
    frozen_by = next((card for card in state.pile if is_wild(card) or is_red_three(card)), None)
    key = "line-pile-frozen" if frozen_by else "line-pile"
    return said(key, cards=len(state.pile), worth=total(state.pile), top=state.pile[-1], frozen_by=frozen_by)


def _points_line(state: State, side: int) -> Said:
    points = hand_points(state, side)
    items = tuple(said("points-item", item=name, points=number) for name, number in points.items() if number)
    return said("line-points", side=state.side_name(side), points=sum(points.values()), any=bool(items), items=items)


KINDS = ("JK", *"2AKQJT987654")
KIND_NAMES = {"JK": "joker", **RANK_NAMES, "red3": "red 3", "black3": "black 3"}  # as JSON has them


TENTHS = 10  # boxes of the meter of a first meld
Advice = Mapping[str, Any]


class CanastaShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """Each side's melds and what it needs; the pile and whether it is frozen."""
        public, advice, acts = game.public(state), self.advice(state), game.to_act(state)
        tiles = tuple(_side(side, melds, acts in side.split("+"), public, advice)
                      for side, melds in public["melds"].items())
        facts = [Fact[Text](said("name-pile"), said("panel-pile", count=public["pile_size"], frozen=public["frozen"])),
                 stock_fact(public["stock"]), *holdings(public["hand_sizes"])]
        return Panel(None, tuple(facts), tiles, 1, piles(game.visible(state), "pile"), tuple(advice["asks"]))

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]] | None:
        """The items of a hand that is over; None while it is not."""
        items: Mapping[str, Mapping[str, int]] = self.advice(game.close(deal.end))["hand_scores"]
        if any(sum(items[side].values()) != brought for side, brought in deal.brought.items()):
            return None
        return (deal.point(side, points, said("points-for", item=item))
                for side, row in items.items() for item, points in row.items())

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-cards")
        yield said("rules-seats", players=house.players)
        yield said("rules-turn")
        yield said("rules-reds", against=house.red3_negative_if_no_meld)
        yield said("rules-melds", equal=house.wild_le_natural)
        bounds = tuple(said("minimum-from", minimum=least, bound=bound) for bound, least in reversed(MINIMUMS))
        yield said("rules-minimum", least=LEAST_MINIMUM, raises=house.raise_minimum, by=RAISE, bounds=bounds)
        yield said("rules-pile", helps=house.pile_helps_minimum)
        yield said("rules-frozen", unopened=house.unopened_is_frozen, joins=house.frozen_join_existing)
        yield said("rules-blacks", wild=house.black3_wild)
        yield said("rules-out", bonus=house.concealed_bonus, needs=house.concealed_needs_minimum)
        yield said("rules-ask", asks=house.asks)
        yield said("rules-stock", forced=house.forced_take)
        yield said("rules-score", target=house.target)
        if house.preset == "printed":
            yield said("rules-printed")
        if house.draws == "recorded":
            yield said("rules-draws")

    def advice(self, state: State) -> dict[str, Any]:
        return advice_of(state)

    def advice_lines(self, state: State) -> Iterator[Said]:
        yield from (_side_line(state, side) for side in (0, 1))
        if state.phase == "end":
            yield from (_points_line(state, side) for side in (0, 1))
        else:
            yield _pile_line(state)
            yield said("line-stock", cards=state.stock)
            yield from (_hand_line(state, seat) for seat in _seats(state))
            yield said("line-unseen", kinds=tuple(said("unseen-kind", kind=kind, count=count)
                                                  for kind, count in _unseen(state).items() if count))
        short = _short_by(state)
        if short is not None:
            yield said("line-laid", laid=state.now.laid_value, short=short)
        yield from _asks(state)

    def odds(self, state: State) -> Iterator[Odds]:
        """At the beginning of a turn, whatever else a first meld would need: two more of the top card's rank, or by a
        pile that is not frozen one of them with a wild card."""
        if state.phase != "play" or not _is_open_to(state, state.now.seat):
            return
        top, seat = state.pile[-1], state.now.seat
        hand, unseen = state.hands[seat], PACK - Counter(state.seen())
        hidden = hand.size - len(hand.known)
        if not 0 <= hidden <= unseen.total():
            return
        likely = 1.0 if can_surely_take(state, seat) else _likely(state, seat, unseen, top.rank)
        fitting = sum(number for card, number in unseen.items() if card.rank == top.rank)
        frozen = "yes" if _frozen(state, seat) else "no"
        yield Odds(said("odds-pile", player=state.on_turn, rank=top.rank, frozen=frozen), state.on_turn, fitting,
                   unseen.total(), hidden, likely)


def _side(side: str, melds: Mapping[str, Sequence[str]], acts: bool, public: Advice, advice: Advice) -> Tile[Text]:
    tokens = tuple(Token[Text](rank_title(rank), "strong" if len(cards) >= CANASTA_SIZE else "open",
                               min(len(cards), CANASTA_SIZE), CANASTA_SIZE) for rank, cards in melds.items())
    reds = tuple(Token[Text](cards_shown(*parse_cards(card))) for card in public["red_threes"][side])
    rows: list[tuple[Text, tuple[Token[Text], ...]]] = [] if public["opened"][side] else [
        (said("panel-first-meld"), (_first_meld(advice["laid_value"] if acts else 0, advice["minimum"][side]),))]
    rows += [(said("name-meld"), tokens)] if tokens or not rows else []
    rows += [(said("panel-red-threes"), reds)] if reds and len(rows) < 2 else []  # three rows are hard to read
    return Tile(side.replace("+", " + "), str(advice["scores"][side]),
                said("part-may-go-out") if advice["may_go_out"][side] else "", rows=tuple(rows))


def _first_meld(laid: int, minimum: int) -> Token[Text]:
    """What a side's first meld must be worth, and how far it has come while it is being laid."""
    return Token(f"{laid} / {minimum}", "strong" if laid >= minimum else "open",
                 min(laid * TENTHS // max(minimum, 1), TENTHS), TENTHS)


def _is_open_to(state: State, seat: int) -> bool:
    """Whether the turn has just begun, and there is a pile whose top card two of its rank could take."""
    if state.now.source or state.now.lays or not state.pile:
        return False
    top = state.pile[-1]
    if not top.rank or top.rank == "3" or is_wild(top):
        return False
    joins = state.house.frozen_join_existing or not state.sides[seat % 2].meld(top.rank)
    return joins or not _frozen(state, seat)


def _frozen(state: State, seat: int) -> bool:
    return state.counts_as_frozen(seat % 2)


def _likely(state: State, seat: int, unseen: Counter[Card], rank: str) -> float:
    """That the hidden cards bring what the known ones of the hand lack."""
    hand = state.hands[seat]
    wild_helps = not _frozen(state, seat)
    number, hidden = unseen.total(), hand.size - len(hand.known)
    naturals = sum(count for card, count in unseen.items() if card.rank == rank)
    wilds = sum(count for card, count in unseen.items() if is_wild(card)) if wild_helps else 0
    missing = 2 - sum(card.rank == rank for card in hand.known)
    if missing <= 0:
        return 1.0
    if missing == 1:
        sure = wild_helps and any(map(is_wild, hand.known))
        return 1.0 if sure else 1 - none_of(number, naturals + wilds, hidden)
    if wild_helps and any(map(is_wild, hand.known)):
        return 1 - none_of(number, naturals, hidden)
    alone = naturals * comb(number - naturals - wilds, hidden - 1) if hidden else 0  # one of the rank, nothing with it
    every = comb(number, hidden)
    return (every - comb(number - naturals, hidden) - alone) / every
