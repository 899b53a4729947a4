"""Work that takes a while: how far it is, a way to stop it, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.sharing import files as sharing
from companion.sitting.jobs import Job
from companion.widgets.app_screen import AppScreen
from companion.widgets.base import load_kv
from companion.words import texts


class JobBar(BoxLayout):
    """A sentence, a bar with a Cancel beside it while a job runs, and afterwards one more button."""

    text = StringProperty("")
    share = NumericProperty(0.0)
    running = BooleanProperty(False)
    failed = BooleanProperty(False)
    offer = StringProperty("")  # what the button beside the sentence says, if there is one
    job = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._on_done: Callable[[Any], str] = str
        self._on_offer: Callable[[], object] = lambda: None

    def run(self, job: Job[Any], on_done: Callable[[Any], str]) -> None:
        """Follow a job; `on_done` gets its result and says what to tell."""
        self.cancel()
        self.job, self._on_done = job, on_done
        self.text, self.offer, self.share, self.running, self.failed = texts.MAKING, "", 0.0, True, False
        Clock.unschedule(self._look)
        Clock.schedule_interval(self._look, 0)

    def tell(self, text: str, offer: str = "", on_offer: Callable[[], object] = lambda: None) -> None:
        """A sentence, and a button that does something with what was made."""
        self.text, self.offer, self._on_offer = text, offer, on_offer

    def take_offer(self) -> None:
        self._on_offer()

    def cancel(self) -> None:
        if self.job is not None and not self.job.done:
            self.job.cancel()

    def _look(self, _dt: float) -> bool:
        """Once a frame, until it has come to an end."""
        job: Job[Any] = self.job
        self.share = job.share
        if not job.done:
            return True
        self.running, self.failed = False, bool(job.fault)
        if job.stopped:
            self.text = texts.STOPPED
        elif job.fault:
            self.text = job.fault
        else:
            said = self._on_done(job.result)
            self.text = said or self.text
        return False


class JobScreen(AppScreen):
    """A screen that writes files: its rules have a JobBar `job`."""

    def note(self, text: str) -> None:
        self.ids.job.tell(text)

    def tell_folder(self, folder: Path) -> str:
        """Say where something was written, and offer to open the folder."""
        self.ids.job.tell(texts.SHARED.format(folder=folder), texts.OPEN_FOLDER, lambda: sharing.open_folder(folder))
        return ""

    def escape(self) -> bool:
        self.ids.job.cancel()
        return super().escape()


load_kv(__file__)
