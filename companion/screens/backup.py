"""Backup: everything that this device keeps saved into one file, and put back from one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.log.session import SessionStore
from companion.sharing import files as sharing
from companion.sharing.everything import back_up, backup_name, backups_in, restore
from companion.sitting.controller import Controller
from companion.sitting.jobs import Job
from companion.widgets.base import Btn, app, load_kv
from companion.widgets.felt import Felt
from companion.widgets.progress import JobBar, JobScreen
from companion.words import texts

__all__ = ["BackupRow", "BackupScreen", "Felt", "JobBar"]


class BackupRow(Btn):
    """One backup; a touch asks whether to restore it."""

    path = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        app().screen("backup").ask(self.path)


class BackupScreen(JobScreen):
    """Saves, lists what was saved, and restores after a second touch."""

    found = ListProperty([])
    where = StringProperty("")

    def __init__(self, controller: Controller, **kwargs: Any) -> None:
        super().__init__(controller, **kwargs)
        self.folder: Path = sharing.documents_folder()
        self._store: SessionStore | None = None

    def open(self, came_from: str) -> None:
        """`came_from` is where Back leads."""
        self.came_from = came_from
        self.ids.job.tell("")
        self._list()
        self.controller.kept.fetch(self.name, lambda store: store)

    def show(self, found: SessionStore | Path) -> None:
        """The sittings that may be saved; or where those lie that were here before others were restored."""
        if isinstance(found, SessionStore):
            self._store = found
        else:
            app().take_restored(found)

    def save(self) -> None:
        """Everything into a new file."""
        if self._store is None or self.ids.job.running:
            return
        store, config, target = self._store, self.controller.files.folder, self.folder / backup_name(datetime.now())
        self.ids.job.run(Job(lambda progress: back_up(store, config, target, progress).parent), self._saved)

    def ask(self, path: Path) -> None:
        """Restore this one? What is here now is put aside first."""
        if not self.ids.job.running:
            self.ids.job.tell(texts.RESTORE_ASK.format(name=path.stem), texts.RESTORE, lambda: self._restore(path))

    def on_key(self, _key: int, letter: str) -> bool:
        if letter == "e":
            self.save()
        return letter == "e"

    def _restore(self, path: Path) -> None:
        self.ids.job.tell(texts.MAKING)
        app().clear_table()
        config = self.controller.files.folder
        self.controller.kept.fetch(self.name, lambda store: restore(store, config, path))

    def _saved(self, folder: Path) -> str:
        self._list()
        return self.tell_folder(folder)

    def _list(self) -> None:
        self.found = backups_in(self.folder)
        self.where = (texts.BACKUPS_IN if self.found else texts.NO_BACKUPS).format(folder=self.folder)
        self.ids.backups.data = [{"path": path, "text": path.stem} for path in self.found]


load_kv(__file__)
