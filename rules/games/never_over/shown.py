"""What is shown of a position of Never Over, and its rules page (RULES 1.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.cards import Card
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can
from rules.core.panel import Fact, Panel, Tile, Token, TokenInk, cards_shown, stock_fact
from rules.core.said import Said, Text, said, texts
from rules.games.never_over.house import House, counts_of, green, is_green, is_red, pointage, red
from rules.games.never_over.state import State, playable_of, unseen

FEW = 5  # so few useful cards are worth a word


Advice = Mapping[str, Any]


class NeverOverShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """Every seat, and what is left of each kind."""
        advice = self.advice(state)
        seats = tuple(_seat(name, seat, advice["adds"].get(name), name == game.to_act(state))
                      for name, seat in advice["seats"].items())
        facts = [stock_fact(advice["stock"]),
                 *(Fact[Text](cards_shown(Card(card)), f"×{left}") for card, left in advice["unseen"].items())]
        columns = 1 if len(seats) <= 3 else 2 if len(seats) <= 8 else 3
        return Panel(None, tuple(facts), seats, columns, lines=tuple(advice["hints"]))

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        greens, reds = counts_of(house.greens), counts_of(house.reds)
        yield said("rules-pack", pack=house.pack, greens=sum(greens), reds=sum(reds), green=_times(greens, 1),
                   red=_times(reds, 0), zero=Card(house.zero_card.upper()))
        yield said("rules-deal", number=house.hand_size, stock=house.stock)
        drawing = house.draw_timing if house.stock == "used" else "nothing"
        yield said("rules-turn", draw=drawing, discards=house.discards, act=house.must_act)
        yield said("rules-draws", take=house.take_discard, draws=house.draws)
        yield said("rules-cap", redundant=house.redundant_plays)
        yield said("rules-retire", when=house.retire_at, late=house.play_on_retired)
        yield said("rules-partners", who=PARTNERS[house.partners])
        if house.partners != "none":
            yield said("rules-sides", piles=house.partner_piles, red=house.partner_red)
        yield said("rules-end")
        yield said("rules-series")

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 1.12.  `adds`: for each owner what he and others may put on his piles, with how many such
        cards are still unseen (0: impossible) and whether it would have no effect."""
        hidden, playable = unseen(state), playable_of(state)
        return {
            "seats": {name: {
                "green": state.green_sum(name), "cap": state.cap(name), "retired": name in state.retired,
                "buried": _buried(state, name), "hand": state.held(name),
                "known": texts(state.known[state.seat(name)]),
            } for name in state.players},
            "adds": {name: _adds(state, name, playable) for name in state.keepers},
            "unseen": {str(card): hidden[card] for card in state.house.cards},
            "stock": state.stock, "meaningful": _meaningful(state), "hints": _hints(state),
        }

    def advice_lines(self, state: State) -> Iterator[Said]:
        """RULES 1.12 for people."""
        yield from (_seat_line(state, name) for name in state.players)
        if state.turn:
            playable, keeper = playable_of(state), state.keeper(state.turn)
            own = _adds(state, keeper, playable)
            yield said("line-green", player=state.turn, cards=_listed(own["own_green"]))
            yield said("line-red", player=state.turn, cards=_listed(own["own_red"]))
            yield from (said("line-on", owner=name, cards=_listed(_adds(state, name, playable)["others_red"]))
                        for name in state.keepers if name != keeper)
        if state.house.has_stock:
            yield said("line-stock", stock=state.stock)
        left = tuple(said("kind-left", card=card, number=n) for card, n in sorted(unseen(state).items()) if n)
        yield said("line-unseen", cards=left or (said("nothing"),))
        yield from _hints(state)

    def odds(self, state: State) -> Iterator[Odds]:
        """Nobody claims anything here."""
        player = state.turn
        if player:
            known = state.known[state.seat(player)]
            yield from can(said("odds-green", player=player, cap=state.cap(player)), player,
                           tuple(unseen(state).elements()),
                           lambda card: is_green(card) and pointage(card) <= state.cap(player),
                           state.held(player) - len(known), known)


def _buried(state: State, player: str) -> int:
    """How many cards of the player's red pile have no effect any more."""
    return max(len(state.reds[state.seat(state.keeper(player))]) - 1, 0)


def _seat_line(state: State, name: str) -> Said:
    """"Ann: 7, capped at 2 (1 red card buried), 8 cards, among them +3"."""
    known = state.known[state.seat(name)]
    return said("line-seat", player=name, points=state.green_sum(name), cap=state.cap(name),
                buried=_buried(state, name), retired="yes" if name in state.retired else "no",
                hand=said("hand", number=state.held(name)), known=" ".join(texts(known)) or "none")


def _adds(state: State, owner: str, unseen: Counter[Card]) -> dict[str, list[dict[str, Any]]]:
    """What may be put on the owner's piles by himself and by others."""
    cap = state.cap(owner)
    greens = [green(v) for v in range(1, cap + 1)]
    reds = [red(v) for v in range(state.house.highest + 1)]

    def entries(cards: list[Card]) -> list[dict[str, Any]]:
        return [{"card": str(card), "left": unseen[card], "redundant": is_red(card) and pointage(card) == cap}
                for card in cards]

    return {"own_green": entries(greens), "own_red": entries([card for card in reds if pointage(card) >= cap]),
            "others_red": entries([card for card in reds if pointage(card) <= cap])}


def _listed(entries: list[dict[str, Any]]) -> tuple[Said, ...]:
    return tuple(said("addable", card=Card(entry["card"]),
                      note="none" if not entry["left"] else "no-effect" if entry["redundant"] else "plain")
                 for entry in entries) or (said("nothing"),)


def _meaningful(state: State) -> int:
    """How many cards still to come could change something for somebody who has not retired."""
    caps = [state.cap(name) for name in state.players if name not in state.retired]
    if not caps:
        return 0
    return sum(n for card, n in playable_of(state).items()
               if (is_green(card) and pointage(card) <= max(caps))
               or (is_red(card) and any(pointage(card) != cap for cap in caps)))


def _hints(state: State) -> list[Said]:
    caps = [state.cap(name) for name in state.players if name not in state.retired]
    last = [said("last-of-stock")] if state.house.has_stock and state.stock == 1 else []
    return [*last, *_hints_of_caps(state, caps)] if caps else last


def _hints_of_caps(state: State, caps: Sequence[int]) -> list[Said]:
    """What the cards to come can still do.  caps: of those who have not retired."""
    playable, useful = playable_of(state), _meaningful(state)
    greens = any(is_green(card) and pointage(card) <= max(caps) for card in playable)
    raising = any(is_red(card) and pointage(card) > min(caps) for card in playable)
    if not (greens or raising):
        return [said("hint-no-green")]
    if not any(caps):
        return [said("hint-all-zero")]
    return [said("hint-few", number=useful)] if useful <= FEW else []


PARTNERS = {"none": "none", "fixed": "fixed", "threes": "threes", "rotating:S+D": "neighbours",
            "rotating:S+dealer+D": "dealer"}


def _times(counts: list[int], first: int) -> tuple[Said, ...]:
    """ "13 × 1", "11 × 2"."""
    return tuple(said("number-times", number=n, value=value) for value, n in enumerate(counts, first) if n)


def _seat(name: str, seat: Advice, adds: Advice | None, acts: bool) -> Tile[Text]:
    rows: list[tuple[Text, tuple[Token[Text], ...]]] = [
        (word, tuple(map(_addable, adds[key]))) for key, word in (
            ("own_green", said("panel-own-green")), ("own_red", said("panel-own-red")),
            ("others_red", said("panel-others-red")))] if adds else []
    state: TokenInk = "dim" if seat["retired"] else "strong" if acts else "open"
    return Tile(name, str(seat["green"]), _note(seat), f"≤{seat['cap']}", tuple(rows), state)


def _note(seat: Advice) -> Said:
    held = said("panel-retired") if seat["retired"] else said("panel-held", count=seat["hand"])
    return said("panel-and-buried", held=held, count=seat["buried"]) if seat["buried"] else held


def _addable(entry: Advice) -> Token[Text]:
    """A card that may be added: struck out when all of its kind are gone, dim when it changes nothing."""
    number = entry["card"].lstrip("+<=")
    return Token(number, "struck" if not entry["left"] else "dim" if entry["redundant"] else "open")
