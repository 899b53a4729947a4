"""What an event of Limbo means: each verb, and the checks behind it (RULES 2.1 to 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import clause_fault, face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Verdict, illegal, need, ok, proven, warn
from rules.games.limbo.counting import ACES, NOTHING, Power, Result, divides, powers, reversed_digits, starter_results
from rules.games.limbo.score import closed_hand, forfeit, outcome_of, score_sentence, scored
from rules.games.limbo.state import CARDS_FOR_A_DEAL, PACK, Claim, State, after_deal, on_turn, shuffled, step, unseen


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything that could be done now, cards that nobody has seen among it."""
    possible = [*_table_actions(state), *_calls(state), *_all_plays(state)]
    return tuple(action for action in possible if JUDGES[action.verb](state, action).applies)


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = clause_fault(action) or face_down_fault(action) or _deal_fault(state)
    closed = closed_hand(state)
    fresh = shuffled(closed) if closed.stock < CARDS_FOR_A_DEAL else closed
    dealt = step(after_deal(fresh))
    return illegal(*broken, dealt) if broken else ok(dealt, said("deals", player=dealt.dealer))


def _deal_fault(state: State) -> Fault | None:
    closed = closed_hand(state)
    if closed.phase in ("starter", "play"):
        return fault("EARLY_DEAL")
    if closed.over:
        return fault("GAME_OVER", winners=outcome_of(closed).winners)
    if closed.stock < CARDS_FOR_A_DEAL and closed.house.shuffle == "never_until_short":
        return fault("MUST_RESHUFFLE", left=closed.stock, needed=CARDS_FOR_A_DEAL)
    return None


def _judge_reshuffle(state: State, action: Action) -> Verdict:
    closed = closed_hand(state)
    after = step(replace(shuffled(closed), pile=(), hands=(0, 0)))
    broken = clause_fault(action)
    if broken:
        return illegal(*broken, after)
    if closed.phase not in ("undealt", "closed"):
        return illegal(*fault("EARLY_RESHUFFLE"), replace(after, phase="closed"))
    if closed.stock >= CARDS_FOR_A_DEAL and closed.deals and closed.house.shuffle == "never_until_short":
        return warn(*fault("EARLY_RESHUFFLE-enough", stock=closed.stock), after)
    return ok(after, said("all-shuffled"))


def _judge_start(state: State, action: Action) -> Verdict:
    broken = clause_fault(action, "as_value", "announced") or _one_card_fault(action)
    if broken:
        return illegal(*broken)
    card = action.card
    if card.is_unknown:
        starters = (start for start in _starters(state) if action.announced in (None, start.announced))
        return need(*fault("UNSEEN_CARD-starter"), tuple(starters))
    if state.phase != "starter" and state.deals:
        broken = fault("NO_DEAL")
    before = after_deal(state) if state.phase == "undealt" and not state.deals else state
    broken = (broken or (None if action.actor in (TABLE, state.dealer) else turn_fault(state.dealer, action.actor))
             or _stock_card_fault(before, card) or pack_fault(PACK, before.elsewhere(), action.cards))
    options = [r for r in starter_results(card) if action.as_value in (None, r.value)]
    fitting = [r for r in options if action.announced in (None, r.becomes)]
    after = _started(before, card, fitting[0] if fitting else Result(_let_stand(action, before), NOTHING, 0, False))
    if broken:
        return illegal(*broken, after)
    if not fitting:
        counts = [r.becomes for r in starter_results(card)]
        return illegal(*fault("WRONG_COUNT-starter", card=card, counts=counts), after)
    if len(fitting) > 1:
        return need(*fault("MISSED_ANNOUNCE-ace"), tuple(replace(action, announced=r.becomes) for r in fitting))
    return ok(after, said("count-is", count=after.count))


def _started(state: State, card: Card, result: Result) -> State:
    # The dealer turned the last card so far: a leader who cannot play at all loses to him.
    return step(replace(
        state, phase="play", turn=state.leader, count=result.becomes, previous=result.power, last_player=state.dealer,
        pile=(card,), played=1, seen=(*state.seen, card), stock=max(state.stock - 1, 0), stock_top=None,
    ))


def _judge_double(state: State, action: Action) -> Verdict:
    player = action.actor
    if player == TABLE:
        return illegal(*fault("WRONG_TURN-double"))
    state = after_deal(state) if state.phase == "undealt" and not state.deals else state
    broken = clause_fault(action) or _window_fault(state, player) or (
        _redouble_fault(state, player) if action.verb == "redouble" else _double_fault(state, player))
    after = step(replace(state, doublers=(*state.doublers, player)))
    if broken:
        return illegal(*broken, after if len(after.doublers) <= 2 else None)
    return ok(after, said("winner-counts", times=after.multiplier))


def _window_fault(state: State, player: str) -> Fault | None:
    late = {
        "before_starter": state.phase != "starter",
        "before_first_card": any(state.plays),
        "before_own_first_card": state.plays[state.seat(player)] > 0,
    }[state.house.double_window]
    if late or state.phase not in ("starter", "play"):
        return fault("LATE_DOUBLE")
    return None


def _double_fault(state: State, player: str) -> Fault | None:
    if not state.doublers:
        return None
    if player == state.dealer and state.doublers == (state.leader,):
        return fault("ALREADY_DOUBLED", leader=state.leader, player=player)
    return fault("ALREADY_DOUBLED-once", player=state.doublers[0])


def _redouble_fault(state: State, player: str) -> Fault | None:
    if player == state.leader:
        return fault("REDOUBLE", player=player, dealer=state.dealer)
    if state.leader not in state.doublers:
        return fault("REDOUBLE-nothing", leader=state.leader)
    if player in state.doublers:
        return fault("REDOUBLE-again", player=player)
    return None


def _judge_play(state: State, action: Action) -> Verdict:
    broken = clause_fault(action, "source", "as_value", "announced") or _one_card_fault(action)
    if broken or action.actor == TABLE:
        return illegal(*(broken or fault("WRONG_TURN-play")))
    player, card = action.actor, action.card
    from_stock = _from_stock(state, action)
    broken = turn_fault(on_turn(state), player)
    if card.is_unknown and not broken:
        return _which_card(state, action, from_stock)
    broken = broken or _card_fault(state, action, from_stock)
    fitting = _fitting(state, action)
    if broken:
        return illegal(*broken, _forced(state, action, fitting, from_stock))
    if not fitting:
        return illegal(*_count_fault(state, action), _forced(state, action, fitting, from_stock))
    if len(fitting) > 1:
        counts = [r.becomes for r in fitting]
        return need(*fault("MISSED_ANNOUNCE", count=state.count, card=card, counts=counts),
                    tuple(replace(action, announced=count) for count in counts))
    after = _laid(state, player, card, fitting[0], from_stock)
    claim = None if from_stock else _belied(state, player, (card,))
    if claim:
        return proven(claim.code, _belied_why(state, claim, (card,)), claim.at, after)
    return ok(after, said("result-is", result=fitting[0].spoken(state.count)))


def _which_card(state: State, action: Action, from_stock: bool) -> Verdict:
    """`??` was played: every card from there with every count that it could make and that was not denied."""
    choices = (play for play in _all_plays(state) if bool(play.source) == from_stock
               and action.announced in (None, play.announced) and _judge_play(state, play).applies)
    return need(*fault("UNSEEN_CARD-which", player=action.actor), tuple(choices))


def _from_stock(state: State, action: Action) -> bool:
    """Whether the card comes from the stock: said so, or the only place left (RULES 2.4)."""
    if action.source:
        return action.source.lower() == "stock"
    return state.phase == "play" and not state.held(action.actor) and state.count > state.house.bar


def _fitting(state: State, action: Action) -> list[Result]:
    """The legal results that agree with what was announced."""
    if not action.card.is_standard:
        return []
    return [r for r in state.results(action.card)
            if action.announced in (None, r.becomes) and action.as_value in (None, r.value)]


def _card_fault(state: State, action: Action, from_stock: bool) -> Fault | None:
    """Whether the player can have this card and may play it from there."""
    player = action.actor
    if action.source and not from_stock:
        return fault("CLAUSE-from")
    if not from_stock:
        return (pack_fault(PACK, state.elsewhere(player), action.cards)
                or hand_fault(player, state.held(player), 1) or _shown_fault(state, player, action.card))
    return (pack_fault(PACK, state.elsewhere(), action.cards) or _stock_fault(state, player)
            or _stock_card_fault(state, action.card) or _withheld_fault(state, player))


def _shown_fault(state: State, player: str, card: Card) -> Fault | None:
    """Whoever has shown his whole hand can play no other card."""
    known = state.known[state.seat(player)]
    if card in known or len(known) < state.held(player):
        return None
    return fault("HAND_COUNT-all-shown", player=player, card=card)


def _withheld_fault(state: State, player: str) -> Fault | None:
    """The stock helps out only a player who cannot play; he has shown that he can."""
    held = _playable_known(state, player)
    if held is None or state.phase != "play" or not state.house.must_play:
        return None
    return fault("WITHHELD_CARD", player=player, card=held)


def _playable_known(state: State, player: str) -> Card | None:
    """A card that the player has shown and could play now."""
    return next((card for card in state.known[state.seat(player)] if state.results(card)), None)


def _stock_fault(state: State, player: str) -> Fault | None:
    """Whether the player may take the top card of the stock now."""
    if not state.stock:
        return fault("NO_STOCK")
    if state.phase == "extra" and state.house.winner_extra != "hand+stock":
        return fault("STOCK_AT_BAR-hand-only")
    if state.held(player) and (state.phase == "extra" or state.house.stuck_above_bar != "draw_from_stock"):
        return fault("EARLY_STOCK", player=player, held=state.held(player))
    if state.phase == "play" and state.count <= state.house.bar:
        return fault("STOCK_AT_BAR", count=state.count)
    return None


def _stock_card_fault(state: State, card: Card) -> Fault | None:
    if state.stock_top in (None, card):
        return None
    return fault("WRONG_STOCK_CARD", card=state.stock_top)


def _count_fault(state: State, action: Action) -> Fault:
    """Why the card cannot make the announced count, or any at all."""
    possible = state.results(action.card)
    chosen = powers(action.card.rank, state.previous, state.house.jack_on_ace)
    if not possible:
        return _unplayable(state.count, chosen[0], action.card)
    if action.as_value is not None and all(r.value != action.as_value for r in possible):
        return _value_fault(state, chosen[0], action, possible)
    for power in chosen:
        broken = _announced_fault(state, action.card.rank, power, action.announced)
        if broken:
            return broken
    return fault("WRONG_COUNT", counts=[r.becomes for r in possible], announced=action.announced)


def _unplayable(count: int, power: Power, card: Card) -> Fault:
    """Why no result at all is legal.  An Ace fails only at 0, so one power is enough to look at."""
    if power.kind == "queen":
        key = "NOT_REDUCING-queen" if card.rank == "J" else "NOT_REDUCING"
        return fault(key, count=count, becomes=reversed_digits(count))
    if power.kind == "king":
        return fault("KING_DIVISOR-prime" if count > 1 else "KING_DIVISOR-never", count=count, jack=_is_jack(card.rank))
    if power == NOTHING:
        return fault("NOT_REDUCING-jack")
    return fault("BELOW_ZERO", card=card, value=power.value, count=count)


def _is_jack(rank: str) -> str:
    """Whether a card has its power from another one, as the catalogues ask."""
    return "yes" if rank == "J" else "no"


def _value_fault(state: State, power: Power, action: Action, possible: tuple[Result, ...]) -> Fault:
    value = action.as_value
    if power.kind == "king":
        return fault("KING_DIVISOR", count=state.count, divisors=[r.value for r in possible], value=value,
                     jack=_is_jack(action.card.rank))
    if power.kind == "ace" and value == 11:
        return fault("BELOW_ZERO-eleven", count=state.count)
    return fault("WRONG_COUNT-value", values=sorted({r.value for r in possible}), value=value)


def _announced_fault(state: State, rank: str, power: Power, announced: int | None) -> Fault | None:
    """The rule that the announced count breaks, if it can be named."""
    count, value = state.count, power.value
    if power.kind == "king":
        if announced in (1, count):
            counts = [result.becomes for result in state.results_of(rank)]
            return fault("KING_DIVISOR-itself" if announced == 1 else "KING_DIVISOR-one", jack=_is_jack(rank),
                         counts=counts)
        return None
    if power.kind == "queen" or not value:
        return None
    if power == ACES[0]:
        return fault("DIVIDE_BY_ACE_1") if announced == count else None
    if divides(power, count) and announced == count - value:
        return fault("NOT_DIVIDED", value=value, count=count, becomes=count // value)
    if announced == count // value:
        counts = [result.becomes for result in state.results_of(rank)]
        return fault("BAD_DIVISION" if count % value else "BAD_DIVISION-ace", value=value, count=count, counts=counts)
    return None


def _forced(state: State, action: Action, fitting: list[Result], from_stock: bool) -> State | None:
    """The state if the table lets a faulty play stand: the announced count holds, else the old one."""
    if state.phase not in ("play", "extra") or not action.card.is_standard:
        return None
    power = (fitting[0].power if fitting
             else powers(action.card.rank, state.previous, state.house.jack_on_ace)[-1])
    result = fitting[0] if len(fitting) == 1 else Result(_let_stand(action, state), power, 0, False)
    return _laid(state, action.actor, action.card, result, from_stock)


def _let_stand(action: Action, state: State) -> int:
    return max(action.announced, 0) if action.announced is not None else state.count


def _laid(state: State, player: str, card: Card, result: Result, from_stock: bool) -> State:
    """The card lies on the pile and the other player is on turn (or the winner goes on)."""
    seat = state.seat(player)
    hands = state.hands if from_stock else with_item(state.hands, seat, max(state.held(player) - 1, 0))
    left = tuple(other for other in state.known[seat] if from_stock or other != card)
    claims = state.claims
    if from_stock and state.phase == "play" and state.held(player) and state.house.must_play:
        claims = (*claims, Claim(player, state.at, state.count, state.previous, "WITHHELD_CARD"))
    going_on = state.phase == "extra"
    after = step(replace(
        state, count=result.becomes, previous=result.power, last_player=state.last_player if going_on else player,
        turn=state.turn if going_on else state.other(player), pile=(*state.pile, card), played=state.played + 1,
        plays=with_item(state.plays, seat, state.plays[seat] + 1), hands=hands, seen=(*state.seen, card),
        known=with_item(state.known, seat, left), stock=max(state.stock - from_stock, 0),
        stock_top=None if from_stock else state.stock_top, claims=claims,
    ))
    return scored(after) if going_on and not _can_go_on(after) else after


def _judge_stuck(state: State, action: Action) -> Verdict:
    player = action.actor
    broken = clause_fault(action) or _player_fault(action)
    if broken:
        return illegal(*broken)
    broken = turn_fault(on_turn(state), player)
    if broken:
        return illegal(*broken, _given_up(state, player))
    if state.phase == "extra":
        return _judge_done(state, action)
    after = _stuck(state, player)
    held, top = _playable_known(state, player), state.stock_top
    if held and state.house.must_play:
        return illegal(*fault("FALSE_CONCESSION-shown", player=player, card=held,
                              result=state.results(held)[0].spoken(state.count)), after)
    draws = not state.held(player) or state.house.stuck_above_bar == "draw_from_stock"
    if (state.house.must_play and top and draws and state.count > state.house.bar and state.results(top)):
        return illegal(*fault("FALSE_CONCESSION-stock", card=top), after)
    if state.house.must_play and _cannot_be_stuck(state, player):
        # Nothing has to be shown: too few cards that cannot be played are left to fill the hand (RULES 2.8, class D).
        why = said("cannot-be-stuck", player=player, held=state.held(player), resumed=_resumes(after))
        return proven("FALSE_CONCESSION", why, state.at, _found_false(after, after.claims[-1]))
    if after.phase == "play":
        return ok(after, said("cannot-play-goes-on", player=player, next=after.turn))
    return ok(after, said("cannot-play-wins", player=player, winner=after.last_player))


def _cannot_be_stuck(state: State, player: str) -> bool:
    """Whether counting proves that a hand holds a card that can be played."""
    held = state.held(player)
    return held > sum(not state.results(card) for card in unseen(state, player))


def _resumes(state: State) -> str:
    """Whether a false concession is taken back and the hand goes on."""
    return "yes" if state.house.false_concession == "resume" and state.conceded else "no"


def _found_false(state: State, claim: Claim) -> State:
    """The state after a concession was proven false.

    The hand goes on from where it was given up, or the liar scores nothing, or the result stands.  Above the bar it
    never stands: a hand that ends there is not what the game is about (RULES 2.8).
    """
    given_up = state.conceded
    if given_up is None or given_up.at != claim.at:
        return state  # a turn was passed, or a card taken from the stock: the hand was not given up with it
    if state.house.false_concession == "resume":
        # Cards that the winner has laid since go back to his hand.
        seat = state.seat(claim.player)
        return replace(given_up, at=state.at, known=with_item(given_up.known, seat, state.known[seat]))
    if state.house.false_concession == "forfeit" or claim.on_count > state.house.bar:
        return forfeit(state, claim.player)
    return state


def _player_fault(action: Action) -> Fault | None:
    return fault("WRONG_TURN-say") if action.actor == TABLE else None


def _given_up(state: State, player: str) -> State | None:
    """Somebody who is not on turn gives the hand up, and the table lets it stand: the other wins it."""
    if state.phase != "play":
        return None
    return _stuck(replace(state, turn=player, last_player=state.other(player)), player)


def _stuck(state: State, player: str) -> State:
    claims = state.claims
    if state.house.must_play and state.held(player):
        claims = (*claims, Claim(player, state.at, state.count, state.previous, "FALSE_CONCESSION"))
    if _passes(state, player):
        return step(replace(state, turn=state.other(player), claims=claims))
    ended = step(replace(state, phase="extra", turn=state.last_player, claims=claims, conceded=state))
    return ended if _can_go_on(ended) and player != state.last_player else scored(ended)


def _passes(state: State, player: str) -> bool:
    """With `stuck_above_bar: pass` the turn only goes over, unless the other has just passed as well:
    then the last to play is the one who is on turn again."""
    return (state.house.stuck_above_bar == "pass" and state.count > state.house.bar and state.held(player) > 0
            and state.last_player != player)


def _can_go_on(state: State) -> bool:
    """Whether the winner has anything left that he could play."""
    winner, extra = state.last_player, state.house.winner_extra
    if extra == "none" or state.count == 0:
        return False
    return state.held(winner) > 0 or (extra == "hand+stock" and state.stock > 0)


def _judge_done(state: State, action: Action) -> Verdict:
    broken = clause_fault(action) or _player_fault(action)
    if broken:
        return illegal(*broken)
    if state.phase == "closed" and action.actor == state.last_player:
        return ok(step(state), said("hand-scored"))
    if state.phase != "extra":
        # If the table lets it stand: whoever played last has won and plays no more, the other gives up.
        stands = step(scored(state)) if state.phase == "play" and action.actor == state.last_player else \
            _given_up(state, action.actor)
        return illegal(*fault("HAND_NOT_OVER"), stands)
    broken = turn_fault(state.turn, action.actor)
    after = step(scored(state))
    return illegal(*broken, after) if broken else ok(after, score_sentence(after))


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: seen from now on, and able to prove that a card was withheld."""
    player, cards = action.actor, tuple(card for card in action.cards if not card.is_unknown)
    if player == TABLE or clause_fault(action):
        return illegal(*fault("CLAUSE-show"))
    known = state.known[state.seat(player)]
    new = tuple(card for card in dict.fromkeys(cards) if card not in known)
    broken = (pack_fault(PACK, state.elsewhere(player), cards)
             or hand_fault(player, state.held(player), len(known) + len(new)))
    if broken:
        return warn(*broken, step(state))
    after = step(replace(state, known=with_item(state.known, state.seat(player), (*known, *new))))
    claim = _belied(state, player, cards)
    if not claim:
        return ok(after, said("shows", player=player, number=len(action.cards)))
    resumed = _resumes(state) if claim.code == "FALSE_CONCESSION" else "no"
    return proven(claim.code, _belied_why(state, claim, cards, resumed), claim.at, _found_false(after, claim))


def _belied(state: State, player: str, cards: tuple[Card, ...]) -> Claim | None:
    """The latest claim that these cards of the player's hand disprove; hands never grow in a hand."""
    for claim in reversed(state.claims):
        if claim.player == player and any(_playable_then(state, claim, card) for card in cards):
            return claim
    return None


def _playable_then(state: State, claim: Claim, card: Card) -> tuple[Result, ...]:
    return replace(state, count=claim.on_count, previous=claim.previous).results(card) if card.is_standard else ()


def _belied_why(state: State, claim: Claim, cards: tuple[Card, ...], resumed: str = "no") -> Said:
    card, result = next((card, found[0]) for card in cards if (found := _playable_then(state, claim, card)))
    return said("could-have-played", player=claim.player, card=card, result=result.spoken(claim.on_count),
                resumed=resumed)


def _judge_stock(state: State, action: Action) -> Verdict:
    """The visible top of the stock."""
    broken = clause_fault(action) or _one_card_fault(action)
    if broken:
        return illegal(*broken)
    card = action.card
    if card.is_unknown:
        return illegal(*fault("UNSEEN_CARD-stock"))
    after = step(replace(state, stock_top=card))
    if not state.stock:
        return illegal(*fault("NO_STOCK"))
    broken = pack_fault(PACK, state.elsewhere(), (card,))
    if broken:
        return warn(*broken, after)
    if state.house.stock_face == "down":
        return warn(*fault("STOCK_FACE"), after)
    if state.stock_top not in (None, card):
        return warn(*fault("SETTLED_MOVED", card=state.stock_top), after)
    return ok(after, said("stock-shows", card=card))


def _one_card_fault(action: Action) -> Fault | None:
    if len(action.cards) != 1:
        return fault("TWO_CARDS")
    return None if action.card.is_standard else pack_fault(PACK, (), action.cards)


JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "reshuffle": _judge_reshuffle, "start": _judge_start, "double": _judge_double,
    "redouble": _judge_double, "play": _judge_play, "stuck": _judge_stuck, "done": _judge_done,
    "show": _judge_show, "stock": _judge_stock,
}


def _table_actions(state: State) -> list[Action]:
    shuffling = state.stock < CARDS_FOR_A_DEAL or not state.deals
    return [Action(TABLE, "deal"), *([Action(TABLE, "reshuffle")] if shuffling else []),
            *(_starters(state) if state.phase in ("undealt", "starter") else [])]


def _starters(state: State) -> list[Action]:
    """Every unseen card as starter, with every count that it could make."""
    return [Action(TABLE, "start", (card,), announced=result.becomes)
            for card in unseen(state) for result in starter_results(card)]


def _calls(state: State) -> list[Action]:
    return [Action(player, verb) for player in state.players
            for verb in ("double", "redouble", "stuck", *(["done"] if state.phase == "extra" else []))]


def _all_plays(state: State) -> list[Action]:
    """Every unseen card with every count it could make, from the hand and from the stock."""
    player = on_turn(state)
    if player is None:
        return []
    return [Action(player, "play", (card,), source=source, announced=result.becomes)
            for source in ("", "stock") for card in unseen(state, "" if source else player)
            for result in state.results(card)
            if source or state.held(player)]
