"""The large panel of Friend or Foe: the dice, every match, and who could help (RULES 8.7)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.cards import RANKS, parse_cards
from rules.core.game import Game
from rules.core.panel import Fact, Hero, Panel, Tile, holdings, rank_title, seat_columns, seat_tiles
from rules.core.said import Said, Text, said
from rules.games.friend_or_foe.state import State

MOST_KNOWN = 24  # cards of a hand that are named on one line


def dice_panel(game: Game[State], state: State) -> Panel[Text]:
    """The dice and their sum, every match, who can be asked for what, and who could answer."""
    public, dice = game.public(state), state.dice
    pile = Fact[Text](said("name-pile_size"), str(public["pile_size"]))
    lines = tuple(_lines(game, state))
    if not dice:
        seats = seat_tiles(game.to_act(state), public["hand_sizes"])
        return Panel(Hero[Text](said("panel-roll")), (pile,), seats, seat_columns(len(seats)), lines=lines)
    tiles = tuple(_matches(game, state))
    hero = Hero[Text](str(state.sum), said("panel-dice", first=dice[0], second=dice[1]))
    return Panel(hero, (*holdings(public["hand_sizes"]), pile), tiles, seat_columns(len(tiles)), lines=lines,
                 dice=tuple(dice))


def _matches(game: Game[State], state: State) -> Iterator[Tile[Text]]:
    """What goes with these dice: a pair, one card, and each rank with the friends that could help it."""
    advice = game.shown.advice(state)
    pairs = [" ".join(map(rank_title, pair)) for pair in advice["pairs"]]
    yield Tile(said("panel-pair"), pairs[0] if pairs else "–", state="open" if pairs else "struck")
    yield Tile(said("panel-one-card"), rank_title(RANKS[state.sum - 1]) if state.sum <= 12 else "")
    for rank, helpers in advice["friends"].items():
        yield Tile(said("panel-friend", rank=rank_title(rank)), said("panel-helped-by", ranks=tuple(helpers)))


def _lines(game: Game[State], state: State) -> Iterator[Said]:
    advice = game.shown.advice(state)
    if advice["could_answer"]:
        yield said("panel-could-answer", players=tuple(advice["could_answer"]))
    if advice["foe_until"]:
        yield said("panel-foe-until", player=advice["foe_until"])
    for name, cards in advice["known"].items():
        if cards:
            yield said("panel-known", player=name, cards=parse_cards(" ".join(cards[:MOST_KNOWN])),
                       more=len(cards) > MOST_KNOWN)
