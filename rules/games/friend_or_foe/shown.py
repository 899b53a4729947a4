"""What is shown of a position of Friend or Foe, and its rules page (RULES 8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb
from typing import Any

from rules.core.cards import RANKS, Card, parse_cards
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.panel import Fact, Hero, Panel, Tile, holdings, rank_title, seat_columns, seat_tiles
from rules.core.said import Said, Text, number_each, said, texts
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.matching import (
    helper_ranks,
    matches_among,
    pairs_of,
    rank_of,
    rolled,
    said_dice,
    with_article,
)
from rules.games.friend_or_foe.state import Roll, State, unseen

MOST_KNOWN = 24  # cards of a hand that are named on one line


class FriendOrFoeShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """The dice and their sum, every match, who can be asked for what, and who could answer."""
        public, dice = game.public(state), state.dice
        pile = Fact[Text](said("name-pile_size"), str(public["pile_size"]))
        lines = tuple(_lines(game, state))
        if not dice:
            seats = seat_tiles(game.to_act(state), public["hand_sizes"])
            return Panel(Hero[Text](said("panel-roll")), (pile,), seats, seat_columns(len(seats)), lines=lines)
        tiles = tuple(_matches(game, state))
        hero = Hero[Text](str(state.sum), said("panel-dice", first=dice[0], second=dice[1]))
        return Panel(hero, (*holdings(public["hand_sizes"]), pile), tiles, seat_columns(len(tiles)), lines=lines,
                     dice=tuple(dice))

    def headline(self, state: State) -> Said | None:
        if state.phase == "asked":
            called = with_article((rank_of(state.called),))[0]
            return said("headline-call", player=state.turn, called=called)
        if state.phase in ("roll", "passed", "attacked") and not state.is_dead:
            return said("line-rolls", player=state.roller)
        return None

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-deal", left=house.leftovers)
        yield said("rules-numbers")
        yield said("rules-roll", both=house.both_matches)
        yield said("rules-aces", aces=house.aces_match_die_one)
        yield said("rules-friend", no_match=house.friend_requires_no_match)
        yield said("rules-foe", pile=house.foe_pile)
        yield said("rules-false-call", call=house.false_call)
        yield said("rules-end", out=house.double_out, aces=house.aces_match_die_one)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 8.7.  `friends`: rank -> the ranks that could help it with these dice."""
        dice, left = state.dice, unseen(state)
        friends = {rank: helper_ranks(number, state.sum) for number, rank in enumerate(RANKS, 1)} if dice else {}
        return {
            "sum": state.sum or None,
            "pairs": sorted({"".join(c.rank for c in match)
                             for match in pairs_of(state.house.pack, dice, state.house)}) if dice else [],
            "friends": {rank: helpers for rank, helpers in friends.items() if helpers},
            "could_answer": _could_answer(state),
            "foe_until": state.next_player if state.phase in ("passed", "asked") else None,
            "known": {name: texts(sorted(state.knows(name))) for name in state.players},
            "special_unseen": texts(card for card in left if card.rank in "AK"),
            "one_card_left": [name for name in state.players if state.size(name) == 1],
            "stalemate": state.is_dead,
            "unseen": texts(left),
        }

    def advice_lines(self, state: State) -> Iterator[Said]:
        if state.phase == "over":
            yield said("line-won", players=state.winners)
            return
        if state.is_dead:
            yield said("line-dead")
        if state.dice and state.phase != "roll":
            yield rolled(state.dice, state.house)
        yield from _call_lines(state)
        yield said("line-pile", number=len(state.pile))
        yield said("line-left", hands=number_each(state.players, state.sizes))
        yield from (said("line-one-left", player=name) for name in state.players if state.size(name) == 1)
        yield from (said("line-holds", player=name, cards=tuple(sorted(state.knows(name))))
                    for name in state.players if state.knows(name))
        special = tuple(card for card in unseen(state) if card.rank in "AK")
        yield said("line-special", cards=special) if special else said("line-no-special")
        yield said("line-friend-only", aces=state.house.aces_match_die_one)

    def odds(self, state: State) -> Iterator[Odds]:
        """The roller while the dice are to be played to, then every call for a friend."""
        if state.phase == "over":
            return
        if state.phase == "rolled" and state.dice:
            what = said("odds-match", player=state.turn, dice=said_dice(state.dice))
            yield from _odds(state, what, state.turn, state.dice, state.knows(state.turn), is_claim=False)
        for ask in state.asks if state.house.friend_requires_no_match else ():
            what = said("odds-asked", player=ask.player, dice=said_dice(ask.dice))
            yield from _odds(state, what, ask.player, ask.dice, ask.held, is_claim=True)


def _could_answer(state: State) -> list[str]:
    """Players who may hold a card that answers the open call."""
    if state.phase != "asked" or state.asked is None:
        return []
    ranks = helper_ranks(state.called, state.sum)
    return [name for name in state.players if name != state.turn and state.size(name) and any(
        card.rank in ranks for card in (unseen(state, name) if state.size(name) > len(state.knows(name))
                                        else state.knows(name)))]


def _call_lines(state: State) -> Iterator[Said]:
    """Who rolls, who could answer, and until when an attack may be called."""
    if state.phase == "roll":
        yield said("line-rolls", player=state.turn)
    if state.phase == "asked":
        could = tuple(_could_answer(state))
        yield said("line-answer", players=could) if could else said("line-no-answer")
    if state.phase in ("passed", "asked"):
        yield said("line-foe", player=state.next_player)


def _matches(game: Game[State], state: State) -> Iterator[Tile[Text]]:
    """What goes with these dice: a pair, one card, and each rank with the friends that could help it."""
    advice = game.shown.advice(state)
    pairs = [" ".join(map(rank_title, pair)) for pair in advice["pairs"]]
    yield Tile(said("panel-pair"), pairs[0] if pairs else "–", state="open" if pairs else "struck")
    yield Tile(said("panel-one-card"), rank_title(RANKS[state.sum - 1]) if state.sum <= 12 else "")
    for rank, helpers in advice["friends"].items():
        yield Tile(said("panel-friend", rank=rank_title(rank)), said("panel-helped-by", ranks=tuple(helpers)))


def _lines(game: Game[State], state: State) -> Iterator[Said]:
    advice = game.shown.advice(state)
    if advice["could_answer"]:
        yield said("panel-could-answer", players=tuple(advice["could_answer"]))
    if advice["foe_until"]:
        yield said("panel-foe-until", player=advice["foe_until"])
    for name, cards in advice["known"].items():
        if cards:
            yield said("panel-known", player=name, cards=parse_cards(" ".join(cards[:MOST_KNOWN])),
                       more=len(cards) > MOST_KNOWN)


def _odds(state: State, what: Said, player: str, dice: Roll, held: Iterable[Card], is_claim: bool) -> Iterator[Odds]:
    """held: cards that he is known to have held beside the hidden ones."""
    hand, counts = state.size(player) - len(state.knows(player)), state.unseen_numbers
    held, unseen = tuple(held), sum(counts)
    if not 0 <= hand <= unseen or not hand + len(held):
        return
    sure = next(matches_among(held, dice, state.house), None) is not None
    without = 0.0 if sure else _hands_without(state, dice, held, hand) / comb(unseen, hand)
    fitting = sum(counts[number] for number in {sum(dice), *_pair_of(state, dice)})
    if hand or not is_claim:
        yield Odds(what, player, fitting, unseen, hand, without if is_claim else 1 - without, is_claim)


def _pair_of(state: State, dice: Roll) -> tuple[int, ...]:
    """The numbers of a pair that matches; none where a 1 stands in the way."""
    return dice if 1 not in dice or state.house.aces_match_die_one else ()


def _hands_without(state: State, dice: Roll, held: Iterable[Card], hand: int) -> int:
    """How many hidden hands make no match with each other and with what is held: no card of the sum, and not both
    numbers of a pair."""
    counts, pair = state.unseen_numbers, _pair_of(state, dice)
    rest = sum(counts) - counts[sum(dice)]
    if not pair:
        return comb(rest, hand)
    numbers = [card.number for card in held]
    (one, two), others = pair, rest - sum(counts[number] for number in set(pair))
    if one == two:
        spare = counts[one] if one not in numbers else 0
        return comb(others, hand) + (spare * comb(others, hand - 1) if hand else 0)
    first = 0 if two in numbers else counts[one]  # cards of this number may be there, with none of the other
    second = 0 if one in numbers else counts[two]
    return comb(others + first, hand) + comb(others + second, hand) - comb(others, hand)
