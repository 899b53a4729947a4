"""The screens, NAME.py with NAME.kv each: home, setup and table are built at once, the others (`LATER` in
`companion.screens.app`) when they are first wanted.

A screen draws what the controller posts and calls the controller for every tap; it decides nothing.
`python -m companion.tools pictures -o docs` makes the pictures of the README again,
`python -m companion.tools speed` measures how smoothly the table screen runs while reading a film.
"""

import logging
import os
from pathlib import Path

# Kivy reads these when it is imported, and every module of it is imported after this one.
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # so that it leaves stderr alone
if "KIVY_HOME" not in os.environ:
    Path.home().mkdir(parents=True, exist_ok=True)  # Kivy makes its own folder there, but not the home

from kivy.config import Config

Config.set("graphics", "width", "1280")  # where there are windows; a tablet shows the app on all of its screen
Config.set("graphics", "height", "800")
Config.set("graphics", "multisamples", "0")  # edges are drawn smooth instead, at a third of the cost without a GPU
logging.getLogger("kivy").addHandler(logging.NullHandler())  # it reports every library that it can do without
