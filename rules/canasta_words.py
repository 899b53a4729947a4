"""Canasta in words: what the companion adds for the players (RULES 6.14), and the rules as played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.canasta_state import (
    CANASTA_SIZE,
    LEAST_MINIMUM,
    MINIMUMS,
    House,
    Meld,
    State,
    hand_points,
    is_red_three,
    is_wild,
    match_scores,
    plural,
    still_to_show,
    total,
)
from rules.cards import cards_sentence
from rules.common import by_player, quantity, texts


def by_side(state: State, of: Callable[[int], Any]) -> dict[str, Any]:
    """Something of each side, by its name."""
    return {state.side_name(side): of(side) for side in (0, 1)}


def _short_by(state: State) -> int | None:
    """What the melds laid in this turn still lack; None where no first meld is being laid."""
    if state.turn is None or not state.turn.lays or state.turn.before.sides[state.turn.seat % 2].melds:
        return None
    return max(0, state.minimum(state.turn.seat % 2) - state.turn.laid_value)


def _canasta_progress(state: State, side: int) -> dict[str, Any]:
    return {meld.rank: {"cards": len(meld.cards), "wilds": meld.wilds,
                        "missing": max(0, CANASTA_SIZE - len(meld.cards)),
                        "canasta": ("mixed" if meld.wilds else "natural") if meld.is_canasta else None}
            for meld in state.sides[side].melds}


def _frozen_by(state: State) -> list[str]:
    return texts(card for card in state.pile if is_wild(card) or is_red_three(card))


def _asks(state: State) -> list[str]:
    """What the companion asks the table now."""
    if state.phase == "end":
        return [f"{name}, please show your {quantity(count, 'card')}." for name, count in still_to_show(state).items()]
    if state.phase == "upcard" or state.turn is None:
        return ["Turn the first upcard." if not state.pile else f"Turn another card onto the {state.pile[-1].name}."]
    turn = state.turn
    if turn.asked and not turn.answer:
        return [f"{state.players[state.partner(turn.seat)]}: may {state.on_turn} go out, yes or no?"]
    reds = [card for card in state.hands[turn.seat].known if is_red_three(card)]
    asks = [f"{state.on_turn}, lay out the {cards_sentence(reds)}."] if reds else []
    if not state.stock and turn.source == "":
        asks.append(f"The stock is gone. {state.on_turn}: take the pile or pass.")
    if state.may_ask:
        asks.append(f"{state.on_turn} may ask: may I go out?")
    return asks


def advice(state: State) -> dict[str, Any]:
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
        "known_cards": by_player(state.players, (texts(hand.known) for hand in state.hands)),
        "red_threes": by_side(state, lambda side: texts(state.sides[side].reds)),
        "hand_scores": by_side(state, lambda side: hand_points(state, side)),
        "asks": _asks(state),
    }


def advice_lines(state: State) -> list[str]:
    lines = [_side_line(state, side) for side in (0, 1)]
    if state.phase == "end":
        lines += [_points_line(state, side) for side in (0, 1)]
    else:
        lines += [_pile_line(state), f"{quantity(state.stock, 'card')} in the stock"]
        lines += [f"{name}: {quantity(hand.size, 'card')}" + (f", {cards_sentence(hand.known)} known"
                                                             if hand.known else "")
                  for name, hand in zip(state.players, state.hands, strict=True)]
    short = _short_by(state)
    if short is not None:
        laid_value = state.now.laid_value
        lines.append(f"Laid {laid_value}, still {short} short" if short else f"Laid {laid_value}, enough")
    return lines + _asks(state)


def _side_line(state: State, side: int) -> str:
    held = state.sides[side]
    parts = [f"{state.side_name(side)} {match_scores(state)[side]}"]
    if not held.melds and state.phase != "end":
        parts.append(f"first meld needs {state.minimum(side)}")
    parts += [_meld_words(meld) for meld in held.melds]
    if held.reds:
        parts.append(quantity(len(held.reds), "red three"))
    if state.may_go_out(side) and state.phase != "end":
        parts.append("may go out")
    return "; ".join(parts)


def _meld_words(meld: Meld) -> str:
    if meld.is_canasta:
        kind = "mixed" if meld.wilds else "natural"
        return f"{kind} canasta of {plural(meld.rank)} ({len(meld.cards)})"
    wild = f", {meld.wilds} wild" if meld.wilds else ""
    return f"{plural(meld.rank)} {len(meld.cards)} of {CANASTA_SIZE}{wild}"


def _pile_line(state: State) -> str:
    if not state.pile:
        return "No pile"
    frozen_by = next((card for card in state.pile if is_wild(card) or is_red_three(card)), None)
    return (f"Pile: {quantity(len(state.pile), 'card')}, worth {total(state.pile)}, {state.pile[-1].name} on top"
            + (f", frozen by the {frozen_by.name}" if frozen_by else ""))


def _points_line(state: State, side: int) -> str:
    points = hand_points(state, side)
    items = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in points.items() if number)
    return f"{state.side_name(side)} this hand: {sum(points.values())}" + (f" ({items})" if items else "")


def rules_text(house: House) -> list[str]:
    """The rules as played, the options worked in."""
    minimums = ", ".join(f"{least} from {bound}" for bound, least in reversed(MINIMUMS))
    text = [
        "Two packs and four jokers, 108 cards. Jokers (50) and twos (20) are wild; Aces count 20, Kings to 8s 10, "
        "7s to 4s and black threes 5.",
        _seats_text(house.players),
        "Red threes are laid out at once and replaced: 100 each, 800 for all four"
        + ("; against the side if it has no meld." if house.red3_negative_if_no_meld else ".")
        + " One left in the hand at the end costs 500.",
        "A meld is three or more of one rank, at least two natural cards and at most three wild ones"
        + (", never more wild than natural." if house.wild_le_natural else ".")
        + " One meld of a rank for each side; cards are added at any time. Seven make a canasta: 500 natural, "
        "300 with wild cards.",
        f"A side's first meld must be worth enough for its score: {LEAST_MINIMUM} below zero, {minimums}."
        + (" A first meld that is too small raises the minimum by 10." if house.raise_minimum else "")
        + (" Cards of the taken pile help." if house.pile_helps_minimum else ""),
        "Instead of drawing, take the whole pile: its top card must go straight into a meld with cards from the hand, "
        "or onto a meld of the side. Not with a wild card or black three on top. Taking it uselessly costs 50.",
        "A wild card or red three in the pile freezes it"
        + ("; so it is for a side that has not melded" if house.unopened_is_frozen else "")
        + ": only two natural cards of the top card's rank from the hand take it"
        + (", joining a meld of the side if there is one." if house.frozen_join_existing else ", as a new meld."),
        "Black threes are melded only when going out, three or four of them"
        + (", wild cards allowed." if house.black3_wild else ", without wild cards."),
        "Going out counts 100, concealed (nothing melded before) "
        + ("200 more" if house.concealed_bonus == "adds" else "200 instead")
        + ("; the first minimum is needed all the same." if house.concealed_needs_minimum else
           ", then without the first minimum."),
        f"Once a {house.asks} a player may ask his partner \"May I go out?\"; the answer binds, and breaking it costs "
        "100.",
        "When the stock is gone, each takes the pile or the hand ends"
        + ("; who plainly can take it must." if house.forced_take else "."),
        f"Cards left in the hands are subtracted. The deal passes to the left. First to {house.target} at the end of a "
        "hand; the higher total wins, level totals play another hand.",
    ]
    if house.preset == "printed":
        text.append("Where nothing else is chosen, the extras of the printed game are played.")
    if house.draws == "recorded":
        text.append("Every draw is written down.")
    return text


def _seats_text(players: str | int) -> str:
    four = "Four players, partners opposite, 11 cards each: draw one, discard one; going out takes one canasta."
    two = "Two players, 15 cards each: draw two, discard one; going out takes two canastas."
    return {4: four, 2: two}.get(players if isinstance(players, int) else 0, f"{four} {two}")
