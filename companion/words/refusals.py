"""What a person asked for and cannot have, said in one sentence."""

from rules.core.errors import Refusal


class RequestError(Refusal):
    """Something that cannot be done as asked; the message is the sentence for whoever asked."""
