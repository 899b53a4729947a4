"""A game that nobody has heard of, written into a temporary folder: it is read, judged, followed, kept, shown, said and
counted, and nothing outside its folder knows its name."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.log.session import SessionStore
from companion.sheets.points import points_of
from companion.sheets.result_rows import result_view
from companion.sitting.table_page import table_view
from companion.words import texts
from companion.words.speaker import english
from rules import GAMES, Game, Table, parse_action, parse_record
from rules.adjudicate import RecordJudge
from rules.core.people import random_player
from tests.companion.test_belief import told

PACKAGE = '''
"""Highest: everybody lays a card, the highest scores a point; three points win."""
from collections import Counter
from dataclasses import dataclass, replace

from rules.core.action import TABLE, Action
from rules.core.cards import Card, standard_pack
from rules.core.faults import COMMON_CODES, pack_fault, turn_fault
from rules.core.game import Camera, Game, Outcome, Shown
from rules.core.people import RandomPlayer
from rules.core.places import Place, places_by_name
from rules.core.said import fault, said
from rules.core.verbs import ANY, Verb, verbs_by_name
from rules.core.verdict import illegal, ok

PACK = standard_pack()


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    at: int = 0
    row: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def turn(self):
        return self.players[len(self.row) % len(self.players)]


class HighestCamera(Camera[State]):
    def explain(self, state, change):
        return tuple(Action(state.turn, "lay", (card,)) for place, card in change.appeared)


class HighestShown(Shown[State]):
    def advice(self, state):
        return {"laid": len(state.row)}

    def advice_lines(self, state):
        return (said("line-laid", laid=len(state.row)),)

    def prose(self, house):
        return (said("rules-summary"),)


class HighestPeople(RandomPlayer[State]):
    pack = PACK

    def __init__(self, game, table, rng):
        super().__init__(game, table, rng)
        self.stock = self.shuffled(PACK)

    def candidates(self):
        player = self.match.to_act
        return [Action(player, "lay", (self.stock[-1],))] if player and self.stock else []

    def happened(self, action):
        self.stock.pop()

    def everything(self):
        return Counter(self.state.seen) + Counter(self.stock)


class Highest(Game[State]):
    name, title, max_players = "highest", "Highest", 4
    verbs = verbs_by_name(Verb("lay", cards=ANY, told_by="cards"))
    codes = (*COMMON_CODES, "ONE_ONLY")
    camera, shown, people = HighestCamera(), HighestShown(), HighestPeople

    def _start(self, players, dealer, house):
        return State(players, scores=(0,) * len(players))

    def judge(self, state, action):
        broken = turn_fault(self.to_act(state), action.actor) or pack_fault(PACK, state.seen, action.cards)
        broken = broken or (fault("ONE_ONLY", player=action.actor) if len(action.cards) != 1 else None)
        if broken:
            return illegal(*broken)
        row = (*state.row, action.card) if len(state.row) < len(state.players) else (action.card,)
        after = replace(state, at=state.at + 1, row=row, seen=(*state.seen, action.card))
        if len(row) < len(state.players):
            return ok(after, said("laid", player=action.actor, card=action.card))
        best = max(range(len(row)), key=lambda seat: row[seat].number)
        scores = tuple(score + (seat == best) for seat, score in enumerate(state.scores))
        return ok(replace(after, scores=scores), said("takes-point", player=state.players[best]))

    def legal_actions(self, state):
        return ()

    def fined(self, state, player, points):
        return replace(state, at=state.at + 1)

    def to_act(self, state):
        return None if max(state.scores) >= 3 else state.turn

    def places(self, players):
        return places_by_name(Place("row", lie="row"))

    def visible(self, state):
        return {"row": state.row}

    def public(self, state):
        return {"laid": len(state.row)}

    def outcome(self, state):
        scores = dict(zip(state.players, state.scores))
        over = max(state.scores) >= 3
        return Outcome(over, scores, tuple(n for n, s in scores.items() if over and s >= 3))


HIGHEST = Highest()
'''
LAYOUT = '''
[[table]]
players = 2
zones.row = [-300, -80, 600, 160]
'''
ENGLISH = '''
did-lay = { $who } lays { $cards }
name-row = Row
name-laid = Laid
laid = { $player } has laid the { CARD($card) }.
takes-point = { $player } takes the point.
ONE_ONLY = { $player } lays one card.
    .rule = One card is laid at a time.
line-laid = { $laid } of the cards lie there.
rules-summary = Everybody lays a card; the highest scores.
'''
GERMAN = '''
did-lay = { $who } legt { $cards }
name-row = Reihe
name-laid = Gelegt
laid = { $player } hat { CARD($card) } gelegt.
takes-point = { $player } bekommt den Punkt.
ONE_ONLY = { $player } legt eine Karte.
    .rule = Es wird eine Karte auf einmal gelegt.
line-laid = { $laid } Karten liegen da.
rules-summary = Jeder legt eine Karte; die höchste zählt.
'''


@pytest.fixture
def highest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    words = tmp_path / "highest_game" / "words"
    words.mkdir(parents=True)
    (words.parent / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (words.parent / "layout.toml").write_text(LAYOUT, encoding="utf-8")
    (words / "en.ftl").write_text(ENGLISH, encoding="utf-8")
    (words / "de.ftl").write_text(GERMAN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Game[Any] = importlib.import_module("highest_game").HIGHEST
    monkeypatch.setitem(GAMES, game.name, game)
    yield game
    texts.use_language("en")
    sys.modules.pop("highest_game")


def test_it_is_read_judged_and_kept(highest: Game[Any]) -> None:
    record = parse_record("game: highest\nplayers: Ann, Bob\n\nAnn lay 7H\nBob lay KS\nBob lay 2C\nAnn lay 2C 3C\n")
    judge = RecordJudge(record, english)
    assert [(row["verdict"], row["why"]) for row in judge.rows()] == [
        ("ok", "Ann has laid the 7 of hearts."), ("ok", "Bob takes the point."),
        ("illegal", "It is Ann's turn, not Bob's."), ("illegal", "Ann lays one card.")]
    assert judge.summary()["scores"] == {"Ann": 0, "Bob": 1}


def test_it_comes_to_the_screen_in_two_languages(highest: Game[Any]) -> None:
    session = SessionStore(":memory:").create("highest", Table(("Ann", "Bob")))
    for line in ("Ann lay 7H", "Bob lay KS", "Ann lay AC"):
        session.append(parse_action(line))
    view = table_view(session)
    assert view.panel.facts[0].label == "Laid"
    assert view.panel.lines == ("1 of the cards lie there.",)
    assert [pile.place for pile in view.panel.piles] == ["Row"]
    assert [line.text for line in view.log] == ["Ann lays 7♥", "Bob lays K♠", "Ann lays A♣"]
    assert [(point.name, point.points, point.reason) for point in points_of(session.match)] == [
        ("Bob", 1, "Bob takes the point.")]
    assert result_view(session).totals == (0, 1)
    texts.use_language("de")
    view = table_view(session)
    assert view.panel.lines == ("1 Karten liegen da.",)
    assert view.log[0].text == "Ann legt 7♥"
    assert view.log[0].why == "Ann hat Herz 7 gelegt."


def test_it_is_followed_from_what_the_camera_sees(highest: Game[Any]) -> None:
    assert told("highest", ("Ann", "Bob"), "0.0 Ann's arm over row · 0.6 7H lies at row · 1.0 arm gone · "
                "3.0 Bob's arm over row · 3.6 KS lies at row · 4.0 arm gone") == ["Ann lay 7H", "Bob lay KS"]


def test_people_play_it_to_its_end(highest: Game[Any]) -> None:
    player = random_player(highest, Table(("Ann", "Bob", "Cal")), Random(4))
    actions = list(player.play())
    assert player.match.outcome.over
    assert len(actions) >= 9
    assert player.everything() == player.pack
