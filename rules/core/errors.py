"""What is refused: faults from outside the program, each with a sentence for whoever asked.

Refusal              known on the spot, said in one sentence; the app goes on, a command ends with exit status 2
 ├── NotationError   the text cannot be read
 ├── SetupError      the table cannot be set up as asked
 ├── IllegalActionError   the action breaks a rule (raised only by `Game.apply`)
 ├── FileError, CalibrationError   a file, or what it should hold (calibration)
 ├── SourceError, StreamError      what pictures come from (vision)
 └── LogError, RequestError, PictureError   the log, what was asked for, what a phone sent (companion)

Anything else is a mistake of ours: it is caught at the outermost edge, where its traceback is kept.
This is the one module that every room may import.
"""

MOST_LETTERS = 80  # of what somebody wrote, said back to him


class Refusal(ValueError):  # noqa: N818  (what is refused is no error of the program)
    """Something outside the program makes this impossible; the message is the sentence for whoever asked.

    >>> SetupError("{player} is not one of the players.", player="Zoe").sentence
    '{player} is not one of the players.'

    sentence: in English, its key in the catalogues.  arguments: what is put into it; several to choose from as a tuple.
    """

    def __init__(self, sentence: str, /, **arguments: object) -> None:
        self.sentence, self.arguments = sentence, arguments
        super().__init__(sentence.format(**{name: one_of(value) for name, value in arguments.items()})
                         if arguments else sentence)


def one_of(value: object, or_: str = " or ") -> object:
    """Several things to choose from in a row: "1, 2 or 3"; anything else as it is."""
    if type(value) is not tuple:  # a card is one thing, though it is a tuple
        return value
    *others, last = map(str, value)
    return f"{', '.join(others)}{or_}{last}" if others else last


class NotationError(Refusal):
    """A word, card or line that cannot be read; the message says what was expected."""


class SetupError(Refusal):
    """Headers, options or players that make no table; one sentence for the player."""


class IllegalActionError(Refusal):
    """An action that breaks a rule was applied without being let stand."""


def quoted(text: str) -> str:
    """What somebody wrote, between quotes, in at most 80 printable letters.

    >>> quoted("trumps"), len(quoted("x" * 1000))
    ("'trumps'", 82)
    """
    legible = "".join(letter if letter.isprintable() else "·" for letter in text[:MOST_LETTERS + 1])
    return f"'{legible}'" if len(legible) <= MOST_LETTERS else f"'{legible[:MOST_LETTERS - 1]}…'"
