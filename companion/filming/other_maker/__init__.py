"""A second way to film a record: another camera, other hands, another light, other troubles.

    film = other_film(record, seed=7, trouble="lively", band="even")
    write_film(film, Path("clip.mp4"))

It shares the record, the dealing, the faces of decks and the writing of truth with the house's own films,
and nothing that draws, moves or lights.  `bands` (what is drawn from which range) first; then `acting` (what
people do and when), `ground` (where cards come to lie), `moving` (things as functions of time); `optics`,
`sheets`, `pack`, `arms`, `dice`, `tabletop`, `lighting` and `sensor` (how it looks); `show` and `film` join them.
"""
