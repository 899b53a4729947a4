"""What the screens are made of: buttons, cards, the camera picture, the peg board.

Each widget is NAME.py with NAME.kv beside it where it has a fixed look.  Widgets draw what they are
given and tell what was pressed; they know nothing of games.  They expect the running app to have
`theme`, `unit` (pixels of one design unit) and `touch` (least height of a button).
"""
