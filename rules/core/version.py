"""The version of the rules.

A sitting keeps the version that it was played by.  It goes up when a change of the rules, or of an option's default,
gives a record other points than before.
"""

VERSION = "0.4"
