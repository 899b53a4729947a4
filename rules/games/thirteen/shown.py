"""What is shown of a position of Thirteen, and its rules page (RULES 7.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.core.cards import Card, parse_cards
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can
from rules.core.panel import Hero, Panel, Pile, piles, seat_columns, seat_tiles
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.thirteen.combinations import RANK_ORDER, Combination, order, runs_of_pairs, tops_that_beat
from rules.games.thirteen.house import House
from rules.games.thirteen.judge import may_play
from rules.games.thirteen.state import State, unseen


class ThirteenShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """What has to be beaten, in words and cards; who is still in; what could beat it."""
        public, advice = game.public(state), self.advice(state)
        beat, opens = advice["beat"], self.headline(state)
        hero = Hero[Text](said("beat", shown=beat) if beat else opens or said("panel-lead-anything"))
        cards = (Pile("to_beat", tuple(public["to_beat"])),) if public["to_beat"] else piles(game.visible(state))
        beaten = parse_cards(" ".join(advice["beaten_by"]))
        tiles = seat_tiles(game.to_act(state), public["hand_sizes"],
                           lambda name: said("panel-knocked") if name in public["knocked"] else "", public["knocked"])
        return Panel(hero, (), tiles, seat_columns(len(tiles)), cards,
                     (said("panel-beaten-by", cards=beaten),) if beaten else ())

    def headline(self, state: State) -> Said | None:
        return _turn_line(state) if state.turn is None and not (state.over or state.void) else None

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-ranks")
        yield said("rules-deal", even=house.even_literal, back=house.high_back,
                   packs="auto" if house.packs == "auto" else "one" if house.packs == 1 else "two")
        yield said("rules-combinations", triple=house.triple, straight=house.min_straight, twos=house.chop_pairs_with_2)
        yield said("rules-first", next=house.next_lead)
        yield said("rules-beat")
        yield said("rules-chops", chops=house.chops, longer=house.longer_pairs_beat, quads=house.quad_beats_pairs)
        if house.straight_same_suit_lock:
            yield said("rules-one-suit")
        yield said("rules-four", four=house.four_of_rank)
        yield said("rules-end", on=house.play_on)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 7.8.  `beaten_by`: the highest cards that could still beat the table by its own type."""
        left = unseen(state)
        ranks = Counter(card.rank for card in left)
        return {
            "beat": state.to_beat.sentence if state.to_beat and not state.is_alone else None,
            "last_player": state.last_player,
            "still_in": [name for name in state.still_in if name not in state.knocked],
            "finished": list(state.finished),
            "beaten_by": texts(tops_that_beat(state.to_beat, left, state.house)) if state.to_beat else [],
            "highest_unseen": str(max(left, key=order)) if left else None,
            "quads_possible": [rank for rank in RANK_ORDER if ranks[rank] >= 4],
            "runs_of_pairs_possible": runs_of_pairs(left, state.house),
            "known": by_player(state.players, map(texts, state.known)),
            "unseen": texts(sorted(left, key=order)),
        }

    def advice_lines(self, state: State) -> Iterator[Said]:
        if state.over:
            yield said("line-won", player=state.finished[0])
            if len(state.finished) > 1:
                yield said("line-order", players=state.finished)
            return
        if state.void:
            yield said("line-void", dealer=state.dealer)
            return
        yield _turn_line(state)
        yield said("line-left", hands=number_each(state.players, state.sizes))
        if state.finished:
            yield said("line-out", players=state.finished)
        if state.knocked:
            yield said("line-knocked", players=tuple(sorted(state.knocked, key=state.players.index)))
        left = unseen(state)
        if state.to_beat:
            yield from _table_lines(state, state.to_beat, left)
        elif left:
            yield said("line-highest", card=max(left, key=order))
        yield _chops_line(left, state.house)

    def odds(self, state: State) -> Iterator[Odds]:
        """Of single cards only: how pairs and straights lie, cards taken one by one do not tell."""
        player, to_beat = state.turn, state.to_beat
        if player is None or to_beat is None or to_beat.size > 1 or state.is_alone:
            return
        known = state.knows(player)
        yield from can(said("odds-beat", player=player, shown=to_beat.sentence), player, unseen(state),
                       lambda card: may_play(state, player, (card,)), state.size(player) - len(known), known)


def _turn_line(state: State) -> Said:
    """Who must beat what, leads or opens."""
    if state.to_beat and not state.is_alone:
        return said("line-beat", player=state.turn, shown=state.to_beat.sentence)
    if state.turn:
        return said("line-leads", player=state.turn)
    return said("line-opens-card", card=state.lowest) if state.lowest else said("line-opens")


def _table_lines(state: State, to_beat: Combination, left: list[Card]) -> Iterator[Said]:
    """Who played last, and what could beat it."""
    yield said("line-last", player=state.last_player)
    beating = tuple(tops_that_beat(to_beat, left, state.house))
    yield said("line-beaten", cards=beating) if beating else said("line-unbeaten")
    if state.has_two_packs:
        yield said("line-back", back=state.house.high_back)


def _chops_line(left: list[Card], house: House) -> Said:
    ranks = Counter(card.rank for card in left)
    chops = (*(said("chop-four", rank=rank) for rank in RANK_ORDER if ranks[rank] >= 4),
             *(said("chop-pairs", run=run) for run in runs_of_pairs(left, house)))
    return said("line-chops", chops=chops) if chops else said("line-no-chops")
