"""The club's pages as they are written; nothing in them is fetched from elsewhere."""

from __future__ import annotations

from importlib.resources import files

COMMON = "<!--common-->"  # where what all pages share belongs


def club_page(name: str) -> str:
    """A page of this folder."""
    folder = files("companion.club")
    page, common = ((folder / file).read_text(encoding="utf-8") for file in (name, "common.html"))
    return page.replace(COMMON, common)
