"""A second way to film a record: another camera, other hands, another light, other troubles.

    film = other_film(record, seed=7, trouble="lively", band="even")
    write_film(film, Path("clip.mp4"))

It shares the record, the dealing, the faces of decks and the writing of truth with the house's own films, and
nothing that draws, moves or lights.  What is drawn from which range: `bands`.  What people do, and when: `acting`,
by way of `stage`, `reaching`, `lingering`, `throwing` and `stock`; `ground` says where cards come to lie, `moving`
holds things as functions of time.  How it looks: `optics`, `sheets`, `pack`, `arms`, `dice`, `tabletop`,
`lighting`, `sensor`, `patches`.  `show` and `film` join them.
"""
