"""Laws that hold for all games, checked by honest random play.  A ninth game joins by joining GAMES."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from companion.words.speaker import english, in_english, rule_of
from rules import GAMES, Change, Table, new_record, parse_action, parse_record
from rules.adjudicate import RecordJudge
from rules.checks.soak import NAMES, random_table
from rules.core.frozen import kept_by
from rules.core.game import Game
from rules.core.people import RandomPlayer, random_player

every_game = pytest.mark.parametrize("name", GAMES)
STEPS = 60


def default_table(game: Game[Any], rng: Random) -> RandomPlayer[Any]:
    count = max(game.min_players, min(game.max_players, 4))
    return random_player(game, Table(NAMES[:count], NAMES[count - 1]), rng)


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_every_step_keeps_the_laws(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    player = random_table(GAMES[name], rng) if seed else default_table(GAMES[name], rng)
    for _ in range(STEPS):
        match, before = player.match, player.state
        shown_before = match.game.visible(before)
        listed_is_what_judging_accepts(player)
        action = player.step()
        if action is None:
            break
        assert parse_action(str(action)) == action
        assert match.events[-1].verdict.kind in ("ok", "warn"), f"{action}: honest play proves nothing"
        assert player.everything() == player.pack, f"after {action}"
        assert match.state.at == len(match.events)
        player.check()
        what_is_kept_still_holds(player.state)
        what_is_shown_makes_sense(player)
        after = player.state
        assert match.pop() == action
        assert match.state == before
        assert match.push(action).applies
        assert match.state == after
        the_referee_would_find(player, before, shown_before)


def what_is_kept_still_holds(value: Any) -> None:
    """What a state worked out and handed on is what one that has kept nothing finds."""
    if isinstance(value, tuple):
        for each in value:
            what_is_kept_still_holds(each)
    elif is_dataclass(value) and not isinstance(value, type):
        kept, fresh = kept_by(type(value)), replace(value)
        assert {name: getattr(value, name) for name in kept} == {name: getattr(fresh, name) for name in kept}
        what_is_kept_still_holds(tuple(getattr(value, field.name) for field in fields(value)))


def listed_is_what_judging_accepts(player: RandomPlayer[Any]) -> None:
    game, state = player.match.game, player.state
    listed = player.match.legal_actions
    assert len(set(map(str, listed))) == len(listed), "two legal actions read alike"
    for action in listed:
        assert game.judge(state, action).applies, f"{action} is listed"
        assert parse_action(str(action)) == action
    for action, verdict in player.choices():
        assert set(verdict.codes) <= set(game.codes), f"{action}: {verdict.codes} is not explained"
        assert verdict.kind == "ok" or verdict.why, f"{action}: {verdict.codes} without a sentence"
        if player.is_listed(action):
            assert (action in listed) == verdict.applies, f"{action}: {verdict.kind} {verdict.why}"


def what_is_shown_makes_sense(player: RandomPlayer[Any]) -> None:
    game, state, players = player.match.game, player.state, player.match.table.players
    assert set(game.visible(state)) <= set(game.places(players))
    assert player.match.to_act in (None, *players)
    assert set(players) <= set(player.match.scores)
    json.dumps([game.public(state), in_english(game.shown.advice(state), game.name)])
    assert all(english(line, game.name) for line in game.shown.advice_lines(state))
    if player.match.outcome.over and game.outcome(state).over:
        assert player.match.to_act is None
        assert player.match.outcome.winners


def the_referee_would_find(player: RandomPlayer[Any], before: Any, shown_before: dict[str, Any]) -> None:
    """Among the explanations of what changed on the table there is one that leads to what is seen now."""
    game = player.match.game
    shown = game.visible(player.state)
    change = Change(tuple(_gone(shown, shown_before)), tuple(_gone(shown_before, shown)))
    if not change.appeared:  # what only left, or turned, may have more than one event behind it
        return
    found = game.camera.explain(before, change)
    ends = [verdict.after for action in found if (verdict := game.judge(before, action)).after is not None]
    ends += [game.judge(before, choice).after for action in found for choice in game.judge(before, action).choices]
    assert any(game.visible(end) == shown for end in ends), (
        f"{player.match.events[-1].action}: {change} explained as {list(map(str, found))}")


def _gone(one: dict[str, Any], other: dict[str, Any]) -> list[Any]:
    return [(place, card) for place, cards in one.items()
            for card in (Counter(cards) - Counter(other.get(place, ()))).elements()]


@every_game
def test_a_match_ends_and_its_record_judges_alike(name: str) -> None:
    player = default_table(GAMES[name], Random(f"end {name}"))
    actions = tuple(player.play(20_000))
    assert player.match.outcome.over
    assert player.match.outcome.winners
    record = new_record(name, player.match.table, actions)
    assert parse_record(str(record)) == record
    sitting = RecordJudge(parse_record(str(record)), english)
    rows = list(sitting.rows())
    assert {row["verdict"] for row in rows} <= {"ok", "warn"}
    assert sitting.summary()["scores"] == dict(player.match.outcome.scores)
    assert sitting.summary()["over"] is True


@every_game
def test_every_option_shows_in_the_rules_as_played(name: str) -> None:
    game = GAMES[name]
    usual = game.rules_text(game.parse_options({}))
    assert all(english(line, name) for line in usual)
    plain = game.parse_options({})
    # What partners share, for example, is worth a word only where there are partners.
    houses = [plain, *({**plain, other.name: value} for other in game.options for value in other_values(other))]
    for option in game.options:
        for value in other_values(option):
            page = game.rules_text
            assert any(page({**house, option.name: value}) != page(house) for house in houses), (
                f"{option.name}: {value} does not show")


def other_values(option: Any) -> list[Any]:
    if option.least is not None:
        return [option.default + 1]
    return list(option.values[1:])


@every_game
def test_states_are_frozen(name: str) -> None:
    player = default_table(GAMES[name], Random(f"frozen {name}"))
    for _ in player.play(30):
        pass
    assert all(is_frozen(part) for part in parts(player.state))


def parts(value: Any) -> Iterator[Any]:
    """The value and everything it holds."""
    yield value
    inside = [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else \
        list(value) if isinstance(value, tuple) else []
    for part in inside:
        yield from parts(part)


def is_frozen(value: Any) -> bool:
    return value.__dataclass_params__.frozen if is_dataclass(value) else not isinstance(value, list | set)


@every_game
def test_every_code_is_explained(name: str) -> None:
    for code in GAMES[name].codes:
        rule = rule_of(GAMES[name], code)
        assert code == code.upper()
        assert rule[0].isupper() or not rule[0].isalpha(), rule
        assert rule.endswith("."), rule


@every_game
def test_nothing_written_makes_judging_fall_over(name: str) -> None:
    """Any readable line gets a verdict in any position: judging never raises."""
    game, rng = GAMES[name], Random(f"noise {name}")
    player = default_table(game, rng)
    for _ in range(60):
        for verb in sorted(game.verbs):
            for text in noise(verb, player, rng):
                action = parse_action(text)
                verdict = game.judge(player.state, action)
                assert verdict.kind == "ok" or verdict.why, text
                assert set(verdict.codes) <= set(game.codes), f"{text}: {verdict.codes}"
                if verdict.after is not None:
                    json.dumps(game.public(verdict.after))
                    game.visible(verdict.after)
        if player.step() is None:
            break


def noise(verb: str, player: RandomPlayer[Any], rng: Random) -> list[str]:
    """Lines with this verb by anybody, with any card, most of them absurd."""
    cards = [str(card) for card in player.pack] + ["??", "+3", "<=2", "JK", "7H"]
    people = [*player.match.table.players, "table"]
    who, one, two = rng.choice(people), rng.choice(cards), rng.choice(cards)
    grammar = player.match.game.verbs[verb]
    words = [*grammar.words, *([""] if grammar.cards[0] == grammar.numbers[0] == 0 and not grammar.words else [])]
    words += [" ".join(["9"] * n) for n in grammar.numbers if n] + [" ".join(["0"] * n) for n in grammar.numbers if n]
    if grammar.cards != (0, 0):
        words += [one, f"{one} {two}", f"{one} on {people[0]}", f"{one} from stock", f"{one} take {two}",
                  f"{one} to 7", f"{one} = 12", f"{one} as 11"]
    if grammar.clauses == ("on",):
        words += [f"{' '.join(['2'] * grammar.numbers[0])} on {people[0]}"]
    return [f"{who} {verb} {word}".strip() for word in words]
