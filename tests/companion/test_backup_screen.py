"""The backup screen, worked by touch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.device.tables import TableFiles
from companion.log.session import SessionStore
from companion.sharing.everything import backups_in
from companion.words import texts
from tests.companion.test_app import at_rest, limbo, own, pytestmark

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

__all__ = ["own", "pytestmark"]


@pytest.fixture
def hands(own: Path, tmp_path: Path) -> Iterator[Hands]:
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    config = tmp_path / "config"
    controller = Controller(SessionStore(tmp_path / "sessions.sqlite"), files=TableFiles(config))
    app = CompanionApp(controller, config / "settings.json", source="")
    with Hands(app, (1280, 800)) as working:
        yield working


def test_a_sitting_and_the_settings_come_back_from_a_backup_with_two_touches(hands: Hands, tmp_path: Path) -> None:
    app = hands.app
    app.change_theme()
    theme = app.theme.name
    app.open_options()
    app.open_backup()
    screen = app.screen("backup")
    screen.folder = tmp_path / "backups"
    hands.wait(lambda: screen._store is not None)
    at_rest(hands)
    limbo(screen._store)
    hands.tap_text(texts.BACK_UP)
    hands.wait(lambda: len(backups_in(screen.folder)) == 1 and not screen.ids.job.running)
    app.change_theme()
    limbo(screen._store)
    hands.frames(5)
    hands.tap_text(backups_in(screen.folder)[0].stem)
    hands.tap_text(texts.RESTORE)
    hands.wait(lambda: app.manager.current == "home" and len(app.home.sittings) == 1)
    assert app.theme.name == theme
    assert len(backups_in(tmp_path / "backups")) == 2  # what was there before, too
