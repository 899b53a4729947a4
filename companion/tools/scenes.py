"""The tables that pictures of the screens show, from scenes.toml.

    scenes = load_scenes()
    scenes.play(store, "limbo")          # a sitting with a record's events, or a random one's, in its log
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

from companion.log.session import Session, SessionStore
from rules import GAMES, Table, parse_record
from rules.core.people import random_player

NAMES = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")


class RecordScene(msgspec.Struct, forbid_unknown_fields=True):
    """A record, or another scene's with one line more."""

    text: str = ""
    of: str = ""
    more: str = msgspec.field(default="", name="and")


class RandomScene(msgspec.Struct, forbid_unknown_fields=True):
    """So many events of people who play at random."""

    game: str
    players: int
    events: int
    options: dict[str, str] = {}

    def play(self, store: SessionStore, seed: int = 5) -> Session:
        """A new sitting with them in its log."""
        table = Table(NAMES[:self.players], options=self.options)
        session = store.create(self.game, table)
        for action in random_player(GAMES[self.game], table, Random(seed)).play(self.events):
            session.append(action, "camera")
        return session


class UsualScenes(msgspec.Struct, forbid_unknown_fields=True):
    """What several scenes come back to.  checked: those that `checks` opens besides the random
    ones; decks: scene -> the game whose own pack is described; counted: where points are entered by hand;
    shown: where a hand is shown."""

    game: str
    seated: str
    home: list[str]
    checked: list[str]
    decks: dict[str, str]
    counted: str
    shown: str
    points: RandomScene
    evenings: tuple[RandomScene, RandomScene]


class SceneFile(msgspec.Struct, forbid_unknown_fields=True):
    """What scenes.toml holds."""

    usual: UsualScenes
    records: dict[str, RecordScene]
    random: dict[str, RandomScene]
    scores: dict[str, RandomScene]
    sheet: list[str]
    readme: dict[str, tuple[str, int, int, str]]


@dataclass(frozen=True)
class PictureScenes:
    """The tables by name."""

    file: SceneFile

    def text(self, name: str) -> str:
        """The record of a scene."""
        record = self.file.records[name]
        return record.text or f"{self.text(record.of)}{record.more}\n"

    def play(self, store: SessionStore, name: str) -> Session:
        """A new sitting with the scene's events in its log."""
        if name not in self.file.records:
            return (self.file.random | self.file.scores)[name].play(store)
        record = parse_record(self.text(name))
        session = store.create(record.game, record.table())
        for line in record.events:
            assert line.action is not None
            session.append(line.action, "camera")
        return session

    def play_evenings(self, store: SessionStore) -> None:
        """Some evenings of several games, for the statistics."""
        now_and_then, mostly = self.file.usual.evenings
        for seed in range(14):
            (mostly if seed % 3 else now_and_then).play(store, seed)


@cache
def load_scenes() -> PictureScenes:
    """The scenes that come with the project."""
    return PictureScenes(msgspec.toml.decode(files(__package__).joinpath("scenes.toml").read_bytes(), type=SceneFile))
