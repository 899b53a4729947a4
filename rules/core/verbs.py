"""What can be done in a game: the words of its record lines, and how each comes to the table.

    >>> verbs = verbs_by_name(Verb("knock", unsaid="often"), Verb("play", cards=ANY))
    >>> verbs["knock"].unsaid
    'often'

A game offers its verbs by name (`game.verbs`); whoever reads lines, follows cards, films or asks looks
here, and knows no game's verb by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Unsaid = Literal["", "sometimes", "often"]
Told = Literal["cards", "words", "dice"]
By = Literal["player", "table", "anybody"]

NONE: tuple[int, int | None] = (0, 0)
ANY: tuple[int, int | None] = (1, None)  # one or more
MAYBE: tuple[int, int | None] = (0, None)


@dataclass(frozen=True)
class Verb:
    """One verb of a game.

    cards, numbers: least and most that follow it (None: no upper bound).  words: what may be said after it.
    clauses: words of the record that may follow (on, from, take, to, as, =).
    by: who does it.
    told_by: what tells of it: cards on the table, words only, or dice.
    unsaid: whether people forget to say it; the next card then implies it (often), or is asked about (sometimes).
    shown_by: of what need not be said, the verb whose cards tell of it; unless that follows, it must be said.
    out_of_turn: a player who is not on turn may do it while others play.
    together: its cards may come to the table one after the other.
    afterwards: it comes only once everybody has passed, the actor too.
    aside: its cards lie before the player, outside of all places.
    moves: cards on the table move although the line names none.
    from_hand: it lays cards of the actor's hand, and no others.
    shows: its cards are shown from the hand, and are not played with it.
    draws: cards go unseen from the stock to a hand.
    entry: how it is entered by hand where that is more than a card: cards in their "order", or a "number".
    """

    name: str
    cards: tuple[int, int | None] = NONE
    numbers: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    by: By = "player"
    told_by: Told = "words"
    unsaid: Unsaid = ""
    shown_by: str = ""
    out_of_turn: bool = False
    together: bool = False
    afterwards: bool = False
    aside: bool = False
    moves: bool = False
    from_hand: bool = False
    shows: bool = False
    draws: bool = False
    entry: Literal["", "order", "number"] = ""

    @property
    def is_cried(self) -> bool:
        """Said out of turn while cards are laid with it."""
        return self.out_of_turn and self.cards != NONE


Verbs = Mapping[str, Verb]


def verbs_by_name(*verbs: Verb) -> Verbs:
    """The verbs of a game, in the order in which they are explained."""
    return {verb.name: verb for verb in verbs}


# Verbs that are the same in every game that has them.
DEAL = Verb("deal", by="anybody", told_by="cards", moves=True)
DEAL_OPEN = Verb("deal", cards=MAYBE, by="anybody", told_by="cards", moves=True)
TABLE_DEALS = Verb("deal", by="table", told_by="cards", moves=True)
SHOW = Verb("show", cards=ANY, told_by="cards", aside=True, shows=True)
PASS = Verb("pass", unsaid="sometimes")
PEG = Verb("peg", numbers=(1, 1))
RESHUFFLE = Verb("reshuffle", by="anybody")
ROLL = Verb("roll", numbers=(2, 2), told_by="dice")
