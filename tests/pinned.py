"""What the app says, one sentence a line, so that it can be compared word for word.

    python -m tests.pinned              write tests/pins/ anew; read the diff before committing it
    python -m tests.pinned collect      look for records that make the games say more, and write those anew too

`tests/pins/NAME.LANGUAGE.txt` holds what is said at a golden record, or at a record of `tests/pins`, line by line: of
each event only what was not said a moment before.  `GAME.rules.en.txt` is the rules page with every option,
`GAME.options.LANGUAGE.txt` what the options and the rules behind verdicts are called, `texts.LANGUAGE.txt` everything
else that the screens say.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.log.session import Session, SessionStore
from companion.sheets.result_rows import result_view
from companion.sitting.table_page import TablePage, needed, table_view, told_of
from companion.words import texts
from companion.words.speaker import english
from rules import GAMES, Action, Game, Record, Table, Verdict, new_record, parse_record
from rules.checks.planted_faults import occasions
from rules.core.options import COMMON_OPTIONS, Option, common_options, remedy_text
from rules.core.panel import Panel
from rules.core.people import random_player

TESTS = Path(__file__).parent
GOLDEN, PINS = TESTS / "golden", TESTS / "pins"
LANGUAGES = ("en", "de")
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")


def records() -> list[Path]:
    return sorted([*GOLDEN.glob("*.tally"), *PINS.glob("*.tally")], key=lambda path: path.stem)


def said_at(record: Path, language: str) -> list[str]:
    """What the app says at a record: its lines, and under each what was not said a moment before.  Of the records
    that only collect sentences the panel is left out."""
    texts.use_language(language)
    try:
        return list(_said_at(parse_record(record.read_text(encoding="utf-8")), record.parent == GOLDEN))
    finally:
        texts.use_language("en")


def _said_at(record: Record, with_panel: bool) -> Iterator[str]:
    session = SessionStore(":memory:").create(record.game, record.table())
    before: set[str] = set()
    for line in record.events:
        yield line.text
        if line.is_undo:
            session.undo()
        elif line.action is not None and line.action.verb in session.match.game.verbs:
            session.append(line.action)
        else:
            yield f"  unreadable: {texts.pretty(line.error or '')}"
            continue
        now = list(dict.fromkeys(_table_says(session, with_panel)))
        yield from (f"  {sentence}" for sentence in now if sentence not in before)
        before = set(now)
    yield "the score sheet"
    yield from (f"  {sentence}" for sentence in _sheet_says(session))


def _table_says(session: Session, with_panel: bool) -> Iterator[str]:
    """What the table screen says now: of the last event, what is asked, and everything else on the panel."""
    told = told_of(session.match, session.entries[-1]) if session.entries else None
    if told:
        yield from (f"{name}: {said}" for name, said in (
            ("told", told.text), ("why", told.why), ("rule", told.rule)) if said)
    question = needed(session)
    if question:
        yield f"question: {question.text}"
        yield from (f"choice: {choice.text}" for choice in question.choices)
    if with_panel:
        yield from _screen_says(table_view(session))


def _screen_says(view: TablePage) -> Iterator[str]:
    yield f"turn: {view.turn_text}"
    yield from (f"offer: {choice.text}" for choice in view.announcements)
    yield from _panel_says(view.panel)


def _panel_says(panel: Panel[str]) -> Iterator[str]:
    if panel.hero:
        yield f"hero: {panel.hero.text} | {panel.hero.label}"
    yield from (f"fact: {fact.label} | {texts.pretty(fact.text)}" for fact in panel.facts)
    for tile in panel.tiles:
        yield "tile: " + " | ".join(filter(None, (tile.title, tile.text, tile.note, tile.badge)))
        yield from (f"row: {word} | {' '.join(token.text for token in tokens)}" for word, tokens in tile.rows)
    yield from (f"pile: {pile.place}" for pile in panel.piles)
    yield from (f"hint: {texts.pretty(line)}" for line in panel.lines)


def _sheet_says(session: Session) -> Iterator[str]:
    view = result_view(session)
    yield f"{view.title} | {view.headline}"
    yield from (f"{row.kind}: {row.text} | {' | '.join(row.cells)}" for row in view.rows)


# -- what games say of themselves, and the screens ------------------------------------------------


def rules_of(game: Game[Any]) -> list[str]:
    return list(_rules_of(game))


def _rules_of(game: Game[Any]) -> Iterator[str]:
    """The rules page in English, then for each choice of an option what reads otherwise."""
    def page(chosen: dict[str, str]) -> list[str]:
        rules = game.rules_text(game.parse_options(chosen))
        return [*(english(line, game.name) for line in rules), english(remedy_text(chosen), game.name)]

    plain = page({})
    yield from plain
    for option in (*game.options, *COMMON_OPTIONS):
        for value in _values(option)[1:]:
            yield f"{option.name}: {value}"
            yield from (f"  {line}" for line in page({option.name: value}) if line not in plain)


def _values(option: Option) -> list[str]:
    """The choices as written, the default first; of a number its bounds."""
    if option.least is not None:
        return [str(option.default), *(str(n) for n in (option.least, option.most) if n not in (None, option.default))]
    return [texts.plain(value) for value in option.values]


def options_of(game: Game[Any], language: str) -> list[str]:
    """What the options of a game, their values, and the rules behind its verdicts are called."""
    texts.use_language(language)
    said = [f"option {option.name}: {texts.option_name(game, option)}: {texts.option_text(game, option)}"
            for option in (*game.options, *COMMON_OPTIONS)]
    said += [f"option {option.name}.{value}: {texts.option_value(option.name, value)}"
             for option in (*game.options, *COMMON_OPTIONS) for value in map(texts.plain, option.values)]
    said += [f"rule {code}: {texts.pretty(texts.rule_text(game, code))}" for code in game.codes]
    texts.use_language("en")
    return sorted([*said, f"places: {', '.join(map(texts.place_name, game.places(NAMES[:game.min_players])))}",
                   f"seats: {texts.seats(game.min_players, game.max_players)}"] if language == "en" else said)


def screens_say(language: str) -> list[str]:
    """Every text of the screens by its name."""
    names = texts.translatable()
    texts.use_language(language)
    said = [line for name in names for line in _spelled(name, getattr(texts, name))]
    texts.use_language("en")
    return sorted(said)


def _spelled(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _spelled(f"{name}.{key}", part)
    elif isinstance(value, tuple | list):
        for number, part in enumerate(value, 1):
            yield from _spelled(f"{name}.{number}", part)
    else:
        yield f"{name}: {value}"


Say = Callable[[], list[str]]


def all_pins() -> dict[str, Say]:
    """Every file of sentences and what makes them."""
    pins: dict[str, Say] = {f"{game.name}.rules.en": partial(rules_of, game) for game in GAMES.values()}
    for language in LANGUAGES:
        pins |= {f"{record.stem}.{language}": partial(said_at, record, language) for record in records()}
        pins |= {f"{game.name}.options.{language}": partial(options_of, game, language) for game in GAMES.values()}
        pins[f"texts.{language}"] = partial(screens_say, language)
    return pins


def write_pins() -> None:
    PINS.mkdir(exist_ok=True)
    wanted = {PINS / f"{name}.txt": say for name, say in all_pins().items()}
    for stale in set(PINS.glob("*.txt")) - set(wanted):
        stale.unlink()
    for path, say in wanted.items():
        path.write_text("\n".join(say()) + "\n", encoding="utf-8")


# -- records that make the games say much ---------------------------------------------------------

EVENTS, FAULTS = 90, 60  # honest actions of a sitting, and most faults tried after one of them


@dataclass
class _Heard:
    """The shapes of sentences that were heard already: names, numbers and cards put aside."""

    shapes: set[str]

    def is_new(self, verdict: Verdict, game: str) -> bool:
        told = {re.sub(r"\b([A2-9TJQK]|10)?[CDHS]\b|\d+|\b(Ace|King|Queen|Jack)s?\b|\b(clubs|spades|hearts|diamonds)\b"
                       rf"|\b({'|'.join(NAMES)})\b", "~", said)
                for said in (" ".join(verdict.codes) + ": " + english(verdict.why, game),
                             *(english(change, game) for change in verdict.changes))}
        told = {re.sub(r"~(\W*(and )?~)+", "~", shape) for shape in told}
        is_new = not told <= self.shapes
        self.shapes |= told
        return is_new


def collect() -> None:
    """Write, for each game, records of random sittings under its options whose verdicts say something new."""
    for stale in PINS.glob("*.tally"):
        stale.unlink()
    for game in GAMES.values():
        heard, number = _Heard(set()), 0
        for options in _houses(game):
            for players in sorted({game.min_players, min(game.max_players, 4), min(game.max_players, 3)}):
                if players < game.min_players:
                    continue
                actions = _sitting(game, players, options, heard)
                if actions:
                    number += 1
                    table = Table(NAMES[:players], NAMES[players - 1], options)
                    path = PINS / f"{game.name}_said_{number:02}.tally"
                    path.write_text(str(new_record(game.name, table, tuple(actions))), encoding="utf-8")


def _houses(game: Game[Any]) -> Iterator[dict[str, str]]:
    yield {}
    for option in (*game.options, *COMMON_OPTIONS):
        for value in _values(option)[1:]:
            yield {option.name: value}


def _sitting(game: Game[Any], players: int, options: dict[str, str], heard: _Heard) -> list[Action]:
    """Up to the last action that says something new: honest actions, and the faults that do, each
    without an effect; [] where nothing is new."""
    try:
        table = Table(NAMES[:players], NAMES[players - 1], options)
        player = random_player(game, table, Random(f"{players} {options}"))
        common_options(options)
    except ValueError:
        return []
    actions: list[Action] = []
    length = 0
    for action in player.play(EVENTS):
        actions.append(action)
        if heard.is_new(player.match.events[-1].verdict, game.name):
            length = len(actions)
        for fault in itertools.islice(occasions(player), FAULTS):
            verdict = game.judge(player.state, fault.action)
            has_effect = verdict.applies or verdict.otherwise is not None or "remedy" in options
            if not has_effect and heard.is_new(verdict, game.name):
                actions.append(fault.action)
                length = len(actions)
    return actions[:length]


if __name__ == "__main__":
    if sys.argv[1:] == ["collect"]:
        collect()
    write_pins()
