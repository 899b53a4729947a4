"""What is shown of a position of Canasta, and its rules page (RULES 6.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import RANK_NAMES
from rules.core.event import Deal, DealPoint
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, said, texts
from rules.core.seats import by_player
from rules.games.canasta.going_out import RAISE
from rules.games.canasta.house import House
from rules.games.canasta.melds import (
    CANASTA_SIZE,
    LEAST_MINIMUM,
    MINIMUMS,
    Meld,
    is_black_three,
    is_red_three,
    is_wild,
    total,
)
from rules.games.canasta.odds import table_odds
from rules.games.canasta.panel import sides_panel
from rules.games.canasta.pile import held_for_certain
from rules.games.canasta.points import points_of_hand
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


def _lines(state: State) -> Iterator[Said]:
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


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
    yield said("rules-summary")
    yield said("rules-cards")
    yield said("rules-seats", players=house.players)
    yield said("rules-turn")
    yield said("rules-reds", against=house.red3_negative_if_no_meld)
    yield said("rules-melds", equal=house.wild_le_natural)
    yield said("rules-minimum", least=LEAST_MINIMUM, raises=house.raise_minimum, by=RAISE,
               bounds=tuple(said("minimum-from", minimum=least, bound=bound) for bound, least in reversed(MINIMUMS)))
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


KINDS = ("JK", *"2AKQJT987654")
KIND_NAMES = {"JK": "joker", **RANK_NAMES, "red3": "red 3", "black3": "black 3"}  # as JSON has them


class CanastaShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return sides_panel(game, state)

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]] | None:
        return points_of_hand(game, deal)

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))

    def advice(self, state: State) -> dict[str, Any]:
        return advice_of(state)

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)
