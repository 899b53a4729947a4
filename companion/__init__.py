"""The rooms joined: referee, session log, scores, command line, screens.

    companion watch film.mp4 --game limbo --players Ann,Bob      # the same from a terminal
    companion app                                                # the Kivy app

To follow a card from the camera to the score read, in this order: `vision/reader.py` (pixels to
labels), `vision/tracker.py` (labels to table events), `companion/following/referee.py` (events to an action
or a question), `companion/log/session.py` (the log, replayed into a match) and the game's file in
`rules/` (the verdict and the score).  `companion/following/live.py` calls them in that order.

`commands/` holds the subcommands, `following/` the way from events to actions, `log/` what is kept and what it was
worth, `filming/` and `bench/` the films that the rest is measured on, `screens/`, `widgets/` and `sheets/` what is
shown and printed; the modules beside them belong to the app and know no Kivy, but for `app.py`.
"""
