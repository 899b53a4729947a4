"""What a person asked for and cannot have, said in one sentence."""


class RequestError(ValueError):
    """Something that cannot be done as asked; the message is the sentence for whoever asked."""
