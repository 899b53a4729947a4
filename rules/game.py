"""What every game is: frozen states, one judging function, and `Match`, which plays and takes back.

    >>> match = Match(GAMES["limbo"], Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table start 6D = 95")).kind
    'ok'
    >>> match.pop()

A game is one file: a frozen State and a Game.  Hands are hidden, so `judge` is the primitive:
it says what an event means in a position and what the position is afterwards.
`legal_actions` lists only what is bounded and useful to show.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Literal, TypeVar

from rules.action import TABLE, Action
from rules.cards import Card
from rules.core.places import Places
from rules.core.verbs import Verbs
from rules.errors import IllegalActionError, SetupError

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the table may choose.  `values` lists the choices, the default first; a whole-number
    option has `values = (default,)` and its bounds in `least` and `most`; a free text has
    `values = (default,)` and the regular expression it must match in `pattern`."""

    name: str
    values: tuple[Value, ...]
    help: str
    least: int | None = None
    most: int | None = None
    pattern: str = ""

    @property
    def default(self) -> Value:
        return self.values[0]

    def parse(self, text: str) -> Value:
        """The value a player wrote; raises SetupError naming the option and its choices."""
        if self.least is not None:
            return self._parse_number(text, self.least)
        if self.pattern:
            return self._parse_text(text)
        tidy = text.strip().lower()
        for value in self.values:
            if tidy == _option_text(value).lower():
                return value
        if isinstance(self.default, bool) and tidy in ("yes", "on", "no", "off"):
            return tidy in ("yes", "on")
        raise SetupError(f"Option {self.name} cannot be '{text}'; choose {self.choices}.")

    def _parse_number(self, text: str, least: int) -> int:
        if re.fullmatch(r"-?\d+", text.strip()):
            number = int(text)
            if number >= least and (self.most is None or number <= self.most):
                return number
        raise SetupError(f"Option {self.name} cannot be '{text}'; choose {self.choices}.")

    def _parse_text(self, text: str) -> str:
        tidy = "".join(text.split())
        if re.fullmatch(self.pattern, tidy):
            return tidy
        raise SetupError(f"Option {self.name} cannot be '{text}'; write {self.choices}.")

    @property
    def choices(self) -> str:
        """For people: "mandatory, optional or never", "a whole number from 1 to 13"."""
        if self.least is not None:
            upper = f" to {self.most}" if self.most is not None else " up"
            return f"a whole number from {self.least}{upper}"
        if self.pattern:
            return f"something like {self.default}"
        texts = [_option_text(v) for v in self.values]
        return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def _option_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Options of every table, whatever the game (RULES 0).
REMEDY = Option("remedy", ("undo", "stand", "penalty"),
                "whether a faulty play goes back, stays as if the table let it stand, or goes back and costs points")
PENALTY = Option("penalty", (1,), "points that a faulty play costs with 'remedy: penalty'", least=1)
COMMON_OPTIONS = (REMEDY, PENALTY)
# Perhaps misread or wrongly written: the table is asked, whatever the remedy.
ASKED_ABOUT = frozenset(("DUPLICATE", "FOREIGN", "CLAUSE", "UNSEEN_CARD"))


def common_options(written: Mapping[str, str]) -> dict[str, Value]:
    """The options of every table with the defaults filled in; raises SetupError for a value there is not."""
    return {option.name: option.parse(written[option.name]) if option.name in written else option.default
            for option in COMMON_OPTIONS}


def remedy_text(written: Mapping[str, str]) -> str:
    """How this table deals with faults, in a sentence."""
    house = common_options(written)
    costs = f"{house['penalty']} point{'' if house['penalty'] == 1 else 's'}"
    return {"undo": "A faulty play goes back, and the same player acts again.",
            "stand": "A faulty play stays as it was made; only a card that cannot be there is asked about.",
            "penalty": f"A faulty play goes back and costs {costs}, unless the rules name another penalty.",
            }[str(house["remedy"])]


@dataclass(frozen=True)
class Table:
    """Who sits there, clockwise, and the house rules as written.  `dealer` is the first dealer."""

    players: tuple[str, ...]
    dealer: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise SetupError("Two players have the same name; give each a name of his own.")
        for name in self.players:
            if re.search(r"[\s#=!,:+]", name) or not name or name.lower() in NOT_NAMES:
                raise SetupError(f"'{name}' cannot be a player's name; use one word other than "
                                 f"{', '.join(sorted(NOT_NAMES))}, without any of # = ! , : +")
        if self.dealer and self.dealer not in self.players:
            raise SetupError(f"The dealer {self.dealer} is not one of the players.")


NOT_NAMES = frozenset((TABLE, "undo", "on", "from", "take", "to", "as"))  # words of the record


def left_of(players: Sequence[str], player: str, steps: int = 1) -> str:
    """The player `steps` seats clockwise."""
    return players[(players.index(player) + steps) % len(players)]


Kind = Literal["ok", "illegal", "warn", "need", "proven"]


@dataclass(frozen=True)
class Verdict:
    """What judging one action found.

    kind: ok; illegal (provably against the rules now); warn (doubtful, applied); need (an
        announcement is missing and several results are legal; `choices` lists them); proven
        (legal itself, but shows that the action numbered `about` was wrong).
    codes: from the rules page, the most specific first.  why: one sentence for the players.
    about: index, among the actions in force, of the earlier action a `proven` verdict concerns.
    changes: what changed, one short sentence each ("Cal is now capped at 1").
    after: the state once applied; for `illegal`, the state if the table lets it stand;
        None where it cannot be applied at all (`need`).
    otherwise: for `illegal`, the state if the table does not let it stand, where that is more than
        nothing happening (a penalty that the rules name, cards that go back to the hand).
    """

    kind: Kind
    codes: tuple[str, ...] = ()
    why: str = ""
    about: int | None = None
    changes: tuple[str, ...] = ()
    choices: tuple[Action, ...] = ()
    after: Any = field(default=None, repr=False, compare=False)
    otherwise: Any = field(default=None, repr=False, compare=False)

    @property
    def applies(self) -> bool:
        """Whether the action takes effect without being let stand."""
        return self.kind in ("ok", "warn", "proven")


@dataclass(frozen=True, slots=True)
class Change:
    """What changed on the table between two looks: places (as in `Game.visible`) and cards.
    A card the reader could not name is UNKNOWN.  beside: for each card that appeared, the cards in its
    place and how far away they lie, in millimetres, nearest first; empty where nobody has measured."""

    appeared: tuple[tuple[str, Card], ...] = ()
    left: tuple[tuple[str, Card], ...] = ()
    beside: tuple[tuple[tuple[Card, float], ...], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """Where the match stands.  `scores` by player (and by side where partners score together)."""

    over: bool
    scores: Mapping[str, int]
    winners: tuple[str, ...] = ()
    deals: int = 1


S = TypeVar("S")


class Game(ABC, Generic[S]):
    """The rules of one game.  Stateless: everything is in the frozen state `S`.

    Every state has a field `at`: how many actions have been applied so far, so that a later
    `proven` verdict can say which action it is about.
    """

    name: ClassVar[str]  # "limbo", as in records and on the command line
    title: ClassVar[str]  # "Limbo"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 12
    options: ClassVar[tuple[Option, ...]] = ()
    verbs: ClassVar[Verbs]  # the verbs of the record that this game knows, by name
    codes: ClassVar[Mapping[str, str]] = {}  # every verdict code with its rule in plain words
    summary: ClassVar[str] = ""  # the game in a sentence or two, for somebody who has never played it

    # -- setting up ---------------------------------------------------------------------------

    def start(self, table: Table) -> S:
        """The state before the first event; raises SetupError with one sentence."""
        self.check_table(table)
        dealer = table.dealer or table.players[-1]
        return self._start(table.players, dealer, self.parse_options(table.options))

    def check_table(self, table: Table) -> None:
        """Refuse a number of players that the game cannot seat."""
        if not self.min_players <= len(table.players) <= self.max_players:
            wanted = (f"{self.min_players}" if self.min_players == self.max_players
                      else f"{self.min_players} to {self.max_players}")
            raise SetupError(f"{self.title} is for {wanted} players, not {len(table.players)}.")

    def parse_options(self, written: Mapping[str, str]) -> dict[str, Value]:
        """All options of the game with the defaults filled in; raises SetupError for unknown names or values.
        Options common to all games are checked and left out."""
        known = {option.name: option for option in self.options}
        common = {option.name: option for option in COMMON_OPTIONS}
        for name, text in written.items():
            if name in common:
                common[name].parse(text)
            elif name not in known:
                raise SetupError(f"{self.title} has no option '{name}'; it has {', '.join(sorted({*known, *common}))}.")
        return {name: option.parse(written[name]) if name in written else option.default
                for name, option in known.items()}

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        """The rules as this table plays them, in plain sentences, the chosen options worked in.
        `options` as from `parse_options`.  Games override this with real prose, option by option."""
        return [self.summary, *(f"{o.help[:1].upper()}{o.help[1:].rstrip('.')}: {_option_text(options[o.name])}."
                                for o in self.options)]

    @abstractmethod
    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> S: ...

    # -- judging ------------------------------------------------------------------------------

    @abstractmethod
    def judge(self, state: S, action: Action) -> Verdict:
        """What the action means here, and the state after it.  Pure; never raises for an action
        whose verb is in `verbs` and whose players sit at the table."""

    def apply(self, state: S, action: Action) -> S:
        """The state after an action that is legal or let stand; else raises IllegalActionError."""
        verdict = self.judge(state, action)
        if verdict.after is None or not (verdict.applies or action.stands):
            raise IllegalActionError(verdict.why)
        after: S = verdict.after
        return after

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[Action, ...]:
        """Actions that are bounded and useful to show; each is judged ok (or warn)."""

    def close(self, state: S) -> S:
        """A hand or round that only waits for more, scored as it stands (end of the record)."""
        return state

    @abstractmethod
    def fined(self, state: S, player: str, points: int) -> S:
        """The state one action later, the player having so many points fewer (`remedy: penalty`)."""

    # -- looking ------------------------------------------------------------------------------

    @abstractmethod
    def to_act(self, state: S) -> str | None:
        """Who is on turn; None when nobody is (match over, or the table deals)."""

    @abstractmethod
    def places(self, players: tuple[str, ...]) -> Places:
        """Every place `visible` can use for these players, by name; calibration zones carry the same names."""

    @abstractmethod
    def visible(self, state: S) -> dict[str, tuple[Card, ...]]:
        """Place -> the cards lying face up there, bottom first.  In a squared pile that is the
        cards as laid; the camera sees the last of them."""

    @abstractmethod
    def public(self, state: S) -> dict[str, Any]:
        """The public state beyond `to_act`, as JSON-ready values (keys of the table record)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome: ...

    @abstractmethod
    def advice(self, state: S) -> dict[str, Any]:
        """What the companion adds (end of each game in the rules), as JSON-ready values."""

    @abstractmethod
    def advice_lines(self, state: S) -> list[str]:
        """The same for people, one short line each."""

    def explain(self, state: S, change: Change) -> tuple[Action, ...]:
        """Actions that could have made this change on the table, likeliest first; legal or not.
        The referee judges them and compares `visible` of the result with what is seen."""
        return ()

    def laid_aside(self, state: S, player: str, cards: tuple[Card, ...]) -> Action | None:
        """What it means that a player lays cards before himself, outside all places; no cards: face down."""
        return None

    def may_grow(self, state: S, action: Action) -> bool:
        """Whether another card laid a moment later could belong to the same action and would make
        another one of it (a second card to a lead of one card)."""
        return False

    def may_hide(self, state: S, place: str, card: Card) -> bool:
        """Whether the card may lie there out of sight although `visible` has it: in a squared heap."""
        return False


@dataclass(frozen=True)
class Event:
    """An action in force: with its verdict and the state before it."""

    action: Action
    verdict: Verdict
    before: Any


class Match:
    """A match being played: a stack of events.  Undo is written here, once for all games."""

    def __init__(self, game: Game[Any], table: Table) -> None:
        self.game = game
        self.table = table
        self.state: Any = game.start(table)
        self.events: list[Event] = []
        house = common_options(table.options)
        self._remedy, self._penalty = house["remedy"], int(house["penalty"])

    def push(self, action: Action) -> Verdict:
        """Judge the action and, where it has an effect (it applies, is let stand, or costs something
        although it does not stand), move on."""
        verdict = self.game.judge(self.state, action)
        if verdict.kind == "illegal" and not action.stands and not ASKED_ABOUT & set(verdict.codes):
            action, verdict = self._remedied(action, verdict)
        after = verdict.after if verdict.applies or action.stands else verdict.otherwise
        if after is not None:
            self.events.append(Event(action, verdict, self.state))
            self.state = after
        return verdict

    def _remedied(self, action: Action, verdict: Verdict) -> tuple[Action, Verdict]:
        """A fault as this table deals with it; a penalty that the rules name goes before the house's (RULES 0)."""
        if self._remedy == "stand" and verdict.after is not None:
            return action.with_stands(), verdict
        if self._remedy == "penalty" and verdict.otherwise is None and action.actor != TABLE:
            costs = f" It costs {action.actor} {self._penalty} point{'' if self._penalty == 1 else 's'}."
            fined = self.game.fined(self.state, action.actor, self._penalty)
            return action, replace(verdict, why=verdict.why + costs, otherwise=fined)
        return action, verdict

    def pop(self) -> Action:
        """Take back the last action in force; raises IndexError when there is none."""
        event = self.events.pop()
        self.state = event.before
        return event.action

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return self.game.legal_actions(self.state)

    @property
    def to_act(self) -> str | None:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome:
        """As if the record ended here: a hand that only waits for more is closed."""
        return self.game.outcome(self.game.close(self.state))

    @property
    def scores(self) -> Mapping[str, int]:
        return self.game.outcome(self.state).scores


def first_legal(match: Match, actions: Iterable[Action]) -> Action | None:
    """The first action that the game would accept as it stands."""
    return next((a for a in actions if match.game.judge(match.state, a).applies), None)
