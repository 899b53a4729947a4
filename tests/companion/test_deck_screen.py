"""A pack of one's own: described by touching its cards or showing them, kept, and played with."""

# ruff: noqa: F401, F811 (fixtures are imported, and named as arguments)
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_camera_screen import files, hands, opened, pictures, pytestmark, store
from test_survey import LAYOUT, TwoCards

from calibration import CalibrationError, load_deck
from companion.device.own_decks import BRIDGE_MM, MOST_PACKS, PRINTED, DeckDraft, draft_of
from companion.device.tables import TableFiles
from companion.log.session import SessionStore
from companion.sitting.screen_pictures import outline_mark
from companion.sitting.survey import SurveyView
from companion.sitting.table_page import faces
from companion.tools.fingers import Hands
from companion.words import texts
from vision.reading.card_reader import NoReader

if TYPE_CHECKING:
    from companion.screens.deck import DeckScreen


def test_a_known_pack_comes_back_from_its_draft() -> None:
    for name, game in (("standard", "limbo"), ("improvised", "never_over"), ("two-packs", "canasta")):
        deck = load_deck(name)
        made = draft_of(deck, deck.title).profile(game)
        assert dict(made.cards) == dict(deck.cards)
        assert dict(made.copies) == dict(deck.copies)


@given(st.lists(st.tuples(st.sampled_from(PRINTED), st.sampled_from([*faces("never_over"), ""])), max_size=30))
def test_the_last_word_on_a_card_counts(said: list[tuple[str, str]]) -> None:
    draft = DeckDraft()
    for printed, card in said:
        draft = draft.meaning(printed, card)
    assert {printed: draft.meaning_of(printed) for printed, _ in said} == dict(said)


@pytest.mark.parametrize(("draft", "game", "says"), [
    (draft_of(load_deck("standard")), "limbo", "a name"),
    (DeckDraft("Ours"), "limbo", "No card stands"),
    (draft_of(load_deck("improvised"), "Ours").meaning("KD", ""), "never_over", "stands for ≤0"),
    (draft_of(load_deck("standard"), "Ours"), "scopa", "no 8♣"),
])
def test_what_is_missing_is_said_in_one_sentence(draft: DeckDraft, game: str, says: str) -> None:
    with pytest.raises(CalibrationError) as refused:
        draft.profile(game)
    assert says in texts.fault_text(refused.value)


def test_more_packs_mean_more_of_every_card() -> None:
    draft = draft_of(load_deck("standard"), "Two").of_packs(2)
    assert dict(draft.profile("canasta").copies) == dict(load_deck("two-packs").copies)
    assert DeckDraft().of_packs(0).packs == 1
    assert DeckDraft().of_packs(99).packs == MOST_PACKS


def make(hands: Hands, game: str) -> None:
    hands.app.choose_game(game)
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    hands.app.setup.ids.source.text = "1"
    hands.app.setup.make_deck()
    hands.wait(lambda: hands.app.manager.current == "deck" and not hands.app.manager.transition.is_active)
    hands.frames(3)


def cell(printed: str, meaning: str) -> str:
    return f"{texts.card_text(printed)}\n{texts.card_text(meaning) if meaning else '–'}"


def test_a_pack_is_described_by_touch_kept_and_chosen(hands: Hands, files: TableFiles, store: SessionStore) -> None:
    make(hands, "never_over")
    hands.tap_text("+4")
    for printed in ("5C", "5S"):
        hands.tap_text(cell(printed, ""))
    hands.tap_text(cell("4C", "+4"))  # once more: out
    hands.tap_text(texts.CARD_SIZE.format(63, 88))
    hands.tap_text(texts.KEEP_DECK)
    assert hands.app.screen("deck").problem == "Give the pack a name first."
    hands.app.screen("deck").ids.title.text = "Fives are fours"
    hands.tap_text(texts.KEEP_DECK)
    hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)
    deck = load_deck(files.deck("Fives are fours"))
    assert (deck.game_card("5C"), deck.game_card("5S"), deck.game_card("4C")) == ("+4", "+4", "4C")
    assert deck.size_mm == BRIDGE_MM
    assert hands.app.setup.ids.deck.value == str(files.deck("Fives are fours"))
    assert hands.app.setup.ids.deck.shown == "Fives are fours"
    hands.app.setup.ids.source.text = ""
    hands.tap_text(texts.BEGIN)
    hands.wait(lambda: hands.app.table.view is not None)
    assert store.sessions()[0].deck == str(files.deck("Fives are fours"))
    assert hands.app.settings.decks == {"never_over": str(files.deck("Fives are fours"))}


def read_cards(hands: Hands) -> DeckScreen:
    """The screen on which cards that lie before the camera are being read."""
    hands.tap_text(texts.SHOW_CARDS)
    shown: DeckScreen = hands.app.screen("deck")
    hands.wait(lambda: shown.camera.texture is not None)
    hands.tap_text(texts.READ_THEM)
    return shown


def test_cards_shown_to_the_camera_stand_for_what_was_chosen(hands: Hands) -> None:
    make(hands, "never_over")
    hands.tap_text("≤3")
    shown = read_cards(hands)
    hands.wait(lambda: shown.draft.meaning_of("9H") == "<=3")
    assert shown.draft.meaning_of("AC") == "<=3"
    assert "9♥" in shown.help
    hands.tap_text(texts.BACK_TO_CARDS)
    assert hands.button(cell("9H", "<=3"))


def test_cards_once_read_keep_their_meaning_when_another_is_chosen(hands: Hands) -> None:
    make(hands, "never_over")
    hands.tap_text("≤3")
    shown = read_cards(hands)
    hands.wait(lambda: shown.draft.meaning_of("9H") == "<=3")
    hands.tap_text("≤0")
    shown.show(SurveyView(None, LAYOUT, marks=(outline_mark(np.zeros((4, 2)), "9H", True),), read=("AC", "9H")))
    assert shown.draft.meaning_of("9H") == "<=3"


def test_where_no_card_is_read_it_is_said(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TwoCards, "read", NoReader.read)
    make(hands, "never_over")
    shown = read_cards(hands)
    hands.wait(lambda: shown.help == texts.NO_CARD_READ)


def test_in_other_games_a_card_may_stand_for_another(hands: Hands) -> None:
    make(hands, "scopa")
    hands.tap_text(texts.STANDS_FOR)
    hands.tap_text("♦", hands.app.screen("deck").ids.body)
    hands.tap_text("J", hands.app.screen("deck").ids.body)
    hands.tap_text(cell("8D", "8D"))
    assert hands.app.screen("deck").draft.meaning_of("8D") == "JD"
