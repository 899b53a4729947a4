"""Who is the camera: one phone at a time, what it says of itself, and the newest of its pictures."""

from __future__ import annotations

import asyncio
import json
import math
import re
import threading
import time
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from companion.sharing.phone_pictures import PhonePicture, PictureError, parse_picture
from companion.words import texts

MOST_WORDS = 1000  # letters of what a phone says
GONE_S = 0.8  # a phone that sends nothing for so long is missed: it says something three times a second
STALLED_S = 2.0  # and one that says something, but sends no picture
SEAT_S = 5.0  # and after so long another one may take its place
MOST_TORN = 20  # pictures one after the other that cannot be read, before the phone is sent away
PHONES = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
          ("Linux", "Linux"))
BROWSERS = (("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("CriOS", "Chrome"),
            ("Safari", "Safari"))


@dataclass
class PhoneSeat:
    """Whose turn it is to be the camera.  who: what the page calls itself; socket: what it streams by."""

    who: str = ""
    name: str = ""
    heard_s: float = -math.inf
    picture_s: float = -math.inf
    is_hidden: bool = False
    has_camera: bool = True
    socket: web.WebSocketResponse | None = None
    transport: asyncio.Transport | None = None
    torn: int = 0

    def hear(self, words: str) -> dict[str, Any]:
        """Take in what a phone says of itself; the answer to its question what time it is."""
        self.heard_s = time.monotonic()
        try:
            said = json.loads(words[:MOST_WORDS])
        except (ValueError, RecursionError):
            return {}
        if not isinstance(said, dict):
            return {}
        if isinstance(said.get("hidden"), bool):
            self.is_hidden = said["hidden"]
        if isinstance(said.get("camera"), bool):
            self.has_camera = said["camera"]
        asked = said.get("asked")
        return {"asked": asked, "now": time.monotonic() * 1000} if isinstance(asked, int | float) else {}


class OnePhone:
    """The one phone that is the camera, and the newest of its pictures."""

    def __init__(self) -> None:
        self.seat = PhoneSeat()
        self.pictures = 0  # how many have come
        self._fresh = threading.Condition()
        self._newest: PhonePicture | None = None
        self._closed = False

    @property
    def is_taken(self) -> bool:
        """Whether a phone that was heard of lately is the camera."""
        return bool(self.seat.who) and time.monotonic() - self.seat.heard_s < SEAT_S

    def trouble(self, heard_s: float) -> str:
        """Why no pictures come, in a sentence; "" while they do.  heard_s: when the server last had a sign of it."""
        seat, now_s = self.seat, time.monotonic()
        if not seat.who:
            return texts.PHONE["waits"]
        if now_s - max(seat.heard_s, heard_s) > GONE_S:
            return texts.PHONE["gone"]
        if seat.is_hidden:
            return texts.PHONE["hidden"]
        if not seat.has_camera:
            return texts.PHONE["interrupted"]
        return texts.PHONE["stalled"] if now_s - seat.picture_s > STALLED_S else ""

    def take(self, timeout_s: float) -> PhonePicture | None:
        """The newest picture, once; None when none came in time."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self._closed, timeout_s)
            shot, self._newest = self._newest, None
        return shot

    def close(self) -> None:
        """Nobody waits for a picture any more."""
        with self._fresh:
            self._closed = True
            self._fresh.notify_all()

    def sit(self, request: web.Request) -> bool:
        """Whether this page may be the camera: nobody is, it is already, or its user says so."""
        who = re.sub(r"[^0-9a-f]", "", request.query.get("id", "").lower())[:40]
        if not who:
            return False
        if who != self.seat.who:
            if self.is_taken and request.query.get("take") != "1":
                return False
            self.seat = PhoneSeat(who, phone_name(request.headers.get("User-Agent", "")))
        self.seat.heard_s, self.seat.transport = time.monotonic(), request.transport
        return True

    def receive(self, seat: PhoneSeat, message: bytes) -> None:
        """Take in a picture; PictureError after too many torn ones."""
        now_s = time.monotonic()
        seat.heard_s = now_s
        try:
            shot = parse_picture(message, now_s)
        except PictureError:
            seat.torn += 1
            if seat.torn >= MOST_TORN:
                raise
            return
        seat.torn, seat.picture_s = 0, now_s
        with self._fresh:
            self._newest = shot
            self.pictures += 1
            self._fresh.notify_all()


def phone_name(agent: str) -> str:
    """A User-Agent header in two words.

    >>> phone_name("Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1")
    'iPhone, Safari'
    """
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (PHONES, BROWSERS)]
    return ", ".join(filter(None, found)) or texts.PHONE["unknown"]
