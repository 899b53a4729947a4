"""The rooms joined: referee, session log, scores, command line, screens.

    companion watch film.mp4 --game limbo --players Ann,Bob      # the same from a terminal
    companion app                                                # the Kivy app

To follow a card from the camera to the score read, in this order: `vision/reading/reader.py` (pixels to
labels), `vision/tracker.py` (labels to table events), `companion/following/referee.py` (events to an action
or a question), `companion/log/session.py` (the log, replayed into a match) and the game's file in
`rules/` (the verdict and the score).  `companion/following/live.py` calls them in that order.

`style/` says how things look and sound, `device/` what this device keeps, `log/` what was played and what it was
worth, `sheets/` what is printed, `following/` is the way from events to actions, `filming/` makes the films that the
rest is measured on, `sitting/` runs one open table, `sharing/` gives it away; `widgets/` and `screens/` alone know Kivy
(and the developers' `tools/`, which press their buttons), `commands/` holds the subcommands.
"""

__version__ = "0.1.0"
