"""Following a table: from what the camera saw to actions and questions.

    live = live_table(session, calibration)        # following/loop.py; the reader, the tracker and the referee joined
    watch(source, live, answers, tell)             # every frame, until the source ends

Read in this order: `live.py` (frames, taps and answers in, messages out), `laid.py` (what lies on the table),
`explaining.py` (which actions could have made a change), `referee.py` (the action, or a question), `asking.py`
(what the table is asked).  What no camera shows comes from `answers.py` (announcements), `seats.py` (whose hands)
and `rolls.py` (dice).
"""
