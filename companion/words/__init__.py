"""Sentences in the players' language: a key and its arguments become words here, and nowhere else."""
