"""The players' fingers: what is asked is answered, what is due is said, each by a touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.following.answers import bare
from companion.following.messages import Question
from companion.following.unsaid import unsaid_before
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import ROLL, Choice, OpenQuestion
from companion.tools.clear_looks import STEP_S
from companion.tools.fingers import Hands, words_on
from companion.tools.playthrough.made_up import Players
from companion.tools.playthrough.played import PlayedDeal, as_called
from companion.widgets.card_sheets import HandSheet
from companion.widgets.numbers import AT_ONCE, NumberSheet
from companion.widgets.sheets import PickerSheet
from companion.words import texts
from rules import GAMES, Action, Card
from rules.core.verbs import Verb, Verbs

UNSAID_S = 5.0  # of the film: an announcement without a button for so long is given up
PATIENT_S = 30.0  # so long a touch may take to show, on a device that has much else to do


class Fingers:
    """Touches what the players of a deal would touch."""

    def __init__(self, hands: Hands, answers: Players, played: PlayedDeal) -> None:
        self._hands, self._answers, self._played = hands, answers, played
        self._rows: set[tuple[int, str]] = set()  # of the log, and what they said
        self._due: Action | None = None  # to be said, and since when
        self._due_s = self._waited_s = 0.0
        self._seen = 0
        self._doing = ""  # what the touches are for
        self._truth: tuple[int, Action | None] = (0, None)  # the question that was asked last, and its answer
        self.unsaid: list[str] = []

    @property
    def _sitting(self) -> Sitting | None:
        return self._hands.app.controller.sitting

    @property
    def is_due(self) -> bool:
        """Whether something has to be said before the deal goes on."""
        return self._due is not None

    def is_wanted(self, now_s: float) -> bool:
        """Whether something happened, is asked, or is to be said."""
        sitting = self._sitting
        if sitting is None:
            return False
        return (self._seen != len(sitting.session.rows) or sitting.live.question is not None
                or self._due_now(sitting, now_s) is not None)

    def _due_now(self, sitting: Sitting, now_s: float) -> Action | None:
        """What is to be said now; what has had no button for a while is given up."""
        if self._due is not None and (now_s - self._due_s > UNSAID_S or self._waited_s > UNSAID_S):
            self.unsaid.append(str(self._due))
            self._due = None
        if self._due is None:
            self._due, self._due_s = self._answers.to_say(sitting.session.match, now_s), now_s
            self._waited_s = 0.0
        return self._due

    def waits(self) -> bool:
        """The players let a moment pass until what they have to say has a button; False once they give it up."""
        self._waited_s += STEP_S
        return self._waited_s <= UNSAID_S

    def act(self, now_s: float) -> None:
        """Answer what is asked, say what is due."""
        table, sitting = self._hands.app.table, self._sitting
        if table.view is None or sitting is None:
            return
        self._notice()
        if table.sheet is not None and table.sheet.name == "question":
            self._to_table()
            self._answer(table.sheet.question, now_s)
        elif table.view.told is not None and table.view.told.may_decide:
            self._doing = "taken back"
            self._tap(texts.TAKE_BACK)
        else:
            self._speak(now_s)

    def _notice(self) -> None:
        """What is in the log need not be said any more."""
        verbs = GAMES[self._hands.app.table.view.game].verbs
        for line in self._hands.app.table.view.log:
            if (line.row, str(line.action)) not in self._rows and line.kind not in ("illegal", "need"):
                self._rows.add((line.row, str(line.action)))
                if not verbs[line.action.verb].draws:  # said, perhaps in parts, and not to be said again
                    self._answers.happened(line.action)
        sitting = self._sitting
        if sitting is not None and len(self._hands.app.table.view.log) == len(sitting.session.entries):
            self._seen = len(sitting.session.rows)  # the screen has caught up

    def _answer(self, question: OpenQuestion, now_s: float) -> None:
        """The true answer; another card from the picker where it is not among those offered."""
        sitting, sheet = self._sitting, self._hands.app.table.sheet
        asked, waiting = (sitting.live.question, sitting.question) if sitting else (None, None)
        if sitting is None or waiting is None or waiting.number != question.number:
            return  # settled meanwhile
        if waiting.roller:
            self._answer_roll(waiting, self._answers.rolled(sitting.session.match, waiting.roller))
            return
        if asked is None:
            return
        truth, shown = self._true_answer(asked, sitting, now_s), sheet.choices
        self._doing = f"asked {truth.verb if truth else 'of nothing'}"
        choice = answer_among(shown, truth)
        if choice is not None:
            self._played.free += differ_by_words(shown)
            self._tap(words_on(choice, shown), sheet)
        elif truth is None or not truth.cards or waiting.number != asked.id:
            self._truth = asked.id, None  # it cannot be said here
            self._tap(texts.NOTHING, sheet)
        else:
            self._tap(texts.SOMETHING_ELSE, sheet)
            self._pick_all(truth.cards)
        comes_off(self._hands, question)

    def _answer_roll(self, question: OpenQuestion, truth: Action | None) -> None:
        """What was rolled: at once where it is likely, else both dice."""
        sheet = self._hands.app.table.sheet
        self._doing = "asked roll"
        choice = next((one for one in sheet.choices if one.action and truth and bare(one.action) == bare(truth)), None)
        if truth is None:
            self._tap(texts.NOT_ROLLED, sheet)
        elif choice is not None:
            self._tap(choice.text, sheet)
        else:
            self._roll(truth, sheet)
        comes_off(self._hands, question)

    def _true_answer(self, asked: Question, sitting: Sitting, now_s: float) -> Action | None:
        """What really happened, looked up once a question; None where nothing did."""
        if asked.id != self._truth[0]:
            self._truth = asked.id, self._answers.to(asked, sitting.session.match, now_s)
            self._played.questions += 1
        return self._truth[1]

    def _pick_all(self, cards: Sequence[Card]) -> None:
        """The cards that were not read one by one, then Done where nobody knows how many there are."""
        sheet = self._hands.app.table.sheet
        if isinstance(sheet, HandSheet):
            if Counter(sheet.picked) - Counter(map(str, cards)):
                self._tap(texts.START_AGAIN, sheet)
            for card in (Counter(map(str, cards)) - Counter(sheet.picked)).elements():
                self._tap(card, sheet)
            if self._hands.app.table.sheet is sheet:
                self._tap(texts.DONE, sheet)
        else:
            self._pick(str(cards[0]))

    def _pick(self, card: str) -> None:
        picker = self._hands.app.table.sheet
        if not isinstance(picker, PickerSheet):
            return  # something else was asked meanwhile, and the finger missed
        if card[0] in "+<" or card == "JK" or not picker.buttons:
            self._tap(card, picker)
        else:
            self._tap(texts.SUIT_SIGNS[card[1]], picker)
            self._tap(card[0].replace("T", "10"), picker)

    def _speak(self, now_s: float) -> None:
        """Say what is due, where it has a button."""
        sitting, table = self._sitting, self._hands.app.table
        if sitting is None or sitting.live.question is not None or self._seen != len(sitting.session.rows):
            return  # asked, or what was just told is not on the screen yet
        due, match = self._due_now(sitting, now_s), sitting.session.match
        if due is None:
            return
        said = next(iter(unsaid_before(match.game, match.state, due) or ()), due)  # the headline asks for it first
        choice = saying(said, table.view.announcements, match.game.verbs)
        touch = self._way_to_say(said, choice)
        if touch is None:
            return
        self._to_table()
        self._due = the_rest(said, choice.action if choice else None) if said is due else due
        log, taps = table.view.log, self._played.taps
        self._played.said += 1
        self._doing = said.verb
        touch()
        self._played.free += min(self._played.taps - taps, 1) * is_free(match.game.verbs[said.verb])
        # a finger that missed, because the buttons moved just then, says it again
        self._hands.comes(lambda: table.view.log != log or table.view.question, PATIENT_S)

    def _way_to_say(self, said: Action, choice: Choice | None) -> Callable[[], None] | None:
        """The touches that say it; None where there is nothing to touch yet."""
        table = self._hands.app.table
        if choice is not None:
            return lambda: self._tap(choice.text, table.ids.bar)
        if said.verb == ROLL and said.actor == table.view.roller:
            return lambda: self._roll(said)
        if replace(said, numbers=()) in table.view.counted:
            return lambda: self._enter_points(said)
        return (lambda: self._show(said)) if said.verb == "show" else None

    def _to_table(self) -> None:
        """Back from the score sheet, which comes by itself after a deal."""
        if self._hands.app.manager.current != "table":
            self._hands.app.to_table()
            self._hands.wait(lambda: not self._hands.app.manager.transition.is_active)

    def _roll(self, said: Action, sheet: Any = None) -> None:
        """Both dice, each in its row, on a sheet that asks for them or is opened for it."""
        if sheet is None:
            self._tap(texts.ENTER_DICE, self._hands.app.table.ids.bar)
            sheet = self._hands.app.table.sheet
        if sheet is not None:  # else the finger missed
            for pips, row in zip(said.numbers, sheet.rows, strict=True):
                self._tap(str(pips), row)

    def _enter_points(self, said: Action) -> None:
        """A number for a player: a usual one by one touch, another figure by figure."""
        self._tap(texts.SCORE, self._hands.app.table.ids.bar)
        self._tap(said.actor, self._hands.app.table.sheet)
        sheet, points = self._hands.app.table.sheet, said.numbers[0]
        if not isinstance(sheet, NumberSheet):
            return  # the finger missed
        deed = texts.announcement_text(replace(said, numbers=()), said.actor)
        if points in AT_ONCE and deed == sheet.buttons[0].text:
            self._tap(f"+{points}", sheet)
            return
        for figure in str(points):
            self._tap(figure, sheet)
        self._tap(deed, sheet)

    def _show(self, said: Action) -> None:
        """Cards of a hand, one by one: by the button for it where it is known how many there are."""
        table = self._hands.app.table
        if table.view.to_show[:1] == ((said.actor, len(said.cards)),):
            self._tap(texts.SHOW_HAND_OF.format(name=said.actor), table.ids.bar)
        else:
            for text in (texts.MORE, texts.SHOW_HAND, said.actor):
                self._tap(text)
        self._pick_all(said.cards)

    def _tap(self, text: str, within: Any = None) -> None:
        self._played.taps += 1
        self._played.touched[self._doing] += 1
        self._hands.tap_text(text, within)


def comes_off(hands: Hands, question: OpenQuestion) -> None:
    """Wait until a question is answered; a finger that missed, because the sheet moved just then, answers again."""
    hands.comes(lambda: hands.app.table.view.question is None
                or hands.app.table.view.question.number != question.number, PATIENT_S)


def is_free(verb: Verb) -> bool:
    """Whether nobody could have seen what a verb says: words that the rules leave open, and how many cards somebody
    has drawn that nobody saw."""
    return verb.told_by == "words" and (verb.out_of_turn or bool(verb.words) or bool(verb.shown_by)
                                        or verb.numbers[1] > 0)


def differ_by_words(shown: Sequence[Choice]) -> bool:
    """Whether several answers lay the same cards, and only what was announced with them is asked."""
    actions = {choice.action for choice in shown if choice.action}
    return len(actions) > 1 == len({replace(action, announced=None, as_value=None) for action in actions})


def answer_among(shown: Sequence[Choice], truth: Action | None) -> Choice | None:
    """The answer that tells the truth: to the letter, or without what nobody announced."""
    exact = next((choice for choice in shown if choice.action == truth), None)
    if exact is not None or truth is None:
        return exact
    return next((choice for choice in shown if choice.action and bare(choice.action) == bare(truth)
                 and choice.action.announced in (None, truth.announced) and choice.action.as_value is None), None)


def saying(said: Action, offered: Sequence[Choice], verbs: Verbs) -> Choice | None:
    """The button that says it, or the largest part of its number."""
    wanted = (said, as_called(verbs, said))
    return next((choice for choice in offered if choice.action in wanted), None) or most_of(said, offered)


def most_of(said: Action, offered: Sequence[Choice]) -> Choice | None:
    """The largest part of a number that no button offers at once: of seven cards drawn, six."""
    if not said.numbers:
        return None
    parts = [choice for choice in offered if choice.action and choice.action.numbers < said.numbers
             and replace(choice.action, numbers=said.numbers) == said]
    return max(parts, key=lambda choice: choice.action.numbers if choice.action else (), default=None)


def the_rest(said: Action, told: Action | None) -> Action | None:
    """What is still to be said of a number of which a part was told."""
    if told is None or told.numbers == said.numbers or not said.numbers:
        return None
    return replace(said, numbers=(said.numbers[0] - told.numbers[0],))
