"""Where cards lie on the table, how they lie there, and whose they are.

    >>> places = places_by_name(Place("trick"), Place("meld:Ann+Cal", lie="columns", owner=("Ann", "Cal")))
    >>> places["meld:Ann+Cal"].kind
    'meld'

A game offers its places by name (`game.places(players)`); zones of a layout carry the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Lie = Literal["spread", "squared", "columns", "centred", "row"]


@dataclass(frozen=True)
class Place:
    """One place of a game.

    lie: side by side from its edge (spread), one upon the other (squared), ranks in columns, filled from the
    middle (centred), or in a single row.  owner: whose it is, partners together; empty where it is everybody's.
    face_down: its cards lie face down, but for those that `visible` names.
    """

    name: str
    lie: Lie = "spread"
    owner: tuple[str, ...] = ()
    face_down: bool = False

    @property
    def kind(self) -> str:
        """The name without the owner: "meld" of "meld:Ann+Cal"."""
        return self.name.partition(":")[0]


Places = Mapping[str, Place]


def places_by_name(*places: Place) -> Places:
    """The places of a game, in the order in which they are shown."""
    return {place.name: place for place in places}


def owned_place(kind: str, player: str, names: Iterable[str]) -> str:
    """The name of the player's place of this kind, perhaps a partner's too; empty where there is none."""
    return next((name for name in names if name.startswith(f"{kind}:") and player in name.partition(":")[2].split("+")),
                "")


def owned(kind: str, *owner: str, lie: Lie = "spread", face_down: bool = False) -> Place:
    """A place of one player or side."""
    return Place(f"{kind}:{'+'.join(owner)}", lie, owner, face_down)
