"""What happened at a table, kept for good, and what it was worth.

    session = SessionStore(file).create("limbo", table)     # rows are only ever added; the state is replayed
    points_of(session.match)                                # every point with its reason

`session.py` keeps the rows, `evidence.py` the pictures of each event, `records.py` reads and writes them as text;
`scores.py`, `points.py`, `result.py` and `history.py` compute what the sheets, the board and the statistics show.
"""
