"""What the table screen shows, as one frozen value computed from a session; no Kivy.

    >>> view = table_view(session)
    >>> view.panel.hero.text, view.told.text
    ('86', 'Ann plays 9♣: 86.')

The worker thread makes it after every change; the screen only draws it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.log.reversals import last_reversal
from companion.log.scores import ScoreSheet, score_sheet
from companion.log.session import LogEntry, Session
from companion.sitting.panels import panel_of, piles_of
from companion.words import texts
from companion.words.refusals import RequestError
from rules import GAMES, Action, Card, Match, Verdict, parse_action
from rules.core import verbs
from rules.core.deals import deal_is_over
from rules.core.game import dealer_of
from rules.core.laying import Laying
from rules.core.panel import Panel, Pile
from rules.core.said import Text
from rules.core.verdict import VerdictKind

ROLL = verbs.ROLL.name
ON_BUTTONS = 8  # most announcements that are offered at once
AT_ONCE = 6  # the same thing done so often is one touch


@dataclass(frozen=True)
class LastVerdict:
    """The last verdict for the table.  `row` is the log row that it is about; `may_decide` says that
    the table has to choose: take it back or let it stand."""

    kind: VerdictKind
    text: str
    why: str = ""
    rule: str = ""
    row: int | None = None
    may_decide: bool = False


@dataclass(frozen=True)
class Choice:
    """Something that one tap does."""

    text: str
    action: Action | None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class OpenQuestion:
    """Something only the table knows.  `number` tells questions apart.  roller: whose dice are asked for, of which the
    likely ones are the choices; about: what else it is about, in words."""

    number: int
    text: str
    choices: tuple[Choice, ...]
    picture: bytes | None = None  # JPEG
    cards: tuple[str, ...] = ()  # the likeliest cards, best first, for the picker
    roller: str = ""
    about: str = ""


@dataclass(frozen=True)
class LogLine:
    """One event of the deal so far."""

    row: int
    text: str
    kind: VerdictKind
    why: str
    by_camera: bool
    action: Action
    assumed: bool = False  # nobody told of it; the rules imply it


@dataclass(frozen=True)
class TablePage:
    """Everything on the table screen apart from the camera picture."""

    game: str
    title: str
    players: tuple[str, ...]
    to_act: str | None
    turn_text: str
    deal: int
    panel: Panel[str]
    sheet: ScoreSheet
    told: LastVerdict | None
    announcements: tuple[Choice, ...]
    question: OpenQuestion | None
    log: tuple[LogLine, ...]
    faces: tuple[str, ...]  # every card of this game's pack, for the picker
    piles: tuple[Pile, ...]  # what lies face up, shown where there is no camera
    deal_over: bool = False
    layings: tuple[Laying, ...] = ()  # who may lay cards in an order of his choosing
    counted: tuple[Action, ...] = ()  # what goes on the board by hand: who, and by which verb; the number is entered
    roller: str | None = None  # who may roll the dice now
    assumed: tuple[LogLine, ...] = ()  # taken as made, and may still be objected to
    options: Mapping[str, str] = field(default_factory=dict)  # house rules that are not as usual
    dealer: str | None = None  # of the deal that is being played
    to_show: tuple[tuple[str, int], ...] = ()  # who still lays his hand open before the deal ends, and of how many
    laid_open: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of these hands, what is read surely
    reversed: str = ""  # what the camera took back last, in words, while it can be put back

    @property
    def last_card(self) -> LogLine | None:
        """The last event with a card in it: what Correct corrects."""
        return next((line for line in reversed(self.log) if line.action.cards), None)


def table_view(session: Session, question: OpenQuestion | None = None, cards: tuple[str, ...] = ()) -> TablePage:
    """The view of a session as it stands.  `cards` are the printed faces of its pack."""
    match = session.match
    sheet = score_sheet(match)
    last = session.entries[-1] if session.entries else None
    told = told_of(match, last) if last else None
    return TablePage(
        match.game.name, texts.game_title(match.game.name, match.table.options), match.table.players, match.to_act,
        turn_text(match, sheet), match.game.outcome(match.state).deals, panel_of(match), sheet, told,
        () if told and told.may_decide else announcements(match), question or needed(session),
        tuple(log_line(match, entry) for entry in session.entries), cards or faces(match.game.name), piles_of(match),
        deal_is_over(match), match.game.layings(match.state), counted_by_hand(match), roller_of(match),
        options=match.table.options, dealer=dealer_of(match.state),
        to_show=tuple(match.game.to_show(match.state).items()), reversed=reversed_text(session))


def reversed_text(session: Session) -> str:
    """What the camera took back last, while that can be put back by one tap."""
    found = last_reversal(session.rows)
    by_seq = {row.seq: row for row in session.rows}
    taken = [by_seq[undo.about] for undo in found.undos if undo.about in by_seq] if found else []
    return texts.action_text(parse_action(taken[-1].line)) if taken else ""


def told_of(match: Match, entry: LogEntry) -> LastVerdict:
    """An entry's verdict in plain words, with the rule behind a fault."""
    verdict, action = entry.verdict, entry.action
    rule = rule_as_shown(match, verdict)
    broken = verdict.kind == "illegal"
    decided = broken and action.stands
    text = texts.action_text(action)
    reasons = (reason_of(match, verdict), *verdict.changes)
    why = " ".join(filter(None, (texts.pretty(reason, match.game.name) for reason in reasons)))
    if decided:
        why = f"{why} {texts.STANDS}".strip()
    return LastVerdict(verdict.kind, text, why, texts.pretty(rule) if verdict.kind != "ok" else "",
                entry.row.seq, broken and not decided)


def undecided(told: LastVerdict) -> LastVerdict:
    """What was told, while something is asked without which nobody can judge it."""
    return replace(told, kind="need", why="", rule="", may_decide=False)


def rule_as_shown(match: Match, verdict: Verdict) -> str:
    """The rule behind a verdict in plain words; "" where there is none."""
    return next((texts.rule_text(match.game, code) for code in verdict.codes
                 if code in match.game.codes), "")


def reason_of(match: Match, verdict: Verdict) -> Text:
    """Why an event was judged so; by its rule where it has no sentence of its own."""
    return verdict.why or (rule_as_shown(match, verdict) if verdict.kind not in ("ok", "need") else "")


def telling_cards(choices: Sequence[Choice]) -> tuple[str, ...]:
    """For each of several choices the card by which it differs from the others; () where they do not each have one."""
    shared = set.intersection(*(set(choice.cards) for choice in choices)) if choices else set()
    own = [[card for card in choice.cards if card not in shared] for choice in choices]
    if len(choices) == 1:
        own = [list(choice.cards) for choice in choices]
    cards = tuple(cards[-1] for cards in own if cards)
    return cards if len(set(cards)) == len(choices) else ()


def announcements(match: Match) -> tuple[Choice, ...]:
    """What may be said now and only that: the legal actions that lay no card."""
    said = [*match.game.calls(match.state),
            *(action for action in match.legal_actions if not action.cards and not action.take)]
    said = [repeated for action in said[:ON_BUTTONS] for repeated in (action, *_repeated(match, action))]
    return tuple(Choice(texts.announcement_text(action, match.to_act), action) for action in said)


def _repeated(match: Match, action: Action) -> list[Action]:
    """The same several times over, where the rules allow it: five cards drawn are one announcement."""
    if match.game.verbs[action.verb].numbers != (0, 1):
        return []
    more = (replace(action, numbers=(number,)) for number in range(max((1, *action.numbers)) + 1, AT_ONCE + 1))
    return [several for several in more if match.game.judge(match.state, several).kind == "ok"]


def roller_of(match: Match) -> str | None:
    """Who may roll now, where the game has dice; the next one too while a call for a friend is open."""
    if ROLL not in match.game.verbs:
        return None
    rolls = (Action(name, ROLL, numbers=(1, 2)) for name in match.table.players)
    return next((roll.actor for roll in rolls if match.game.judge(match.state, roll).kind == "ok"), None)


def counted_by_hand(match: Match) -> tuple[Action, ...]:
    """Who may be given points now, and by which verbs; the number is left out."""
    counting = [verb.name for verb in match.game.verbs.values() if verb.entry == "number"]
    tried = [Action(name, verb, numbers=(1,)) for name in match.table.players for verb in counting]
    return tuple(replace(action, numbers=()) for action in tried
                 if match.game.judge(match.state, action).kind == "ok")


def needed(session: Session) -> OpenQuestion | None:
    """The question behind a last event that waits for an announcement."""
    last = session.entries[-1] if session.entries else None
    if last is None or last.verdict.kind != "need":
        return None
    choices = tuple(Choice(texts.choice_among(action, last.verdict.choices), action, tuple(map(str, action.cards)))
                    for action in last.verdict.choices)
    return OpenQuestion(-last.row.seq, texts.pretty(last.verdict.why, session.match.game.name), choices)


def log_line(match: Match, entry: LogEntry) -> LogLine:
    """An entry of the log, as it is shown."""
    verdict: Verdict = entry.verdict
    return LogLine(entry.row.seq, texts.action_text(entry.action), verdict.kind,
                   texts.pretty(reason_of(match, verdict), match.game.name),
                   entry.row.source == "camera", entry.action, entry.row.source == "assumed")


def turn_text(match: Match, sheet: ScoreSheet) -> str:
    """Whose turn it is, or who won."""
    if sheet.over:
        return texts.WON_BY.format(names=texts.names(sheet.winners)) if sheet.winners else texts.GAME_OVER
    expected = match.game.shown.headline(match.state)
    if expected is not None:
        return texts.pretty(expected, match.game.name).rstrip(".")
    if match.to_act:
        return texts.TURN.format(name=match.to_act)
    return next((texts.TO_SHOW.format(name=name) for name in match.game.to_show(match.state)), texts.NOBODY)


def faces(game: str) -> tuple[str, ...]:
    """The card faces a game is played with."""
    return GAMES[game].faces


def likely_mistakes(card: str, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Cards that this one is most easily taken for: the other suit of its colour, then ranks that
    look alike, in the same suit."""
    face = card.partition("/")[0]
    if face.startswith(("+", "<=")):
        kind, number = face[:-1], int(face[-1])
        near = [f"{kind}{number + step}" for step in (1, -1, 2, -2)]
    elif len(face) == 2 and face not in ("JK", "??"):
        partner = {"C": "S", "S": "C", "D": "H", "H": "D"}[face[1]]
        alike = {"6": "985", "9": "687", "8": "639", "3": "852", "5": "638", "T": "AJ9", "A": "4J7", "K": "QJA",
                 "Q": "KJT", "J": "QK7", "7": "A4J", "4": "A7J", "2": "357"}.get(face[0], "")
        near = [face[0] + partner, *(rank + face[1] for rank in alike)]
    else:
        near = []
    return tuple(face for face in near if face in faces)


def corrected(action: Action, position: int, card: str) -> Action:
    """The action with one of its cards exchanged.  What was announced went with the old card, so it
    is left out and judged again.  RequestError where it has no such card any more."""
    cards = list(action.cards)
    if not -len(cards) <= position < len(cards):
        raise RequestError(texts.NO_SUCH_EVENT)
    cards[position] = Card(card)
    return replace(action, cards=tuple(cards), announced=None, as_value=None, stands=False)
