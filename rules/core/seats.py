"""Values by seat: tuples in the order of the players, clockwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Seated:
    """A state with `players`."""

    __slots__ = ()
    players: tuple[str, ...]

    def seat(self, player: str) -> int:
        """Where the player sits, clockwise from 0."""
        return self.players.index(player)


def left_of(players: Sequence[str], player: str, steps: int = 1) -> str:
    """The player `steps` seats clockwise."""
    return players[(players.index(player) + steps) % len(players)]


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one item exchanged."""
    return (*values[:index], value, *values[index + 1:])


def by_player(players: Sequence[str], values: Iterable[T]) -> dict[str, T]:
    """Values by seat as a dictionary by name."""
    return dict(zip(players, values, strict=True))


def leaders(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Everybody with the highest score, in the order of the mapping."""
    best = max(scores.values())
    return tuple(name for name, score in scores.items() if score == best)
