"""What all tests share."""

from hypothesis import settings

# A busy machine must not fail a law: no test of ours is about seconds.
settings.register_profile("table", deadline=None)
settings.load_profile("table")
