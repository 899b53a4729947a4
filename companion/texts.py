"""Every word the screens say, in one place, and cards in plain writing.

    >>> pretty("Ann played TC, so 7H divides.")
    'Ann played 10♣, so 7♥ divides.'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from companion.words.speaker import rule_of, speaker
from rules import GAMES
from rules.core.action import TABLE, Action
from rules.core.cards import UNKNOWN, Card
from rules.core.errors import Refusal, one_of
from rules.core.game import Game
from rules.core.options import Option
from rules.core.said import Said, Text, said

TITLE = "Table Companion"
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

# home
WHICH_GAME = "Which game?"
CARRY_ON = "Carry on"
REMOVED = "Removed: {sitting}"
BRING_BACK = "Bring it back"
NO_SITTINGS = "Games you have begun wait here."
SHOW_ME = "Show me how"
LOOK = "Look"  # the theme

# setting up
PLAYERS = "Players, clockwise"
ADD_PLAYER = "Add a player"
NAMELESS = "Give every player a name."
HOUSE_RULES = "House rules"
TAKING = "What the rules imply"
TAKING_HELP = "A knock, a pass, a call that follows from what is played."
TAKINGS = {"strict": "must be told", "usual": "taken as made", "silent": "taken silently"}
CAMERA = "Camera"
CAMERA_HINT = "A camera number, an address or a video file"
SEATING = "Where does {name} sit in the camera picture? (optional)"
SIDES_IN_WORDS = {"near": "Below", "left": "On the left", "far": "Above", "right": "On the right"}
BEGIN = "Begin"
BACK = "Back"

# the table
UNDO = "Undo"
CORRECT = "Correct"
LOG = "The deal so far"
PAUSE = "Pause"
RESUME = "Go on"
LEAVE = "Leave"
MORE = "More"
TAKE_BACK = "Take it back"
LET_STAND = "Let it stand"
SOMETHING_ELSE = "Another card"
NOTHING = "Nothing was played"
CLOSE = "Close"
WRITE_HERE = "Write it here"
AGREED_THEN = "As agreed then, by version {rules} of the rules"
BY_TODAYS_RULES = "By today's rules"
NOT_A_CARD = "Not a card"
WHICH_CARD = "Which card was it?"
LIKELIEST = "Most likely"
WAITING = "Waiting for the first card"
NOTHING_TO_CORRECT = "No card has been played yet."
NO_PICTURE = "No camera picture"
PAUSED = "Paused"
MIRRORED = "{name} shows left for right; the cards are read turned back."
MIRRORED_BACK = "The camera showed left for right; its picture is mirrored back from now on."
LEAST_LINES = 720  # of a picture in which cards are read from where cameras usually hang
NOT_SO = "Not so: {event}"
NOTHING_TO_SAY = "There is nothing for {name} to say now."
ASSUMED = "taken as made"
PICTURE_FAULTS = {
    "lost": "No picture comes from the camera: see to its plug, its power and its network.",
    "frozen": "The camera's picture stands still: unplug the camera and plug it in again.",
    "black": "The camera's picture is black: take the cap off, or put on the light.",
    "covered": "Something covers the camera: take it away.",
    "turned": "The camera was turned: turn it back, or find the table again.",
}
END_OF_FILM = "The film has ended."
TURN = "{name} to play"
GAME_OVER = "Game over"
WON_BY = "{names} won"

_CARD_WORD = re.compile(r"(?<![\w+])(10|[A2-9TJQK])([CDHS])(?:/([a-z]+))?(?![\w])")
_AT_MOST = re.compile(r"<=(\d)")


def card_text(card: str) -> str:
    """"TC" as "10♣", "<=2" as "≤2", "JK" as "Joker", "6S/red" as "6♠ red"."""
    face, _, back = card.partition("/")
    if face == "JK":
        text = JOKER
    elif face == "??":
        text = "?"
    elif face.startswith("<="):
        text = "≤" + face[2:]
    elif face.startswith("+"):
        text = face
    else:
        text = face[:-1].replace("T", "10") + SUIT_SIGNS[face[-1]]
    return f"{text} {back}".strip()


def pretty(text: Text, game: str = "") -> str:
    """A sentence of the games in the language that is spoken, its cards written as players read them."""
    sentence = speaker(_language, game).say(text) if isinstance(text, Said) else text
    return _AT_MOST.sub(r"≤\1", _CARD_WORD.sub(lambda m: m[1].replace("T", "10") + SUIT_SIGNS[m[2]]
                                               + (f" {m[3]}" if m[3] else ""), sentence))


def catalogued(prefix: str, name: str, **args: str) -> str:
    """What the catalogues call a verb, a place or a number of a game: "did-knock", "name-pile"; "" where none does."""
    for game in ("", *GAMES):
        speaks = speaker(_language, game)
        if speaks.knows(f"{prefix}-{name}"):
            return speaks.words(said(f"{prefix}-{name}", **args))
    return ""


def part(text: Text, game: str) -> str:
    """A word or a number of a panel, as it is written; a number's name that no catalogue has is its key."""
    if isinstance(text, Said) and text.key.startswith("name-"):
        return place_name(text.key.removeprefix("name-"))
    return speaker(_language, game).words(text)


def place_name(place: str) -> str:
    """"green:Ann" as "Green, Ann"."""
    kind, _, whose = place.partition(":")
    name = catalogued("name", kind) or kind.replace("_", " ").capitalize()
    return f"{name}, {whose}" if whose else name


NOBODY = "The table deals"
TO_SHOW = "{name}’s cards are still to be shown"
SHOW_HAND_OF = "Show {name}’s cards"
STANDS = "The table let it stand."


def action_text(action: Action) -> str:
    """An event as a person would tell it: "Ann plays 9♣: 86"."""
    is_call = action.cards == (UNKNOWN,) and action.announced is not None
    cards = _called(action) if is_call else _cards_text(action.cards)
    numbers = " and ".join(map(str, action.numbers))
    done = catalogued("did", action.verb, who=action.actor, cards=cards, words=action.words, numbers=numbers,
                      any="yes" if cards else "no", number=numbers if numbers not in ("", "1") else "none").strip()
    told = " ".join([done, *_clauses_text(action)])
    return told if action.announced is None or is_call else f"{told}: {action.announced}"


def _called(action: Action) -> str:
    """The number with which a card was called, as it stands on cards: 10, J."""
    number, ranks = action.announced or 0, dict(enumerate(RANKS_IN_WORDS, 1))
    return ranks.get(number, str(number)).replace("T", "10")


def _clauses_text(action: Action) -> Iterator[str]:
    """What is said of an event beside who did what with which cards."""
    if action.on:
        yield CLAUSES["on"].format(who=action.on)
    if action.source:
        yield CLAUSES["from"].format(place=SOURCES.get(action.source, action.source))
    if action.take:
        yield CLAUSES["take"].format(cards=_cards_text(action.take))
    if action.to in SUITS_IN_WORDS:
        yield CLAUSES["name"].format(suit=SUITS_IN_WORDS[action.to])
    elif action.to:
        yield CLAUSES["to"].format(rank=RANKS_IN_WORDS.get(action.to, action.to))
    if action.as_value is not None:
        yield CLAUSES["as"].format(value=action.as_value)


def _cards_text(cards: Sequence[Card]) -> str:
    return " ".join(card_text(str(card)) for card in cards)


def announcement_text(action: Action, to_act: str | None) -> str:
    """On a button: "Knock", or "Bob: Foe!" when somebody else than the one on turn may say it."""
    if action.announced is not None and action.cards:
        return catalogued("verb", f"{action.verb}-number", number=_called(action))
    word = catalogued("verb", action.verb, words=action.words.capitalize()) or action.verb
    numbers = " ".join(map(str, action.numbers))
    text = f"{word} {numbers}".strip()
    if action.announced is not None:
        text += f" {action.announced}"
    return text if action.actor in (TABLE, to_act) else f"{action.actor}: {text}"


def choice_among(choice: Action, choices: Sequence[Action]) -> str:
    """What tells one answer from the others: the count alone where only that differs."""
    bare = {replace(other, announced=None, as_value=None) for other in choices}
    if len(bare) == 1 and len(choices) > 1:
        if choice.announced is not None and choice.as_value is not None:
            return f"{choice.announced}, {CLAUSES['as'].format(value=choice.as_value)}"
        if choice.announced is not None:
            return str(choice.announced)
        if choice.as_value is not None:
            return CLAUSES["as"].format(value=choice.as_value)
    return action_text(choice)


def names(people: Sequence[str]) -> str:
    """"Ann, Bob and Cal"."""
    return AND.join(filter(None, [", ".join(people[:-1]), people[-1]])) if people else ""




OUR_MISTAKE = "That was our mistake; the details are in {file}. The deal is safe."
LOG_SAYS = {
    "log-full": "The deal cannot be written: the disk is full.",
    "log-busy": "The deal cannot be written: another program holds its file.",
    "log-readonly": "The deal cannot be written: {file} may only be read.",
    "log-failing": "The deal cannot be written: the disk is failing.",
    "log-damaged": "{file} is damaged.",
    "log-foreign": "{file} is not a file of sittings.",
    "log-newer": "{file} was written by a newer version of the companion.",
    "log-held": "Another window is writing this table; this one only watches.",
    "log-moved-on": "Another window has gone on with this table; look, and enter it again.",
    "log-no-event": "There is no event {seq} to correct.",
    "log-no-sitting": "There is no sitting {sitting}.",
    "log-no-game": "The game {game} is no longer here; its sittings can only be read.",
    "log-rescued": "The sittings on this device were damaged; {rows} events were saved. The damaged file is {file}.",
    "log-memory": "Nothing that is played now is kept. {why}",
    "log-written": "The deal is written again.",
    "log-altered": "From event {row} on, this sitting was altered from outside.",
}
NO_MEMORY = "This device has no memory left for that; close other programs, and try again."
OUTPUT_FULL = "The output cannot be written: the disk is full."
CANNOT_BE = "The {card} cannot be played here."
WHAT_HAPPENED = "What happened?"
MISSED = "A missed card"


POINTS_TOLD = "{name} {points}: {score}"
STROKE_IS = "each mark is {value}"
TITLE_LINE = "{title} · deal {deal}"
TITLE_DEALT = "{title} · deal {deal} · {dealer} dealt"
INSTEAD = "Not {card}, but…"
TAKE_OUT = "Cross it out"

SEATS = "{seats} players"
SEATS_FROM_TO = "{least} to {most} players"


def seats(least: int, most: int) -> str:
    """How many play a game."""
    return SEATS.format(seats=least) if least == most else SEATS_FROM_TO.format(least=least, most=most)


DEALS = "Dealer"
PACK = "Pack"
PACK_HELP = "The cards on the table"
PACK_TOO_SMALL = "{pack} does not have the cards that this table needs."


def plain(value: str | int | bool) -> str:
    """An option's value as it is written in a record."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_value(option: str, value: str) -> str:
    """The same for people."""
    return (catalogued("value", f"{option}-{value}") or OPTION_VALUES.get(f"{option}.{value}")
            or OPTION_VALUES.get(value, value.replace("_", " ")))


SETTLED = "That question is settled already."
ANSWER_FIRST = "Answer the question first; then the next card."

# panels
TOTAL = "Total"
ENTER_DICE = "Enter the dice"
WHICH_DICE = "What did {name} roll?"
DICE_SEEN = "Were {} and {} rolled?"
ADD_CARD = "Play a card"
SCORES = "Score sheet"
DEAL = "Deal {number}"
DRAWING = "The demo table is being drawn; the first time this takes a moment."

# the camera and the table
VIEW_GOOD = "The table is in clear view."
LIGHT, GLARE, DISTANCE, ANGLE, WHOLE, PLACE = "Light", "Glare", "Distance", "Angle", "Whole table", "Places"
VIEW_BACK = "The table is seen again; the deal goes on."
COVERED = "Something is in front of the camera; the deal waits until the table is seen again."
OTHER_SHAPE = ("The pictures are {width} by {height} now, another shape than {before_width} by {before_height}: "
               "set the camera as it was, or find the table anew.")
MISPLACED = "Cards are laid where this game has no place for them: is the picture upside down, or the camera elsewhere?"
UNKNOWN_PACK = "The cards of this pack cannot be read; play with another one."
TOO_DARK = "It is too dark to read the cards: switch on a light."
DIM_LIGHT = "It is rather dim; more light reads better."
ENOUGH = "There is enough light."
TOO_BRIGHT = "The picture is too bright {where}: turn the camera away from the lamp or the window."
SOME_GLARE = "Something shines {where}: move the lamp, or tilt the camera a little."
PARTS = {"nw": "at the top left", "n": "at the top", "ne": "at the top right", "w": "on the left", "c": "in the middle",
         "e": "on the right", "sw": "at the bottom left", "s": "at the bottom", "se": "at the bottom right",
         "all": "in many places"}
NO_GLARE = "Nothing shines."
TOO_FAR = "Cards are only {pixels:.0f} pixels high: bring the camera closer."
NEAR_ENOUGH = "Cards are {pixels:.0f} pixels high: close enough."
TOO_FLAT = "The camera looks at the table at only {degrees:.0f}°: raise it, so that it looks down."
HIGH_ENOUGH = "The camera looks down at {degrees:.0f}°: good."
ALL_IN_VIEW = "Every place of the game is in the picture."
OUTSIDE = "Not wholly in the picture: {places}. Move the camera back, or move the places."
LEVELS = {"good": "good", "fair": "fair", "poor": "poor"}
CAMERA_AND_TABLE = "Camera and table"
DONE = "Done"
GUIDE_TAB, VIEW_TAB, FIND_TAB, ZONES_TAB, SOURCE_TAB = "Set up", "View", "Find table", "Places", "Camera"
GUIDE_STEPS = {"camera": "A camera", "light": "Light", "sharp": "Sharp", "found": "Table found",
               "near": "Near and high enough", "whole": "The whole table", "places": "Places"}
GUIDE_SAYS = {
    "camera": "Choose the camera that looks at the table.",
    "found": "Lay some cards face up and apart from each other, or the printed markers; then say which.",
    "places": "Do the frames lie where your cards will lie? Else move them.",
    "done": "All is well: touch Done.",
}
PLACES_FIT, MOVE_PLACES = "They do", "Move them"
SHARPNESS, SHARP_ENOUGH = "Sharpness", "The picture is sharp."
NOT_SHARP = "The picture is not sharp: wipe the lens, or let the camera focus on the table."
A_PHONE = "A phone"
TURN_PICTURE, MIRROR_PICTURE = "Turn it", "Mirror it"
GIVEN = "{width} × {height}, {rate:.0f} pictures a second."
GIVEN_LITTLE = "{width} × {height}, {rate:.0f} pictures a second. That is little: hang the camera near the cards."
NOT_FOUND_YET = "The table was not found yet."
LOOKING = "Looking…"
CALLED_OFF = "Called off; nothing was changed."
BY_MARKERS, BY_CARDS, BY_TAPS = "By the printed markers", "By the cards that lie there", "By four taps"
FIND_HELP = ("Lay the printed markers in the middle, or some cards face up and apart from each other; "
             "or tap the corners of a sheet of paper.")
TAP_CORNERS = "Tap its four corners, clockwise, beginning at the far left."
TAPPED = "{count} of 4 corners. Drag one to put it right."
RECTANGLES = {"A4": (297, 210), "A3": (420, 297), "Letter": (279.4, 215.9)}
LYING, STANDING = "lying", "upright"
USE_TAPS = "Find the table"
ZONES_HELP = "Drag a place to where its cards lie; drag its corners to make it larger."
ZONE_CHOSEN = "{place}: {width:.0f} × {height:.0f} mm"
NEXT_ZONE, RESET_ZONES = "Next place", "As they were"
NUDGES = {"left": "←", "right": "→", "up": "↑", "down": "↓", "wider": "wider", "narrower": "narrower",
          "higher": "higher", "lower": "lower"}
CAMERA_NUMBER = "Camera {number}"
OTHER_SOURCE = "Address or film"
OPEN_SOURCE = "Show it"
NO_ZONES_YET = "First the table must be found; then its places can be moved."
NO_CAMERA = "This table has no camera."
CALIBRATED_ANEW = "This camera's pictures have another shape than before; the table is found anew."

# disputes: "what if"
NO_SUCH_EVENT = "There is no such event any more."
NOTHING_ELSE_CHANGES = "Nothing else would change."
INSTEAD_OF = "{new} (instead of: {old})."
BREAKS = "{event} would break a rule: {why}."
ALLOWED = "{event} would be allowed."
OTHERWISE = "{event}: {why}."
WOULD_NOT_HAVE = "{event}: never happened."
SCORE_CHANGES = "{name}’s score: {new} instead of {old}."
NUMBER_CHANGES = "{what}: {new} instead of {old}."
TURN_CHANGES = "Next to play: {name}."
NOBODY_NAME = "nobody"
AND_MORE = "… and {count} more events would be judged otherwise."

# looking back at a deal
LOOK_BACK = "Look back"
DEAL_OF = "Deal {number} of {count}"
EARLIER_DEAL, LATER_DEAL = "‹ Deal", "Deal ›"
REDO = "Redo"
BEFORE, AFTER = "Before", "After"
IT_WAS = "It was…"
WHAT_IF = "What if…"
WHAT_IF_TITLE = "What if: {event}?"
WHAT_IF_NEVER = "What if it never happened?"
CORRECTED_TITLE = "Now: {event}. What this changed:"
TAKEN_OUT = "Taken out. What this changed:"
ADDED_TITLE = "Added: {event}. What this changed:"
ADD_BEFORE = "A card before"
ADD_BEFORE_WHAT = "Which card came before this: {event}?"
CORRECT_SO = "Correct it"
ENTERED_BY_HAND = "Entered by hand; the camera did not see it."
TABLE_SAID_SO = "The camera was not sure; you said what it was."
WAS_READ = "Read as {card}, {share} % sure ({place})."
WAS_NOT_READ = "A card that could not be read ({place})."
WAS_TAKEN = "{card} was taken away ({place})."
OR_ELSE = "Else: {cards}."
CANDIDATE = "{card} {share} %"
NO_PLACE = "beside the places"
STANDS_AT = "{name} {score}"
NOTHING_YET = "Nothing has happened in this deal yet."

# the score sheet
NEXT_DEAL = "Next deal"
REMATCH = "Rematch"
RULES = "Rules"
RULES_OF = "{title}: the rules at this table"
ALL_LEVEL = "All level"
LEADS_NOW = "{names} in the lead"
SCORE_OF = "{title}: score sheet"
TO_TARGET = "to {target}"
SHARE = "Share"
SHARED = "Saved in {folder}"
OPEN_FOLDER = "Open the folder"
MAKING = "Writing…"
CANCEL = "Cancel"
STATISTICS = "Statistics"
STOPPED = "Stopped; nothing was written."

# a pack of one's own
CARDS_HELP = "Touch a card that is wrong; + adds one that is missing."
SHOW_HAND = "Show a hand"
WHO_SHOWS = "Who shows cards?"
SHOWS = "{name} shows"
WHICH_CARDS = "Which cards were they?"
ADD_ONE = "+"
LAY_SETS = "Lay sets"
WHOSE_SET = "Touch the cards of a set in their order, from {begin}."
LAY_SET = "Lay this set"
START_AGAIN = "Start again"
HANDS = {"right": "right-handed", "left": "left-handed"}
CALL_CLOCK = "{text} · {seconds} s"
MAKE_DECK = "Another pack…"
DECK_NAME = "Name of the pack"
KEEP_DECK = "Save pack"
DECK_HELP = "Touch every printed card that stands for: {meaning}"
AS_PRINTED = "as printed"
NOT_IN_PACK = "not used"
STANDS_FOR = "Another card…"
PACKS = "{count} packs"
ONE_PACK = "one pack"
CARD_SIZE = "{:.0f} × {:.0f} mm"
SHOW_CARDS = "Show to camera"
BACK_TO_CARDS = "Back to list"
READ_THEM = "Read them"
CARDS_READ = "Read: {cards}"
NO_CARD_READ = "No card could be read surely; lay one alone, face up."
DECK_NEEDS_NAME = "Give the pack a name first."
DECK_EMPTY = "No card stands for anything yet."
DECK_LACKS = "No printed card stands for {card} yet."
DECK_STRANGE = "This game has no {card}."

# statistics
ALL_GAMES = "All games"
STATISTIC_HEADS = ("Player", "Sittings", "Finished", "Won", "Points per deal", "Best deal", "Streak", "Longest streak")
WINS_CHART = "Wins so far, by finished sitting"
QUESTIONS_CHART = "Camera questions per deal, by sitting"
PERIODS = {"all": "All time", "year": "Last 365 days", "month": "Last 30 days"}
STATISTICS_OF = "Statistics, {what}"
NOTHING_PLAYED = "Nothing has been played on this device yet."
NOTHING_TO_DRAW = "None of these sittings has anything to show here yet."

# printing
PRINT = "Print"
PAPERS = {"a4": "A4", "letter": "Letter"}
PACK_TITLE = "The Never Over pack: how many of each"
CARDS_AND_PAGES = "{cards} cards on {pages} pages"
WITH_BACKS = "With backs"
MAKE_PACK = "Make the pack"
MARKERS_HELP = "Markers that tell the camera where the table is."
MAKE_MARKERS = "Markers"
SCORESHEET_HELP = "An empty score sheet with a board to peg on."
MAKE_SCORESHEET = "Score sheet"
PACK_FILE, MARKERS_FILE, SCORESHEET_FILE = "Never Over pack", "Table markers", "Score sheet"
PRINT_IT = "{file}: print it at actual size (100 %)."

# spectators
SPECTATORS = "Spectators"
SPECTATORS_HELP = ("Anyone on the same network with this link can watch: the board, the count and what was "
                   "played. Nobody can change anything.")
SPECTATORS_START = "Let others watch"
SPECTATORS_STOP = "Stop"
NO_NETWORK = "This device is on no network from which others could watch."
SPECTATORS_OFF = "Nobody can watch now."
SPECTATORS_COUNT = "Watching: {count}"
SPECTATORS_WAIT = "Waiting for the first card."
SPECTATORS_LOST = "The table is out of reach; this page looks for it."

# the phone as camera
PHONE = {
    "name": "the phone", "unknown": "a phone",
    "scan": "Scan this code with the phone that is to be the camera, or open {url}",
    "here": "{phone} is the camera.", "scan_here": "Scan this with the phone that is to be the camera.",
    "waits": "No phone has opened the camera's page yet.",
    "gone": "Nothing comes from the phone: is it asleep, or out of the network?",
    "hidden": "The phone shows something else: bring the camera's page to the front.",
    "interrupted": "The phone's camera is taken: is there a call?",
    "stalled": "No pictures come from the phone.",
    "second": "Another phone is the camera already.",
    "taken_over": "Another phone is the camera now.",
    "hello": "This phone becomes the camera of the table. Lay it flat above the cards, its back to the table.",
    "start": "Use this phone's camera", "take": "Use this phone instead",
    "untried": "Not tried on a real iPhone yet; Chrome on Android and Safari from 16.4 should do.",
    "denied": "The browser may not use the camera: allow it in the settings of this page, and load it again.",
    "none": "No camera was found.", "taken": "Another app uses the camera.",
    "torch": "Light", "focus": "Hold focus", "size": "1080p", "lens": "Camera",
    "linked": "Connected", "fits": "The table is in view",
    "closed": "Not connected", "lost": "The app is out of reach; looking for it.",
    "rate": "pictures a second",
    "hello_title": "This phone as camera",
    "hello_lead": "Your browser will warn once: nobody vouches for this device, because nothing goes through the "
                  "internet. Touch what is framed in red.",
    "hello_go": "Open the camera", "hello_others": "In other browsers",
    "chromium_head": "Your connection is not private", "chromium_one": "Advanced",
    "chromium_two": "Proceed to this address (unsafe)",
    "safari_head": "This Connection Is Not Private", "safari_one": "Show Details", "safari_two": "visit this website",
    "firefox_head": "Warning: Potential Security Risk Ahead", "firefox_one": "Advanced…",
    "firefox_two": "Accept the Risk and Continue",
}

# settings
SETTINGS = "Settings"
LOOK_HELP = "Dark, light, or with the strongest contrast."
THEME_NAMES = {"dark": "Dark", "light": "Light", "contrast": "Contrast"}
HAND = "Hand"
HAND_HELP = "On which side the buttons are that are used most."
BOARD = "Board"
BOARD_HELP = "Pegs in holes, or tally marks. Touch a score on it, and it tells what that was for."
BOARDS = {"pegs": "Pegs", "tally": "Tally marks"}
SOUNDS = "Sounds"
SOUNDS_HELP = "A short sound for a card, points, a question, a broken rule, and the end of a deal."
NO_SOUNDS = "This device cannot play sounds."
SPEECH = "Voice"
SPEECH_HELP = "Says the count, the questions, and the scores at the end of a deal."
NO_SPEECH = "This device has no voice; on Debian or Ubuntu install espeak-ng."
PICTURES = "Kept pictures"
PICTURES_HELP = "What was seen of every event may take so much room; then those of the oldest sittings go."
MEGABYTES = "{count} MB"
HEAD_TO_HEAD = "Head to head"
ENCOUNTER_HEADS = ("Players", "Finished", "Wins", "Drawn or lost by both")
RECAP = "Recap"
SHARE_PICTURE = "Share picture"
SCORE_CHART = "The score"
TAKES_LEAD = "{name} takes the lead"
BACKUP = "Backup"
BACKUP_HELP = "Everything that this device keeps, in one file: sittings, pictures, settings, tables and packs."
OPEN_BACKUP = "Open"
BACK_UP = "Save everything now"
BACKUPS_IN = "Touch a backup to restore it. They lie in {folder}."
NO_BACKUPS = "There is no backup yet. Put one into {folder} to restore it here."
RESTORE_ASK = "Restore {name}? What is here now is saved first."
RESTORE = "Restore"
RESTORED = "Restored. What was here before is in {file}."
LANGUAGE = "Language"
LANGUAGE_HELP = "The language of the app and of its voice."
LANGUAGES = {"en": "English", "de": "Deutsch"}
ON, OFF = "On", "Off"
SPOKEN_FAULT = "That breaks a rule."
SPOKEN_SUITS = {"♣": " of clubs", "♦": " of diamonds", "♥": " of hearts", "♠": " of spades"}


def on_or_off(value: bool) -> str:
    """A switch in words."""
    return ON if value else OFF


def aloud(words: str) -> str:
    """A sentence as a voice should say it: "9♣" as "9 of clubs"."""
    for sign, name in SPOKEN_SUITS.items():
        words = words.replace(sign, name)
    return words

# words inside sentences
JOKER = "Joker"
RANKS_IN_WORDS = {"A": "Ace", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9", "T": "10",
                  "J": "Jack", "Q": "Queen", "K": "King"}
SUITS_IN_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
CLAUSES = {"on": "on {who}", "from": "from the {place}", "take": "and takes {cards}",
           "to": "to the {rank}s", "name": "and names {suit}", "as": "as {value}"}
SOURCES = {"stock": "stock", "hand": "hand", "pile": "pile"}
AND = " and "
OR = "or"
# a house rule's value; under OPTION.VALUE where it means something else than elsewhere
OPTION_VALUES = {
    "true": "yes", "false": "no", "assumed": "need not be told", "recorded": "must be told",
    "before_play": "before the play", "after_play": "after the play", "no_stock_play": "not at all",
    "spread": "spread out", "squared": "in a pile", "discards.none": "nobody discards", "used": "yes",
    "stock.none": "no", "never": "never", "take_discard.never": "no", "top_only": "yes", "allowed": "yes",
    "forbidden": "no",
    "turn_start": "as the turn begins", "any_time_on_turn": "any time in the turn", "pass_allowed": "no",
    "allowed_warn": "yes", "partners.none": "nobody", "fixed": "opposite players",
    "threes": "every second player",
    "rotating:S+D": "the dealer's neighbours", "rotating:S+dealer+D": "neighbours and dealer", "separate": "no",
    "partner_piles.shared": "yes", "as_owner": "as on one's own", "as_opponent": "as on an opponent's",
    "either": "either", "partner_red.none": "none", "pooled": "the total", "suggested55": "the 55",
    "custom": "one's own", "undo": "goes back", "stand": "stands", "penalty": "costs points", "up": "yes",
    "down": "no", "before_first_card": "the first card", "before_own_first_card": "one's own first card",
    "before_starter": "the starter", "mandatory": "it must", "optional": "it may", "ace11_divides.never": "never",
    "same": "repeats it", "free": "chooses anew", "lose": "loses", "draw_from_stock": "draws from the stock",
    "pass": "passes", "winner_extra.hand": "the hand", "hand+stock": "hand and stock", "winner_extra.none": "nothing",
    "never_until_short": "when cards run short", "each_hand": "before each deal", "false_concession.stand": "nothing",
    "resume": "the deal goes on", "forfeit": "the loser scores nothing", "loser_cap.bar": "at the bar",
    "loser_cap.none": "nowhere", "inventors": "the inventors'", "post_literal": "the first text",
    "clockwise": "clockwise", "anticlockwise": "anticlockwise", "cutter": "the cutter",
    "left_of_dealer": "left of the dealer", "round": "each round", "game": "in the whole game", "flat": "scores 1",
    "continue_counter": "goes on counting", "set_aside_once": "costs a point", "joins_once": "may join a set",
    "double": "both", "strict": "passed", "at_least": "reached", "after_round": "after the round",
    "any_time": "at any time", "after_draw": "no",
    "any_suit_by_second": "the second player", "joker_lead.forbidden": "it cannot be led",
    "joker_named_suit": "the player who leads it",
    "next_action": "till somebody acts", "winner_grace": "till the lead", "auto": "by itself",
    "on_challenge": "only when noticed", "immediate": "at once", "end_of_trick": "with its trick", "hidden": "no",
    "shown": "yes", "wins": "for each win", "leftover": "for each card", "off": "never",
    "trail_rule.card": "it takes nothing", "trail_rule.hand": "no card takes", "chronological": "as they come",
    "non_dealer_first": "dealer last", "after_all_compare": "compared at the end", "seated": "as seated",
    "packs.auto": "by the players",
    "source": "no", "printed": "yes", "replaces": "in their place", "adds": "on top", "turn": "once a turn",
    "asks.hand": "once a hand", "asks.any_time": "any time", "any": "anything", "only_2s": "only 2s",
    "quad_beats_pairs.none": "no",
    "always": "yes", "redeal": "a new deal", "instant_win": "wins at once", "ignore": "nothing",
    "winner": "the winner", "lowest": "the 3 of spades", "red": "red", "with": "yes", "without": "no",
    "double_out.shared": "both", "asker": "who asked", "helper": "who helped", "aside": "laid aside",
    "first_players": "to the first players", "void": "nothing", "collects": "the pile",
}
PACK_NAMES = {
    "standard": "One ordinary pack", "two-packs": "Two ordinary packs", "italian": "An Italian pack of 40",
    "never-over": "The printed Never Over pack", "improvised": "Never Over from five ordinary packs",
}


# -- other languages ------------------------------------------------------------------------------

SAME_EVERYWHERE = frozenset({"TABLE", "TITLE", "SUIT_SIGNS", "LANGUAGES", "PAPERS"})  # not to be translated
_ENGLISH: dict[str, Any] = {}


def translatable() -> dict[str, Any]:
    """Everything that a language has to say in its own words: name -> text, or texts by key or in order."""
    if not _ENGLISH:
        _ENGLISH.update({name: value for name, value in globals().items()
                         if name.isupper() and name not in SAME_EVERYWHERE
                         and _is_text(value)})
    return dict(_ENGLISH)


def use_language(language: str) -> None:
    """Speak this language from now on (English for one that is not known): the texts of this module are
    exchanged, so that whoever says `texts.BEGIN` says it in that language."""
    english = translatable()
    own = translation(language)
    globals().update({name: _in_order(value, own[name]) if name in own else value for name, value in english.items()})
    globals().update(_language=language)


@cache
def translation(language: str) -> Mapping[str, Any]:
    """The table of a language, `companion/languages/LANGUAGE.toml`; empty for English."""
    file = files("companion") / "languages" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if language in LANGUAGES and file.is_file() else {}


_language = "en"


def rule_text(game: Game[Any], code: str) -> str:
    """A rule of a game, by its verdict code."""
    return rule_of(game, code, _language)


def option_name(game: Game[Any], option: Option) -> str:
    """What a house rule is called."""
    return speaker(_language, game.name).option_name(option.name)


def option_text(game: Game[Any], option: Option) -> str:
    """What a house rule is about."""
    return speaker(_language, game.name).option(option.name)


def given(width: int, height: int, rate: float) -> str:
    """Which pictures a camera gives, in words; rate: of pictures a second."""
    little = min(width, height) < LEAST_LINES
    return (GIVEN_LITTLE if little else GIVEN).format(width=width, height=height, rate=rate)


def picture_fault(fault: str, said: str) -> str:
    """What is wrong with a camera's picture, and what to do; said: what the source itself says of it."""
    return PICTURE_FAULTS.get(fault, said if fault else "")


def fault_text(fault: Exception) -> str:
    """What went wrong outside of the companion, in one sentence."""
    if getattr(fault, "key", "") in LOG_SAYS:
        return happened_text(fault.key, fault.arguments)  # type: ignore[attr-defined]
    own = translation(_language).get("refusals", {}).get(getattr(fault, "sentence", ""))
    if own is None:
        return " ".join(str(fault).split())
    return str(own.format(**{name: _argument(value) for name, value in fault.arguments.items()}))  # type: ignore[attr-defined]


def _argument(value: Any) -> Any:
    """What is put into a refusal: another one in the language that is spoken, several to choose from in a row."""
    return fault_text(value) if isinstance(value, Refusal) else one_of(value, f" {OR} ")


def happened_text(key: str, arguments: Mapping[str, Any]) -> str:
    """A sentence of the log's: what cannot be written, or what was done about it."""
    return LOG_SAYS[key].format(**{name: happened_text(value.key, value.arguments) if hasattr(value, "key") else value
                              for name, value in arguments.items()})


def _in_order(english: Any, own: Any) -> Any:
    """TOML knows lists only; texts that stand in a row are tuples here."""
    return tuple(own) if isinstance(english, tuple) else own


def _is_text(value: Any) -> bool:
    """Whether there are words in it."""
    if isinstance(value, str):
        return any(letter.isalpha() for letter in re.sub(r"\{.*?\}", "", value))
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return any(map(_is_text, parts)) and all(isinstance(part, str) for part in parts)
