"""The games, one package each; GAMES names them all."""

from __future__ import annotations

from typing import Any

from rules.core.game import Game
from rules.games.any_game import ANY_GAME
from rules.games.canasta import CANASTA
from rules.games.cribbage import CRIBBAGE
from rules.games.friend_or_foe import FRIEND_OR_FOE
from rules.games.limbo import LIMBO
from rules.games.never_over import NEVER_OVER
from rules.games.page_one import PAGE_ONE
from rules.games.pemberley import PEMBERLEY
from rules.games.scopa import SCOPA
from rules.games.thirteen import THIRTEEN

# In the order in which they are offered.
GAMES: dict[str, Game[Any]] = {game.name: game for game in (
    NEVER_OVER,
    LIMBO,
    PEMBERLEY,
    PAGE_ONE,
    SCOPA,
    CANASTA,
    THIRTEEN,
    FRIEND_OR_FOE,
    CRIBBAGE,
    ANY_GAME,
)}
