"""Scenes that are drawn: decks, faces, surfaces, clutter, and what a camera makes of them."""
