"""Scripted players: what they say, and how they answer, from a file.

    answers = load_answers(path)
    answers.to_say(match, now_s)            # announcements that are due
    answers.to_announce(match, now_s)       # a count said while its card is laid
    answers.to(question, match, now_s)      # the true action, or None: nothing happened
    answers.happened(action)                # an action is in the log

The file holds the lines of a sitting in order: JSON Lines {"time_s": 12.5, "line": "Bob stuck"} as
`companion render` writes them, or a table record.  A line that moves cards is left to the camera and
serves as the answer when something is asked about it; any other is said in its turn, not before its
time.  A line that the camera has missed holds the others up for PATIENCE_S only.  A line that fits neither
the question nor the position is left out, and told of in `unfit`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import msgspec

from calibration.files import echo, read_text
from companion.following.messages import Question
from companion.following.unsaid import unsaid_before
from companion.log.session import Session
from rules import Action, Match, NotationError, parse_action, parse_record
from rules.core.record import UNDO

PATIENCE_S = 5.0
LAYING_S = 0.3  # who is asked about a card that his hand has just laid, and not yet let go, knows it
MIDST_S = 2.0  # who is asked so shortly before he has gathered what he took knows what he does
MOST_TOLD = 2  # a player who is not believed gives up


@dataclass
class _Line:
    action: Action
    time_s: float | None
    done: bool = False  # in the log
    said: bool = False
    announced: bool = False
    told: int = 0  # how often it was the answer to a question
    unfit: bool = False  # was left out of an answer
    silent: bool = False  # nobody says it, but whoever is asked knows it

    def is_begun(self, now_s: float) -> bool:
        """Whether its player is about to gather what he takes."""
        return bool(self.action.take) and (self.time_s or 0.0) <= now_s + MIDST_S


class Answers:
    """The lines that are still to come."""

    def __init__(self, lines: list[tuple[Action, float | None]], game: str = "") -> None:
        """game: which they are of, where the file says so."""
        self._lines = [_Line(action, time_s) for action, time_s in lines]
        self._game = game

    @classmethod
    def said(cls, lines: Iterable[tuple[float, str]], unsaid: Collection[str] = ()) -> Answers:
        """Times in seconds and lines of a record, as `companion render` has them said.  unsaid: verbs that
        nobody says unless he is asked."""
        return cls([(parse_action(text), time_s) for time_s, text in lines if text != UNDO]).leaving_out(unsaid)

    def leaving_out(self, verbs: Collection[str], shown_by: Mapping[str, str] = MappingProxyType({})) -> Answers:
        """The same players, who say nothing of this kind unless they are asked.  shown_by: verb -> the one that must
        follow, or it is said after all."""
        after = [*(line.action.verb for line in self._lines[1:]), ""]
        for line, following in zip(self._lines, after, strict=True):
            verb = line.action.verb
            line.silent = verb in verbs and shown_by.get(verb, following) == following
        return self

    def check(self, session: Session) -> None:
        """Raises NotationError where they are of another game, or for the first line that this table cannot have."""
        if self._game not in ("", session.info.game):
            raise NotationError("They are answers of {game}, not of {game_2}.",
                                game=self._game, game_2=session.info.game)
        for line in self._lines:
            session.read(str(line.action))

    def end(self, now_s: float) -> None:
        """The source has ended: what would have been said later is not said."""
        self._lines = [line for line in self._lines if line.time_s is None or line.time_s <= now_s]

    @property
    def unfit(self) -> list[Action]:
        """Lines that no question and no position was found for."""
        return [line.action for line in self._lines if line.unfit and not (line.done or line.told)]

    def happened(self, action: Action) -> None:
        """An action is in the log: its line is used up."""
        wanted = bare(action)
        line = next((line for line in self._lines if not line.done and bare(line.action) == wanted), None)
        if line is not None:
            line.done = True

    def to_announce(self, match: Match, now_s: float) -> Action | None:
        """The next count, value or cry ("Foe!") that goes with a card, as soon as that card has been laid."""
        for line in self._open():
            if line.time_s is None or line.time_s > now_s:
                return None
            if not line.announced and is_announced(match, line.action):
                line.announced = True
                return line.action
        return None

    def to_say(self, match: Match, now_s: float) -> Action | None:
        """The next announcement, once everything before it has happened."""
        for line in self._open():
            if line.time_s is not None and line.time_s > now_s:
                return None
            if not moves_cards(match, line.action):
                line.said = True
                return line.action
            if line.time_s is None or now_s < line.time_s + PATIENCE_S:
                return None
        return None

    def to(self, question: Question, match: Match, now_s: float) -> Action | None:
        """What a player who knows would answer."""
        offered = {bare(action) for action in question.candidates}
        silent, past = self._past(now_s)
        asked = next((line for line in silent if bare(line.action) in offered), None)
        if asked is not None:
            return asked.action
        past += self._begun(past, offered, now_s)
        timed = all(line.time_s is not None for line in self._lines)  # then the first may have been overlooked
        for line in (line for line in past if line.told < MOST_TOLD and moves_cards(match, line.action)):
            if bare(line.action) in offered or (timed and _is_possible(line.action, question, match)):
                line.told += 1
                return line.action
            line.unfit = line.unfit or timed
        return None

    def _past(self, now_s: float) -> tuple[list[_Line], list[_Line]]:
        """The lines that may have happened by now: those that nobody says, and the others."""
        past = [line for line in self._open(silent=True) if line.time_s is None or line.time_s <= now_s + LAYING_S]
        return [line for line in past if line.silent], [line for line in past if not line.silent]

    def _begun(self, past: list[_Line], offered: set[Action], now_s: float) -> list[_Line]:
        """The next line, where it was offered and its player is about to finish what it tells of."""
        coming = next((line for line in self._open() if line not in past), None)
        is_it = coming is not None and bare(coming.action) in offered and coming.is_begun(now_s)
        return [coming] if coming is not None and is_it else []

    def _open(self, silent: bool = False) -> list[_Line]:
        return [line for line in self._lines if not line.done and not line.said and (silent or not line.silent)]


def _is_possible(action: Action, question: Question, match: Match) -> bool:
    """Whether the action may be what was asked about, a broken rule too, or have gone before it unseen."""
    about = {card for candidate in question.candidates for card in (*candidate.cards, *candidate.take)}
    return (bool(about & {*action.cards, *action.take}) or match.game.judge(match.state, action).kind != "illegal"
            or unsaid_before(match.game, match.state, action) is not None)


def moves_cards(match: Match, action: Action) -> bool:
    """Whether the camera can see the action: it changes what lies face up."""
    verb = match.game.verbs.get(action.verb)
    if verb is None or not (action.cards or verb.moves):
        return False
    verdict = match.game.judge(match.state, action)
    if verdict.kind == "need":
        verdict = match.game.judge(match.state, verdict.choices[0])
    if verdict.after is None or not verdict.applies:
        return bool(action.cards) and not (verb.shows or verb.afterwards)
    return match.game.visible(verdict.after) != match.game.visible(match.state)


def is_announced(match: Match, action: Action) -> bool:
    """Whether players say something with the cards."""
    return action.announced is not None or action.as_value is not None or match.game.verbs[action.verb].is_cried


def bare(action: Action) -> Action:
    """The action without what was announced with it.  The order in which cards were laid together means
    nothing, nor that of dice; of a set, the total announced says enough."""
    return replace(action, cards=tuple(sorted(action.cards)), take=tuple(sorted(action.take)),
                   numbers=tuple(sorted(action.numbers)), announced=None, as_value=None, stands=False)


def load_answers(path: Path) -> Answers:
    """NotationError, or CalibrationError, names the file and line that cannot be read."""
    text = read_text(path)
    if text.lstrip().startswith("{"):
        return Answers([_timed_line(path, n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()])
    try:
        record = parse_record(text)
    except NotationError as error:
        raise NotationError("{path}: {error}", path=path, error=error) from error
    fault = next((line for line in record.events if line.error), None)
    if fault is not None:
        raise NotationError("{path}, line {number}: {error}", path=path, number=fault.number, error=fault.error)
    return Answers([(line.action, None) for line in record.events if line.action is not None], record.game)


class TimedLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a file of answers in JSON Lines: what is said, and when."""

    line: str
    time_s: Annotated[float, msgspec.Meta(ge=0, le=1e9)] | None = None


def _timed_line(path: Path, number: int, line: str) -> tuple[Action, float | None]:
    try:
        row = msgspec.json.decode(line, type=TimedLine)
        return parse_action(row.line), row.time_s
    except (msgspec.MsgspecError, NotationError, RecursionError) as error:
        raise NotationError("{path}, line {number}: write {{\"time_s\": 12.5, \"line\": \"Bob stuck\"}}, not {what} "
                            "({error}).", path=path, number=number, what=echo(line), error=error) from error
