# What Limbo says; see rules/words/en.ftl.


## dealing, shuffling, starter
deals = { $player } deals.
EARLY_DEAL = The deal is not over yet.
    .rule = A deal must be over before the next one.
MUST_RESHUFFLE = { $left ->
        [0] No cards are left
        [one] Only 1 card is left
       *[other] Only { $left } cards are left
    }; a deal needs { $needed }, so shuffle all 52 first.
    .rule = With fewer than 11 cards left the pack is shuffled before the next deal.
EARLY_RESHUFFLE = The pack is not shuffled in the middle of a deal.
    .rule = The pack is shuffled between deals, when too few cards are left.
EARLY_RESHUFFLE-enough = There are still { $stock } cards, enough for a deal.
all-shuffled = All 52 cards are shuffled.
UNSEEN_CARD =
    .rule = The card must be named.
UNSEEN_CARD-starter = Which card is the starter?
NO_DEAL = Deal first: write 'table deal'.
    .rule = The cards must be dealt first.
WRONG_COUNT-starter = The { CARD($card) } makes the count { OR($counts) }.
MISSED_ANNOUNCE-ace = An Ace counts 1 or 11: say the new count.
count-is = The count is { $count }.

## doubling
WRONG_TURN-double = Only a player can double.
winner-counts = The winner's score counts { $times } times.
LATE_DOUBLE = It is too late to double.
    .rule = Doubling and redoubling are over when the first card has been played.
ALREADY_DOUBLED = { $leader } has doubled; { $player } may redouble.
    .rule = Each player doubles at most once, and the leader cannot answer a double.
ALREADY_DOUBLED-once = { $player } has already doubled.
REDOUBLE = { $player } leads; only { $dealer } may redouble.
    .rule = Only the dealer redoubles, and only when the leader has doubled.
REDOUBLE-nothing = { $leader } has not doubled.
REDOUBLE-again = { $player } has already redoubled.

## playing
result = { $how ->
        [reversed] { $before } reversed = { $becomes }
        [divided] { $before } ÷ { $value } = { $becomes }
       *[deducted] { $before } − { $value } = { $becomes }
    }
result-is = { WHY($result) }.
WRONG_TURN-play = Only a player can play a card.
MISSED_ANNOUNCE = From { $count } the { CARD($card) } can make { OR($counts) }: say the new count.
    .rule = The card could make more than one count; say which.
CLAUSE-from = A card comes from the hand or 'from stock'.
HAND_COUNT-all-shown = { $player } has shown the whole hand, and the { CARD($card) } is not in it.
WITHHELD_CARD = { $player } has shown the { CARD($card) }, which can be played.
    .rule = A card of the hand could have been played instead of taking one from the stock.
NO_STOCK = The stock is empty.
    .rule = There is no stock to take a card from.
STOCK_AT_BAR-hand-only = The winner goes on from the hand only.
EARLY_STOCK = { $player } still has { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    } in hand.
    .rule = A card may be taken from the stock only with an empty hand.
STOCK_AT_BAR = The count is down to { $count }: nothing is taken from the stock.
    .rule = Once the count is down to the bar nothing is taken from the stock.
WRONG_STOCK_CARD = The { CARD($card) } lies on top of the stock.
    .rule = Another card lies on top of the stock.
WRONG_COUNT = The count becomes { OR($counts) }, not { $announced }.
    .rule = The announced count is not what the card makes.
WRONG_COUNT-value = The card counts { OR($values) }, not { $value }.
NOT_REDUCING = { $count } reversed is { $becomes }, which is not less.
    .rule = Every play must reduce the count: no Queen on 66 or 69, no Jack on a Jack as starter.
NOT_REDUCING-queen = The Jack repeats the Queen: { $count } reversed is { $becomes }, which is not less.
NOT_REDUCING-jack = The Jack that was turned has no value, so there is nothing to repeat.
KING_DIVISOR-prime = { $jack ->
        [yes] The Jack repeats a King and cannot be played
       *[no] No King can be played
    }: nothing but 1 and itself divides { $count }.
KING_DIVISOR-never = { $jack ->
        [yes] The Jack repeats a King, and nothing can be divided at { $count }
       *[no] No King can be played on { $count }
    }.
KING_DIVISOR = { $jack ->
        [yes] A Jack that repeats a King
       *[no] A King
    } on { $count } divides by { OR($divisors) }, not by { $value }.
    .rule = A King divides by a number above 1 and below the count that leaves no remainder.
KING_DIVISOR-itself = { $jack ->
        [yes] A Jack that repeats a King
       *[no] A King
    } may not divide by the count itself; it could make { OR($counts) }.
KING_DIVISOR-one = { $jack ->
        [yes] A Jack that repeats a King
       *[no] A King
    } may not divide by 1; it could make { OR($counts) }.
BELOW_ZERO = The { CARD($card) } counts { $value } and the count is only { $count }.
    .rule = The count may not go below zero.
BELOW_ZERO-eleven = 11 cannot be taken from { $count }.
DIVIDE_BY_ACE_1 = An Ace as 1 is deducted, not divided: the count becomes { OR($counts) }.
    .rule = An Ace as 1 is deducted; dividing by 1 does not reduce the count.
NOT_DIVIDED = { $value } divides { $count }, so it must divide: the count becomes { $becomes }.
    .rule = A numeral that divides the count must divide; it may not be deducted.
BAD_DIVISION = { $value } does not divide { $count }: the count becomes { OR($counts) }.
    .rule = The number does not divide the count without remainder.
BAD_DIVISION-ace = An Ace does not divide here: the count becomes { OR($counts) }.

## the end of a deal
WRONG_TURN-say = Only a player can say that.
FALSE_CONCESSION =
    .rule = Whoever can play must play; the cards shown could have been played.
FALSE_CONCESSION-shown = { $player } has shown the { CARD($card) }, which can be played: { WHY($result) }.
FALSE_CONCESSION-stock = The { CARD($card) } on the stock can be played.
could-have-played = { $player } could have played the { CARD($card) }: { WHY($result) }.
cannot-be-stuck = { $player } has { $held ->
        [one] 1 unseen card
       *[other] { $held } unseen cards
    }; too few of those that nobody has seen did not fit { AND($counts) }: one could have been played.
resumed = The deal goes on from where it was given up.
cannot-play-goes-on = { $player } cannot play; { $next } goes on.
cannot-play-wins = { $player } cannot play: { $winner } wins the deal.
hand-scored = The deal is scored.
HAND_NOT_OVER = The deal goes on until somebody cannot play.
    .rule = Only the winner says done, after the loser could not play.
scores = { $winner } scores { $won }, { $loser } { $lost }.
CLAUSE-show = A line that shows cards says nothing else.
shows = { $player } shows { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.
UNSEEN_CARD-stock = The top of the stock must be named.
STOCK_FACE = This table keeps its stock face down.
    .rule = This table keeps its stock face down.
SETTLED_MOVED = The { CARD($card) } lay on the stock before.
    .rule = The top of the stock is not the card that was seen there before.
stock-shows = The { CARD($card) } lies on the stock.
TWO_CARDS = One card is played at a time.
    .rule = One card is played at a time.

## the panel
line-count = Count { $count }{ $multiplier ->
        [1] {""}
       *[other] , times { $multiplier } for the winner
    }
line-rank = { RANK($rank) }: { LIST($results) }{ $must ->
        [yes] {" "}(must divide)
       *[no] {""}
    }
line-none = { RANK($rank) }: –
line-played = { $played ->
        [0] no cards
        [one] 1 card
       *[other] { $played } cards
    } played; if it ended now: { LIST($points) }
line-hands = Cards: { LIST($hands) }
name-number = { $player } { $number }
line-bar = Down to the bar of { $bar }: nothing more comes from the stock
line-stock = { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    } in the stock
line-stock-top = { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    } in the stock, { CARD($card) } on top
line-gone = Out until the next shuffle: { SHORT($cards) }
please-show = { $player }, please show your { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.

## the rules page
rules-summary = Two players reduce a count that starts at 101, a card at a time. Whoever plays the last card wins the deal and scores 10 for every card played; the loser scores 10 times the final count.
rules-deal = Each gets five cards; the rest is the stock, face { $face ->
        [up] up
       *[down] down
    }. The dealer turns its top card and takes its value from 101: Jack, Queen and King count nothing then, and for an Ace the dealer says 1 or 11. The other player leads.
rules-doubling = { $until ->
        [before_first_card] Before the first card is played
        [before_starter] Before the starter is turned
       *[other] Each before one's own first card
    }, the leader may double and then the dealer redouble; if the leader does not, the dealer may double.
rules-cards = A 2 to 10 divides the count if that leaves no remainder; only if it does not, it is deducted. A Queen reverses the digits. A King divides by any number above 1 and below the count that leaves no remainder.
rules-ace = { $divides ->
        [mandatory] An Ace is 1, which is deducted, or 11, which divides where it can.
        [optional] An Ace is 1, which is deducted, or 11, which may divide where it can.
       *[never] An Ace is 1 or 11 and is always deducted.
    }
rules-jack = { $jack ->
        [same] A Jack repeats the card before it, an Ace with the value it took.
       *[free] A Jack repeats the card before it; after an Ace it is 1 or 11 as the player likes.
    }
rules-reduce = Every card must make the count less, never less than 0, and the new count is said. { $must ->
        [true] Whoever can play must play.
       *[false] Nobody has to play.
    }
rules-stock = With no cards left and the count above { $bar }, the top card of the stock is played; if that is impossible, the deal is lost. At { $bar } or below nothing comes from the stock, and whoever cannot play loses.
rules-stuck = { $stuck ->
        [lose] Whoever has cards but cannot play any above { $bar } loses too.
        [draw_from_stock] Whoever has cards but cannot play any above { $bar } plays the stock's top card.
       *[pass] Whoever has cards but cannot play any above { $bar } passes.
    }
rules-extra = { $extra ->
        [hand] The winner may go on alone from the hand, for more cards and a lower count.
        [hand-stock] The winner may go on alone from the hand and then from the stock, for more cards and a lower count.
       *[none] The deal ends at once; the winner plays no more.
    }
rules-false-concession = { $then ->
        [stand] If the loser's cards show that one could have been played, the result stands; above the bar the loser scores nothing.
        [forfeit] If the loser's cards show that one could have been played, the loser scores nothing.
       *[resume] If the loser's cards show that one could have been played, the deal goes on from there.
    }
rules-score = The winner scores 10 for every card played, the starter included, twice or four times that if doubled or redoubled; the loser scores 10 times the count, never doubled{ $cap ->
        [bar] {" "}and counted no higher than { $bar }.
       *[none] .
    }
rules-shuffle = The winner deals next. { $shuffle ->
        [never_until_short] The pack is dealt through; all cards are shuffled when fewer than 11 are left.
       *[each_hand] All cards are shuffled for every deal.
    }
rules-match-hands = A match is { $hands ->
        [one] 1 deal
       *[other] { $hands } deals
    }; the higher total wins, and equal totals play one more deal.
rules-match-target = The match is played to { $target } points; the higher total wins, and equal totals play one more deal.

option-stock-face = Open stock
    .help = The top card of the stock lies face up.
option-double-window = Doubling ends with
    .help = Until then a player may double or redouble.
option-ace11-divides = Ace as 11
    .help = Whether an 11 divides a count that it can divide.
option-jack-on-ace = Jack on an Ace
    .help = Which value the Jack takes after an Ace.
option-must-play = Must play
    .help = A player who can play must.
option-stuck-above-bar = Stuck above the bar
    .help = What becomes of a player whose cards all cannot be played.
option-winner-extra = The winner plays on
    .help = From where the winner may go on playing.
option-shuffle = Shuffling
    .help = When all cards are shuffled again.
option-target = Target
    .help = Points that win the match.
option-deals = Deals
    .help = How many deals a match has; 0 plays to the target.
option-bar = Bar
    .help = At this count and below nothing comes from the stock.
option-loser-cap = The loser's count
    .help = Where the count that the loser scores ends.
option-false-concession = Conceding by mistake
    .help = What follows when the loser's cards show a play that was overlooked.
headline-goes-on = { $player } may play on
headline-starter = { $dealer } turns the starter up

## verbs, places and what is counted
did-done = { $who } is done
verb-done = Done
did-double = { $who } doubles
verb-double = Double
did-redouble = { $who } redoubles
verb-redouble = Redouble
did-stock = The stock shows { $cards }
did-stuck = { $who } cannot play
verb-stuck = Cannot play
name-multiplier = Multiplier
name-cards_played = Cards played

## the large panel, and points in words
panel-played = Played
panel-times = Winner
panel-at-bar = At the bar
panel-count = Count
points-won = Won: 10 × { $cards } cards played{ $times ->
        [1] {""}
       *[other] {" "}× { $times }
    }
points-lost = 10 × the final count of { $count }

## odds
odds-play = that { $player } can play at { $count }
odds-stuck = that { $player } had nothing to play at { $count }
