"""The games: a package each, which imports rules.core and itself, and says everything about itself."""
