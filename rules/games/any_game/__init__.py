"""Any other game: no rules but those of counting.  The camera lists cards, points go on the board by touch (RULES 13).

    >>> match = Match(ANY_GAME, Table(("Ann", "Bob"), options={"name": "Gin Rummy"}))
    >>> match.push(parse_action("table seen 7H")).kind
    'ok'
    >>> match.push(parse_action("Ann score 25")).why
    Said('scores', player='Ann', points=25)

Nobody is ever on turn.  What is judged is what holds at every table: no card lies there more often than the pack has
it, and only what lies there is taken away.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import FACES
from rules.core.frozen import replace
from rules.core.game import Game, Outcome
from rules.core.places import Place, Places, places_by_name
from rules.core.said import texts
from rules.core.seats import by_player
from rules.core.verbs import ANY, TABLE_DEALS, Verb, verbs_by_name
from rules.games.any_game.camera import LooseCamera
from rules.games.any_game.house import House
from rules.games.any_game.judge import JUDGES
from rules.games.any_game.people import RandomTouches
from rules.games.any_game.shown import LooseShown
from rules.games.any_game.state import State, unseen


class AnyGame(Game[State]):
    """Cards are counted, points are told (RULES 13)."""

    name = "any_game"
    title = "Any other game"
    has_turns = False
    house = House
    verbs: ClassVar = verbs_by_name(
        TABLE_DEALS,
        Verb("seen", cards=ANY, by="table", told_by="cards"),
        Verb("gather", clauses=("take",), by="table", told_by="cards", moves=True),
        Verb("score", numbers=(1, 1), entry="number"),
        Verb("lose", numbers=(1, 1), entry="number"),
        Verb("end", by="table"),
    )
    judges = JUDGES
    codes = ("WRONG_TURN", "DUPLICATE", "FOREIGN", "CLAUSE", "NOTHING_TO_UNDO", "GAME_OVER", "NOT_THERE")
    faces = (*FACES, "JK")
    camera = LooseCamera()
    shown = LooseShown()
    people = RandomTouches

    def _start(self, players: tuple[str, ...], dealer: str, house: House) -> State:
        return State(players, house, (0,) * len(players))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """What is said by one button; cards and points cannot be listed."""
        ending = (Action(TABLE, "end"),) if any(state.scores) else ()
        return () if state.over else (*((Action(TABLE, "deal"),) if state.seen else ()), *ending)

    def fined(self, state: State, player: str, points: int) -> State:
        return replace(state, at=state.at + 1).with_points(player, -points)

    def to_act(self, state: State) -> str | None:
        return None

    def is_awaiting(self, state: State) -> bool:
        """A deal is open until the next one, or the end."""
        return not state.over

    def places(self, players: tuple[str, ...]) -> Places:
        """One place for everything that is laid."""
        return places_by_name(Place("board"))

    def visible(self, state: State) -> dict[str, tuple[Any, ...]]:
        return {"board": state.board}

    def public(self, state: State) -> dict[str, Any]:
        return {"board": texts(state.board), "seen": len(state.seen), "left": unseen(state).total()}

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.over, by_player(state.players, state.scores), state.winners, state.deals)


ANY_GAME = AnyGame()
