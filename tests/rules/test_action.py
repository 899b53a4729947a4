"""The one-line text of an event: what can be read, what is written back, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, Action, NotationError, parse_action, parse_event
from rules.core.action import TABLE
from rules.core.cards import JOKER, UNKNOWN, Card, standard_pack

EXAMPLES = [
    "table start 6D = 95", "Ann play 9C = 86", "Bob stuck", "Ann play <=2 on Bea", "Ann play 7D take 2C 5H",
    "Ann play 5C from stock = 18", "Ann draw", "Ann draw 2", "Ann meld 7C 7D 7H", "Ann add 7S 2C to 7", "Ann ask",
    "Ann ask 3C", "Bob friend KD", "Bob answer yes", "Ann say page one", "Ann roll 2 5", "Ann retire 3", "Ann peg 5",
    "Ann set 3C 4C = 12", "Ann set 3C = -2", "table deal", "table deal 2C 5H 7D KS", "Ann play AS as 11 = 90",
    "Ann play AS = 90", "Ann play AS +3", "Ann show ?? ??", "Ann play 6S/red", "Ann discard JK !", "Ann play 6C = 90 !",
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_written_back_as_read(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(("loose", "strict"), [
    ("Ann  play   10c=86", "Ann play TC = 86"), ("Ann PLAY 9c = 86!", "Ann play 9C = 86 !"),
    ("Ann play ≤3 on Bob", "Ann play <=3 on Bob"), ("Ann set 3C = −2", "Ann set 3C = -2"),
    ("Ann discard jk2", "Ann discard JK"), ("Ann say Page One", "Ann say page one"),
    ("Ann play as", "Ann play AS"), ("Ann play as as 1", "Ann play AS as 1"),
])
def test_other_spellings(loose: str, strict: str) -> None:
    assert str(parse_action(loose)) == strict


@pytest.mark.parametrize(("text", "sentence"), [
    ("Ann", "An event is a player and what he did"), ("Ann flies", "'flies' is not something a player can do"),
    ("Ann play", "After 'play' comes a card"), ("Ann play 1H", "'1H' is not a card"),
    ("Ann play 7H = many", "'many' after '=' is not a number"), ("Ann play 7H =", "Something is missing after '='"),
    ("Ann play 7H on Bob Cal", "Only one word can follow 'on'"), ("Ann play 7H = 5 on Bob", "'on' is out of place"),
    ("Ann stuck 7H", "Nothing can follow 'stuck'"), ("Ann roll 2", "two numbers"), ("Ann draw 7H", "one number"),
    ("Ann say hello", "page one"), ("Ann answer maybe", "yes or no"), ("Ann play 7H take", "missing after 'take'"),
])
def test_refused_with_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert sentence in str(caught.value)


# -- parse_action(str(a)) == a for every action ---------------------------------------------------

cards = st.sampled_from([*standard_pack(), JOKER, UNKNOWN, Card("+3"), Card("<=0"), Card("6S", "red")])
card_lists = st.lists(cards, min_size=1, max_size=5).map(tuple)
words = st.sampled_from(["", "Bob", "stock", "7"])


@st.composite
def actions(draw: st.DrawFn) -> Action:
    verb = draw(st.sampled_from([verb for game in GAMES.values() for verb in game.verbs.values()]))
    least, most = verb.numbers
    numbers = tuple(draw(st.lists(st.integers(0, 99), min_size=least, max_size=most)))
    return Action(
        draw(st.sampled_from([TABLE, "Ann", "Zoë"])), verb.name,
        cards=() if verb.cards == (0, 0) or numbers else draw(card_lists), numbers=numbers,
        words=draw(st.sampled_from(verb.words)) if verb.words else "",
        on=draw(words), source=draw(words), take=draw(st.one_of(st.just(()), card_lists)), to=draw(words),
        as_value=draw(st.none() | st.integers(0, 50)), announced=draw(st.none() | st.integers(-500, 500)),
        stands=draw(st.booleans()),
    )


@given(actions())
def test_every_action_is_read_as_it_was_written(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("shape", [
    "Ann {}", "Ann play {}", "Ann draw {}", "Ann set 3C = {}", "Ann play AS as {}",
    "Ann play 7H to {} from {}", "{} play 7H", "Ann ask {}"])
@pytest.mark.parametrize("written", ["9" * 5000, "x" * 5000, "\x1b[2J\u202e" * 99])
def test_a_fault_says_back_at_most_eighty_letters(shape: str, written: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_event(shape.format(written, written), frozenset(("Ann", "Bob")))
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()
