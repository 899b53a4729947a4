"""The rooms joined: following, session log, scores, command line, screens.

    companion watch film.mp4 --game limbo --players Ann,Bob      # the same from a terminal
    companion app                                                # the Kivy app

To follow a card from the camera to the score read, in this order: `vision/watcher.py` (frames to a belief),
`companion/following/commit.py` (a belief to an action or a question), `companion/log/session.py` (the log, replayed
into a match), the game's `judge.py` (the verdict and the score) and `companion/sitting/table_page.py` (what the
screen draws of it).  `companion/following/live_table.py` calls them in that order.

`style/` says how things look and sound, `device/` what this device keeps, `log/` what was played and what it was
worth, `sheets/` what is printed, `following/` is the way from a belief to actions, `filming/` makes the films that the
rest is measured on, `sitting/` runs one open table, `sharing/` gives it away; `widgets/` and `screens/` alone know Kivy
(and the developers' `tools/`, which press their buttons), `commands/` holds the subcommands.
"""

__version__ = "0.1.0"
