"""Records drawn as films of a real table, with the truth of what happened beside them.

    setting = setting_for(record, seed=3, level=2)
    write_film(Film(record, setting), Path("clip.mp4"))

From the record outward: `script` (which cards move), `direction` (whose hand, and when), `lying_cards` (from
where to where), `gestures` (how a hand does it), `film` (every moment of it), `scene` and `surface` (what lies
there), `hands` and `faces` (what it looks like), `camera` (what happens to the picture), `writing` (the files),
`deals` (records made up from a seed).
Levels go from 1, tidy and bright, to 5, a party in dim light.
"""
