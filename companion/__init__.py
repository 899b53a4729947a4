"""The rooms joined: referee, session log, scores, command line, screens.

    companion watch film.mp4 --game limbo --players Ann,Bob      # the same from a terminal
    companion app                                                # the Kivy app

To follow a card from the camera to the score read, in this order: `vision/reader.py` (pixels to
labels), `vision/tracker.py` (labels to table events), `companion/referee.py` (events to an action
or a question), `companion/session.py` (the log, replayed into a match) and the game's file in
`rules/` (the verdict and the score).  `companion/live.py` calls them in that order.
"""
