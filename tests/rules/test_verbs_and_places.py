"""What each game says of its verbs and places: the same facts that cameras, films and questions go by."""

from __future__ import annotations

import pytest

from rules import GAMES, parse_action
from rules.core.places import Place, owned
from rules.core.verbs import Verb

NAMES = ("Ann", "Bob", "Cal", "Deb")


def having(fact: str, value: object = True) -> dict[str, set[str]]:
    """Game -> its verbs of which the fact is so, games without any left out."""
    found = {name: {verb.name for verb in game.verbs.values() if getattr(verb, fact) == value}
             for name, game in GAMES.items()}
    return {name: verbs for name, verbs in found.items() if verbs}


def test_every_verb_of_a_game_can_be_read() -> None:
    for game in GAMES.values():
        for name, verb in game.verbs.items():
            assert name == verb.name
            follows = [*verb.words[:1], *(["2"] * verb.numbers[0]), *(["7H"] * verb.cards[0])]
            line = " ".join(["Ann", name, *follows])
            assert str(parse_action(line)) == line


def test_people_forget_to_knock_and_the_next_card_tells() -> None:
    assert having("unsaid", "often")["thirteen"] == {"knock"}
    assert having("unsaid", "sometimes")["friend_or_foe"] == {"pass"}


def test_friend_and_foe_are_cried_with_cards() -> None:
    assert having("is_cried")["friend_or_foe"] == {"friend", "foe"}


def test_games_in_which_cards_go_down_together() -> None:
    together = having("together")
    assert together["canasta"] == {"meld", "add"}
    assert together["thirteen"] == {"play"}
    assert together["friend_or_foe"] == {"play", "foe"}


def test_a_roll_is_told_by_dice() -> None:
    assert having("told_by", "dice")["friend_or_foe"] == {"roll"}


def test_a_set_is_laid_in_order_once_all_have_passed() -> None:
    assert having("entry", "order")["pemberley"] == having("afterwards")["pemberley"] == {"set"}


def test_hands_are_laid_aside() -> None:
    assert having("aside")["never_over"] == {"retire", "show"}


@pytest.mark.parametrize(("game", "place", "lie", "owner"), [
    ("limbo", "pile", "squared", ()), ("never_over", "discards", "row", ()),
    ("never_over", "red:Cal", "spread", ("Cal",)),
    ("page_one", "trick", "centred", ()), ("scopa", "board", "spread", ()),
    ("scopa", "captured:Ann+Cal", "squared", ("Ann", "Cal")),
    ("canasta", "meld:Ann+Cal", "columns", ("Ann", "Cal")), ("canasta", "red:Bob+Deb", "spread", ("Bob", "Deb")),
    ("pemberley", "sets:Bob", "spread", ("Bob",)), ("friend_or_foe", "pile", "squared", ()),
])
def test_how_cards_lie_and_whose_they_are(game: str, place: str, lie: str, owner: tuple[str, ...]) -> None:
    found = GAMES[game].places(NAMES[:min(GAMES[game].max_players, 4)])[place]
    assert (found.lie, found.owner) == (lie, owner)


def test_captured_cards_lie_face_down() -> None:
    down = {place.kind for game in GAMES.values() for place in game.places(NAMES[:game.max_players]).values()
            if place.face_down}
    assert down == {"captured"}


def test_a_partners_place_bears_both_names() -> None:
    assert owned("meld", "Ann", "Cal", lie="columns") == Place("meld:Ann+Cal", "columns", ("Ann", "Cal"))
    assert not Verb("stuck").is_cried
