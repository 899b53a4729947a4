"""What is shown of a position of Page One, and its rules page (RULES 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.cards import SUIT_BITS, SUIT_SIGNS
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can, none_of
from rules.core.panel import Fact, Hero, Panel, piles, seat_columns, seat_tiles, stock_fact
from rules.core.said import Said, Text, number_each, said
from rules.games.page_one.house import House
from rules.games.page_one.state import LEFTOVER_TARGET, Seat, State, in_order, unseen


class PageOneShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """The suit to follow, everybody's hand with the suits he has shown not to hold, and who must say
        Page One."""
        public, advice = game.public(state), self.advice(state)
        suit = advice["follow"]
        hero = Hero[Text](SUIT_SIGNS.get(suit, "–") if suit else said("panel-free"),
                          said("panel-follow") if suit else said("panel-leads"))
        facts = [stock_fact(public["stock"])]
        if advice["drawn"]:
            facts.append(Fact(said("panel-drawn"), str(advice["drawn"])))
        if public["winner_so_far"]:
            facts.append(Fact(said("name-winner_so_far"), public["winner_so_far"]))
        due = {row["player"] for row in advice["call_due"]}

        def note(name: str) -> Text:
            void = " ".join(SUIT_SIGNS[suit] for suit in public["void"][name])
            return said("panel-must-call") if name in due else said("panel-void", suits=void) if void else ""

        tiles = seat_tiles(game.to_act(state), public["hand_sizes"], note)
        return Panel(hero, tuple(facts), tiles, seat_columns(len(tiles)), piles(game.visible(state)))

    def prose(self, house: House) -> Iterator[Said]:
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

    def advice_lines(self, state: State) -> Iterator[Said]:
        yield _trick_line(state)
        if state.drawing:
            yield said("line-drawn", number=state.drawing.number)
        yield from (said("line-due", player=state.players[duty.seat]) for duty in state.due)
        yield from (said("line-missed", player=state.players[duty.seat]) for duty in state.missed)
        yield said("line-hands", hands=number_each(state.players, (seat.size for seat in state.seats)))
        yield from _void_lines(state)
        shuffle = "yes" if not state.stock and state.discards else "no"
        yield said("line-stock", stock=state.stock, discards=len(state.discards), shuffle=shuffle)

    def odds(self, state: State) -> Iterator[Odds]:
        """The player on turn, then everybody's word about a suit."""
        if state.ended:
            return
        if state.trick and state.led and not state.is_full and not state.drawing:
            player, seat = state.players[state.turn], state.seats[state.turn]
            yield from can(said("odds-follow", player=player, suit=state.led), player, unseen(state),
                           lambda card: card.suit == state.led or (card.is_joker and state.house.joker_anytime),
                           len(seat.slots), seat.known)
        for i, seat in enumerate(state.seats):
            for suit in in_order(seat.voids):
                yield from _void_odds(state, i, seat, suit)


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


def _void_odds(state: State, i: int, seat: Seat, suit: str) -> Iterator[Odds]:
    """Only cards that came before the word was given are meant; whoever is drawing may have found one with the last.
    Each can be any unseen card of its age: from before or after the same shuffle that used up the stock."""
    found = state.drawing is not None and state.turn == i and suit == state.led
    slots, player = seat.slots[:-1] if found else seat.slots, state.players[i]
    meant = [state.age_ends(came) for came in slots if came <= seat.voids[suit].since]
    likely, fitting, unseen_of_age = 1.0, 0, 0
    for end in dict.fromkeys(meant):
        unseen = state.could_be(end - 1)
        cards, of_suit = unseen.bit_count(), (unseen & SUIT_BITS[suit]).bit_count()
        if cards < meant.count(end):
            return
        likely *= none_of(cards, of_suit, meant.count(end))
        fitting, unseen_of_age = fitting + of_suit, unseen_of_age + cards
    if meant:
        yield Odds(said("odds-void", player=player, suit=suit), player, fitting, unseen_of_age, len(meant), likely,
                   is_claim=True)
