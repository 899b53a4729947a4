"""What the large panel of the table screen says: plain data with Said inside, whatever draws it.

    >>> game.shown.panel(game, state).hero
    Hero(text='95', label=Said('panel-count'))

A game's `Shown` makes it; a game that makes none gets `plain_panel`.  T is Text as the game makes it, and str once it
has been said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from rules.core.cards import Card
from rules.core.said import Said, Text, said

T = TypeVar("T")
TokenInk = Literal["open", "dim", "struck", "strong"]


@dataclass(frozen=True)
class Hero(Generic[T]):
    """The one thing to read from two metres away."""

    text: T
    label: T | str = ""


@dataclass(frozen=True)
class Fact(Generic[T]):
    """A number beside the hero."""

    label: T
    text: T


@dataclass(frozen=True)
class Token(Generic[T]):
    """A short word in a tile; struck out when it cannot be, dim when it would change nothing.  With `of`
    it has a meter: `filled` of so many."""

    text: T
    state: TokenInk = "open"
    filled: int = 0
    of: int = 0


@dataclass(frozen=True)
class Tile(Generic[T]):
    """A small panel in a grid: a rank and what it would do, or a seat and its piles.

    note: a sign before `text` on a rank, a line below the name on a seat.  badge: a seat's cap, drawn
    as a square sign.  rows: a word and its tokens each.  seat: drawn as one; with rows it always is.
    """

    title: T
    text: T | str = ""
    note: T | str = ""
    badge: str = ""
    rows: tuple[tuple[T, tuple[Token[T], ...]], ...] = ()
    state: TokenInk = "open"
    seat: bool = False


@dataclass(frozen=True)
class Pile:
    """Cards lying face up in one place, bottom first; the place by its name, or once said in words."""

    place: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Panel(Generic[T]):
    """Everything the large panel shows; empty parts are left out.  columns: of the tiles.  dice: drawn in
    the hero's place.  timer_s: seconds that a timer counts down when it is touched, none at 0."""

    hero: Hero[T] | None = None
    facts: tuple[Fact[T], ...] = ()
    tiles: tuple[Tile[T], ...] = ()
    columns: int = 1
    piles: tuple[Pile, ...] = ()
    lines: tuple[T, ...] = ()
    dice: tuple[int, ...] = ()
    timer_s: int = 0


# -- what panels of games are made of --------------------------------------------------------------

Visible = Mapping[str, tuple[Card, ...]]


def plain_panel(public: Mapping[str, Any], visible: Visible, lines: Iterable[Text]) -> Panel[Text]:
    """Plain numbers of the public state, the piles and the companion's lines."""
    facts = [Fact[Text](said(f"name-{key}"), str(value)) for key, value in public.items()
             if isinstance(value, int | str) and not isinstance(value, bool) and value != ""]
    return Panel(None, tuple(facts[:6]), piles=piles(visible), lines=tuple(lines))


def piles(visible: Visible, *kinds: str) -> tuple[Pile, ...]:
    """What lies face up, place by place; only places of these kinds where some are named."""
    return tuple(Pile(place, tuple(map(str, cards))) for place, cards in visible.items()
                 if cards and (not kinds or place.partition(":")[0] in kinds))


def holdings(hand_sizes: Mapping[str, int]) -> Iterator[Fact[Text]]:
    """How many cards everybody holds."""
    return (Fact(said("panel-holds", player=name), str(size)) for name, size in hand_sizes.items())


def stock_fact(number: Text | int) -> Fact[Text]:
    """How many cards the stock has, or what lies on it."""
    return Fact(said("panel-stock"), number if isinstance(number, Said) else str(number))


def seat_tiles(to_act: str | None, hand_sizes: Mapping[str, int], note: Callable[[str], Text] = lambda name: "",
               out: Collection[str] = ()) -> tuple[Tile[Text], ...]:
    """A tile for everybody with the number of cards held; strong for who is to act."""
    return tuple(Tile[Text](name, str(size), note(name), seat=True,
                            state="strong" if name == to_act else "dim" if name in out else "open")
                 for name, size in hand_sizes.items())


def seat_columns(count: int) -> int:
    """So that seats are wider than they are high."""
    return 2 if count <= 8 else 3


def rank_title(rank: str) -> str:
    """A rank at the head of a tile."""
    return rank.replace("T", "10")


def cards_shown(*cards: Card) -> Said:
    """Cards in signs."""
    return said("panel-cards", cards=cards)
