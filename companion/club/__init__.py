"""A club's evening: the rows of many tables in one PostgreSQL database, replayed there by the same rules.

    with Postgres(folder) as database:
        with ClubStore(database.writer) as club:
            club.open(store.info(1))                       # a sitting of a tablet, by its name
            club.receive(info.uuid, store.rows(1, after=club.last(info.uuid), most=MOST_ROWS))
            club.session(info.uuid).outcome
"""
