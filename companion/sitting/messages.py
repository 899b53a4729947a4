"""What the worker posts to the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.log.store import SessionInfo
from companion.sitting.table_page import TablePage

if TYPE_CHECKING:
    from companion.sitting.survey import SurveyView


@dataclass(frozen=True)
class Sittings:
    """The past sittings, newest first."""

    infos: tuple[SessionInfo, ...]


@dataclass(frozen=True)
class Showing:
    """The table as it stands now."""

    view: TablePage


@dataclass(frozen=True)
class Surveyed:
    """What the camera screen shows now."""

    view: SurveyView


@dataclass(frozen=True)
class Fetched:
    """What a screen has asked for."""

    screen: str
    value: object


@dataclass(frozen=True)
class Noted:
    """One calm sentence: what could not be done, or what happened to the camera."""

    text: str


@dataclass(frozen=True)
class Trouble:
    """What is wrong until further notice; "" when nothing is.  can_hold: another window writes this table, and a
    touch makes it this one.  can_close: it is said once; else it stays until it is put right."""

    text: str
    can_hold: bool = False
    can_close: bool = True


@dataclass(frozen=True)
class PictureTrouble:
    """Why the camera's picture cannot be followed, and the one thing to do; "" when it can again."""

    text: str


ScreenMessage = PictureTrouble | Trouble | Sittings | Showing | Surveyed | Fetched | Noted
