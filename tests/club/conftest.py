"""A real PostgreSQL for the tests of the club, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.postgres import Postgres, programs
from companion.club.store import ClubStore
from companion.words.refusals import RequestError


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    try:
        programs()
    except RequestError as missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(missing))
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    try:
        with Postgres(folder) as started:
            yield started
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def club(database: Postgres) -> Iterator[ClubStore]:
    with ClubStore(database.writer) as store:
        yield store
