"""A game says everything about itself: nothing outside its package names it, its verbs or its places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules import GAMES

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "calibration", "vision", "companion", "models")
EVERY_GAMES = {"deal", "start", "play", "pass", "show", "peg", "reshuffle", "roll", "undo"}  # verbs of no single game
STOCK = "stock"  # what is drawn from lies on the table in whichever game, and is called so in every record
PLAYERS = tuple("Ann Bob Cal Dee Eve Fay".split())
VERBS = {verb for game in GAMES.values() for verb in game.verbs} - EVERY_GAMES
PLACES = {place.kind for game in GAMES.values() for place in game.places(PLAYERS[:game.min_players]).values()} - {STOCK}
NAMED = re.compile(rf"\b({'|'.join((*GAMES, *(game.title for game in GAMES.values())))})\b")

NOT_THE_GAME = {  # the pack of that name, which is printed and read like the Italian one
    "companion/sheets/pack.py: Never Over",
}
SOMETHING_ELSE = {  # words that are verbs or kinds of places of games, and something else there
    "companion/filming/lying_cards.py: stock",  # the place, not what Limbo says of it
    "models/training/export.py: out",  # what a network gives
    "companion/club/room_app.py: board",  # a page of the club's server
    "companion/sharing/spectators.py: board",  # what the page is told of the score board
    "companion/filming/faces.py: green", "companion/filming/faces.py: red",  # colours
    "companion/filming/other_maker/pack.py: green", "companion/filming/other_maker/pack.py: red",
    "rules/core/cards.py: green", "rules/core/cards.py: red",
    "companion/screens/table_questions.py: sets", "companion/widgets/card_sheets.py: sets",  # a sheet of that name
    "models/drawing/card_scenes.py: meld", "models/drawing/card_scenes.py: pile",  # how a drawn scene is laid
}
OTHER_MAKER = {  # the second way to draw films stays as it was written, so that figures from its films can be compared
    *(f"companion/filming/other_maker/ground.py: {kind}"
      for kind in ("board", "meld", "pile", "red", "starter", "trick")),
    "companion/filming/other_maker/reaching.py: captured", "companion/filming/other_maker/reaching.py: trick",
}
LET_BE = NOT_THE_GAME | SOMETHING_ELSE | OTHER_MAKER


def strings_of(tree: ast.AST) -> Iterator[ast.Constant]:
    """Every string of a module that is no docstring."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node


def values(nodes: list[ast.expr]) -> set[object]:
    return {node.value if isinstance(node, ast.Constant) else node for node in nodes}


def verbs_asked_for(tree: ast.AST) -> Iterator[str]:
    """Verbs of single games that are compared with, made actions of, given a name, or listed among other verbs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and "verb" in ast.unparse(node.left):
            for part in node.comparators:
                yield from sorted({each.value for each in ast.walk(part) if isinstance(each, ast.Constant)} & VERBS)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Action":
            yield from sorted(values(node.args[1:2]) & VERBS)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").isupper():
            yield from sorted(values([node.value]) & VERBS)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and values(node.elts) <= VERBS | EVERY_GAMES:
            yield from sorted(values(node.elts) & VERBS)


def named_in(path: Path) -> Iterator[str]:
    """Games, and verbs and places of single games, that a module names as strings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in strings_of(tree):
        yield from NAMED.findall(node.value)
        if (kind := node.value.rstrip(":")) in PLACES:
            yield kind
    yield from verbs_asked_for(tree)


def named() -> set[str]:
    return {f"{path.relative_to(ROOT).as_posix()}: {name}" for room in ROOMS for path in (ROOT / room).rglob("*.py")
            if not path.is_relative_to(ROOT / "rules/games") for name in named_in(path)}


def test_nothing_outside_the_games_names_a_game() -> None:
    assert sorted(named() - LET_BE) == []


def test_what_is_let_be_is_there() -> None:
    assert sorted(LET_BE - named()) == []


def test_no_screen_is_laid_out_for_a_game_and_no_common_catalogue_names_one() -> None:
    files = [*(ROOT / "companion").rglob("*.kv"), *(ROOT / "companion/words").glob("*.ftl"),
             *(ROOT / "rules/words").glob("*.ftl"), *(ROOT / "companion/languages").glob("*.toml")]
    found = {f"{path.name}: {name}" for path in files for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(files) > 30
    assert found - {"en.toml: Never Over", "de.toml: Never Over"} == set()  # the pack
