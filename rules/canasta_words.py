"""Canasta in words: what the companion adds for the players (RULES 6.14), and the rules as played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rules.canasta_state import (
    CANASTA_SIZE,
    LEAST_MINIMUM,
    MINIMUMS,
    PACK,
    RAISE,
    House,
    Meld,
    State,
    hand_points,
    held_for_certain,
    is_black_three,
    is_red_three,
    is_wild,
    match_scores,
    plural,
    still_to_show,
    total,
)
from rules.core.cards import RANK_NAMES, cards_sentence
from rules.core.said import quantity, texts
from rules.core.seats import by_player


def _seats(state: State) -> range:
    return range(len(state.players))


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
        "known_cards": by_player(state.players, (texts(held_for_certain(state, seat)) for seat in _seats(state))),
        "unseen": _unseen(state),
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
        lines += [_hand_line(state, seat) for seat in _seats(state)]
        lines.append("Not yet seen: " + ", ".join(f"{name} {count}" for name, count in _unseen(state).items() if count))
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


def _hand_line(state: State, seat: int) -> str:
    held = held_for_certain(state, seat)
    return (f"{state.players[seat]}: {quantity(state.hands[seat].size, 'card')}"
            + (f", {cards_sentence(held)} for certain" if held else ""))


def _unseen(state: State) -> dict[str, int]:
    """How many cards of each kind nobody has seen, the wild ones first."""
    left = PACK - Counter(state.seen())
    kinds = {"joker": "JK", **{RANK_NAMES[rank]: rank for rank in "2AKQJT987654"}}
    counts = {name: sum(number for card, number in left.items() if face in (card.face, card.rank))
              for name, face in kinds.items()}
    threes = {"red 3": is_red_three, "black 3": is_black_three}
    return counts | {name: sum(number for card, number in left.items() if is_one(card))
                     for name, is_one in threes.items()}


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


def prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield ("Two packs with four jokers. Jokers (50 points) and 2s (20) are wild; Aces count 20, Kings to 8s 10, 7s to "
           "4s and black 3s 5.")
    yield _seats_prose(house.players)
    yield "A turn is: draw, or take the discard pile; lay melds, or none; discard one card, but never a red 3."
    yield ("Red 3s are laid out at once and replaced, but not those of a taken pile: 100 points each, all four 800"
           + ("; against a side without a meld." if house.red3_negative_if_no_meld else ".")
           + " One that is still in the hand at the end costs 500.")
    yield ("A meld is three or more of one rank, with at least two natural cards and at most three wild ones"
           + (", never more wild than natural." if house.wild_le_natural else ".")
           + " A side has one meld of each rank, and both partners add to it at any time. With seven cards it is a "
           "canasta: 500 points more, or 300 with a wild card in it.")
    yield (f"A side's first melds of a hand, laid in one turn, must be worth {_minimums_prose()}, by its score when "
           "the hand began."
           + (f" Each time they fall short the minimum rises by {RAISE}." if house.raise_minimum else ""))
    yield ("The whole discard pile is taken by whoever melds its top card at once with two cards of the hand, one of "
           "them natural, or adds it to a meld of the side; not while a wild card or a black 3 lies on top. Taking it "
           "in vain costs 50."
           + (" The other cards of the pile help to reach the first minimum." if house.pile_helps_minimum else
              " The other cards of the pile do not help to reach the first minimum."))
    yield ("A wild card or red 3 in the pile freezes it"
           + (", and for a side that has not melded it is always frozen" if house.unopened_is_frozen else "")
           + ": then only two natural cards of the top card's rank from the hand take it"
           + (", as a new meld or joining one." if house.frozen_join_existing else ", as a new meld."))
    yield ("Black 3s are melded only in the turn of going out, "
           + ("wild cards with them or not." if house.black3_wild else "three or four of them, without wild cards."))
    yield ("Going out, which takes a canasta, is laying or discarding the last card: 100 points; "
           + ("200 more" if house.concealed_bonus == "adds" else "200 instead")
           + " for going out concealed, when the side had nothing melded before the turn"
           + (" (the first minimum is needed all the same)." if house.concealed_needs_minimum else
              " (then no first minimum is needed)."))
    yield (f"Once a {house.asks}, before melding, a player may ask the partner \"May I go out?\" The answer is yes or "
           "no and binds: going out after no, or not going out after yes, costs 100. If the partner says more, the "
           "opponents answer instead.")
    yield ("When the stock is gone, each in turn takes the pile or the hand ends"
           + ("; whoever plainly can take it must." if house.forced_take else "; nobody has to take it.")
           + " If its last card is a red 3, whoever drew it may still meld, discards nothing, and the hand ends.")
    yield ("A hand scores the cards melded, the canastas, the red 3s and going out, less the cards left in the hands. "
           f"The deal passes to the left. The match is to {house.target} at the end of a hand; the higher score wins, "
           "and a tie is played on.")
    if house.preset == "printed":
        yield "Where nothing else is chosen, the extras of the printed game are played."
    if house.draws == "recorded":
        yield "Every draw is written down."


def _minimums_prose() -> str:
    rising = [f"{least} from {bound}" for bound, least in reversed(MINIMUMS)]
    return f"{LEAST_MINIMUM} points below zero, {', '.join(rising[:-1])} and {rising[-1]}"


def _seats_prose(players: str | int) -> str:
    four = "Four players, partners opposite, 11 cards each: draw one card; going out takes one canasta."
    two = "Two players, 15 cards each: draw two cards; going out takes two canastas."
    return {4: four, 2: two}.get(players if isinstance(players, int) else 0, f"{four} {two}")
