"""The screens, NAME.py with NAME.kv each: home, setup and table.

A screen draws what the controller posts and calls the controller for every tap; it decides nothing.
`python -m companion.screens.pictures -o docs` makes the pictures of the README again,
`python -m companion.screens.bench` measures how smoothly the table screen runs while reading a film.
"""
