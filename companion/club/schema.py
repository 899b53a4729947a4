"""The tables of a club's database, and who may do what with them.

The owner makes them.  The writer, as whom everything from tablets arrives, may add and read: he has no right to change
or remove anything.  Whatever is added is checked by the database itself: a row has the number after the last one's.
"""

from __future__ import annotations

from typing import Any

from companion.words.refusals import RequestError

OWNER, WRITER = "club_owner", "club_writer"
ROLE = f"""
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{WRITER}') THEN
        CREATE ROLE {WRITER} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
        EXECUTE format('GRANT {WRITER} TO %I', current_user);
    END IF;
END $$
"""
TABLES = f"""
CREATE TABLE club.sitting (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    created_at double precision NOT NULL,
    game text NOT NULL CHECK (game <> ''),
    players jsonb NOT NULL CHECK (jsonb_typeof(players) = 'array'),
    dealer text NOT NULL,
    options jsonb NOT NULL CHECK (jsonb_typeof(options) = 'object'),
    deck text NOT NULL,
    house jsonb NOT NULL CHECK (jsonb_typeof(house) = 'object'),
    rules text NOT NULL
);
CREATE TABLE club.row (
    sitting bigint NOT NULL REFERENCES club.sitting,
    seq integer NOT NULL CHECK (seq > 0),
    at double precision NOT NULL,
    source text NOT NULL CHECK (source IN ('camera', 'player', 'assumed')),
    kind text NOT NULL CHECK (kind IN ('event', 'undo', 'correct', 'overlooked')),
    about integer CHECK (about > 0 AND about < seq),
    line text NOT NULL CHECK (line !~ '[\\n\\r]' AND length(line) <= 2000),
    digest text NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (sitting, seq),
    CHECK ((about IS NULL) = (kind = 'event'))
);
CREATE FUNCTION club.follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.seq <> 1 + (SELECT COALESCE(max(seq), 0) FROM club.row WHERE sitting = NEW.sitting) THEN
        RAISE EXCEPTION 'row % does not follow the last one', NEW.seq USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON club.row FOR EACH ROW EXECUTE FUNCTION club.follows();
GRANT USAGE ON SCHEMA club TO {WRITER};
GRANT SELECT, INSERT ON club.sitting, club.row TO {WRITER};
"""
KINDS = ("entrant", "left", "returned", "substitute", "round", "code", "revoked", "sitting", "called", "came", "ruling",
         "ruled", "finished", "reopened", "withdrawn", "counts")
NAMES_OF_KINDS = ", ".join(f"'{kind}'" for kind in KINDS)
EVENINGS = f"""
CREATE TABLE club.evening (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    begun_at double precision NOT NULL,
    title text NOT NULL,
    game text NOT NULL CHECK (game <> ''),
    movement text NOT NULL,
    tables_link text NOT NULL,
    room_link text NOT NULL
);
CREATE TABLE club.deed (
    evening bigint NOT NULL REFERENCES club.evening,
    seq integer NOT NULL CHECK (seq > 0),
    at double precision NOT NULL,
    kind text NOT NULL CHECK (kind IN ({NAMES_OF_KINDS})),
    content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
    PRIMARY KEY (evening, seq)
);
CREATE FUNCTION club.deed_follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.seq <> 1 + (SELECT COALESCE(max(seq), 0) FROM club.deed WHERE evening = NEW.evening) THEN
        RAISE EXCEPTION 'deed % does not follow the last one', NEW.seq USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON club.deed FOR EACH ROW EXECUTE FUNCTION club.deed_follows();
CREATE TABLE club.refusal (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    evening bigint NOT NULL REFERENCES club.evening,
    place integer CHECK (place > 0),
    sentence text NOT NULL CHECK (length(sentence) <= 1000)
);
GRANT SELECT, INSERT ON club.evening, club.deed, club.refusal TO {WRITER};
"""
OTHER_KINDS = f"""
ALTER TABLE club.deed DROP CONSTRAINT deed_kind_check, ADD CONSTRAINT deed_kind_check CHECK (kind IN ({NAMES_OF_KINDS}))
"""
STEPS = {"club.row": f"CREATE SCHEMA club; {TABLES}", "club.deed": EVENINGS}  # by a table that the step makes


def driver() -> Any:
    """psycopg, which the extra `club` installs; RequestError where it is missing."""
    try:
        import psycopg
    except ImportError as missing:
        raise RequestError("The club's database needs a driver: pip install 'table-companion[club]'.") from missing
    return psycopg


def writing(owner: str) -> str:
    """The address by which an owner connects with the rights of the writer alone."""
    return str(driver().conninfo.make_conninfo(owner, options=f"-c role={WRITER}"))


def make_tables(owner: str) -> None:
    """Make the tables where they are not there yet.  owner: the address of somebody who may."""
    with driver().connect(owner) as db:
        db.execute("SELECT pg_advisory_xact_lock(1)")  # two who begin at once
        db.execute(ROLE)
        for table, step in STEPS.items():
            if db.execute("SELECT to_regclass(%s)", (table,)).fetchone()[0] is None:
                db.execute(step)
        known = db.execute("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'deed_kind_check' "
                           "AND conrelid = 'club.deed'::regclass").fetchone()
        if not all(f"'{kind}'" in known[0] for kind in KINDS):  # made by an earlier version
            db.execute(OTHER_KINDS)
