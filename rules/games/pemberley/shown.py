"""What is shown of a position of Pemberley, and its rules page (RULES 3.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import Card
from rules.core.event import Deal, DealPoint
from rules.core.frozen import replace
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.pemberley.arrangement import SIGNS, Arrangement, best_arrangement, landing, landing_fault
from rules.games.pemberley.house import House
from rules.games.pemberley.odds import table_odds
from rules.games.pemberley.panel import total_panel
from rules.games.pemberley.points import best_of_round, points_of_round
from rules.games.pemberley.state import State, deduction, round_score, unseen, unused_cards
from rules.games.pemberley.sums import sum_sentence, winners_sentence


class PemberleyShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return total_panel(game, state)

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
        return points_of_round(game, deal)

    def notes(self, game: Game[State], deal: Deal, later: Deal | None) -> Iterator[tuple[str, Said, int]]:
        return best_of_round(game, deal, later)

    def headline(self, state: State) -> Said | None:
        if state.phase == "sets":
            return said("headline-sets" if any(can_lay(state, name) for name in state.players) else "headline-laid")
        return said("headline-starter") if state.phase == "start" else None

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))

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

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)


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


def _lines(state: State) -> Iterator[Said]:
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


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
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
