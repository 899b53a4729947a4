"""What may be supposed of cards that nothing explains yet: a handful stays one, however its cards were first seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration import load_deck
from companion.following.prior import GamePrior
from companion.following.seats import Seats
from rules import GAMES, Match, Table, parse_action
from vision.belief.acts import Acts
from vision.belief.hypotheses import CardHere, Hypothesis, Shape
from vision.belief.observation import DIRECTIONS
from vision.belief.trails import Trails

GAME, PLAYERS = GAMES["thirteen"], ("Ann", "Bob", "Cal")
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
MARKS = np.array([[-25.0, -34.0], [25.0, 34.0]])


def on_the_trick(name: str, x: float, born_s: float) -> CardHere:
    at = np.array([x, 0.0])
    return CardHere(name, name, "trick", Shape(at, CARD + at, MARKS + at), x, born_s, np.zeros(DIRECTIONS))


def test_cards_that_seemed_to_come_from_player_after_player_may_have_been_one_handful() -> None:
    prior = GamePrior(GAME, load_deck("standard"), PLAYERS, Seats())
    match = Match(GAME, Table(PLAYERS, "Cal"))
    for line in ("Ann play 3S", "Bob knock", "Cal knock"):
        match.push(parse_action(line))
    prior.follow(match)
    acts = Acts(prior, Trails())

    def done(h: Hypothesis) -> list[tuple[str, str]]:
        steps = [prior.step(act.story).action for act in h.acts]
        return [(step.actor, " ".join(map(str, step.cards))) for step in steps]

    def laid(h: Hypothesis, name: str, x: float, born_s: float) -> list[Hypothesis]:
        return list(acts.of(replace(h, cards=(*h.cards, on_the_trick(name, x, born_s))), 30.0))

    supposed = Hypothesis(prior.begin())
    for card in (("7H", -100.0, 22.0), ("8S", 0.0, 23.1)):
        supposed = next(h for h in laid(supposed, *card) if len(h.acts) == len(supposed.acts) + 1)
    assert done(supposed) == [("Ann", "7H"), ("Bob", "8S")]
    found = [done(h) for h in laid(supposed, "9S", 100.0, 24.3)]
    assert [("Ann", "7H"), ("Bob", "8S"), ("Cal", "9S")] in found
    assert [("Ann", "7H 8S 9S")] in found
