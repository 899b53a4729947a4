"""What the large panel of the table screen says; plain data, no Kivy.

    >>> panel = panel_of(session.match)
    >>> panel.hero.text
    '95'

Every game gets a panel from `visible`, `public` and `advice_lines`; games with something to read
across the table have a function of their own in PANELS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion import texts
from rules.cards import RANKS
from rules.game import Match

State = Literal["open", "dim", "struck", "strong"]


@dataclass(frozen=True)
class Hero:
    """The one thing to read from two metres away."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class Fact:
    """A number beside the hero."""

    label: str
    text: str


@dataclass(frozen=True)
class Token:
    """A short word in a tile; struck out when it cannot be, dim when it would change nothing."""

    text: str
    state: State = "open"


@dataclass(frozen=True)
class Tile:
    """A small panel in a grid: a rank and what it would do, or a seat and its piles."""

    title: str
    text: str = ""
    badge: str = ""  # the cap of a Never Over seat, drawn as a square sign
    rows: tuple[tuple[str, tuple[Token, ...]], ...] = ()  # a word and its tokens
    state: State = "open"
    note: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards lying face up in one place, bottom first."""

    place: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Panel:
    """Everything the large panel shows; empty parts are left out."""

    hero: Hero | None = None
    facts: tuple[Fact, ...] = ()
    tiles: tuple[Tile, ...] = ()
    columns: int = 1
    piles: tuple[Pile, ...] = ()
    lines: tuple[str, ...] = field(default=())


Maker = Callable[[Match, Mapping[str, Any], Mapping[str, Any]], Panel]


def panel_of(match: Match) -> Panel:
    """The panel of the position."""
    public, advice = match.game.public(match.state), match.game.advice(match.state)
    return PANELS.get(match.game.name, generic)(match, public, advice)


def generic(match: Match, public: Mapping[str, Any], _advice: Mapping[str, Any]) -> Panel:
    """Plain numbers of the public state, the piles and the companion's lines."""
    facts = tuple(Fact(texts.place_name(key), str(value)) for key, value in public.items()
                  if isinstance(value, int | str) and not isinstance(value, bool) and value != "")
    return Panel(None, facts[:4], (), 1, piles(match), tuple(match.game.advice_lines(match.state)))


def piles(match: Match) -> tuple[Pile, ...]:
    """What lies face up, place by place."""
    return tuple(Pile(texts.place_name(place), tuple(map(str, cards)))
                 for place, cards in match.game.visible(match.state).items() if cards)


PANELS: dict[str, Maker] = {}


def limbo(match: Match, public: Mapping[str, Any], advice: Mapping[str, Any]) -> Panel:
    """The count, and what every rank would make of it (RULES 2.10)."""
    tiles = tuple(_limbo_tile(rank, advice["results"][rank], advice["unseen"][rank]) for rank in RANKS)
    facts = [Fact(texts.CARDS_PLAYED, str(public["cards_played"]))]
    if public["multiplier"] > 1:
        facts.append(Fact(texts.TIMES, f"×{public['multiplier']}"))
    facts += [Fact(texts.HOLDS.format(name=name), str(size)) for name, size in advice["hand_sizes"].items()]
    stock_top = advice["stock_top"]
    facts.append(Fact(texts.STOCK, texts.card_text(stock_top) if stock_top else str(advice["stock"])))
    hero = Hero(str(public["count"]), texts.AT_BAR if advice["at_bar"] else texts.COUNT)
    return Panel(hero, tuple(facts), tiles, 5, (), tuple(map(texts.pretty, advice["asks"])))


def _limbo_tile(rank: str, results: list[Mapping[str, Any]], unseen: int) -> Tile:
    """A rank and every count it would make; a division that must be made carries its sign."""
    title = rank.replace("T", "10")
    if not unseen:
        return Tile(title, texts.ALL_GONE, state="struck")
    if not results:
        return Tile(title, "–", state="struck")
    must_divide = len(results) == 1 and results[0]["divides"] and rank not in "KJ"
    counts = " ".join(dict.fromkeys(str(result["count"]) for result in results))
    return Tile(title, counts, note=texts.DIVIDES if must_divide else "", state="strong" if must_divide else "open")


PANELS["limbo"] = limbo
