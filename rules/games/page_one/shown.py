"""What is shown of a position of Page One, and its rules page (RULES 4.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, number_each, said
from rules.games.page_one.house import House
from rules.games.page_one.odds import table_odds
from rules.games.page_one.panel import trick_panel
from rules.games.page_one.state import LEFTOVER_TARGET, State, in_order


class PageOneShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return trick_panel(game, state)

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 4.9.  `maybe`: player -> suit he had none of -> how many of his cards could be of it
        by now; `call_due`: who must say Page One, and the action that made him."""
        return {
            "follow": None if state.is_full or state.ended else state.led,
            "drawn": state.drawing.number if state.drawing else 0,
            "maybe": {name: {suit: seat.maybe(suit) for suit in in_order(seat.voids)}
                      for name, seat in zip(state.players, state.seats, strict=True)},
            "call_due": [{"player": state.players[duty.seat], "at": duty.at} for duty in state.due],
            "call_missed": [state.players[duty.seat] for duty in state.missed],
            "discards": len(state.discards), "reshuffle_needed": not state.stock and bool(state.discards),
            "leads_next": state.players[state.turn] if state.is_full and not state.ended else None,
        }

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)


def _lines(state: State) -> Iterator[Said]:
    yield _trick_line(state)
    if state.drawing:
        yield said("line-drawn", number=state.drawing.number)
    yield from (said("line-due", player=state.players[duty.seat]) for duty in state.due)
    yield from (said("line-missed", player=state.players[duty.seat]) for duty in state.missed)
    yield said("line-hands", hands=number_each(state.players, (seat.size for seat in state.seats)))
    yield from _void_lines(state)
    shuffle = "yes" if not state.stock and state.discards else "no"
    yield said("line-stock", stock=state.stock, discards=len(state.discards), shuffle=shuffle)


def _trick_line(state: State) -> Said:
    """Who has won, who leads, or what must be followed."""
    if state.ended:
        return said("line-won", player=state.players[state.out[0]]) if state.out else said("line-drawn-game")
    if state.is_full or not state.trick:
        return said("line-leads", player=state.players[state.turn])
    winner = "none" if state.winning is None else state.players[state.winning]
    following = state.players[state.turn]
    return (said("line-follow", suit=state.led, winner=winner, next=following) if state.led
            else said("line-free", winner=winner, next=following))


def _void_lines(state: State) -> Iterator[Said]:
    """Who had none of a suit, and how many of his cards could be of it by now."""
    for name, seat in zip(state.players, state.seats, strict=True):
        marks = tuple(said("suit-perhaps", suit=suit, number=seat.maybe(suit)) if seat.maybe(suit)
                      else said("suit", suit=suit) for suit in in_order(seat.voids))
        if marks:
            yield said("line-void", player=name, suits=marks)


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
    yield said("rules-summary")
    yield said("rules-deal", most=house.max_players)
    yield said("rules-follow")
    yield said("rules-joker", anytime=house.joker_anytime, last=house.joker_last)
    yield said("rules-joker-lead", lead=house.joker_lead)
    yield said("rules-joker-drawn", drawn=house.joker_for_drawn)
    yield said("rules-stock", draws=house.show_draws)
    yield said("rules-call", deadline=house.deadline)
    if house.notice == "on_challenge":
        yield said("rules-challenge")
    if house.false_call_penalty:
        yield said("rules-false-call", cost=house.false_call_penalty)
    if house.revoke_penalty:
        yield said("rules-revoke", cost=house.revoke_penalty)
    yield said("rules-end", end=house.end)
    yield said("rules-score", score=house.score, target=LEFTOVER_TARGET)
