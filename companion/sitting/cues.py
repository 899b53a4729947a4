"""Which sound a change of the table calls for, and what is worth saying aloud; no Kivy.

    >>> cue(view_before, view_now)
    'points'
    >>> spoken(view_before, view_now)
    '86'
"""

from __future__ import annotations

from companion.sitting.table_page import TablePage
from companion.words import texts


def cue(was: TablePage | None, now: TablePage) -> str | None:
    """The sound for what has changed; None when nothing calls for one.  Only the most important is heard."""
    if was is None:
        return None
    happened = {
        "over": now.deal_over and not was.deal_over,
        "question": now.question is not None and _number(now) != _number(was),
        "fault": _is_broken(now) and not _is_broken(was),
        "points": scores(now) != scores(was),
        "card": len(now.log) > len(was.log),
    }
    return next((name for name, is_so in happened.items() if is_so), None)


def _number(page: TablePage) -> int | None:
    """Which question is open, if any."""
    return page.question.number if page.question else None


def _is_broken(page: TablePage) -> bool:
    """Whether the table is to decide about a broken rule."""
    return page.told is not None and page.told.may_decide


def spoken(was: TablePage | None, now: TablePage) -> str | None:
    """What is worth saying aloud: a question, a broken rule, the scores at the end, else a new count."""
    match cue(was, now):
        case "over":
            return ", ".join(f"{name} {score}" for name, score in scores(now))
        case "question":
            return now.question.text if now.question else None
        case "fault":
            return texts.SPOKEN_FAULT
        case None:
            return None
    count, before = _count(now), _count(was) if was else ""
    return count if count and count != before else None


def scores(view: TablePage) -> tuple[tuple[str, int], ...]:
    """Everybody's points, in the order of the sheet."""
    return tuple((track.name, track.front) for track in view.sheet.tracks)


def _count(view: TablePage) -> str:
    """The number that is called out at this game; "" where there is none."""
    text = view.panel.hero.text.replace("−", "-") if view.panel.hero else ""
    return text if text.lstrip("-").isdigit() else ""
