"""The large panel of Thirteen: what has to be beaten, and who is still in (RULES 7.8)."""

from __future__ import annotations

from rules.core.cards import parse_cards
from rules.core.game import Game
from rules.core.panel import Hero, Panel, Pile, piles, seat_columns, seat_tiles
from rules.core.said import Text, said
from rules.games.thirteen.state import State


def beat_panel(game: Game[State], state: State) -> Panel[Text]:
    """What has to be beaten, in words and cards; who is still in; what could beat it."""
    public, advice = game.public(state), game.shown.advice(state)
    beat, opens = advice["beat"], game.shown.headline(state)
    hero = Hero[Text](said("beat", shown=beat) if beat else opens or said("panel-lead-anything"))
    cards = (Pile("to_beat", tuple(public["to_beat"])),) if public["to_beat"] else piles(game.visible(state))
    beaten = parse_cards(" ".join(advice["beaten_by"]))
    tiles = seat_tiles(game.to_act(state), public["hand_sizes"],
                       lambda name: said("panel-knocked") if name in public["knocked"] else "", public["knocked"])
    return Panel(hero, (), tiles, seat_columns(len(tiles)), cards,
                 (said("panel-beaten-by", cards=beaten),) if beaten else ())
