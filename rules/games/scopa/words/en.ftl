# What Scopa says; see rules/words/en.ftl.


## dealing
GAME_OVER = { AND($winners) } won the match.
    .rule = The match is over; nothing more can be played.
KINGS_REDEAL = { $kings ->
        [one] 1 king
       *[other] { $kings } kings
    } on the board: the deal is void, { $dealer } deals again.
    .rule = With three or four kings on the first board the cards are dealt again.
deals = { $dealer } deals; { $first } plays first.
BAD_DEAL = Name the four cards on the board: 'table deal 7C 2H KD 4S'.
    .rule = A deal begins with four cards on the board.
EARLY_DEAL = The deal is not played out; deal again only if it is thrown in.
    .rule = The deal is still being played.
NO_DEAL = Deal first, and name the four cards on the board.
    .rule = The cards are dealt first, and the four on the board are named.

## playing
TWO_CARDS = One card is played at a time.
    .rule = One card is played at a time.
the-cards = the { CARDS($cards) }
MUST_CAPTURE = The { CARD($card) } can take { LIST($ways, between: ", or ") }, so it must not be laid down.
    .rule = A card that can take something must not be laid down.
MUST_CAPTURE-shown = { $player } has shown the { CARD($card) }, which can take { LIST($ways, between: ", or ") }; a card is laid down only when no card of the hand takes anything.
MUST_CAPTURE-earlier = { $player } laid a card down while holding the { CARD($card) }, which could take { LIST($ways, between: ", or ") }.
NOT_ON_BOARD = The { CARD($card) } is not on the board to be taken.
    .rule = Cards are taken from the board.
MULTI_PAIR = The { CARD($card) } takes only one card of its rank.
    .rule = A card takes only one card of its rank.
SINGLE_NONMATCH = A single card is taken only by its own rank: the { CARD($card) } cannot take the { CARD($other) }{ $any ->
        [true] , but it can take { LIST($ways, between: ", or ") }.
       *[false] {"."}
    }
    .rule = A single card can be taken only by a card of its rank.
PAIR_PRECEDENCE = The { CARD($card) } must take { LIST($ways, between: ", or ") }: its own rank comes first.
    .rule = Where a card of the same rank lies on the board, that one must be taken, not a sum.
WRONG_SUM = The cards taken add up to { $total }, but the { CARD($card) } counts { $value }{ $any ->
        [true] {" "}and can take { LIST($ways, between: ", or ") }.
       *[false] {" "}and can take nothing.
    }
    .rule = The cards taken must add up to the card played.
stays = The { CARD($card) } takes nothing and stays on the board.
takes = The { CARD($card) } takes the { CARDS($taken) }.
sweeps = Scopa! { $player } sweeps the board.
new-cards = Three new cards each; { $stock ->
        [0] no
       *[other] { $stock }
    } cards are left in the stock.

## claims and shown cards
pegs = { $player } pegs { $claimed }.
WRONG_PEG-swept = { $player } has swept the board: 1 point.
WRONG_PEG-last = { $player } has made no sweep: the last card of a deal never does.
WRONG_PEG = { $player } has made no sweep.
    .rule = The points claimed are not the points made; the last card of a deal never makes a sweep.
PILE_COUNT = { $player } did not take the { CARD($card) }.
    .rule = The cards shown are not the ones this player took.
took = { $player } took { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.
shows = { $player } shows the { CARDS($cards) }.

## the count
category = { $category ->
        [cards] Cards
        [diamonds] Diamonds
        [settebello] Settebello
        [primiera] Primiera
       *[sweep] Sweep
    }
counts = { WHY($category) }: { $player }, { $points }.
counts-nobody = { WHY($category) }: nobody.
count-stops = { $target } is reached: the count stops.

## the panel
line-deal = Deal three cards each and four on the board.
line-left = Cards left: { $stock } in the stock, { LIST($hands) }.
name-number = { $player } { $number }
line-pile = { $player }: { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }, { $diamonds ->
        [0] no diamonds
        [one] 1 diamond
       *[other] { $diamonds } diamonds
    }{ $bello ->
        [yes] , 7♦
       *[no] {""}
    }, { $sweeps ->
        [0] no sweeps
        [one] 1 sweep
       *[other] { $sweeps } sweeps
    }, primiera { WHY($primiera) }.
primiera-sum = { $sum }
primiera-needs = needs { LIST($suits, between: " ") }
took-last = { $player } took last.
line-rank = { $rank }: { LIST($ways, between: ", or ") }{ $first ->
        [yes] {" "}(its own rank comes first)
       *[no] {""}
    }
way-takes = takes { SHORT($cards) }
line-rank-stays = { $rank }: stays on the board

## the rules page
rules-summary = Cards from the hand take cards from the board: their equal, or several that add up to them. Most cards, most diamonds, the 7 of diamonds, the best primiera and every sweep of the board score.
rules-deal = Forty cards: no 8, 9 or 10. An Ace counts 1, Jack 8, Queen 9, King 10. Three cards each and four on the board; when all have played them three more each, until the stock is gone. The board gets no more. The dealer's left plays first, and the turn and the deal go round clockwise.
rules-seats = { $seats ->
        [2] Two play.
        [3] Three play, each alone.
        [4] Four play in pairs: opposite players take onto one heap and score together.
       *[seated] Two or three play, each alone, or four in pairs: opposite players take onto one heap and score together.
    }
rules-kings = { $redeal ->
        [off] The first board stands, however many kings there are.
       *[three] With three or four kings on the first board the cards are dealt again.
    }
rules-capture = A card takes one card of its own rank. Only where there is none it takes two or more that add up to it. A card that takes nothing stays on the board; one that can take must.
rules-trail = And it stays there only when no card of the hand could take anything.
rules-sweep = Clearing the board is a sweep{ $last ->
        [no] {""}
       *[yes] ; the last card of a deal never makes a sweep
    }. At the end the board goes to whoever took last.
rules-count = A deal counts a point each, in this order, for most cards, most diamonds, the 7 of diamonds, the better primiera, and every sweep; a tie gives nobody a point.
rules-primiera = Primiera: the best card of each of the four suits; a 7 counts 21, 6 18, Ace 16, 5 15, 4 14, 3 13, 2 12, a court card 10.
rules-match = The match is to { $target }. { $stop ->
        [true] Counting stops as soon as somebody is there.
       *[false] Every deal is counted to its end; the higher score wins, and a tie is played on.
    }
rules-order = { $order ->
        [chronological] Sweeps are counted in the order in which they were made.
        [non_dealer_first] The sweeps of the player who did not deal are counted first.
       *[after_all_compare] All sweeps are counted before the scores are compared.
    }

UNSEEN_CARD =
    .rule = The card has to be named.

option-seats = Players
    .help = As many as are seated: two or three for themselves, four in pairs.
option-kings-redeal = Kings on the table
    .help = How many kings on the first table make a new deal.
option-trail-rule = Laying a card down
    .help = When a card may be laid down without taking anything.
option-sweep-order = Order of sweeps
    .help = In which order sweeps are counted.
option-target = Target
    .help = Points that win the match.
option-stop-midcount = First to the target wins
    .help = Counting stops as soon as somebody gets there.
option-last-capture-sweep = Sweep with the last card
    .help = The last card of a deal may make a sweep.

## verbs, places and what is counted
name-board = On the table
name-last_capturer = Last capture
name-captured = Captured

## the large panel, and points in words
panel-captured = { $cards } cards · { $diamonds } ♦ · { $sweeps } ×
panel-ways = { LIST($ways, between: " or ") }
points-for = { $category ->
        [cards] Most cards
        [diamonds] Most diamonds
        [settebello] Settebello, the 7♦
        [primiera] Primiera
       *[sweep] Scopa: a sweep
    }

## odds
odds-take = that { $player } can take something
odds-laid = that { $player } could take nothing from { SHORT($board) }
