"""Looks of a camera that misses nothing: what lies in sight is seen, and what is hidden is not."""

from __future__ import annotations

from itertools import pairwise

from companion.filming.deals import usual_deal
from companion.filming.setting import setting_for
from companion.tools.clear_looks import SIZE, ClearLooks
from vision.detections import UNREAD
from vision.stream import Look


def looks_at(game: str, most: int = 8) -> list[Look]:
    record = usual_deal(game, 1, most)
    return list(ClearLooks.of(record, setting_for(record, SIZE, seed=1, level=1)).looks())


def named(look: Look) -> list[str]:
    return sorted(set(look.detections.label.tolist()) - {UNREAD}) if look.detections is not None else []


def test_cards_are_seen_once_no_hand_is_over_them() -> None:
    read = [look for look in looks_at("scopa") if look.detections is not None]
    assert named(read[0]) == []
    assert any(len(named(look)) == 4 and not look.moving.any() for look in read)


def test_a_card_is_laid_while_something_moves() -> None:
    read = [look for look in looks_at("scopa") if look.detections is not None]
    changed = [now for before, now in pairwise(read) if named(before) != named(now)]
    assert changed
    assert all(look.moving.any() for look in changed)


def test_a_roll_is_seen_as_two_dice() -> None:
    counted = [look.dice for look in looks_at("friend_or_foe") if look.dice is not None]
    assert max(map(len, counted)) == 2
