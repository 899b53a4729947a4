"""What cards that somebody enters by hand may mean at this moment of the match.

    meant = meant_by_cards(session.match, ("KS",))
    meant.only(("KS",))           # the one action that it can be, or None: then ask meant.question(number)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.following.messages import Question
from companion.sitting.table_page import Choice, OpenQuestion, corrected
from companion.words import texts
from companion.words.refusals import RequestError
from rules import Action, Card, Change, Match


@dataclass(frozen=True)
class Meanings:
    """Actions that cards may be, the likelier first.  before: what an action tells of besides, that came before it."""

    actions: tuple[Action, ...] = ()
    before: Mapping[Action, tuple[Action, ...]] = field(default_factory=dict)

    def only(self, cards: Sequence[str]) -> Action | None:
        """The one action that these cards can be; None where there are several.  RequestError where there is none."""
        if not self.actions:
            raise RequestError(texts.CANNOT_BE.format(card=" ".join(map(texts.card_text, cards))))
        return self.actions[0] if len(self.actions) == 1 else None

    def question(self, number: int) -> OpenQuestion:
        """Which of them it was."""
        return OpenQuestion(number, texts.WHAT_HAPPENED, tuple(
            Choice(texts.action_text(action), action) for action in self.actions))


def meant_by_cards(match: Match, cards: Sequence[str]) -> Meanings:
    """Cards that were laid together somewhere on the table."""
    return _explained(match, cards, tuple(match.game.places(match.table.players)))


def meant_by_answer(match: Match, asked: Question, cards: Sequence[str]) -> Meanings:
    """Cards in answer to a question of the table.  Where a card was read surely, another one must have been
    overlooked, and may lie anywhere."""
    zones = [event.zone for event in asked.events if event.kind != "left" and event.zone]
    if asked.events and all(event.sure for event in asked.events):
        zones += match.game.places(match.table.players)
    found = _explained(match, cards, tuple(dict.fromkeys(zones)))
    if found.actions or len(cards) > 1 or not asked.candidates or not asked.candidates[0].cards:
        return found
    return Meanings((corrected(asked.candidates[0], -1, cards[0]),))


def _explained(match: Match, cards: Sequence[str], places: Sequence[str]) -> Meanings:
    """Actions that would bring the cards to one of these places: legal ones, else any."""
    changes = [Change(tuple((place, Card(card)) for card in cards)) for place in places]
    found = [action for change in changes for action in match.game.camera.explain(match.state, change)]
    different = tuple(dict.fromkeys(found))
    legal = tuple(action for action in different if match.game.judge(match.state, action).applies)
    together = [] if legal else [steps for change in changes
                                 for steps in match.game.camera.told_together(match.state, change)]
    before = {steps[-1]: steps[:-1] for steps in together}
    return Meanings(legal or tuple(before) or different, before)
