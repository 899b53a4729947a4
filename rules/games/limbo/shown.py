"""What is shown of a position of Limbo, and its rules page (RULES 2.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.cards import RANKS, Card
from rules.core.event import Deal, DealPoint
from rules.core.frozen import replace
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can, claimed
from rules.core.panel import Fact, Hero, Panel, Tile, cards_shown, holdings, rank_title, stock_fact
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.limbo.counting import Result
from rules.games.limbo.house import House
from rules.games.limbo.score import hand_points
from rules.games.limbo.state import Claim, State, to_show, unseen


class LimboShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """The count, and what every rank would make of it."""
        public, advice = game.public(state), self.advice(state)
        tiles = tuple(_tile(rank, advice["results"][rank], advice["unseen"][rank]) for rank in RANKS)
        facts = [Fact[Text](said("panel-played"), str(public["cards_played"]))]
        if public["multiplier"] > 1:
            facts.append(Fact(said("panel-times"), f"×{public['multiplier']}"))
        top = state.stock_top
        facts += [*holdings(advice["hand_sizes"]), stock_fact(cards_shown(top) if top else state.stock)]
        hero = Hero[Text](str(public["count"]), said("panel-at-bar") if advice["at_bar"] else said("panel-count"))
        return Panel(hero, tuple(facts), tiles, 5, lines=tuple(advice["asks"]))

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
        """The winner's cards and the loser's final count."""
        public = game.public(deal.end)
        cards, times = public["cards_played"], public["multiplier"]
        for name, brought in deal.brought.items():
            won = brought == 10 * cards * times
            yield deal.point(name, brought, said("points-won", cards=cards, times=times) if won else
                             said("points-lost", count=public["count"]))

    def advice(self, state: State) -> dict[str, Any]:
        return _advice(state)

    def advice_lines(self, state: State) -> Iterator[Said]:
        """RULES 2.10 for people."""
        yield said("line-count", count=state.count, multiplier=state.multiplier)
        if state.phase in ("play", "extra"):
            yield from (_rank_line(state, rank) for rank in RANKS)
            yield said("line-played", played=state.played, points=number_each(state.players, hand_points(state)))
            yield said("line-hands", hands=number_each(state.players, state.hands))
            yield _stock_line(state)
        if state.gone:
            yield said("line-gone", cards=tuple(sorted(state.gone, key=lambda card: (card.number, card.suit))))
        yield from _questions(state)

    def odds(self, state: State) -> Iterator[Odds]:
        """The player on turn, then every claim of this hand."""
        hidden = [card for card in unseen(state) if card != state.stock_top]
        if state.phase == "play":
            known = state.known[state.seat(state.turn)]
            yield from can(said("odds-play", player=state.turn, count=state.count), state.turn, hidden, state.results,
                           state.held(state.turn) - len(known), known)
        if state.phase != "closed":
            for claim in state.claims:
                yield from _claim_odds(state, claim, hidden)

    def headline(self, state: State) -> Said | None:
        if state.phase == "extra":
            return said("headline-goes-on", player=state.turn)
        if state.phase == "starter":
            return said("headline-starter", dealer=state.dealer)
        return next(iter(_questions(state)), None)

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-deal", face=house.stock_face)
        yield said("rules-doubling", until=house.double_window)
        yield said("rules-cards")
        yield said("rules-ace", divides=house.ace11_divides)
        yield said("rules-jack", jack=house.jack_on_ace)
        yield said("rules-reduce", must=house.must_play)
        yield said("rules-stock", bar=house.bar)
        yield said("rules-stuck", stuck=house.stuck_above_bar, bar=house.bar)
        yield said("rules-extra", extra=house.winner_extra.replace("+", "-"))
        yield said("rules-false-concession", then=house.false_concession)
        yield said("rules-score", cap=house.loser_cap, bar=house.bar)
        yield said("rules-shuffle", shuffle=house.shuffle)
        if house.deals:
            yield said("rules-match-hands", hands=house.deals)
        else:
            yield said("rules-match-target", target=house.target)


def _advice(state: State) -> dict[str, Any]:
    """RULES 2.10.  `results`: rank -> what it would make of the count, [] where it cannot be played."""
    hidden = Counter(card.rank for card in unseen(state))
    provisional = hand_points(state) if state.played else (0, 0)
    return {
        "results": {rank: [_shown(result) for result in state.results_of(rank)] if state.phase != "closed" else []
                    for rank in RANKS},
        "unseen": {rank: hidden[rank] for rank in RANKS}, "gone": texts(state.gone),
        "at_bar": state.count <= state.house.bar, "stock": state.stock,
        "stock_top": str(state.stock_top) if state.stock_top else None,
        "hand_sizes": by_player(state.players, state.hands),
        "if_it_ended_now": by_player(state.players, provisional),
        "asks": _questions(state),
    }


def _stock_line(state: State) -> Said:
    if state.count <= state.house.bar:
        return said("line-bar", bar=state.house.bar)
    if state.stock_top:
        return said("line-stock-top", stock=state.stock, card=state.stock_top)
    return said("line-stock", stock=state.stock)


def _shown(result: Result) -> dict[str, Any]:
    return {"count": result.becomes, "value": result.value or None, "divides": result.divided}


def _rank_line(state: State, rank: str) -> Said:
    found = state.results_of(rank)
    if not found:
        return said("line-none", rank=rank)
    must = len(found) == 1 and found[0].divided and found[0].power.kind != "king"
    return said("line-rank", rank=rank, results=tuple(result.spoken(state.count) for result in found),
                must="yes" if must else "no")


def _questions(state: State) -> tuple[Said, ...]:
    """What the companion asks the table now."""
    return tuple(said("please-show", player=name, number=hidden) for name, hidden in to_show(state).items())


def _tile(rank: str, results: Sequence[Mapping[str, Any]], unseen: int) -> Tile[Text]:
    """A rank and every count it would make; a division that must be made carries its sign."""
    if not unseen:
        return Tile(rank_title(rank), said("panel-gone"), state="struck")
    if not results:
        return Tile(rank_title(rank), "–", state="struck")
    must_divide = len(results) == 1 and results[0]["divides"] and rank not in "KJ"
    counts = " ".join(dict.fromkeys(str(result["count"]) for result in results))
    return Tile(rank_title(rank), counts, "÷" if must_divide else "")


def _claim_odds(state: State, claim: Claim, hidden: list[Card]) -> Iterator[Odds]:
    then = replace(state, count=claim.on_count, previous=claim.previous)
    hand = state.held(claim.player) - len(state.known[state.seat(claim.player)])
    return claimed(said("odds-stuck", player=claim.player, count=claim.on_count), claim.player, hidden, then.results,
                   hand)
