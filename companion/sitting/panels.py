"""The large panel of the table screen, said in the language that is spoken; no Kivy.

    >>> panel = panel_of(session.match)
    >>> panel.hero.text
    '95'
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.words import texts
from rules.core.match import Match
from rules.core.panel import Fact, Hero, Panel, Pile, Tile, Token, piles
from rules.core.said import Text


def panel_of(match: Match) -> Panel[str]:
    """The panel of the position."""
    made = match.game.shown.panel(match.game, match.state)

    def say(text: Text) -> str:
        return texts.part(text, match.game.name)

    lines = (*made.lines, *(odds.sentence for odds in match.game.shown.odds(match.state) if odds.is_open))
    hero = Hero(say(made.hero.text).rstrip("."), say(made.hero.label)) if made.hero else None
    tiles = tuple(Tile(say(tile.title), say(tile.text), say(tile.note), tile.badge, tuple(
        (say(word), tuple(Token(say(token.text), token.state, token.filled, token.of) for token in tokens))
        for word, tokens in tile.rows), tile.state, tile.seat) for tile in made.tiles)
    return Panel(hero, tuple(Fact(say(fact.label), say(fact.text)) for fact in made.facts), tiles, made.columns,
                 _named(made.piles), tuple(texts.pretty(line, match.game.name) for line in lines), made.dice,
                 made.timer_s)


def known_lines(panel: Panel[str]) -> Iterator[str]:
    """Everything that a panel says, one line each, where there is room for a part of it."""
    yield from panel.lines
    yield from (f"{fact.label}: {fact.text}" for fact in panel.facts)
    for tile in panel.tiles:
        yield from (f"{tile.title}, {word}: {' '.join(token.text for token in tokens if token.state != 'struck')}"
                    for word, tokens in tile.rows if tile.title and tokens)


def piles_of(match: Match) -> tuple[Pile, ...]:
    """What lies face up, place by place."""
    return _named(piles(match.game.visible(match.state)))


def _named(found: tuple[Pile, ...]) -> tuple[Pile, ...]:
    return tuple(Pile(texts.place_name(pile.place), pile.cards) for pile in found)
