"""`companion games [NAME]`: the games with their options and defaults; one game's rules as played."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from companion.commands.output import escape, print_json
from companion.words.speaker import english, help_of, rule_of
from rules import GAMES, Game, SetupError
from rules.core.errors import quoted
from rules.core.options import COMMON_OPTIONS, Option, remedy_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="one game: its rules as played")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule, with NAME")
    parser.add_argument("--json", action="store_true", help="JSON Lines on stdout")


def run(args: argparse.Namespace) -> int:
    """Describe all games, or one with these options."""
    options = parse_option_words(args.option)
    games = [game_named(args.name)] if args.name else list(GAMES.values())
    if args.json:
        for game in games:
            print_json(game_described(game, options if args.name else {}))
    elif args.name:
        show_game(games[0], options)
    else:
        show_games(games)
    return 0


def game_named(name: str) -> Game[Any]:
    """The game; SetupError lists the ones there are."""
    if name not in GAMES:
        raise SetupError(f"There is no game {quoted(name)}; the games are {', '.join(GAMES)}.")
    return GAMES[name]


def parse_option_words(words: list[str]) -> dict[str, str]:
    """["target=100"] to {"target": "100"}."""
    pairs = [word.partition("=") for word in words]
    bad = next((word for word, (_, equals, _value) in zip(words, pairs, strict=True) if not equals), None)
    if bad is not None:
        raise SetupError(f"Write an option as name=value, not {quoted(bad)}.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def game_described(game: Game[Any], options: dict[str, str]) -> dict[str, Any]:
    """One game as JSON; `rules`: as played with these options."""
    return {
        "game": game.name, "title": game.title, "players": [game.min_players, game.max_players],
        "rules": rules_as_played(game, options), "verbs": sorted(game.verbs),
        "codes": {code: rule_of(game, code) for code in game.codes},
        "options": [{"name": o.name, "default": o.default, "values": list(o.values), "help": help_of(game, o)}
                    for o in (*game.options, *COMMON_OPTIONS)],
    }


def rules_as_played(game: Game[Any], options: dict[str, str]) -> list[str]:
    """The rules in sentences, the options worked in; SetupError for an option or a value there is not."""
    rules = game.rules_text(game.parse_options(options))
    return [*(english(line, game.name) for line in rules), english(remedy_text(options), game.name)]


def show_games(games: list[Game[Any]]) -> None:
    """A line a game."""
    console = Console(highlight=False, soft_wrap=True)
    for game in games:
        console.print(f"[bold]{game.name}[/]  {game.title}, {players_of(game)} players")
        for option in (*game.options, *COMMON_OPTIONS):
            console.print("    " + escape(option_line(game, option)))


def show_game(game: Game[Any], options: dict[str, str]) -> None:
    """One game, its options and its rules as this table plays them."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"[bold]{game.title}[/], {players_of(game)} players\n")
    for line in rules_as_played(game, options):
        console.print(escape(line))
    console.print("\n[bold]Options[/] (the default in brackets)")
    for option in (*game.options, *COMMON_OPTIONS):
        console.print("  " + escape(option_line(game, option)))
    console.print("\n[bold]What the companion says[/]")
    for code in sorted(game.codes):
        console.print(f"  {code}  [dim]{escape(rule_of(game, code))}[/]")


def players_of(game: Game[Any]) -> str:
    """"2 players", "2 to 6 players"."""
    least, most = game.min_players, game.max_players
    return str(least) if least == most else f"{least} to {most}"


def option_line(game: Game[Any], option: Option) -> str:
    """An option with its values and what it decides."""
    default = str(option.default).lower() if isinstance(option.default, bool) else option.default
    help_ = help_of(game, option)
    what = help_[:1].upper() + help_[1:].rstrip(".")
    return f"{option.name} [{default}]: {what}. Choose {option.choices}."
