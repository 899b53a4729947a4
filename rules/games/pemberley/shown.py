"""What is shown of a position of Pemberley, and its rules page (RULES 3.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rules.core.cards import RANKS, SUIT_SIGNS, Card, parse_cards
from rules.core.event import Deal, DealPoint
from rules.core.frozen import replace
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can, claimed
from rules.core.panel import Fact, Hero, Panel, Tile, Token, piles, rank_title
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.pemberley.arrangement import SIGNS, Arrangement, best_arrangement, can_land, landing, landing_fault
from rules.games.pemberley.house import House
from rules.games.pemberley.state import State, by_seat, deduction, fits, round_score, unseen, unused_cards
from rules.games.pemberley.sums import sum_sentence, winners_sentence

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")  # points beside a rank


class PemberleyShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """The total, and where every card not seen yet would lead; scoring ones stand out."""
        public, advice = game.public(state), self.advice(state)
        facts = [Fact[Text](said("panel-player", player=name, count=advice["hands"][name]), str(points))
                 for name, points in public["points"].items()]
        facts.append(Fact(said("panel-ones"), str(public["ones"])))
        total = public["count"]
        hero = Hero[Text]("–" if total is None else str(total).replace("-", "−"), said("panel-total"))
        if not advice["landing"]:
            return Panel(hero, tuple(facts), piles=piles(game.visible(state)),
                         lines=tuple(self.advice_lines(state)))
        rows = tuple((f"{SUIT_SIGNS[suit]} {sign}",
                      tuple(_landing_token(rank, advice["landing"].get(rank + suit)) for rank in RANKS))
                     for suit, sign in sorted(SIGNS.items()))
        return Panel(hero, tuple(facts), (Tile[Text]("", rows=rows),), 1)

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
        """Points in play and of sets as they are made; at the end of the round what was left unused."""
        counts = dict.fromkeys(deal.brought, (0, 0))
        for index, event, after in deal.states():
            if event.action.verb in ("deal", "start"):
                continue
            for name, row in self.advice(after)["ledger"].items():
                points = row["play"] + row["sets"] - sum(counts[name])
                counts[name] = (row["play"], row["sets"])
                yield deal.point(name, points, event.verdict.why, index)
        final = self.advice(deal.end)["ledger"]
        if all(final[name]["round"] == brought for name, brought in deal.brought.items()):
            for name, row in final.items():
                yield deal.point(name, -row["deduction"], said("points-unused", count=row["unused"]))

    def notes(self, game: Game[State], deal: Deal, later: Deal | None) -> Iterator[tuple[str, Said, int]]:
        """The best that each could have laid, once the sets are committed; of a closed round the next deal tells."""
        best: Mapping[str, Mapping[str, Any]] = self.advice(deal.end)["best"]
        if not best and later is not None:
            best = (self.advice(later.end)["last_round"] or {"best": {}})["best"]
        for name, row in best.items():
            sets = tuple(said("note-set", cards=parse_cards(" ".join(group["cards"])),
                              total=str(group["total"]).replace("-", "−")) for group in row["sets"])
            yield name, said("note-best", player=name, sets=sets or (said("no-set"),)), row["points"]

    def headline(self, state: State) -> Said | None:
        if state.phase == "sets":
            return said("headline-sets" if any(can_lay(state, name) for name in state.players) else "headline-laid")
        return said("headline-starter") if state.phase == "start" else None

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-deal", first=house.first_player, direction=house.direction)
        yield said("rules-suits")
        yield said("rules-pass", must=house.must_play)
        negative = {(True, True): "both", (True, False): "primes", (False, True): "multiples", (False, False): "none"}
        yield said("rules-points", negative=negative[house.negative_primes, house.negative_multiples])
        yield said("rules-ones", counter=house.ones_counter)
        yield said("rules-sets", ones=house.ones_in_sets)
        yield said("rules-unplayed", rule=house.unplayed_rule)
        yield said("rules-muggins", muggins=house.muggins)
        yield said("rules-hints", hints=house.hints)
        if house.profile == "post_literal":
            yield said("rules-literal")
        if house.rounds:
            yield said("rules-rounds", rounds=house.rounds)
        elif house.target:
            yield said("rules-target", mode=house.target_mode, target=house.target)
        else:
            yield said("rules-no-target")

    def advice(self, state: State) -> dict[str, Any]:
        """`landing`: card not seen yet -> total and points, or the rule it breaks; `ledger`: each
        round score in its parts; `best`: the best arrangement, when `hints` allow."""
        cards = unseen(state) if state.phase == "play" else ()
        return {
            "landing": {str(card): _landing_row(state, card) for card in cards},
            "hands": by_player(state.players, (seat.hand for seat in state.seats)),
            "ledger": {name: _ledger(state, i) for i, name in enumerate(state.players)},
            "best": {name: _arrangement_row(best) for name, best in best_now(state).items()},
            "last_round": _last_round(state),
        }

    def advice_lines(self, state: State) -> Iterator[Said]:
        if state.phase == "start":
            yield said("line-deal")
        if state.phase == "play":
            yield said("line-total", total=state.total, points=state.ones + 1)
            yield from _landing_lines(state)
            yield said("line-points", points=number_each(state.players, (seat.points for seat in state.seats)))
            yield said("line-left", hands=number_each(state.players, (seat.hand for seat in state.seats)))
        else:
            yield from (_ledger_line(state, i) for i in range(len(state.players)) if state.phase != "start")
        yield from (_best_line(state.begin, name, best) for name, best in best_now(state).items())
        yield from _target_lines(state)

    def odds(self, state: State) -> Iterator[Odds]:
        """The player on turn, then every pass of the round where a pass is a claim."""
        hidden = unseen(state)
        if state.phase == "play":
            player, seat = state.players[state.turn], state.seats[state.turn]
            yield from can(said("odds-play", player=player, total=state.total), player, hidden,
                           lambda card: fits(state, card), seat.hidden_cards, seat.known)
        if state.phase != "closed" and state.house.must_play:
            for name, seat in by_seat(state):
                for total in dict.fromkeys(passed.total for passed in seat.passes):
                    yield from claimed(said("odds-pass", player=name, total=total), name, hidden,
                                       partial(can_land, total), seat.hidden_cards)


def _landing_row(state: State, card: Card) -> dict[str, Any]:
    """Where the card would lead from here and what that would score, or the rule it would break."""
    assert state.total is not None
    broken = landing_fault(state.total, card)
    if broken:
        return {"fault": broken.code}
    total = landing(state.total, card)
    assert total is not None
    return {"total": total, "points": state.house.scale.points(total, state.ones + 1)}


def _ledger(state: State, i: int) -> dict[str, int]:
    seat = state.seats[i]
    return {"play": seat.points, "sets": seat.set_points, "unused": unused_cards(state, i), "unplayed": seat.hand,
            "deduction": deduction(state, i), "round": round_score(state, i)}


def best_now(state: State) -> dict[str, Arrangement]:
    """The best arrangement of each pile, when the table wants to see it (option `hints`)."""
    arranging = state.phase == "closed" or (state.phase == "sets" and state.house.hints == "any_time")
    if not arranging or state.house.hints == "never":
        return {}
    return {name: best_sets(state, name) for name in state.players}


def best_sets(state: State, player: str) -> Arrangement:
    """The best the player could lay with all his played cards and the unplayed ones that were shown
    and may join.  With a counter that goes on, as if he laid his sets before the others."""
    seat = state.seat(player)
    extra = (*seat.known, *seat.joined) if state.house.joins else ()
    cards = tuple(dict.fromkeys((*seat.pile, *extra)))
    counting = state.house.ones_in_sets == "continue_counter"
    played_ones = state.ones - sum(group.total == 1 for other in state.seats for group in other.sets)
    return best_arrangement(cards, state.begin, state.house.scale, played_ones if counting else None)


def can_lay(state: State, player: str) -> bool:
    """Whether the played cards that are in none of the player's sets make another."""
    left = state.seat(player).unused_pile
    return bool(left and best_arrangement(left, state.begin, state.house.scale, None).sets)


def _arrangement_row(best: Arrangement) -> dict[str, Any]:
    return {"sets": [{"cards": texts(group.cards), "total": group.total} for group in best.sets],
            "unused": texts(best.unused), "points": best.points}


def _last_round(state: State) -> dict[str, Any] | None:
    """The round before this one, with the best that could have been made of it."""
    if state.previous is None:
        return None
    return {"ledger": {name: _ledger(state.previous, i) for i, name in enumerate(state.players)},
            "best": {name: _arrangement_row(best) for name, best in best_now(state.previous).items()}}


def _landing_lines(state: State) -> Iterator[Said]:
    """The cards not seen yet that would score, most points first, and all that would fit, by suit."""
    rows = [(card, _landing_row(state, card)) for card in unseen(state)]
    fitting = [(row["points"], card, row["total"]) for card, row in rows if "points" in row]
    for points in sorted({points for points, _, _ in fitting if points}, reverse=True):
        cards = tuple(said("card-leads", card=card, total=total) for p, card, total in fitting if p == points)
        yield said("line-worth", points=points, cards=cards)
    yield said("line-fitting", fitting=len(fitting), unseen=len(rows))
    for suit, sign in SIGNS.items():
        ranks = [card.rank for card in sorted((card for _, card, _ in fitting), key=lambda card: card.number)
                 if card.suit == suit]
        yield said("line-suit", suit=suit, sign=sign, ranks=" ".join(ranks) or "none")


def _ledger_line(state: State, i: int) -> Said:
    row = _ledger(state, i)
    return said("line-ledger", player=state.players[i], play=row["play"], sets=row["sets"], unused=row["unused"],
                deduction=row["deduction"], round=row["round"])


def _best_line(begin: int, player: str, best: Arrangement) -> Said:
    sets = tuple(sum_sentence(begin, group.cards, group.total) for group in best.sets) or (said("no-set"),)
    return said("line-best", player=player, sets=sets, unused=tuple(best.unused),
                any="yes" if best.unused else "no",
                points=f"{best.points:+d}")


def _target_lines(state: State) -> Iterator[Said]:
    """Who ends the match with this round, as it stands."""
    if state.over:
        yield said("line-over", winners=winners_sentence(state))
    elif state.phase == "sets":
        closed = replace(state, phase="closed")
        yield from (said("line-last-round", player=name, score=score)
                    for name, score in closed.scores.items() if state.house.reached(score))


def _landing_token(rank: str, row: Mapping[str, Any] | None) -> Token[Text]:
    """A card in its suit's row, by rank: struck out when it is gone or cannot be played, strong when
    it would score, with the points."""
    if row is None or "fault" in row:
        return Token(rank_title(rank), "struck")
    points = row["points"]
    return Token(rank_title(rank) + str(points).translate(RAISED), "strong") if points else Token(rank_title(rank))
