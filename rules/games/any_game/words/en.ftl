# What is said at a table whose game the companion does not know; see rules/words/en.ftl.


title-any_game = Any other game
did-seen = On the table: { $cards }
did-gather = Somebody clears the table
did-score = { $who } scores { $numbers }
did-lose = { $who } loses { $numbers }
did-end = The game is over
done-seen = lay a card
done-gather = clear the table
done-score = score
done-lose = lose points
verb-score = Scores
verb-lose = Loses
verb-end = End of the game
name-board = Table
name-seen = Seen
name-left = Unseen

deal = Deal { $number }: all cards are back in the pack.
unseen = { $number ->
        [one] 1 card is
       *[other] { $number } cards are
    } still unseen.
cleared = { $number ->
        [0] Nothing was
        [one] 1 card was
       *[other] { $number } cards were
    } cleared away.
scores = { $player } scores { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
loses = { $player } loses { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
wins = { AND($winners) } won the game.
NOT_THERE = The { CARD($card) } does not lie on the table.
    .rule = Only cards that lie on the table are taken up.

headline-points = Touch a name to score
line-left = Not seen since the deal:
line-jokers = { $number ->
        [0] All jokers have been seen.
        [one] 1 joker has not been seen.
       *[other] { $number } jokers have not been seen.
    }
line-last = Last: { WHY($cards) }

## the rules page
rules-summary = The companion does not know this game. It lists the cards that come to the table, counts what is gone, and keeps the score.
rules-cards = { $cards ->
        [24] One pack of 24 cards, from the 9 up,
        [32] One pack of 32 cards, from the 7 up,
        [36] One pack of 36 cards, from the 6 up,
        [40] One pack of 40 cards, without the 8s, 9s and 10s,
        [48] Two packs of 24 cards, from the 9 up,
        [104] Two packs of 52 cards
       *[other] One pack of 52 cards
    }{ $jokers ->
        [0] {" "}without jokers.
        [one] {" "}with 1 joker.
       *[other] {" "}with { $jokers } jokers.
    } A new deal puts all of them back.
rules-points = A touch on a name adds points for that player, or takes them off. A touch on the board tells where each point comes from.
rules-end = { $target ->
        [0] The game ends when the table says so
       *[other] Whoever reaches { $target } points ends the game
    }; { $wins ->
        [fewest] the fewest points win.
       *[most] the most points win.
    }
rules-timer = A timer counts down { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; a touch starts it, another stops it.

option-name = Name of the game
    .help = It stands over the table, on score sheets and in the list of sittings.
option-cards = Cards
    .help = How many cards the pack has.
value-cards-24 = 24 (9 up)
value-cards-32 = 32 (7 up)
value-cards-36 = 36 (6 up)
value-cards-40 = 40 (no 8, 9, 10)
value-cards-48 = 2 × 24 (9 up)
value-cards-52 = 52
value-cards-104 = 2 × 52
option-jokers = Jokers
    .help = How many jokers are in the pack.
option-target = Target
    .help = The points that end the game; at 0 the table ends it.
option-wins = Winner
    .help = Whether many points are good or bad.
value-wins-most = most points
value-wins-fewest = fewest points
option-timer = Timer
    .help = Seconds that a timer counts down; none at 0.
