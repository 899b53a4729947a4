"""A question of the live table as the screen shows it: with whatever else the table has thought of.

    asked = AskedTable(live)
    asked.shown(live.question)    # the answers that it offers, then others that are lawful; as long as it is open
"""

from __future__ import annotations

from companion.following.answers import bare
from companion.following.live_table import LiveTable
from companion.following.messages import Question
from companion.following.unsaid import unsaid_before
from companion.sitting.screen_pictures import jpeg
from companion.sitting.table_page import Choice, OpenQuestion
from companion.words import texts
from rules import Action

MOST_OFFERED = 6  # answers of one question, those apart that differ only by what was announced


class AskedTable:
    """Of one live table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._others: tuple[int, tuple[Action, ...]] = (0, ())  # of the question that is open, so that none moves

    def shown(self, asked: Question) -> OpenQuestion:
        """As it is shown; whoever answers with what is unlikely need not pick its cards."""
        number, others = self._others
        if number != asked.id:
            others = self._thought_of(asked)
            self._others = asked.id, others
        offered = (*asked.candidates, *others)
        cards = [card for event in asked.events for card, _ in event.candidates]
        cards += [str(card) for action in asked.candidates for card in action.cards]
        choices = [Choice(texts.choice_among(action, offered), action, tuple(map(str, action.cards)))
                   for action in offered]
        if not asked.candidates:
            choices.append(Choice(texts.AS_IT_LIES, None))
        picture = jpeg(asked.picture) if asked.picture is not None else None
        return OpenQuestion(asked.id, texts.pretty(asked.sentence, self._live.session.match.game.name), tuple(choices),
                            picture, tuple(dict.fromkeys(cards)))

    def _thought_of(self, asked: Question) -> tuple[Action, ...]:
        """What else may have been done, the likelier first, where a card is asked about that lies there."""
        match = self._live.session.match
        offered = {bare(action): action for action in asked.candidates}
        found = dict(offered)
        for action, _ in self._live.thoughts() if asked.events else ():
            if unsaid_before(match.game, match.state, action) is not None:
                found.setdefault(bare(action), action)
        return tuple(found.values())[len(offered):MOST_OFFERED]
