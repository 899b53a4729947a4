"""What an event of Friend or Foe means: rolls, discards, calls and attacks (RULES 8.1 to 8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import UNKNOWN, Card
from rules.core.faults import face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import left_of
from rules.core.verdict import Judging, Verdict, illegal, ok, unless, warn, which_card
from rules.games.friend_or_foe.calls import was_wrong, with_proof, wrong_asks_fault
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.matching import (
    helper_ranks,
    helper_sentence,
    match_fault,
    matches_among,
    rolled,
    with_article,
)
from rules.games.friend_or_foe.state import (
    PIPS,
    Ask,
    Half,
    Roll,
    State,
    after_deal,
    collected_of,
    hand_sizes,
    revealed,
    takes_pile,
    turn_over,
    unseen,
    with_discard,
    won_of,
)


def possible(state: State) -> Iterator[Action]:
    """What could be done with cards that each player may hold."""
    if state.phase == "rolled" and state.dice:
        yield from _after_roll(state, state.dice)
    if state.half:
        yield from (Action(state.half.player, "play", match) for match in
                    matches_among(unseen(state, state.half.player), state.half.dice, state.house))
    others = [name for name in state.players if name != state.turn]
    if state.phase == "asked":
        yield from _answers(state, others)
        yield Action(state.turn, "pass")
    if state.phase in ("passed", "asked") and state.dice:
        yield from (Action(name, "foe", match) for name in others
                    for match in matches_among(unseen(state, name), state.dice, state.house))


def _answers(state: State, others: Sequence[str]) -> Iterator[Action]:
    """Who may help, with which card."""
    return (Action(name, "friend", (card,)) for name in others for card in unseen(state, name) if card.rank in "AK")


def _after_roll(state: State, dice: Roll) -> Iterator[Action]:
    """What whoever has rolled could do."""
    cards = unseen(state, state.turn)
    yield from (Action(state.turn, "play", match) for match in matches_among(cards, dice, state.house))
    yield from (Action(state.turn, "ask", (card,)) for card in cards if helper_ranks(card.number, state.sum))
    yield Action(state.turn, "pass")


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = face_down_fault(action)
    if broken:
        return illegal(*broken)
    if state.phase == "roll" and state.sizes == hand_sizes(state.players, state.turn, state.house):
        return ok(state, said("new-cards", first=state.turn))  # nothing has happened since the cards were dealt
    after = after_deal(state.at, state.players, state.house, left_of(state.players, state.dealer), state.wins,
                   state.deals + 1)
    if state.phase != "over" and not state.is_dead:
        return illegal(*fault("UNFINISHED"), after)
    return ok(after, said("new-cards", first=after.turn))


def _judge_roll(state: State, action: Action) -> Verdict:
    if not all(pips in PIPS for pips in action.numbers):
        return illegal(*fault("BAD_DICE", numbers=action.numbers))
    dice = (action.numbers[0], action.numbers[1])
    if state.phase == "rolled" and action.actor == state.turn:
        return warn(*fault("REROLL"), replace(state, dice=dice))
    settled = collected_of(state) if state.phase == "attacked" else state
    after = replace(settled, phase="rolled", turn=action.actor, dice=dice, asked=None, half=None,
                    passed_before=state.phase in ("passed", "asked"))
    broken = turn_fault(state.roller, action.actor)
    if broken:
        return illegal(*broken, after)
    return ok(after, rolled(dice, state.house))


def _judge_play(state: State, action: Action) -> Verdict:
    """A pair or a sum match; by the option both, at once or one after the other."""
    player, cards = action.actor, action.cards
    if any(card.is_unknown for card in cards):
        return _which_card(state, action)
    if state.phase == "roll" and state.half and state.half.player == player:
        return _other_half(state, state.half, action)
    after = replace(turn_over(with_discard(state, player, cards), (player,)), half=_half_of(state, player, cards))
    broken = _acting_fault(state, player) or _cards_fault(state, player, cards)
    if not broken:
        broken = match_fault(cards, state.dice or (0, 0), state.house)
        if state.asked:
            broken = _after_call_fault(player, state.asked, broken is None, state.house)
    return illegal(*broken, after) if broken else with_proof(after, _match_why(cards))


def _half_of(state: State, player: str, cards: Sequence[Card]) -> Half | None:
    """What may follow from the same roll, where the house allows both a pair and a sum."""
    both = state.house.both_matches and len(cards) < 3
    return Half(player, state.dice, len(cards)) if state.dice and both else None


def _after_call_fault(player: str, asked: Card, is_match: bool, house: House) -> Fault:
    """What is wrong with laying a card once a friend has been called."""
    if not is_match:
        return fault("CALL_MISMATCH", player=player, card=asked)
    if house.friend_requires_no_match:
        return fault("FRIEND_WITH_MATCH", player=player)
    return fault("ONE_CHOICE", player=player)


def _other_half(state: State, half: Half, action: Action) -> Verdict:
    """The pair after the sum match of the same roll, or the other way round."""
    after = won_of(replace(with_discard(state, half.player, action.cards), half=None), (half.player,))
    broken = _cards_fault(state, half.player, action.cards)
    if not broken and len(action.cards) == half.size:
        broken = fault("BOTH_MATCHES", player=half.player)
    broken = broken or match_fault(action.cards, half.dice, state.house)
    return illegal(*broken, after) if broken else with_proof(after, _match_why(action.cards))


def _match_why(cards: Sequence[Card]) -> Said:
    return said("match", cards=tuple(cards), number=len(cards))


def _which_card(state: State, action: Action) -> Verdict:
    """`??` was laid or called: every card that would be lawful there."""
    return which_card(action, unseen(state, action.actor), lambda choice: JUDGES[action.verb](state, choice))


def _judge_pass(state: State, action: Action) -> Verdict:
    broken = _acting_fault(state, action.actor)
    if broken:
        return illegal(*broken)
    return ok(replace(state, phase="passed", asked=None),
              said("passes", player=action.actor, next=state.next_player))


def _acting_fault(state: State, player: str) -> Fault | None:
    """WRONG_TURN or NO_ROLL unless the player has rolled and may act on it."""
    if state.phase in ("rolled", "asked"):
        return turn_fault(state.turn, player)
    return turn_fault(state.roller, player) or fault("NO_ROLL", player=state.roller)


def _judge_ask(state: State, action: Action) -> Verdict:
    player = action.actor
    if len(action.cards) != 1:
        return illegal(*fault("CALL_MISMATCH-one"))
    if action.card.is_unknown:
        return _judge_number(state, action)
    card, known = action.card, state.knows(player) | {action.card}
    after = revealed(replace(state, phase="asked", asked=card), player, (card,))
    mine = Ask(player, state.dice or (0, 0), state.at - 1, known)
    broken = _acting_fault(state, player) or _cards_fault(state, player, action.cards) or _called_fault(action)
    if not broken and _is_open_number(state, card.number):
        return _called(after)
    broken = broken or _second_call_fault(state, player) or _match_fault(after, mine)
    return illegal(*broken, after) if broken else _called(replace(after, asks=(*after.asks, mine)))


def _second_call_fault(state: State, player: str) -> Fault | None:
    return fault("ONE_CHOICE-called", player=player) if state.phase == "asked" else None


def _match_fault(after: State, ask: Ask) -> Fault | None:
    """A call although the hand is known to have held a match, where the house wants none."""
    wrong = after.house.friend_requires_no_match and was_wrong(after, ask)
    return wrong_asks_fault((ask,), after.house) if wrong else None


def _is_open_number(state: State, number: int) -> bool:
    """Whether a friend was asked for this number, and with which card of it is not known yet."""
    return bool(state.phase == "asked" and state.asked and state.asked.is_unknown and state.number == number)


def _called(after: State) -> Verdict:
    """What follows from a lawful call."""
    helpers = helper_ranks(after.called, after.sum)
    verdict = with_proof(after, said(
        "may-answer", helpers=with_article(helpers), helper=helpers[0] if len(helpers) == 1 else "both"))
    if verdict.kind == "ok" and not helpers:
        return warn(*fault("NO_ANSWER", helpers=helper_sentence(after.called, after.sum)), verdict.after)
    return verdict


def _judge_number(state: State, action: Action) -> Verdict:
    """A call as it is spoken, "Friend my card N?": which card it is, only an answer brings to light."""
    number = action.announced if action.announced is not None else action.as_value
    if number is None:
        return _which_card(state, action)
    player = action.actor
    may_be = [card for card in unseen(state, player) if card.number == number]
    if len(may_be) == 1:
        return _judge_ask(state, replace(action, cards=tuple(may_be)))
    mine = Ask(player, state.dice or (0, 0), state.at - 1, state.knows(player))
    after = replace(state, phase="asked", asked=UNKNOWN, number=number, asks=(*state.asks, mine))
    gone = None if may_be else fault("CALL_MISMATCH-gone", player=player, number=number)
    broken = _acting_fault(state, player) or _second_call_fault(state, player) or gone or _match_fault(after, mine)
    return illegal(*broken, after) if broken else _called(after)


def _judge_friend(state: State, action: Action) -> Verdict:
    player, asked = action.actor, state.asked
    if state.phase != "asked" or asked is None:
        return illegal(*fault("NO_ASK"))
    if player == state.turn:
        return illegal(*fault("SELF_CALL-friend", player=player))
    if any(card.is_unknown for card in action.cards):
        return _which_card(state, action)
    if asked.is_unknown:
        return illegal(*fault("NO_ASK-which", player=state.turn, number=state.called))
    broken = _cards_fault(state, player, action.cards)
    if len(action.cards) != 1 or action.card.rank not in helper_ranks(asked.number, state.sum):
        bad_helper = fault("BAD_HELPER", helpers=helper_sentence(asked.number, state.sum))
        return illegal(*broken) if broken else _false_call(state, player, bad_helper)
    after = with_discard(with_discard(state, state.turn, (asked,)), player, action.cards)
    ended = turn_over(after, _out_order(after, player))
    if broken:
        return illegal(*broken, ended)
    return with_proof(ended, said("go-together", asked=asked, card=action.card))


def _out_order(state: State, helper: str) -> tuple[str, ...]:
    """Who wins if both hands are empty."""
    both = state.size(state.turn) == 0 == state.size(helper)
    if not both or state.house.double_out == "shared":
        return state.turn, helper
    return (state.turn,) if state.house.double_out == "asker" else (helper,)


def _called_fault(action: Action) -> Fault | None:
    """CALL_MISMATCH where the number said is not the card's."""
    called = action.announced if action.announced is not None else action.as_value
    if called is None or called == action.card.number:
        return None
    return fault("CALL_MISMATCH-number", called=called, card=action.card)


def _judge_foe(state: State, action: Action) -> Verdict:
    player, cards = action.actor, action.cards
    broken = _foe_fault(state, player)
    if broken:
        return illegal(*broken)
    if any(card.is_unknown for card in cards):
        return _which_card(state, action)
    after = won_of(replace(with_discard(state, player, cards), phase="attacked", asked=None, attack=cards), (player,))
    broken = _cards_fault(state, player, cards)
    if broken:
        return illegal(*broken, after)
    broken = match_fault(cards, state.dice or (0, 0), state.house)
    if broken:
        return _false_call(state, player, broken)
    return with_proof(after, said("attacks", player=player, passer=state.turn))


def _foe_fault(state: State, player: str) -> Fault | None:
    if state.phase == "attacked":
        return fault("SECOND_FOE", passer=state.turn)
    if state.phase == "rolled" and state.passed_before:
        return fault("LATE_FOE", roller=state.turn)
    if state.phase not in ("passed", "asked"):
        return fault("FOE_WITHOUT_PASS")
    if player == state.turn:
        return fault("SELF_CALL", player=player)
    return None


def _false_call(state: State, player: str, broken: Fault) -> Verdict:
    """A call without the cards for it is void, the next one may be heard; by the option it costs the pile."""
    if state.house.false_call == "void" or not state.pile:
        return illegal(*broken)
    return replace(illegal(broken.code, said("collects-for", why=broken.why, player=player)),
                   otherwise=takes_pile(state, player, ()))


def _judge_collect(state: State, action: Action) -> Verdict:
    if state.phase != "attacked" or action.actor != state.turn:
        return illegal(*fault("NOTHING_TO_COLLECT", player=action.actor))
    after = collected_of(state)
    return ok(after, said("takes", player=action.actor, number=len(state.pile) - len(after.pile)))


def _judge_show(state: State, action: Action) -> Verdict:
    cards = tuple(card for card in action.cards if not card.is_unknown)
    broken = _cards_fault(state, action.actor, cards)
    if broken:
        return warn(*broken, state)
    return with_proof(revealed(state, action.actor, cards),
                       said("shows", player=action.actor, cards=action.cards))


def _cards_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN, DUPLICATE (in the pile, or known to be in another hand) or HAND_COUNT."""
    others = len(state.knows(player) - set(cards))  # known to be in his hand, and not among these
    return (pack_fault(state.house.pack, state.pile, cards)
            or _held_fault(state, player, cards)
            or hand_fault(player, state.size(player) - others, len(cards)))


def _held_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """DUPLICATE where somebody else is known to hold the card."""
    for name, known in zip(state.players, state.known, strict=True):
        held = next((card for card in cards if card in known and name != player), None)
        if held:
            return fault("DUPLICATE-held", player=name, card=held)
    return None


def _over_fault(state: State) -> Fault | None:
    return fault("GAME_OVER") if state.phase == "over" else None


JUDGES: Mapping[str, Judging] = {
    **unless(_over_fault, {
        "roll": _judge_roll, "play": _judge_play, "pass": _judge_pass, "ask": _judge_ask, "friend": _judge_friend,
        "foe": _judge_foe, "collect": _judge_collect}),
    "deal": _judge_deal, "show": _judge_show,
}
