"""Hands that lie open before their players: told where they are whole and sure, else asked about with one touch."""

from __future__ import annotations

from companion.following.live_table import LiveTable
from companion.following.messages import Asked, TableMessage
from companion.following.seats import Seats
from companion.log.session import SessionStore
from rules import Table, parse_action, parse_cards
from tests.companion.test_live import LAYOUT, PILE
from tests.fake_table import FPS, FakeTable, fake_calibration
from vision.looker import steady

HAND = "TH 7C 7H KC"
STUCK = ("table start 8S = 93", "Ann play KH = 3", "Bob play 2D = 1", "Ann stuck")
SEATS = {"Ann": (0.0, 600.0), "Bob": (0.0, -600.0)}
BEFORE = {"Ann": 205.0, "Bob": -205.0}  # mm; rows of cards, outside of all places


class Evening:
    """Limbo on a drawn table; Ann can play no more, and has four cards.  seats: whether it is known who sits where."""

    def __init__(self, lines: tuple[str, ...] = STUCK, seats: bool = True) -> None:
        self.table, self.session = FakeTable(), SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
        for line in lines:
            assert self.session.append(parse_action(line)).applies
        for card in ("8S", "KH", "2D"):
            self.table.lay(card, PILE)
        self.live = LiveTable(self.session, self.table, fake_calibration(), layout=LAYOUT, clock=steady,
                              seats=Seats.told(SEATS) if seats else None)
        self.run()

    def run(self, seconds: float = 2.0) -> list[TableMessage]:
        return [message for _ in range(round(seconds * FPS)) for message in self.live.see(self.table.frame())]

    def lay_open(self, cards: str, player: str = "Ann", first: int = 0) -> list[TableMessage]:
        """Cards laid in a row before a player, and a while after it."""
        for k, card in enumerate(cards.split(), first):
            self.table.lay(card, (-120.0 + 36 * k, BEFORE[player]))
        return self.run(6.0)

    def log(self) -> list[str]:
        return [str(action) for action in self.session.actions()]


def test_a_hand_that_lies_open_is_told_without_a_touch() -> None:
    evening = Evening()
    asked = [m for m in evening.lay_open(HAND) if isinstance(m, Asked)]
    assert asked == []
    assert evening.log()[len(STUCK):] == [f"Ann show {HAND}"]
    assert evening.session.rows[-1].source == "camera"
    assert evening.run(6.0) == []


def test_a_part_of_a_hand_waits_for_the_rest() -> None:
    evening = Evening()
    evening.lay_open("TH 7C 7H")
    assert evening.log() == list(STUCK)
    assert evening.live.question is None
    assert evening.live.laid_open("Ann") == parse_cards("TH 7C 7H")
    assert evening.live.laid_open("Bob") == ()
    evening.lay_open("KC", first=3)
    assert evening.log()[-1] == f"Ann show {HAND}"


def test_the_hand_of_somebody_else_is_not_the_one_that_is_waited_for() -> None:
    evening = Evening()
    evening.lay_open(HAND, player="Bob")
    assert evening.log() == list(STUCK)
    assert evening.live.question is None
    assert evening.live.laid_open("Ann") == ()


def test_nobody_shows_a_hand_while_the_game_waits_for_none() -> None:
    evening = Evening(lines=STUCK[:-1])
    evening.lay_open(HAND)
    assert evening.log() == list(STUCK[:-1])
    assert evening.live.question is None


def question_after(evening: Evening) -> list[str]:
    """What may be answered once the hand lies open."""
    asked = [m for m in evening.lay_open(HAND) if isinstance(m, Asked)]
    assert evening.log() == list(STUCK)
    return [str(action) for message in asked for action in message.question.candidates]


def test_where_nobody_knows_who_sits_where_one_touch_tells_whose_hand_it_is() -> None:
    evening = Evening(seats=False)
    assert question_after(evening) == [f"Ann show {HAND}"]
    assert evening.live.question is not None
    evening.live.answer(evening.live.question.id, evening.live.question.candidates[0])
    assert evening.log()[-1] == f"Ann show {HAND}"


def test_what_was_no_hand_is_not_asked_about_again() -> None:
    evening = Evening(seats=False)
    assert question_after(evening)
    assert evening.live.question is not None
    evening.live.answer(evening.live.question.id, None)
    assert [m for m in evening.run(8.0) if isinstance(m, Asked)] == []
    assert evening.log() == list(STUCK)


def test_a_card_that_may_be_another_is_asked_about() -> None:
    evening = Evening()
    evening.table.lay("7C", (40.0, BEFORE["Ann"]), reads=(("7C", 0.6), ("7S", 0.4)))
    asked = [m for m in evening.lay_open("TH 7H KC") if isinstance(m, Asked)]
    assert evening.log() == list(STUCK)
    assert len(asked) == 1


def test_a_hand_that_proves_its_player_wrong_is_asked_about() -> None:
    evening = Evening()
    asked = [m for m in evening.lay_open("TH 7C 7H AC") if isinstance(m, Asked)]  # an Ace fits on 1
    assert [str(action) for m in asked for action in m.question.candidates] == ["Ann show TH 7C 7H AC"]
    assert evening.log() == list(STUCK)


