"""What an event of Page One means: deals, draws, plays, calls and shown cards (RULES 4.1 to 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import SUITS, Card
from rules.core.faults import face_down_fault, hand_fault, pack_fault, turn_fault, whereabouts_fault
from rules.core.frozen import replace
from rules.core.said import UNSAID, Fault, Said, fault, said
from rules.core.seats import leaders, with_item
from rules.core.verdict import Judging, Verdict, illegal, need, ok, warn, which_card
from rules.games.page_one.revokes import Proof, verdict_of, without
from rules.games.page_one.state import (
    BEFORE_ALL,
    PENALTY,
    Drawing,
    Duty,
    Seat,
    State,
    after_deal,
    gathered_of,
    reshuffled,
    taken,
    unseen,
)


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = face_down_fault(action)
    if broken:
        return illegal(*broken)
    if state.untouched:
        return ok(state, said("deals", dealer=state.players[state.dealer]))
    if state.over and state.house.score == "leftover":
        return illegal(*fault("GAME_OVER", winners=leaders(state.scores)))
    dealer = (state.dealer + 1) % len(state.players) if state.ended else state.dealer
    after = after_deal(state.at, state.players, state.house, dealer, tuple(state.scores.values()),
                   state.moment, state.deals + 1)
    if not state.ended:
        return illegal(*fault("EARLY_DEAL"), after)
    return ok(after, said("deals-leads", dealer=state.players[dealer], leader=state.players[after.turn]))


def _judge_reshuffle(state: State, action: Action) -> Verdict:
    if state.ended:
        return illegal(*fault("NO_DEAL-shuffle"))
    gathered = gathered_of(state)
    if not gathered.discards:
        return illegal(*fault("NOTHING_TO_SHUFFLE"))
    after = reshuffled(gathered)
    if state.stock:
        return warn(*fault("EARLY_RESHUFFLE", stock=state.stock), after)
    return ok(after, said("new-stock", stock=after.stock))


def _judge_say(state: State, action: Action) -> Verdict:
    seat, player = state.seat(action.actor), action.actor
    late = next((duty for duty in state.missed if duty.seat == seat), None)
    if late and not state.ended:
        after = _paid(gathered_of(state), late)
        return verdict_of(after, UNSAID, (), [Proof(*fault("MISSED_CALL-late", player=player), late.at)])
    due = next((duty for duty in state.due if duty.seat == seat), None)
    if due:
        return ok(_without_duty(state, due), said("says-it", player=player))
    size = state.seats[seat].size
    if state.ended or size == 1:
        return ok(state, said("said-already", player=player))
    before_the_play = state.turn == seat and size == 2  # said with the play that leaves one card (RULES 4.3)
    if before_the_play and not state.is_full:
        return ok(replace(state, called=seat), said("says-it", player=player))
    return _false_call(state, seat, before_the_play)


def _false_call(state: State, seat: int, before_the_play: bool) -> Verdict:
    """A call with another number of cards than one; what it costs is the house's to say."""
    cost = state.house.false_call_penalty
    after = taken(gathered_of(state) if cost else state, seat, cost)
    if before_the_play and not cost:
        after = replace(after, called=seat)
    return warn(*fault("FALSE_CALL", player=state.players[seat], size=state.seats[seat].size, cost=cost), after)


def _paid(state: State, duty: Duty) -> State:
    """Five cards for a missed call; who was out of cards no longer is."""
    paid = taken(replace(_without_duty(state, duty), missed=tuple(other for other in state.missed if other != duty),
                          out=tuple(seat for seat in state.out if seat != duty.seat)), duty.seat, PENALTY)
    return replace(paid, ended=state.ended and bool(paid.out))


def _without_duty(state: State, duty: Duty) -> State:
    return replace(state, due=tuple(other for other in state.due if other != duty))


def _deadlines(before: State, after: State, actor: int) -> tuple[State, list[Proof]]:
    """The calls that this action was too late for: nobody may act before them (RULES 4.3).  With
    `winner_grace` a player who may still win the trick has until he leads."""
    proofs: list[Proof] = []
    for duty in before.due:
        if before.house.deadline == "winner_grace" and actor != duty.seat and after.winning == duty.seat:
            continue
        if before.house.notice == "auto":
            after = _paid(after, duty)
            proofs.append(Proof(*fault("MISSED_CALL", player=before.players[duty.seat]), duty.at))
        else:
            after = replace(_without_duty(after, duty), missed=(*after.missed, duty))
    return after, proofs


def _also(action: Action, proofs: list[Proof]) -> tuple[str, ...]:
    """What a faulty action proves besides, if the table lets it stand; else it has not happened."""
    return tuple(proof.code for proof in proofs) if action.stands else ()


def _judge_draw(state: State, action: Action) -> Verdict:
    seat, number = state.seat(action.actor), action.numbers[0] if action.numbers else 1
    challenged = _paid_for(state, seat, number)
    if challenged:
        proof = Proof(*fault("MISSED_CALL", player=action.actor), challenged.at)
        return verdict_of(_paid(gathered_of(state), challenged), UNSAID, (), [proof])
    broken = _over_fault(state) or turn_fault(state.players[state.turn], action.actor)
    if broken:
        return illegal(broken.code, broken.why, None if state.ended else _drawn(state, seat, number, None)[0])
    before = gathered_of(state)
    broken = _draw_fault(before, seat, number)
    after, proofs = _drawn(before, seat, number, before.led)
    if broken:
        return illegal(broken.code, broken.why, after, *_also(action, proofs))
    if not number:
        # His word covers the card drawn last as well, and nobody has acted: there was nothing to draw.
        return ok(replace(before.with_seat(seat, after.seats[seat]), ended=True, untouched=False, drawing=None),
                  said("drawn-game"))
    assert after.drawing
    number = after.drawing.number
    why = (said("has-drawn-without", player=action.actor, number=number, suit=before.led) if before.led
           else said("has-drawn", player=action.actor, number=number))
    return verdict_of(after, why, (), proofs)


def _paid_for(state: State, seat: int, number: int) -> Duty | None:
    """The missed call that such a draw pays for; none where the player may have drawn to follow suit."""
    follows = state.turn == seat and not state.ended and not state.is_full and state.led is not None
    if number != PENALTY or follows:
        return None
    return next((duty for duty in state.missed if duty.seat == seat), None)


def _draw_fault(state: State, seat: int, number: int) -> Fault | None:
    player, hand = state.players[seat], state.seats[seat]
    if not state.trick and not (hand.size == 1 and not state.house.joker_last):
        return fault("MUST_LEAD", player=player)
    if state.trick and state.led is None:
        return fault("NO_NEED_TO_DRAW", player=player)
    held = _follows_suit(state, seat)
    if held:
        return fault("REVOKE-shown", player=player, card=held)
    left = state.stock or len(state.discards)
    if not number and left:
        return fault("STILL_CARDS", left=left)
    if number > state.stock:
        return _short_fault(state, number)
    return None


def _short_fault(state: State, number: int) -> Fault:
    if state.discards:
        return fault("SHORT_STOCK", stock=state.stock, more=number - state.stock)
    return fault("SHORT_STOCK-none", stock=state.stock)


def _drawn(state: State, seat: int, number: int, suit: str | None) -> tuple[State, list[Proof]]:
    """The hand after a draw, his word that he holds none of the suit, and the calls that it was too
    late for.  What he drew so far in this turn is none of it either, or he would have stopped."""
    drawing = state.drawing or Drawing(state.now, 0)
    after = taken(state, seat, number)
    hand = after.seats[seat].said_none(suit, 2 * state.now, drawing.at) if suit else after.seats[seat]
    after = replace(after, seats=with_item(after.seats, seat, hand), untouched=False, called=None,
                    drawing=drawing.going_on(number) if seat == state.turn else state.drawing)
    return _deadlines(state, after, seat)


def _judge_play(state: State, action: Action) -> Verdict:
    broken = _over_fault(state) or (None if len(action.cards) == 1 else fault("TWO_CARDS"))
    if broken:
        return illegal(*broken)
    before, seat, card = gathered_of(state), state.seat(action.actor), action.card
    broken = _card_fault(before, state.turn, action)
    asked = None if broken else _asked_about(state, before, action)
    if asked:
        return asked
    broken = (broken or _follow_fault(before, seat, card) or _to_fault(before, action)
              or _hidden_fault(before, seat, card))
    return _refused(before, action, broken) if broken else _lawful(before, seat, action)


def _asked_about(state: State, gathered: State, action: Action) -> Verdict | None:
    """What the table has to say of a play before it can be judged: which card it was, which suit the joker names."""
    if action.card.is_unknown:
        return which_card(action, unseen(gathered, action.actor), lambda play: _judge_play(state, play))
    if _must_name(gathered, action):
        return need(*fault("NAME_SUIT-which", player=action.actor), tuple(replace(action, to=suit) for suit in SUITS))
    return None


def _lawful(before: State, seat: int, action: Action) -> Verdict:
    """A play that breaks no rule; what it proves of earlier ones, or that a draw before it was not shown."""
    after, proofs = _played(before, action)
    if before.house.show_draws == "shown" and _unshown(before, seat, action.card) and not proofs:
        return warn(*fault("NOT_SHOWN", player=action.actor), after, _play_changes(after))
    return verdict_of(after, _play_sentence(after, action), _play_changes(after), proofs)


def _card_fault(state: State, turn: int, action: Action) -> Fault | None:
    """Whether the player can have the card, and is the one to play.  turn: whose it was before the last trick was
    gathered."""
    return (hand_fault(action.actor, state.seats[state.seat(action.actor)].size, 1)
            or turn_fault(state.players[turn], action.actor)
            or whereabouts_fault(state, action))


def _refused(state: State, action: Action, broken: Fault) -> Verdict:
    """A play that breaks a rule, with the state if it is let stand all the same: a card of another pack cannot be."""
    if not (action.card.is_standard or action.card.is_joker):
        return illegal(*broken)
    after, proofs = _played(state, action)
    return illegal(broken.code, broken.why, after, *_also(action, proofs))


def _over_fault(state: State) -> Fault | None:
    if not state.ended:
        return None
    if state.over and state.house.score == "leftover":
        return fault("GAME_OVER", winners=leaders(state.scores))
    return fault("NO_DEAL")


def _must_name(state: State, action: Action) -> bool:
    return _to_is_allowed(state, action) and not action.to


def _to_is_allowed(state: State, action: Action) -> bool:
    """Whether this play names a suit: a joker led where its player names one."""
    return action.card.is_joker and not state.trick and state.house.joker_lead == "joker_named_suit"


def _to_fault(state: State, action: Action) -> Fault | None:
    if not action.to:
        return None
    if not _to_is_allowed(state, action):
        return fault("CLAUSE-suit")
    return None if action.to.upper() in tuple(SUITS) else fault("NAME_SUIT")


def _follow_fault(state: State, seat: int, card: Card) -> Fault | None:
    """Whether the card may be played to the trick (RULES 4.2)."""
    if card.is_joker:
        return _joker_fault(state, seat)
    if not state.trick or not state.led or card.suit == state.led:
        return None
    held = _follows_suit(state, seat)
    return fault("OFF_SUIT-shown", player=state.players[seat], card=held) if held else fault("OFF_SUIT", suit=state.led)


def _follows_suit(state: State, seat: int) -> Card | None:
    """A card of the led suit that the player has shown, and still holds."""
    return next((card for card in state.seats[seat].known if card.suit == state.led), None)


def _joker_fault(state: State, seat: int) -> Fault | None:
    """The same for a joker: as the last card, as the first of a trick, to a suit that the player has shown."""
    hand = state.seats[seat]
    if hand.size == 1 and not state.house.joker_last:
        return fault("JOKER_LAST")
    if not state.trick:
        return fault("JOKER_LEAD") if state.house.joker_lead == "forbidden" and hand.size > 1 else None
    held = _follows_suit(state, seat)
    may = state.house.joker_for_drawn == "allowed" if state.drawing else state.house.joker_anytime
    return fault("OFF_SUIT-shown", player=state.players[seat], card=held) if held and not may else None


def _hidden_fault(state: State, seat: int, card: Card) -> Fault | None:
    """A card that went into the new stock can be held only by somebody who has drawn since."""
    hand = state.seats[seat]
    if card in hand.known or state.fitting(card, hand.slots):
        return None
    if not hand.slots:
        return fault("HAND_COUNT-shown", player=state.players[seat])
    hidden = any(came < state.released_at(card) for came in hand.slots)
    return fault("DUPLICATE-shuffled" if hidden else "DUPLICATE-dealt", card=card, player=state.players[seat])


def _unshown(state: State, seat: int, card: Card) -> bool:
    """Whether he drew in this turn without showing all of it (the card played is seen anyway)."""
    if not state.drawing:
        return False
    return state.drawing.number - state.drawing.shown > (card not in state.seats[seat].known)


def _played(state: State, action: Action) -> tuple[State, list[Proof]]:
    """The state after a play, lawful or let stand, and what it proves."""
    seat, card = state.seat(action.actor), action.card
    hand, revoke = without(state, seat, card)
    if card.is_joker and state.led:
        hand = _said_by_joker(state, hand)
    named = action.to.upper() if not state.trick and action.to.upper() in tuple(SUITS) else state.named
    after = replace(state, seats=with_item(state.seats, seat, hand), trick=(*state.trick, (seat, card)), named=named,
                    drawing=None, untouched=False)
    after, proofs = _deadlines(state, after, seat)
    if revoke:
        after = taken(after, seat, state.house.revoke_penalty)
        proofs.append(revoke)
    return _next_turn(after, seat), proofs


def _said_by_joker(state: State, hand: Seat) -> Seat:
    """What a joker played to a suit says of the rest of the hand.  Where it may be played instead of the card just
    drawn, that card may be of the suit."""
    assert state.led
    if state.drawing is None:
        return hand if state.house.joker_anytime else hand.said_none(state.led, state.moment, state.now)
    drawn_at = hand.voids[state.led].since if state.led in hand.voids else BEFORE_ALL
    if state.house.joker_for_drawn == "after_draw" or hand.slots[-1:] != (drawn_at,):
        return hand
    return replace(hand, slots=(*hand.slots[:-1], drawn_at + 1))


def _next_turn(state: State, actor: int) -> State:
    """Who is out, who owes a call, whether the game has ended, and who plays next."""
    size = state.seats[actor].size
    out = state.out if size else (*state.out, actor)
    due = (*state.due, Duty(actor, state.now)) if size == 1 and state.called != actor else state.due
    ended = bool(out) and (state.house.end == "immediate" or state.is_full)
    return replace(state, out=out, due=due, ended=ended, turn=_turn_after(state), called=None)


def _turn_after(state: State) -> int:
    """The winner of a full trick; else the next player from the leader on who has not played to it."""
    if state.is_full and state.winning is not None:
        return state.winning
    turn, have_played = state.trick[0][0], {seat for seat, _ in state.trick}
    while turn in have_played:
        turn = (turn + 1) % len(state.players)
    return turn


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of the hand laid open: each is judged like a card played, and known from then on."""
    seat = state.seat(action.actor)
    new = tuple(card for card in dict.fromkeys(action.cards)
                if not card.is_unknown and card not in state.seats[seat].known)
    broken = _shown_fault(state, action.actor, new)
    if broken:
        return warn(*broken, state)
    proofs = []
    if state.drawing and seat == state.turn:
        state = replace(state, drawing=state.drawing._replace(shown=state.drawing.shown + len(new)))
    for card in new:
        hand, proof = without(state, seat, card)
        state = state.with_seat(seat, replace(hand, known=(*hand.known, card)))
        proofs += [proof] if proof else []
    if proofs and not state.ended:
        state = taken(state, seat, state.house.revoke_penalty)
    return verdict_of(state, said("shows", player=action.actor, cards=action.cards), (), proofs)


def _shown_fault(state: State, player: str, new: Sequence[Card]) -> Fault | None:
    """Whether the player cannot hold cards that nobody knew of."""
    seat = state.seat(player)
    return (pack_fault(state.house.pack, state.elsewhere(), new)
            or hand_fault(player, state.seats[seat].size, len(state.seats[seat].known) + len(new))
            or next(filter(None, (_hidden_fault(state, seat, card) for card in new)), None))


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "play": _judge_play, "draw": _judge_draw, "say": _judge_say, "show": _judge_show,
    "reshuffle": _judge_reshuffle,
}


def _play_sentence(after: State, action: Action) -> Said:
    if after.ended and after.out:
        return said("out-and-wins", player=after.players[after.out[0]])
    if after.is_full:
        return said("wins-the-trick", player=after.players[after.turn])
    if len(after.trick) == 1:
        return said("leads-card", player=action.actor, card=action.card)
    assert after.winning is not None
    return said("is-winning", player=after.players[after.winning])


def _play_changes(after: State) -> tuple[Said, ...]:
    return tuple([said("must-say", player=after.players[duty.seat]) for duty in after.due if duty.at == after.now])
