"""What the table is asked, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from companion.following.explaining import Explanation
from companion.words.speaker import english
from rules import Action, Card, Match
from vision.events import TableEvent


def sentence(match: Match, event: TableEvent, cards: Sequence[Card], found: Sequence[Explanation]) -> str:
    """What is asked about a card, which may be any of these."""
    place = place_words(event.zone)
    names = list(dict.fromkeys(f"the {card.name}" for card in cards if not card.is_unknown))
    if event.again and names:
        return f"Was another {cards[0].name} laid {place}, or is it the one that lay there?"
    if not event.sure and not names:
        return f"A card {place} could not be read: which one is it?"
    if not event.sure and len(names) > 1:
        return f"Which card lies {place}: {', '.join(names[:-1])} or {names[-1]}?"
    if not event.sure:
        return f"Is the card {place} {names[0]}?"
    if any(e.is_impossible for e in found):
        return f"The {cards[0].name} {place} cannot be: was it misread, or does it belong to another pack?"
    return _what_happened(match, cards[0], place, found)


def _what_happened(match: Match, card: Card, place: str, found: Sequence[Explanation]) -> str:
    """About a card that was read surely."""
    need = next((e.verdict.why for e in found if e.verdict.kind == "need"), "")
    if need:
        return english(need, match.game.name)
    silent = {e.before for e in found if e.before}
    if len(silent) == 1:
        return f"The {card.name} {place}: did {_said(*silent)}, or was a card overlooked before that?"
    meant = [e.action for e in found if e.verdict.applies] or [e.action for e in found]
    if len({a.actor for a in meant}) == len(meant) > 1 and len({(a.verb, a.cards) for a in meant}) == 1:
        return f"Who laid the {card.name} {place}? Or was a card before it overlooked?"
    if found:
        return f"What happened with the {card.name} {place}?"
    return f"Nothing explains the {card.name} {place}: what happened?"


def out_of_turn(why: str, before: Sequence[Action]) -> str:
    """About something that was said out of turn, unless others have silently done something before."""
    return f"{why} {f'Did {_said(before)}, or was' if before else 'Was'} a card overlooked before that?"


def _said(steps: Sequence[Action]) -> str:
    """ "Bea and Cal pass"."""
    return " and ".join([*(step.actor for step in steps[:-1]), f"{steps[-1].actor} {steps[-1].verb}"])


def laid_aside(action: Action, is_open: bool) -> str:
    """About cards that a player laid before himself."""
    return (f"Were these cards shown by {action.actor}?" if is_open else
            f"{action.actor} has laid cards face down: did {action.actor} {action.verb}?")


def missing(cards: Sequence[tuple[Card, str]]) -> str:
    """That cards are gone, each from its zone."""
    names = ", ".join(f"{card.name} ({place_words(zone)})" for card, zone in cards[:4])
    return f"Gone from the table: {names}. Put it back, or say what happened."


def place_words(zone: str) -> str:
    """ "green:Ann" as people say it: "on Ann's green pile"."""
    place, _, owner = zone.partition(":")
    if not place:
        return "beside the table's places"
    words = place.replace("_", " ")
    return f"at {' and '.join(owner.split('+'))}'s {words}" if owner else f"on the {words}"
