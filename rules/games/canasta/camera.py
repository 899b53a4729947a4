"""Canasta as the camera sees it: the actions that could have made a change on the table.

Wild cards among the melds belong to the rank they lie with, where that is clear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from rules.core.action import TABLE, Action
from rules.core.cards import RANKS, Card
from rules.core.game import Camera, Change
from rules.core.seats import left_of
from rules.games.canasta.melds import Cards, is_wild
from rules.games.canasta.state import State

Near = tuple[tuple[Card, float], ...]  # the cards beside one, with their distance in mm
CLEARLY = 0.8  # so much nearer lies a wild card to its own rank than to any other
NO_COLUMN_MM = 60.0  # a card farther away belongs to no column


def explanations(state: State, change: Change) -> list[Action]:
    """Red threes first, then melds, then the pile taken, then a card on the pile."""
    new, near = _by_place(change)
    if state.phase == "end":
        return [Action(TABLE, "deal")] if change.left else []
    if state.phase == "upcard" and "pile" in new:
        return [Action(TABLE, "start", (card,)) for card in new["pile"]]
    found = [action for side in (0, 1) for action in _explained_side(state, side, new, near)]
    player = _actor_for(state, state.turn.seat % 2 if state.turn else 0)
    if any(place == "pile" for place, _ in change.left):
        found.append(Action(player, "take"))
    found += [Action(player, "discard", (card,)) for card in new.get("pile", ())]
    return found


def _by_place(change: Change) -> tuple[dict[str, list[Card]], dict[str, list[Near]]]:
    """The cards that appeared at each place, and what each of them lies near."""
    new: dict[str, list[Card]] = {}
    near: dict[str, list[Near]] = {}
    for (place, card), beside in zip(change.appeared, change.beside or ((),) * len(change.appeared), strict=True):
        new.setdefault(place, []).append(card)
        near.setdefault(place, []).append(beside)
    return new, near


def _explained_side(state: State, side: int, new: Mapping[str, Sequence[Card]], near: Mapping[str, Sequence[Near]]
                    ) -> list[Action]:
    """Red threes of a side, then its melds."""
    name, player = state.side_name(side), _actor_for(state, side)
    red, meld = f"red:{name}", f"meld:{name}"
    threes = [Action(who, "red", tuple(new[red])) for who in _owners(state, side)] if red in new else []
    return [*threes, *_explained_melds(state, side, player, tuple(new.get(meld, ())), near.get(meld, []))]


def _actor_for(state: State, side: int) -> str:
    """The player of this side who is on turn, or whose turn comes next."""
    first = state.turn.seat if state.turn else state.seat(left_of(state.players, state.dealer))
    return state.players[first if first % 2 == side else (first + 1) % len(state.players)]


def _owners(state: State, side: int) -> list[str]:
    """Who of a side may have laid a red three: who is on turn; else, at the beginning, either of them."""
    first = _actor_for(state, side)
    early = state.turns <= 1 and not (state.turn and state.players[state.turn.seat] == first)
    return [first, *(name for name in state.players[side::2] if name != first and early)]


def _explained_melds(state: State, side: int, player: str, cards: Cards, near: Sequence[Near]) -> list[Action]:
    """Cards that appeared among a side's melds.  Wild cards belong to the rank they lie with; where that is
    not clear, to one rank or to none first, then wild cards alone to each meld, the longest first.  Those that lie
    apart from all others wait for the cards that they are laid with, or go on with a canasta: its column is full."""
    wilds, natural = tuple(filter(is_wild, cards)), _by_rank(cards)
    of_wild = _ranks_of_wild(state, side)
    columns = [_lies_with(beside, of_wild) for card, beside in zip(cards, near, strict=True) if is_wild(card)]
    if wilds and all(columns):
        return [_meld_or_add(state, side, player, together, rank)
                for rank, together in _in_columns(natural, wilds, columns).items()]
    found = [_meld_or_add(state, side, player, together, rank) for rank, own in natural.items()
             for together in ([(*own, *wilds), own] if wilds else [own])]
    if wilds and not natural:
        is_apart = all(map(_begins_a_column, near))
        melds = sorted(state.sides[side].melds, key=lambda meld: -len(meld.cards))
        found += [Action(player, "add", wilds, to=meld.rank) for meld in melds if meld.is_canasta or not is_apart]
    return found


def _by_rank(cards: Cards) -> dict[str, Cards]:
    """The natural cards of each rank."""
    ranks = sorted({card.rank for card in cards if not card.is_unknown and not is_wild(card)}, key=RANKS.index)
    return {rank: tuple(card for card in cards if card.rank == rank and not is_wild(card)) for rank in ranks}


def _in_columns(natural: Mapping[str, Cards], wilds: Cards, columns: Sequence[str]) -> dict[str, Cards]:
    """Natural cards of each rank with the wild ones that lie with them.  columns: the rank beside each wild card."""
    return {rank: natural.get(rank, ()) + tuple(w for w, column in zip(wilds, columns, strict=True) if column == rank)
            for rank in (*natural, *columns)}


def _meld_or_add(state: State, side: int, player: str, cards: Cards, rank: str) -> Action:
    """The cards as a new meld of the rank, or added to the one that the side has."""
    if state.sides[side].meld(rank):
        return Action(player, "add", cards, to=rank)
    return Action(player, "meld", cards)


def _begins_a_column(near: Near) -> bool:
    """Whether a card lies apart from all others of the place: its meld is still to come."""
    return bool(near) and near[0][1] >= NO_COLUMN_MM


def _ranks_of_wild(state: State, side: int) -> dict[Card, str]:
    """The rank of each wild card that lies in one meld of a side alone."""
    ranks: dict[Card, set[str]] = {}
    for meld in state.sides[side].melds:
        for card in filter(is_wild, meld.cards):
            ranks.setdefault(card, set()).add(meld.rank)
    return {card: next(iter(found)) for card, found in ranks.items() if len(found) == 1}


def _lies_with(near: Near, of_wild: Mapping[Card, str]) -> str:
    """The rank beside whose cards a card clearly lies; "" where it is not clear.  of_wild: the ranks of wild cards."""
    away: dict[str, float] = {}
    for card, mm in near:
        rank = of_wild.get(card, "") if card.is_unknown or is_wild(card) else card.rank
        if rank:
            away.setdefault(rank, mm)
    best, rival, *_ = (*sorted((mm, rank) for rank, mm in away.items()), (inf, ""), (inf, ""))
    return best[1] if best[0] < min(NO_COLUMN_MM, CLEARLY * rival[0]) else ""


class CanastaCamera(Camera[State]):
    """What a change on the table means."""

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Red threes first, then melds (with the pile's top card or not), then the pile taken, then a
        card on the pile (an upcard or a discard); a bare table after the end of a hand is a new deal."""
        return tuple(explanations(state, change))

    def is_optional(self, state: State, place: str, card: Card) -> bool:
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
