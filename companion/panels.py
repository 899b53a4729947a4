"""What the large panel of the table screen says; plain data, no Kivy.

    >>> panel = panel_of(session.match)
    >>> panel.hero.text
    '95'

Every game gets a panel from `visible`, `public` and `advice_lines`; games with something to read
across the table have a function of their own in PANELS, which takes its numbers from `advice`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion import texts
from rules.core.cards import RANKS, SUITS
from rules.core.match import Match
from rules.core.said import Text, said

TokenInk = Literal["open", "dim", "struck", "strong"]
Advice = Mapping[str, Any]


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
    """A short word in a tile; struck out when it cannot be, dim when it would change nothing.  With `of`
    it has a meter: `filled` of so many."""

    text: str
    state: TokenInk = "open"
    filled: int = 0
    of: int = 0


@dataclass(frozen=True)
class Tile:
    """A small panel in a grid: a rank and what it would do, or a seat and its piles.

    note: a sign before `text` on a rank, a line below the name on a seat.  badge: a seat's cap, drawn
    as a square sign.  rows: a word and its tokens each.  seat: drawn as one; with rows it always is.
    """

    title: str
    text: str = ""
    note: str = ""
    badge: str = ""
    rows: tuple[tuple[str, tuple[Token, ...]], ...] = ()
    state: TokenInk = "open"
    seat: bool = False


@dataclass(frozen=True)
class Pile:
    """Cards lying face up in one place, bottom first."""

    place: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Panel:
    """Everything the large panel shows; empty parts are left out.  columns: of the tiles.  dice: drawn in
    the hero's place."""

    hero: Hero | None = None
    facts: tuple[Fact, ...] = ()
    tiles: tuple[Tile, ...] = ()
    columns: int = 1
    piles: tuple[Pile, ...] = ()
    lines: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


CANASTA = 7  # cards that make one (RULES 6)
TENTHS = 10  # boxes of the meter of a first meld
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")  # points beside a rank

Maker = Callable[[Match, Advice, Advice], Panel]


def panel_of(match: Match) -> Panel:
    """The panel of the position."""
    public, advice = match.game.public(match.state), match.game.shown.advice(match.state)
    return PANELS.get(match.game.name, generic)(match, public, advice)


def generic(match: Match, public: Advice, _advice: Advice) -> Panel:
    """Plain numbers of the public state, the piles and the companion's lines."""
    facts = [Fact(texts.place_name(key), str(value)) for key, value in public.items()
             if isinstance(value, int | str) and not isinstance(value, bool) and value != ""]
    return Panel(None, tuple(facts[:6]), piles=piles(match), lines=_lines(match))


def _lines(match: Match) -> tuple[str, ...]:
    return _spoken(match, match.game.shown.advice_lines(match.state))


def _spoken(match: Match, lines: Iterable[Text]) -> tuple[str, ...]:
    return tuple(texts.pretty(line, match.game.name) for line in lines)


def piles(match: Match, *kinds: str) -> tuple[Pile, ...]:
    """What lies face up, place by place; only places of these kinds where some are named."""
    return tuple(Pile(texts.place_name(place), tuple(map(str, cards)))
                 for place, cards in match.game.visible(match.state).items()
                 if cards and (not kinds or place.partition(":")[0] in kinds))


def holdings(hand_sizes: Mapping[str, int]) -> list[Fact]:
    """How many cards everybody holds."""
    return [Fact(texts.HOLDS.format(name=name), str(size)) for name, size in hand_sizes.items()]


def seat_tiles(match: Match, hand_sizes: Mapping[str, int], note: Callable[[str], str] = lambda name: "",
          out: Iterable[str] = ()) -> tuple[Tile, ...]:
    """A tile for everybody with the number of cards held; strong for who is to act."""
    return tuple(Tile(name, str(size), note(name), seat=True,
                      state="strong" if name == match.to_act else "dim" if name in out else "open")
                 for name, size in hand_sizes.items())


def seat_columns(count: int) -> int:
    """So that seats are wider than they are high."""
    return 2 if count <= 8 else 3


def rank_title(rank: str) -> str:
    return rank.replace("T", "10")


# -- Never Over (RULES 1.12) --------------------------------------------------------------------


def never_over(match: Match, _public: Advice, advice: Advice) -> Panel:
    """Every seat with its sum, its cap and who can add what; what is left of each kind."""
    seats = tuple(_never_over_seat(name, seat, advice["adds"].get(name), name == match.to_act)
                  for name, seat in advice["seats"].items())
    facts = [Fact(texts.STOCK, str(advice["stock"]))]
    facts += [Fact(texts.card_text(card), f"×{left}") for card, left in advice["unseen"].items()]
    columns = 1 if len(seats) <= 3 else 2 if len(seats) <= 8 else 3
    return Panel(None, tuple(facts), seats, columns, lines=_spoken(match, advice["hints"]))


def _never_over_seat(name: str, seat: Advice, adds: Advice | None, acts: bool) -> Tile:
    rows = [(word, tuple(_addable(entry) for entry in adds[key]))
            for key, word in (("own_green", texts.OWN_GREEN), ("own_red", texts.OWN_RED),
                              ("others_red", texts.OTHERS_RED))] if adds else []
    note = texts.RETIRED if seat["retired"] else texts.CARDS.format(count=seat["hand"])
    if seat["buried"]:
        note += ", " + texts.BURIED.format(count=seat["buried"])
    state: TokenInk = "dim" if seat["retired"] else "strong" if acts else "open"
    return Tile(name, str(seat["green"]), note, f"≤{seat['cap']}", tuple(rows), state)


def _addable(entry: Advice) -> Token:
    """A card that may be added: struck out when all of its kind are gone, dim when it changes nothing."""
    number = entry["card"].lstrip("+<=")
    return Token(number, "struck" if not entry["left"] else "dim" if entry["redundant"] else "open")


# -- Limbo (RULES 2.10) -------------------------------------------------------------------------


def limbo(match: Match, public: Advice, advice: Advice) -> Panel:
    """The count, and what every rank would make of it."""
    tiles = tuple(_limbo_tile(rank, advice["results"][rank], advice["unseen"][rank]) for rank in RANKS)
    facts = [Fact(texts.CARDS_PLAYED, str(public["cards_played"]))]
    if public["multiplier"] > 1:
        facts.append(Fact(texts.TIMES, f"×{public['multiplier']}"))
    facts += holdings(advice["hand_sizes"])
    top = advice["stock_top"]
    facts.append(Fact(texts.STOCK, texts.card_text(top) if top else str(advice["stock"])))
    hero = Hero(str(public["count"]), texts.AT_BAR if advice["at_bar"] else texts.COUNT)
    return Panel(hero, tuple(facts), tiles, 5, lines=_spoken(match, advice["asks"]))


def _limbo_tile(rank: str, results: Sequence[Advice], unseen: int) -> Tile:
    """A rank and every count it would make; a division that must be made carries its sign."""
    if not unseen:
        return Tile(rank_title(rank), texts.ALL_GONE, state="struck")
    if not results:
        return Tile(rank_title(rank), "–", state="struck")
    must_divide = len(results) == 1 and results[0]["divides"] and rank not in "KJ"
    counts = " ".join(dict.fromkeys(str(result["count"]) for result in results))
    return Tile(rank_title(rank), counts, texts.DIVIDES if must_divide else "")


# -- Pemberley (RULES 3) ------------------------------------------------------------------------


def pemberley(match: Match, public: Advice, advice: Advice) -> Panel:
    """The total, and where every card not seen yet would lead; scoring ones stand out."""
    facts = [Fact(f"{name} ({texts.CARDS.format(count=advice['hands'][name])})", str(points))
             for name, points in public["points"].items()]
    facts.append(Fact(texts.ONES, str(public["ones"])))
    total = public["count"]
    hero = Hero("–" if total is None else str(total).replace("-", "−"), texts.TOTAL)
    if not advice["landing"]:
        return Panel(hero, tuple(facts), piles=piles(match), lines=_lines(match))
    rows = tuple((f"{texts.SUIT_SIGNS[suit]} {texts.OPERATIONS[suit]}",
                  tuple(_landing_token(rank, advice["landing"].get(rank + suit)) for rank in RANKS)) for suit in SUITS)
    return Panel(hero, tuple(facts), (Tile("", rows=rows),), 1)


def _landing_token(rank: str, row: Advice | None) -> Token:
    """A card in its suit's row, by rank: struck out when it is gone or cannot be played, strong when
    it would score, with the points."""
    if row is None or "fault" in row:
        return Token(rank_title(rank), "struck")
    points = row["points"]
    return Token(rank_title(rank) + str(points).translate(RAISED), "strong") if points else Token(rank_title(rank))


# -- Page One (RULES 4.9) -----------------------------------------------------------------------


def page_one(match: Match, public: Advice, advice: Advice) -> Panel:
    """The suit to follow, everybody's hand with the suits he has shown not to hold, and who must say
    Page One."""
    suit = advice["follow"]
    hero = Hero(texts.SUIT_SIGNS.get(suit, "–") if suit else texts.FREE, texts.FOLLOW if suit else texts.LEADS)
    facts = [Fact(texts.STOCK, str(public["stock"]))]
    if advice["drawn"]:
        facts.append(Fact(texts.DRAWN, str(advice["drawn"])))
    if public["winner_so_far"]:
        facts.append(Fact(texts.PLACES["winner_so_far"], public["winner_so_far"]))
    due = {row["player"] for row in advice["call_due"]}

    def note(name: str) -> str:
        void = " ".join(texts.SUIT_SIGNS[suit] for suit in public["void"][name])
        return texts.MUST_CALL if name in due else texts.VOID.format(suits=void) if void else ""

    tiles = seat_tiles(match, public["hand_sizes"], note)
    return Panel(hero, tuple(facts), tiles, seat_columns(len(tiles)), piles(match))


# -- Scopa (RULES 5.7) --------------------------------------------------------------------------


def scopa(match: Match, public: Advice, advice: Advice) -> Panel:
    """What lies on the table, what every rank would take, and how the count stands."""
    tiles = tuple(_scopa_tile(rank, taken, advice["unseen"][rank]) for rank, taken in advice["captures"].items())
    facts = [Fact(name, texts.SCOPA_COUNT.format(
        cards=public["captured"][name], diamonds=public["diamonds"][name], sweeps=public["sweeps"][name]))
        for name in match.table.players]
    facts.append(Fact(texts.STOCK, str(public["stock"])))
    if advice["settebello"]:
        facts.append(Fact("7♦", advice["settebello"]))
    return Panel(None, tuple(facts), tiles, 5, piles(match, "board"))


def _scopa_tile(rank: str, captures: Sequence[Sequence[str]], unseen: int) -> Tile:
    if not unseen:
        return Tile(rank_title(rank), texts.ALL_GONE, state="struck")
    ways = [" ".join(map(texts.card_text, cards)) for cards in captures]
    if not ways:
        return Tile(rank_title(rank), texts.LAID_DOWN, state="dim")
    return Tile(rank_title(rank), f" {texts.OR} ".join(ways))


# -- Canasta (RULES 6.14) -----------------------------------------------------------------------


def canasta(match: Match, public: Advice, advice: Advice) -> Panel:
    """Each side's melds and what it needs; the pile and whether it is frozen."""
    tiles = tuple(_canasta_side(side, melds, match.to_act in side.split("+"), public, advice)
                  for side, melds in public["melds"].items())
    frozen = f" {texts.FROZEN}" if public["frozen"] else ""
    facts = [Fact(texts.PLACES["pile"], f"{public['pile_size']}{frozen}"), Fact(texts.STOCK, str(public["stock"])),
             *holdings(public["hand_sizes"])]
    pile = tuple(pile for pile in piles(match, "pile"))
    return Panel(None, tuple(facts), tiles, 1, pile, _spoken(match, advice["asks"]))


def _canasta_side(side: str, melds: Mapping[str, Sequence[str]], acts: bool, public: Advice, advice: Advice) -> Tile:
    tokens = tuple(Token(rank_title(rank), "strong" if len(cards) >= CANASTA else "open", min(len(cards), CANASTA),
                         CANASTA) for rank, cards in melds.items())
    reds = tuple(map(Token, map(texts.card_text, public["red_threes"][side])))
    rows: list[tuple[str, tuple[Token, ...]]] = [] if public["opened"][side] else [
        (texts.FIRST_MELD, (_first_meld(advice["laid_value"] if acts else 0, advice["minimum"][side]),))]
    rows += [(texts.PLACES["meld"], tokens)] if tokens or not rows else []
    rows += [(texts.RED_THREES, reds)] if reds and len(rows) < 2 else []  # three rows are hard to read from afar
    return Tile(side.replace("+", " + "), str(advice["scores"][side]),
                texts.MAY_GO_OUT if advice["may_go_out"][side] else "", rows=tuple(rows))


def _first_meld(laid: int, minimum: int) -> Token:
    """What a side's first meld must be worth, and how far it has come while it is being laid."""
    return Token(f"{laid} / {minimum}", "strong" if laid >= minimum else "open",
                 min(laid * TENTHS // max(minimum, 1), TENTHS), TENTHS)


# -- Thirteen (RULES 7.8) -----------------------------------------------------------------------


def thirteen(match: Match, public: Advice, advice: Advice) -> Panel:
    """What has to be beaten, in words and cards; who is still in; what could beat it."""
    beat = advice["beat"]
    opens = match.game.shown.headline(match.state)
    asked = said("beat", shown=beat) if beat else opens
    hero = Hero(texts.pretty(asked, match.game.name).rstrip(".") if asked else texts.LEAD_ANYTHING)
    cards = tuple(Pile(texts.PLACES["to_beat"], tuple(public["to_beat"])) for _ in (1,) if public["to_beat"])
    lines = [texts.BEATEN_BY.format(cards=" ".join(advice["beaten_by"]))] if advice["beaten_by"] else []
    tiles = seat_tiles(match, public["hand_sizes"], lambda name: texts.KNOCKED if name in public["knocked"] else "",
                  public["knocked"])
    return Panel(hero, (), tiles, seat_columns(len(tiles)), cards or piles(match), tuple(lines))


# -- Friend or Foe (RULES 8.7) ------------------------------------------------------------------


def friend_or_foe(match: Match, public: Advice, advice: Advice) -> Panel:
    """The dice and their sum, every match, who can be asked for what, and who could answer."""
    dice = public["dice"]
    hero = Hero(str(advice["sum"]) if dice else texts.ROLL, texts.DICE.format(*dice) if dice else "")
    facts = [*(holdings(public["hand_sizes"]) if dice else ()),
             Fact(texts.PLACES["pile_size"], str(public["pile_size"]))]
    tiles = [] if dice else list(seat_tiles(match, public["hand_sizes"]))
    if dice:
        pairs = [" ".join(map(rank_title, pair)) for pair in advice["pairs"]]
        one = RANKS[advice["sum"] - 1] if advice["sum"] <= 12 else ""
        tiles += [Tile(texts.PAIR, pairs[0] if pairs else "–", state="open" if pairs else "struck"),
                  Tile(texts.ONE_CARD, rank_title(one))]
        tiles += [Tile(texts.FRIEND.format(rank=rank_title(rank)), texts.HELPED_BY.format(
            ranks=f" {texts.OR} ".join(helpers))) for rank, helpers in advice["friends"].items()]
    lines = [texts.COULD_ANSWER.format(names=texts.names(advice["could_answer"]))] if advice["could_answer"] else []
    lines += [texts.FOE_UNTIL.format(name=advice["foe_until"])] if advice["foe_until"] else []
    lines += [texts.KNOWN.format(name=name, cards=" ".join(cards)) for name, cards in advice["known"].items() if cards]
    return Panel(hero, tuple(facts), tuple(tiles), seat_columns(len(tiles)), lines=tuple(_short(lines)),
                 dice=tuple(dice or ()))


def _short(lines: Iterable[str], longest: int = 90) -> list[str]:
    return [line if len(line) <= longest else line[:longest].rsplit(" ", 1)[0] + " …" for line in lines]


PANELS: dict[str, Maker] = {
    "never_over": never_over, "limbo": limbo, "pemberley": pemberley, "page_one": page_one, "scopa": scopa,
    "canasta": canasta, "thirteen": thirteen, "friend_or_foe": friend_or_foe,
}
