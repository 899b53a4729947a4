"""The three ways a table can go wrong before anybody has broken a rule.

ValueError
 ├── NotationError   the text cannot be read
 ├── SetupError      the table cannot be set up as asked
 └── IllegalActionError   the action breaks a rule (raised only by `Game.apply`)
"""


class NotationError(ValueError):
    """A word, card or line that cannot be read; the message says what was expected."""


class SetupError(ValueError):
    """Headers, options or players that make no table; one sentence for the player."""


class IllegalActionError(ValueError):
    """An action that breaks a rule was applied without being let stand."""
