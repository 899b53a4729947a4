"""Following a table: from what the camera saw to actions and questions.

    live = live_table(session, calibration)        # following/loop.py; the reader and the belief joined
    watch(source, live, answers, tell)             # every frame, until the source ends

Read in this order: `live_table.py` (frames in, messages out), `commit.py` (what of the belief is told now), `prior.py`
(what the game makes of a change), `spoken.py` (what players say and answer), `corrections.py` (what they put right),
`way_back.py` (what is taken back again), `open_question.py` and `asking.py` (what the table is asked).  What no camera
shows comes from `answers.py` (scripted players), `seats.py` (who sits where) and `rolls.py` (dice).
"""
