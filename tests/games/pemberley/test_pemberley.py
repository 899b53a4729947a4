"""Pemberley: the vectors of RULES 3.9 by their ids, the worked sample, passes, pegs and sets, and the
best arrangement against a search written differently."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken import Says

from companion.words.speaker import english
from rules import Change, IllegalActionError, Match, SetupError, Table, Verdict, parse_action, parse_cards, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import Card, standard_pack
from rules.games.pemberley import PEMBERLEY
from rules.games.pemberley.arrangement import (
    LIMIT,
    Arrangement,
    Scale,
    Sums,
    best_arrangement,
    landing,
    landing_fault,
    ones_points,
)
from rules.games.pemberley.shown import best_sets
from rules.games.pemberley.state import State

SAYS = Says(PEMBERLEY)

SCHOOLBOOK = Scale(negative_primes=False, negative_multiples=False)
PACK = tuple(sorted(standard_pack()))
TWO = ("Ann", "Bob")

SAMPLE = """\
game: pemberley
players: Ann, Bob
dealer: Bob

table start 3C
Ann play QD = 36
Bob play QH = 48
Ann play 8C = 6
Bob play 2C = 3
Ann play 8S = -5
Bob play 5C = -1
Ann play 8H = 7
Bob play 4D = 28
Ann play 7C = 4
Bob play 3S = 1
Ann play KD = 13
Bob play AH = 14
Ann play 7S = 7
Bob pass
"""
SAMPLE_SETS = """\
Ann set 8H 7S QD 8C 8S = -2
Ann set KD = 39
Bob set QH 5C = 3
Bob set 3S = 0
Bob set 4D 2C AH = 7
"""


def match(players: tuple[str, ...] = TWO, **options: str) -> Match:
    return Match(PEMBERLEY, Table(players, players[-1], options))


def pushed(game: Match, *lines: str) -> Verdict:
    """The verdict on the last line; the lines before it must be accepted."""
    for line in lines[:-1]:
        verdict = game.push(parse_action(line))
        assert verdict.applies, (line, verdict)
    return game.push(parse_action(lines[-1]))


def at_total(total: int, ones: int = 0, **options: str) -> Match:
    """Ann to play at this total."""
    game = match(**options)
    pushed(game, "table start 3C")
    game.state = game.state.__class__(**{**vars(game.state), "total": total, "ones": ones})
    return game


def sitting(text: str) -> tuple[list[dict], dict]:
    judged = RecordJudge(parse_record(text), english)
    return list(judged.rows()), judged.summary()


def sample(sets: str = SAMPLE_SETS, **options: str) -> tuple[list[dict], dict]:
    head, _, events = SAMPLE.partition("\n\n")
    chosen = "".join(f"\noption {name}: {value}" for name, value in options.items())
    return sitting(f"{head}{chosen}\n\n{events}{sets}")


# -- what a total scores ----------------------------------------------------------------------

TOTALS = [
    ("PE_01", 0, 2), ("PE_03", -1, 0), ("PE_04", 2, 1), ("PE_05", 7, 2), ("PE_06", 13, 3), ("PE_07", 12, 1),
    ("PE_08", 91, 5), ("PE_09", 144, 1), ("PE_10", 84, 3), ("PE_11", 156, 4), ("PE_12", 168, 3), ("PE_13", 182, 5),
    ("PE_14", 364, 5), ("PE_15a", 49, 2), ("PE_15b", 169, 3), ("PE_16", -5, 1), ("PE_17", -7, 2), ("PE_18", -91, 5),
    ("PE_19", 69, 0), ("PE_20a", 499, 1), ("PE_20b", 500, 0), ("PE_21", 468, 4), ("PE_22a", 65, 3), ("PE_22b", 35, 2),
]


@pytest.mark.parametrize(("total", "points"), [v[1:] for v in TOTALS], ids=[v[0] for v in TOTALS])
def test_total_scores(total: int, points: int) -> None:
    assert Scale().points(total) == points


def test_PE_02_each_hit_of_1_scores_one_more() -> None:  # noqa: N802 - named after the vector
    game = at_total(1)
    scored = [SAYS.why(pushed(game, line)) for line in ("Ann play AD", "Bob play AC", "Ann play 2D", "Bob play 2C")]
    assert [why.rsplit(", ", 1)[1] for why in scored] == ["1 point.", "2 points.", "1 point.", "3 points."]
    assert PEMBERLEY.public(game.state) == {"count": 1, "points": {"Ann": 2, "Bob": 5}, "ones": 3}


@pytest.mark.parametrize(("total", "points"), [(-5, 0), (-7, 0), (-13, 0), (-91, 0), (7, 2), (5, 1), (0, 2)],
                         ids=["PE_16", "PE_17", "minus_13", "PE_18", "seven", "five", "zero"])
def test_schoolbook_maths(total: int, points: int) -> None:
    assert SCHOOLBOOK.points(total) == points


@given(st.integers(-LIMIT, LIMIT))
def test_points_against_the_table_of_the_rules(total: int) -> None:
    divisors = [d for d in range(1, abs(total) + 1) if total % d == 0]
    points = (total % 12 == 0) + 2 * (total % 7 == 0) + 3 * (total % 13 == 0)
    expected = 2 if total == 0 else 4 if total == 1 else points or int(len(divisors) == 2)
    assert Scale().points(total, ones=4) == expected


# -- playing ----------------------------------------------------------------------------------

PLAYS = [
    ("PE_23a", 500, "AH", "OUT_OF_RANGE"), ("PE_23b", 499, "AH", 500), ("PE_24a", -500, "AS", "OUT_OF_RANGE"),
    ("PE_24b", -38, "KD", -494), ("PE_24c", -39, "KD", "OUT_OF_RANGE"), ("PE_25a", 7, "TC", "NON_INTEGER"),
    ("PE_25b", -12, "5C", "NON_INTEGER"), ("PE_25c", -12, "4C", -3), ("PE_26a", 0, "9D", 0), ("PE_26b", 0, "9C", 0),
    ("PE_27a", 7, "AD", 7), ("PE_27b", 7, "AC", 7),
]


@pytest.mark.parametrize(("total", "card", "expected"), [v[1:] for v in PLAYS], ids=[v[0] for v in PLAYS])
def test_card_on_total(total: int, card: str, expected: int | str) -> None:
    game = at_total(total)
    verdict = pushed(game, f"Ann play {card}")
    if isinstance(expected, str):
        assert (verdict.kind, verdict.codes) == ("illegal", (expected,))
        assert game.state.total == total
    else:
        assert verdict.kind == "ok"
        assert game.state.total == expected


def test_PE_25_26_27_points() -> None:  # noqa: N802
    for total, card, points in ((-12, "4C", 1), (0, "9D", 2), (0, "9C", 2), (7, "AD", 2), (7, "AC", 2)):
        game = at_total(total)
        pushed(game, f"Ann play {card}")
        assert game.state.seat("Ann").points == points


def test_PE_28_second_hit_of_1() -> None:  # noqa: N802
    game = at_total(1, ones=1)
    pushed(game, "Ann play AD")
    assert game.state.seat("Ann").points == 2


@pytest.mark.parametrize(("profile", "points"), [("inventors", 1), ("post_literal", 2)])
def test_PE_29_counter_starts_anew_each_round(profile: str, points: int) -> None:  # noqa: N802
    game = match(profile=profile, unplayed_rule="set_aside_once", first_player="cutter")
    pushed(game, "table start 2C", "Ann play AS", "Bob play KH", "Ann play KS", "Bob pass", "Ann pass")
    assert game.state.phase == "sets"
    pushed(game, "table deal", "table start 2C", "Bob play AS")
    assert game.state.seat("Bob").points == points if profile == "inventors" else 3


def test_PE_30_a_pass_that_a_later_card_belies() -> None:  # noqa: N802
    game = match()
    verdict = pushed(game, "table start 8S", "Ann pass", "Bob play 2D", "Ann play 2C")
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("ILLEGAL_PASS",), 1)
    assert game.state.total == 8
    lenient = match(must_play="false")
    assert pushed(lenient, "table start 8S", "Ann pass", "Bob play 2D", "Ann play 2C").kind == "ok"


def test_the_latest_pass_is_the_one_that_is_proven() -> None:
    game = match()
    verdict = pushed(game, "table start 8S", "Ann pass", "Bob play 2H", "Ann pass", "Bob play 2S", "Ann play 2C")
    assert verdict.about == 3
    verdict = pushed(game, "Bob play 8H", "Ann play AH")
    assert (verdict.kind, verdict.about) == ("proven", 3)


def test_PE_31_a_card_that_did_not_fit_proves_nothing() -> None:  # noqa: N802
    game = match()
    verdict = pushed(game, "table start 7S", "Ann pass", "Ann show TC")
    assert verdict.kind == "ok"
    assert pushed(game, "Bob play 3H", "Ann play TC").kind == "ok"


def test_PE_32_a_player_goes_on_alone() -> None:  # noqa: N802
    game = match()
    pushed(game, "table start 4S", *(f"{name} play {card}" for name, card in zip(
        TWO * 4, ["2H", "AD", "3H", "AC", "4H", "2S", "5H"], strict=False)))
    pushed(game, "Bob pass", "Ann play 6H", "Bob pass", "Ann play 7H", "Bob pass", "Ann play 8H")
    assert game.state.seat("Ann").hand == 0
    for line in ("Bob play 3S", "Bob play 4S!", "Bob play 5S"):
        assert game.to_act == "Bob"
        game.push(parse_action(line))
    assert game.state.seat("Bob").hand == 1
    assert game.to_act == "Bob"


def test_sample_of_the_inventors() -> None:
    rows, summary = sample()
    assert {row["verdict"] for row in rows} == {"ok"}
    end_of_play = rows[14]["state"]
    assert end_of_play == {"to_act": None, "count": 7, "points": {"Ann": 9, "Bob": 7}, "ones": 1}
    assert summary["scores"] == {"Ann": 12, "Bob": 11}
    assert summary["over"] is False


def test_sample_slip_3_times_13_is_39() -> None:
    rows, summary = sample(SAMPLE_SETS.replace("= 39", "= 69"))
    assert (rows[16]["verdict"], rows[16]["codes"]) == ("illegal", ["WRONG_COUNT"])
    assert summary["scores"] == {"Ann": 8, "Bob": 11}


def test_sample_minus_five_is_no_prime_at_school() -> None:
    rows, summary = sample(negative_primes="false")
    assert rows[14]["state"]["points"] == {"Ann": 8, "Bob": 7}
    assert summary["scores"] == {"Ann": 5, "Bob": 11}  # the set that ends on -2 scores nothing, its cards are unused


def test_sample_optimum_is_14_to_12() -> None:
    best = """\
Ann set 7S QD 8S 8C 7C 8H KD = 91
Bob set 4D AH = 13
Bob set 3S 2C = 0
Bob set QH 5C = 3
"""
    assert sample(best)[1]["scores"] == {"Ann": 14, "Bob": 12}


# -- arrangements -----------------------------------------------------------------------------

ARRANGEMENTS = [
    ("PE_33", 1, "KD 7D AH", 6), ("PE_34", 12, "QC KD 7D", 8), ("PE_35", 2, "9C TC JC", -3),
    ("PE_36", 9, "9S KC 7C 2D", 2), ("PE_37", 13, "KS 7H AD", 5), ("PE_38", 6, "JH 5S 8C", 1),
    ("PE_39", 8, "8S 5C KC 9D", 3), ("PE_40", 10, "KD 3S 7D", 7), ("PE_41", 7, "7D KD 5H 2C", 7),
    ("PE_44", 3, "QH 2C 5C 4D 3S AH TC", 6), ("sample_Ann", 3, "QD 8C 8S 8H 7C KD 7S", 5),
    ("sample_Bob", 3, "QH 2C 5C 4D 3S AH", 6),
]


@pytest.mark.parametrize(("start", "cards", "points"), [v[1:] for v in ARRANGEMENTS], ids=[v[0] for v in ARRANGEMENTS])
def test_best_arrangement(start: int, cards: str, points: int) -> None:
    best = best_arrangement(parse_cards(cards), start, Scale())
    assert best.points == points
    is_arrangement(best, parse_cards(cards), start, Scale(), None)


def is_arrangement(best: Arrangement, cards: tuple[Card, ...], start: int, scale: Scale, ones: int | None) -> None:
    """Every card once, every step allowed, every total as said, and the points what they come to."""
    laid = [card for group in best.sets for card in group.cards]
    assert sorted([*laid, *best.unused]) == sorted(cards)
    points = -len(best.unused)
    for group in best.sets:
        total = start
        for card in group.cards:
            assert landing_fault(total, card) is None
            total = landing(total, card) or 0
        assert total == group.total
        points += 0 if total == 1 else scale.points(total)
    assert best.points == points + ones_points(sum(group.total == 1 for group in best.sets), ones)


def brute_force(cards: tuple[Card, ...], start: int, scale: Scale, ones: int | None) -> int:
    """Cards are laid one after another in every order; after each one the set may be ended."""

    @cache
    def best(left: frozenset[Card], total: int, hits: int, within: bool) -> int:
        """The most that the cards left still bring; `within`: a set has been begun."""
        found = -10_000 if within else -len(left)
        for card in left:
            n = card.number
            new, remainder = {"H": (total + n, 0), "S": (total - n, 0), "D": (total * n, 0),
                              "C": divmod(total, n)}[card.suit]
            if remainder or abs(new) > 500:
                continue
            rest = left - {card}
            found = max(found, best(rest, new, hits, True))
            worth = scale.points(new, 1 if ones is None else hits + 1)
            if worth:
                found = max(found, worth + best(rest, start, hits + (new == 1), False))
        return found

    return best(frozenset(cards), start, ones or 0, False)


piles = st.lists(st.sampled_from(PACK), max_size=7, unique=True).map(tuple)
scales = st.builds(Scale, st.booleans(), st.booleans())


@settings(max_examples=40, deadline=None)
@given(piles, st.integers(1, 13), scales, st.none() | st.integers(0, 4))
def test_best_arrangement_against_brute_force(cards: tuple[Card, ...], start: int, scale: Scale,
                                              ones: int | None) -> None:
    best = best_arrangement(cards, start, scale, ones)
    is_arrangement(best, cards, start, scale, ones)
    assert best.points == brute_force(cards, start, scale, ones)


@pytest.mark.parametrize("seed", range(3))
def test_ten_cards_are_arranged_as_well(seed: int) -> None:
    """A whole hand and three more; never worse than what seven of them allow and three unused."""
    rng = Random(seed)
    cards = tuple(rng.sample(PACK, 10))
    start = rng.randint(1, 13)
    best = best_arrangement(cards, start, Scale())
    is_arrangement(best, cards, start, Scale(), None)
    assert best.points >= brute_force(cards[:7], start, Scale(), None) - 3
    assert best.points >= best_arrangement(cards[3:], start, Scale()).points - 3


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=5, unique=True).map(tuple), st.integers(1, 13))
def test_sums_against_all_orders(cards: tuple[Card, ...], start: int) -> None:
    sums = Sums(cards, start)
    expected = set()
    for order in permutations(cards):
        total: int | None = start
        for card in order:
            total = None if total is None or landing_fault(total, card) else landing(total, card)
        expected |= set() if total is None else {total}
    assert list(sums.totals(sums.all_cards)) == sorted(expected)
    for total in expected:
        assert sorted(sums.order(sums.all_cards, total)) == sorted(cards)


# -- sets -------------------------------------------------------------------------------------


def played_sample(**options: str) -> Match:
    """The sample after its play."""
    record = parse_record(SAMPLE)
    game = Match(PEMBERLEY, Table(TWO, "Bob", options))
    for line in record.events:
        assert line.action
        assert game.push(line.action).kind == "ok"
    return game


def test_PE_42_a_step_of_a_set_that_is_no_whole_number() -> None:  # noqa: N802
    verdict = pushed(played_sample(), "Ann set 7C QD 8C")
    assert (verdict.kind, verdict.codes) == ("illegal", ("NON_INTEGER", "BAD_SET"))
    assert verdict.after is None


@pytest.mark.parametrize(("rule", "score"), [("set_aside_once", 11), ("joins_once", 11), ("double", 10)])
def test_PE_43_the_unplayed_card(rule: str, score: int) -> None:  # noqa: N802
    assert sample(unplayed_rule=rule)[1]["scores"] == {"Ann": 12, "Bob": score}


def test_PE_44_an_unplayed_card_joins() -> None:  # noqa: N802
    sets = SAMPLE_SETS.replace("3S = 0", "3S 2C TC = 0").replace("4D 2C AH = 7", "4D AH = 13")
    rows, summary = sample(sets, unplayed_rule="joins_once")
    assert {row["verdict"] for row in rows} == {"ok"}
    assert summary["scores"]["Bob"] == 13
    rows, _ = sample(sets)
    assert rows[18]["codes"] == ["UNPLAYED_IN_SET"]
    rows, summary = sample(sets, unplayed_rule="double")
    assert summary["scores"]["Bob"] == 12


def test_an_unplayed_card_in_a_set_may_prove_a_pass_wrong() -> None:
    game = match(unplayed_rule="joins_once")
    verdict = pushed(game, "table start 8S", "Ann pass", "Bob pass", "Ann set 2C = 4")
    assert game.state.phase == "sets"
    assert (verdict.kind, verdict.about) == ("proven", 1)


@pytest.mark.parametrize(("line", "code"), [
    ("Ann set KD KD", "USED_TWICE"), ("Ann set 3S", "NOT_YOUR_CARD"), ("Ann set 3C", "NOT_YOUR_CARD"),
    ("Ann set 9H", "NOT_YOUR_CARD"), ("Bob set TC 3S", "UNPLAYED_IN_SET"), ("Bob set 9H 8H", "NOT_YOUR_CARD"),
    ("Ann set JK", "FOREIGN"), ("Ann set ??", "UNSEEN_CARD"), ("Ann set KD = 69", "WRONG_COUNT"),
    ("Ann play KD", "NO_ROUND"), ("Ann pass", "NO_ROUND"),
    ("table start 4C", "NO_ROUND"), ("Ann set KD on Bob", "CLAUSE"), ("table set KD", "WRONG_TURN"),
])
def test_set_faults(line: str, code: str) -> None:
    game = played_sample()
    verdict = pushed(game, line)
    assert (verdict.kind, verdict.codes[0]) == ("illegal", code)
    assert SAYS.why(verdict)


def test_a_card_lies_in_one_set_only_unless_its_set_scored_nothing() -> None:
    game = played_sample()
    assert pushed(game, "Ann set 8S 8H", "Ann set 8S").kind == "illegal"  # 3 - 8 + 8 = 3 scores, 8S is used
    game = played_sample()
    verdict = pushed(game, "Ann set QD 8H")  # 44 scores nothing
    assert verdict.kind == "ok"
    assert SAYS.why(verdict).endswith("no points.")
    assert pushed(game, "Ann set QD = 36").kind == "ok"


def test_the_announced_total_of_a_set_stands_when_the_table_lets_it() -> None:
    game = played_sample()
    verdict = pushed(game, "Ann set KD = 65!")
    assert verdict.kind == "illegal"
    assert game.state.seat("Ann").set_points == 3


def test_ones_in_sets() -> None:
    lines = ("table start 2C", "Ann play AS", "Bob play AD", "Ann play AC", "Bob pass", "Ann pass")
    flat, on = match(), match(ones_in_sets="continue_counter")
    for game in (flat, on):
        pushed(game, *lines)
        assert game.state.ones == 3
        pushed(game, "Ann set AS = 1")
    assert flat.state.seat("Ann").set_points == 1
    assert on.state.seat("Ann").set_points == 4
    assert best_sets(on.state, "Ann").points == 5  # 4 for this set, 1 for the ace of clubs


def test_sets_before_the_last_pass_are_taken_as_the_pass() -> None:
    text = SAMPLE.replace("Bob pass\n", "")
    rows, summary = sitting(text + SAMPLE_SETS)
    assert (rows[14]["verdict"], rows[14]["codes"]) == ("warn", ["MISSED_PASS"])
    assert summary["scores"] == {"Ann": 12, "Bob": 11}
    rows, summary = sitting(text + "Bob show TC\n" + SAMPLE_SETS)
    assert {row["verdict"] for row in rows} == {"ok"}
    early = match()
    assert pushed(early, "table start 3C", "Ann play QD", "Ann set QD").codes == ("EARLY_SETS",)


# -- round and match --------------------------------------------------------------------------


def scored(scores: tuple[int, int], **options: str) -> Match:
    """The sample played by players who had these scores, its sets to come."""
    game = played_sample(**options)
    game.state = replace(game.state, totals=scores)
    return game


def test_PE_45_thirty_is_not_more_than_thirty() -> None:  # noqa: N802
    for mode, over in (("strict", False), ("at_least", True)):
        game = scored((30 - 9 + 7, 28 - 7 + 7), target_mode=mode)  # seven unused cards each
        assert dict(game.outcome.scores) == {"Ann": 30, "Bob": 28}
        assert game.outcome.over is over
        assert game.outcome.winners == (("Ann",) if over else ())


def test_no_set_is_laid_when_every_card_is_used() -> None:
    game = match()
    verdict = pushed(game, "table start 8D", "Ann play 3S = 5", "Bob pass", "Ann pass", "Ann set 3S = 5", "Ann set 4C")
    assert verdict.codes == ("NO_ROUND",)


def test_PE_46_the_higher_total_wins() -> None:  # noqa: N802
    game = scored((31 - 2, 35))
    assert dict(game.outcome.scores) == {"Ann": 31, "Bob": 35}
    assert game.outcome.winners == ("Bob",)
    tie = scored((33, 35))
    assert tie.outcome.winners == TWO
    assert pushed(tie, "table deal").codes == ("GAME_OVER",)


def test_no_target() -> None:
    with pytest.raises(SetupError, match="Option target cannot be '-1'"):
        match(target="-1")
    assert not scored((90, 80), target="0").outcome.over


def test_PE_47_eight_players() -> None:  # noqa: N802
    with pytest.raises(SetupError, match="2 to 7 players"):
        match(tuple("ABCDEFGH"))
    assert match(tuple("ABCDEFG")).to_act is None


@pytest.mark.parametrize(("options", "order"), [
    ({}, "BCAB"), ({"direction": "anticlockwise"}, "BACB"), ({"first_player": "left_of_dealer"}, "ABCA"),
    ({"profile": "post_literal"}, "ABCA"), ({"profile": "post_literal", "first_player": "cutter"}, "BCAB"),
])
def test_who_plays_first_and_next(options: dict[str, str], order: str) -> None:
    game = match(tuple("ABC"), **options)  # C deals, B sits at C's right
    pushed(game, "table deal", "table start 3C")
    for player, card in zip(order, ["AH", "2H", "3H", "4H"], strict=True):
        assert game.to_act == player
        assert pushed(game, f"{player} play {card}").kind == "ok"


def test_the_deal_passes_clockwise_and_closes_the_round() -> None:
    game = played_sample()
    verdict = pushed(game, "table deal")
    assert SAYS.changes(verdict) == ("Ann +2, 2 in all.", "Bob +0, 0 in all.")
    assert game.outcome.deals == 2
    pushed(game, "table start 5D")
    assert game.to_act == "Bob"
    assert dict(game.scores) == {"Ann": 2, "Bob": 0}
    row = PEMBERLEY.shown.advice(game.state)["last_round"]
    assert row["ledger"]["Bob"] == {"play": 7, "sets": 0, "unused": 7, "unplayed": 1, "deduction": 7, "round": 0}
    assert row["best"]["Ann"]["points"] == 5


def test_a_round_with_every_card_in_a_set_is_over_at_once() -> None:
    game = scored((20, 0))
    for line in ("Ann set 7S QD 8S 8C 7C 8H KD = 91", "Bob set 4D AH", "Bob set 3S 2C"):
        assert pushed(game, line).kind == "ok"
        assert game.scores["Ann"] == 20
    verdict = pushed(game, "Bob set QH 5C")
    assert SAYS.changes(verdict) == ("Ann +14, 34 in all.", "Bob +12, 12 in all.")
    assert game.outcome.winners == ("Ann",)
    assert pushed(game, "Bob show TC").kind == "ok"
    assert pushed(game, "Bob peg 1").kind == "ok"
    assert pushed(game, "table deal").codes == ("GAME_OVER",)


# -- faults in play ---------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "code"), [
    ("Bob play AH", "WRONG_TURN"), ("Bob pass", "WRONG_TURN"), ("Ann play 3C", "DUPLICATE"), ("Ann play JK", "FOREIGN"),
    ("Ann play +3", "FOREIGN"), ("Ann play 2H = 6", "WRONG_COUNT"), ("Ann play AH 2H", "TWO_CARDS"),
    ("table start 4C", "SECOND_STARTER"), ("table deal", "EARLY_DEAL"), ("table play AH", "WRONG_TURN"),
    ("Ann play AH on Bob", "CLAUSE"), ("Ann peg 2", "WRONG_PEG"), ("Ann play 2C", "NON_INTEGER"),
])
def test_play_faults(line: str, code: str) -> None:
    game = match()
    pushed(game, "table start 3C")
    before = game.state
    verdict = pushed(game, line)
    assert (verdict.kind, verdict.codes[0]) == ("illegal", code)
    assert SAYS.why(verdict)
    assert PEMBERLEY.public(game.state) == PEMBERLEY.public(before)
    with pytest.raises(IllegalActionError):
        PEMBERLEY.apply(before, parse_action(line))


def test_before_the_starter() -> None:
    for line, code in (("Ann play 3C", "NO_STARTER"), ("Ann set 3C", "NO_STARTER"), ("table deal 3C", "CLAUSE"),
                       ("table start 3C = 4", "WRONG_COUNT"), ("table start JK", "FOREIGN")):
        assert pushed(match(), line).codes == (code,)
    assert pushed(match(), "table start ??").kind == "need"


def test_the_eighth_card() -> None:
    game = match()
    pushed(game, "table start AC", *(f"{name} play {card}" for card, name in zip(
        ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH"], TWO * 7, strict=False)))
    assert game.state.seat("Ann").hand == 0
    assert pushed(game, "Ann play 2S").codes == ("HAND_COUNT",)


def test_the_announced_total_is_played_on_from_when_the_table_lets_it() -> None:
    game = match()
    assert pushed(game, "table start 3C", "Ann play KD = 69!").codes == ("WRONG_COUNT",)
    assert game.state.total == 69
    assert game.state.seat("Ann").points == 0
    assert game.to_act == "Bob"
    assert pushed(game, "Bob play 3C!").codes == ("DUPLICATE",)
    assert game.state.total == 23


def test_points_that_are_not_pegged_go_to_whoever_says_muggins() -> None:
    game = match(muggins="true")
    pushed(game, "table start 3C", "Ann play KD = 39")
    assert pushed(game, "Ann peg 1").codes == ("WRONG_PEG",)
    assert PEMBERLEY.public(game.state)["points"] == {"Ann": 1, "Bob": 0}
    assert pushed(game, "Bob peg 3 on Ann").codes == ("WRONG_PEG",)
    assert pushed(game, "Ann peg 2 on Ann").codes == ("NO_MUGGINS",)
    assert pushed(game, "Bob peg 2 on Ann").kind == "ok"
    assert PEMBERLEY.public(game.state)["points"] == {"Ann": 1, "Bob": 2}
    assert pushed(game, "Bob peg 1 on Ann").codes == ("WRONG_PEG",)  # nothing is left


def test_muggins_is_said_before_the_next_card_or_not_at_all() -> None:
    game = match(muggins="true")
    pushed(game, "table start 3C", "Ann play KD = 39", "Ann peg 1", "Bob play AH = 40")
    assert pushed(game, "Bob peg 2 on Ann").codes == ("WRONG_PEG",)
    assert PEMBERLEY.public(game.state)["points"] == {"Ann": 1, "Bob": 0}


def test_without_muggins_points_pegged_too_low_are_put_right() -> None:
    game = match()
    pushed(game, "table start 3C", "Ann play KD = 39")
    assert pushed(game, "Ann peg 1").codes == ("WRONG_PEG",)
    assert PEMBERLEY.public(game.state)["points"] == {"Ann": 3, "Bob": 0}
    assert pushed(game, "Bob peg 2 on Ann").codes == ("NO_MUGGINS",)


def test_pegs_are_checked() -> None:
    game = match()
    assert pushed(game, "table start 3C", "Ann play QD", "Ann peg 1").kind == "ok"
    assert pushed(game, "Bob play QH", "Bob peg 2").codes == ("WRONG_PEG",)
    assert pushed(game, "Bob peg 2!").codes == ("WRONG_PEG",)
    assert game.state.seat("Bob").points == 2
    assert pushed(game, "Bob peg 0").kind == "ok"


def test_a_card_that_was_not_seen() -> None:
    game = match()
    verdict = pushed(game, "table start 3C", "Ann play ?? = 39")
    assert verdict.kind == "need"
    assert [str(choice) for choice in verdict.choices] == ["Ann play KD = 39"]


def test_shown_cards_are_held_to() -> None:
    game = match()
    pushed(game, "table start 3C", "Ann show 2H 5C")
    assert pushed(game, "Ann pass").codes == ("ILLEGAL_PASS",)
    assert pushed(game, "Ann show 3C").codes == ("DUPLICATE",)
    assert pushed(game, "Ann show 4H 5H 6H 7H 8H 9H").codes == ("HAND_COUNT",)
    assert pushed(game, "Ann play 2H = 5", "Bob play 5C").codes == ("DUPLICATE",)


def test_a_shown_card_proves_the_pass() -> None:
    game = match()
    verdict = pushed(game, "table start 8S", "Ann pass", "Bob play 2D", "Ann play AH", "Ann show 2C TC")
    assert (verdict.kind, verdict.about) == ("proven", 1)


# -- the companion ----------------------------------------------------------------------------


def test_landing_map_agrees_with_judging() -> None:
    game = at_total(78)
    rows = PEMBERLEY.shown.advice(game.state)["landing"]
    assert len(rows) == 51
    for card, row in rows.items():
        verdict = PEMBERLEY.judge(game.state, parse_action(f"Ann play {card}"))
        if verdict.kind == "ok":
            assert row["total"] == verdict.after.total
            assert row["points"] == verdict.after.seat("Ann").points
        else:
            assert verdict.codes == (row["fault"],)


@pytest.mark.parametrize(("options", "words"), [
    ({}, "The cutter plays first, then clockwise."),
    ({"first_player": "left_of_dealer"}, "The player at the dealer's left"),
    ({"direction": "anticlockwise"}, "then anticlockwise."), ({}, "Whoever can play must;"),
    ({"must_play": "false"}, "Whoever can play may;"), ({}, "Negative primes and multiples count as well."),
    ({"negative_primes": "false"}, "Negative multiples count as well."),
    ({"negative_primes": "false", "negative_multiples": "false"}, "Negative totals score nothing."),
    ({"ones_counter": "game"}, "The first landing on 1 in a game"), ({}, "a set that ends on 1 scores 1."),
    ({"ones_in_sets": "continue_counter"}, "scores as the next landing on 1 would."),
    ({}, "set aside and costs a point."),
    ({"unplayed_rule": "double"}, "it may be used in a set, and costs another if not."), ({}, "somebody passes 30;"),
    ({"target_mode": "at_least", "target": "40"}, "somebody reaches 40;"),
    ({"target": "0"}, "as many rounds as you like"),
    ({"profile": "post_literal"}, "first rules to the letter"),
    ({"profile": "post_literal"}, "as many rounds as you like"),
    ({"profile": "post_literal", "target": "30"}, "somebody passes 30;"), ({"hints": "never"}, "is never shown."),
    ({"muggins": "true"}, "loses the rest"), ({"muggins": "false"}, "is put right."),
])
def test_the_rules_as_played(options: dict[str, str], words: str) -> None:
    assert words in "\n".join(SAYS.rules(PEMBERLEY.parse_options(options)))


def test_the_landing_map_for_people() -> None:
    game = at_total(1, ones=1)
    lines = SAYS.lines(game.state)
    assert lines[0] == "Total 1; the next to hit 1 scores 2 points."
    assert "3 points: KD → 13, QH → 13" in lines
    assert "40 of the 51 cards not seen yet can be played:" in lines
    assert "  Hearts (+): A 2 3 4 5 6 7 8 9 T J Q K" in lines
    assert "  Clubs (÷): A" in lines
    assert lines[-2:] == ["Points so far: Ann 0, Bob 0.", "Cards left: Ann 7, Bob 7."]
    beyond = SAYS.lines(at_total(500).state)
    assert "  Hearts (+): none" in beyond


def test_hints() -> None:
    def shown(state: State) -> bool:
        return bool(PEMBERLEY.shown.advice(state)["best"])

    for hints, (during, afterwards) in {"after_round": (False, True), "any_time": (True, True),
                                        "never": (False, False)}.items():
        state = played_sample(hints=hints).state
        assert shown(state) is during
        assert shown(PEMBERLEY.close(state)) is afterwards


def test_after_the_play_the_piles_are_taken_up_and_cards_are_laid_in_sets() -> None:
    game = played_sample()
    assert PEMBERLEY.visible(game.state).keys() == {"starter", "sets:Ann", "sets:Bob"}  # piles may lie there yet
    cards = parse_cards("QH 5C TC")
    assert pushed(game, "Bob show QH 5C TC").kind == "ok"
    assert PEMBERLEY.visible(game.state)["sets:Bob"] == cards
    assert pushed(game, "Bob set QH 5C").kind == "ok"
    assert PEMBERLEY.visible(game.state)["sets:Bob"] == cards
    assert pushed(game, "Ann set KD").kind == "ok"
    assert PEMBERLEY.visible(game.state)["sets:Ann"] == parse_cards("KD")


def explained_after_the_play(laid: str) -> list[str]:
    """What cards mean that Ann has laid together, in their order, after the play of the sample; 3 is the starter."""
    change = Change(tuple(("sets:Ann", card) for card in parse_cards(laid)))
    found = PEMBERLEY.camera.explain(played_sample().state, change)
    assert all(PEMBERLEY.judge(played_sample().state, action).kind == "ok" for action in found if action.verb == "set")
    return [str(action) for action in found]


def test_cards_laid_together_are_a_set_in_the_order_in_which_they_lie() -> None:
    assert explained_after_the_play("8S KD") == ["Ann set 8S KD"]  # 3 - 8 = -5, x 13 = -65: 3 points
    assert explained_after_the_play("KD 8S") == ["Ann set KD 8S"]  # 3 x 13 = 39, - 8 = 31: a prime
    found = parse_action("Ann set 8S KD")
    assert PEMBERLEY.camera.may_grow(played_sample().state, found)
    assert not PEMBERLEY.camera.may_grow(played_sample().state, replace(found, announced=-65))


def test_a_set_whose_order_scores_nothing_is_one_of_the_totals_that_its_cards_reach() -> None:
    assert explained_after_the_play("QD 8H") == ["Ann set 8H QD = 132"]  # 3 x 12 + 8 = 44; (3 + 8) x 12 = 132


def test_played_cards_that_score_in_no_order_wait_for_more_and_others_are_shown() -> None:
    assert explained_after_the_play("8H 7S") == []  # 3 - 7 + 8 = 4
    assert explained_after_the_play("7C 8C") == []  # neither divides 3
    assert explained_after_the_play("9H 9C") == ["Ann show 9H 9C"]


def test_a_card_that_is_taken_up_from_a_pile_is_no_set() -> None:
    assert PEMBERLEY.camera.explain(played_sample().state, Change((("pile:Ann", Card("KD")),))) == ()


def test_what_the_camera_sees_of_a_round() -> None:
    game = match()

    def explained(appeared: str, left: str = "") -> list[str]:
        pairs = [tuple((word.partition("=")[0], parse_cards(word.partition("=")[2])[0]) for word in words.split())
                 for words in (appeared, left)]
        return [str(action) for action in PEMBERLEY.camera.explain(game.state, Change(*pairs))]

    assert explained("starter=3C") == ["table start 3C"]
    pushed(game, "table start 3C")
    assert explained("pile:Ann=4H") == ["Ann play 4H"]
    pushed(game, "Ann play 4H", "Bob pass", "Ann pass")
    assert explained("", "starter=3C pile:Ann=4H") == []  # an arm may lie over the starter
    pushed(game, "Ann set 4H")
    assert explained("", "starter=3C") == []
    assert explained("", "starter=3C sets:Ann=4H") == ["table deal"]


# -- a number of rounds (RULES 3.5) -------------------------------------------------------------


def of_rounds(rounds: str, **options: str) -> Match:
    return Match(PEMBERLEY, Table(("Ann", "Bob"), "Bob", {"rounds": rounds, **options}))


def one_round(game: Match, *, to_the_end: bool = True) -> None:
    """Nobody plays a card; the sets may follow."""
    for line in (["table deal"] if game.events else []) + ["table start KC"]:
        assert game.push(parse_action(line)).applies
    game.state = replace(game.state, phase="sets") if to_the_end else game.state


def test_PE_48_the_match_is_over_after_so_many_rounds() -> None:  # noqa: N802
    game = of_rounds("2")
    one_round(game)
    assert not game.outcome.over
    one_round(game)
    assert game.outcome.over
    game.state = PEMBERLEY.close(game.state)
    assert game.push(parse_action("table deal")).codes == ("GAME_OVER",)


def test_PE_49_a_single_round_and_no_target() -> None:  # noqa: N802
    game = of_rounds("1", target="1")
    one_round(game)
    assert game.outcome.over
    assert set(game.outcome.winners) == {"Ann", "Bob"}, "ties stand"
    long = of_rounds("3", target="1")
    one_round(long)
    long.state = replace(long.state, totals=(100, 0))
    assert not long.outcome.over


def test_a_round_thrown_in_does_not_count() -> None:
    game = of_rounds("1")
    one_round(game, to_the_end=False)
    game.push(parse_action("table deal !"))
    game.push(parse_action("table start KC"))
    assert not game.outcome.over
