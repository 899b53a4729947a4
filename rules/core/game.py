"""What every game is: frozen states, one judging function, and what is seen of them.

A game is a frozen State and a Game.  Hands are hidden, so `judge` is the primitive: it says what an
event means in a position and what the position is afterwards.  `legal_actions` lists only what is
bounded and useful to show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, cast

from rules.core.action import Action
from rules.core.cards import FACES, Card
from rules.core.errors import IllegalActionError
from rules.core.event import Deal, DealPoint
from rules.core.faults import actor_fault, clause_fault
from rules.core.frozen import replace
from rules.core.laying import Laying
from rules.core.odds import Odds
from rules.core.options import Value
from rules.core.panel import Panel, plain_panel
from rules.core.places import Places
from rules.core.said import Said, Text
from rules.core.setting_up import SettingUp
from rules.core.setting_up import Table as Table
from rules.core.verbs import Verbs
from rules.core.verdict import Judging, Verdict, illegal


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


class Camera(Generic[S]):
    """What a game makes of what the camera sees."""

    def explain(self, state: S, change: Change) -> tuple[Action, ...]:
        """Actions that could have made this change on the table, likeliest first; legal or not.
        They are judged, and `visible` of the result is compared with what is seen."""
        return ()

    def told_together(self, state: S, change: Change) -> Iterator[tuple[Action, ...]]:
        """What could have made this change together with what was only said before it, in order: a call and the
        cards that answer it."""
        return iter(())

    def may_grow(self, state: S, action: Action) -> bool:
        """Whether another card laid a moment later could belong to the same action and would make
        another one of it (a second card to a lead of one card)."""
        return False

    def is_begun(self, state: S, change: Change) -> bool:
        """Whether cards that appeared may be a part of one action that is not complete yet, as the first of a deal."""
        return False

    def is_optional(self, state: S, place: str, card: Card) -> bool:
        """Whether the card may be seen there or not, whatever `visible` has: out of sight in a squared heap, in a full
        trick that may be gathered before the next lead, captured and not yet turned face down."""
        return False


class Shown(ABC, Generic[S]):
    """What a game shows of a position and of itself."""

    @abstractmethod
    def advice(self, state: S) -> dict[str, Any]:
        """What the companion adds (end of each game in the rules): values for JSON, sentences as Said."""

    @abstractmethod
    def advice_lines(self, state: S) -> Iterable[Text]:
        """The same for people, one short line each."""

    def odds(self, state: S) -> Iterator[Odds]:
        """By counting what everybody knows: how likely the player on turn can play, how likely each claim is true."""
        return iter(())

    def own_title(self, options: Mapping[str, str]) -> str:
        """What a table with these house rules, as written, calls the game; "" where it has no name of its own."""
        return ""

    def headline(self, state: S) -> Text | None:
        """What is expected now, in a few words, where it is more or less than that somebody plays a card."""
        return None

    def panel(self, game: Game[S], state: S) -> Panel[Text]:
        """The large panel of the table screen; plain numbers, piles and lines where a game has none of its own."""
        return plain_panel(game.public(state), game.visible(state), self.advice_lines(state))

    def points(self, game: Game[S], deal: Deal) -> Iterator[DealPoint[Text]] | None:
        """What a deal has brought part by part, fines of the house apart; None: by the event that scored."""
        return None

    def notes(self, game: Game[S], deal: Deal, later: Deal | None) -> Iterator[tuple[str, Said, int]]:
        """Lines below a deal on the score sheet: whose, what it says, and its number.  later: the next deal."""
        return iter(())

    @abstractmethod
    def prose(self, house: Any) -> Iterable[Text]:
        """The rules as this table plays them, in plain sentences, the house rules worked in."""


class Game(SettingUp[S]):
    """The rules of one game.  Stateless: everything is in the frozen state `S`.

    Every state has a field `at`: how many actions have been applied so far, so that a later
    `proven` verdict can say which action it is about.
    """

    verbs: ClassVar[Verbs]  # the verbs of the record that this game knows, by name
    judges: ClassVar[Mapping[str, Judging]]  # what each verb means, in a state that counts the action already
    camera: Camera[S]  # what the camera makes of the table
    shown: Shown[S]  # what is shown of the game
    people: ClassVar[Any]  # the RandomPlayer who plays it honestly and at random
    small: ClassVar[Any] = None  # the SmallGame in which what it proves is counted out, if it proves anything
    faces: ClassVar[tuple[str, ...]] = FACES  # the cards that can turn up in it
    usual_deck: ClassVar[str] = "standard"  # the pack that is offered first
    ordinary_deck: ClassVar[str] = ""  # the pack that makes it of ordinary ones, where it has cards of its own
    counts_fines: ClassVar[bool] = False  # whether what faults cost is one of the parts in which a deal is told
    has_turns: ClassVar[bool] = True  # whether anybody is ever on turn
    codes: ClassVar[Collection[str]] = ()  # every verdict code; the catalogues have the rules

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: S, action: Action) -> Verdict:
        """What the action means here, and the state after it.  Pure; never raises for an action
        whose verb is in `verbs` and whose players sit at the table."""
        before: Any = state
        verb = self.verbs[action.verb]
        broken = clause_fault(action, *verb.clauses) or actor_fault(action, verb)
        return illegal(*broken) if broken else self.judges[action.verb](replace(before, at=before.at + 1), action)

    def seen_in_hand(self, state: S, action: Action) -> Verdict | None:
        """What it means that the cards of a refused action are in the hand for certain: as if they had been shown,
        but no event; None where nobody learns anything."""
        cards = tuple(card for card in action.cards if not card.is_unknown)
        if not self.verbs[action.verb].from_hand or action.source or not cards or "show" not in self.verbs:
            return None
        verdict = self.judge(state, Action(action.actor, "show", cards))
        if verdict.kind not in ("ok", "proven"):
            return None
        return replace(verdict, after=replace(verdict.after, at=cast("Any", state).at))

    def apply(self, state: S, action: Action) -> S:
        """The state after an action that is legal or let stand; else raises IllegalActionError."""
        verdict = self.judge(state, action)
        if verdict.after is None or not (verdict.applies or action.stands):
            raise IllegalActionError(str(verdict.why))
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

    def calls(self, state: S) -> tuple[Action, ...]:
        """What may be said now of a card without showing it, besides the legal actions that name none."""
        return ()

    def owed(self, state: S) -> tuple[Action, ...]:
        """Announcements that somebody owes now, and makes if he plays by the rules."""
        return ()

    def to_show(self, state: S) -> Mapping[str, int]:
        """Whose hand is to be laid open before a deal can be counted or checked, and how many cards of it."""
        return {}

    def is_awaiting(self, state: S) -> bool:
        """Whether something of the deal may still come although nobody is on turn: cards to show, or sets to lay."""
        return bool(self.to_show(state))

    def layings(self, state: S) -> tuple[Laying, ...]:
        """Who may now lay cards in an order of his choosing, and which."""
        return ()

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

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Text, ...]:
        """The rules page of a table; `options` as from `parse_options`."""
        return tuple(self.shown.prose(self.house(**options)))

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Where the match stands."""


def dealer_of(state: Any) -> str | None:
    """Who dealt last, or deals first, in the state of any game; a state names him, or his seat."""
    dealer = getattr(state, "dealer", None)
    players: tuple[str, ...] = getattr(state, "players", ())
    return players[dealer] if isinstance(dealer, int) and players else dealer or None
