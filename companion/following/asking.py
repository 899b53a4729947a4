"""What the table is asked, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Action, Card, Verdict
from rules.core.said import Said, Text, said
from vision.belief.hypotheses import Difference
from vision.events import TableEvent

MOST_NAMED = 4  # cards in one sentence
IMPOSSIBLE = frozenset({"DUPLICATE", "FOREIGN"})  # a card that cannot be: it is asked about, whatever was read


@dataclass(frozen=True)
class Explanation:
    """An action that could be meant, judged.  before: what must have gone unsaid before it."""

    action: Action
    verdict: Verdict
    before: tuple[Action, ...] = ()

    @property
    def is_impossible(self) -> bool:
        return bool(IMPOSSIBLE & set(self.verdict.codes))


def sentence(event: TableEvent, cards: Sequence[Card], found: Sequence[Explanation]) -> Text:
    """What is asked about a card, which may be any of these."""
    place = event.zone
    if not event.sure and len(cards) > 1:
        return said("ask-which", place=place, cards=tuple(said("the-card", card=card) for card in cards))
    if not event.sure:
        return said("ask-is", place=place, card=said("the-card", card=cards[0]))
    if any(e.is_impossible for e in found):
        return said("ask-impossible", card=cards[0], place=place)
    return _what_happened(cards[0], place, found)


def _what_happened(card: Card, place: str, found: Sequence[Explanation]) -> Text:
    """About a card that was read surely."""
    need = next((e.verdict.why for e in found if e.verdict.kind == "need"), "")
    if need:
        return need
    silent = {e.before for e in found if e.before}
    if len(silent) == 1:
        return said("ask-silent", card=card, place=place, before=_silently(*silent))
    if _is_only_by_whom([e.action for e in found if e.verdict.applies] or [e.action for e in found]):
        return said("ask-who", card=card, place=place)
    return said("ask-what" if found else "ask-unexplained", card=card, place=place)


def _is_only_by_whom(meant: Sequence[Action]) -> bool:
    """Whether actions differ in nothing but who did it."""
    return len({action.actor for action in meant}) == len(meant) > 1 and (
        len({(action.verb, action.cards) for action in meant}) == 1)


def out_of_turn(why: Text, before: Sequence[Action]) -> Said:
    """About something that was said out of turn, unless others have silently done something before."""
    if not before:
        return said("ask-out-of-turn", why=why)
    return said("ask-out-of-turn-silent", why=why, before=_silently(before))


def _silently(steps: Sequence[Action]) -> Said:
    """"Bea and Cal pass"."""
    return said("silently", players=tuple(step.actor for step in steps), done=_done(steps[-1]))


def _done(action: Action) -> Said:
    return said(f"done-{action.verb}")


def astray(differs: Difference) -> Said:
    """That nothing explains what lies there: what should, and what does."""
    expected = tuple(said("card-at", card=Card(d.name), place=d.place) for d in differs.lacking)
    seen = tuple(said("card-at", card=Card(card.name), place=card.place) for card in differs.extra)
    if not seen:
        return said("astray-gone", cards=expected[:MOST_NAMED])
    if not expected:
        return said("astray-seen", cards=seen[:MOST_NAMED])
    return said("astray", expected=expected[:MOST_NAMED], seen=seen[:MOST_NAMED])
