# What Cribbage says; see rules/words/en.ftl.


## the deal and the crib
GAME_OVER = { AND($winners) } won the game; deal for the next one.
    .rule = The game is over; deal for the next one.
deals = { $dealer } deals.
game-won = { $side } { SEATS($side) ->
        [one] wins
       *[other] win
    } the game{ $games ->
        [one] {""}
       *[other] , which counts as { $games }
    }.
EARLY_DEAL = The cards are not played out; deal again only after a misdeal.
    .rule = A new deal begins when the hands and the crib have been counted.
EARLY_DEAL-hand = { $player }'s hand has not been counted yet.
EARLY_DEAL-crib = { $player }'s crib has not been counted yet.
CRIB_CLOSED = { $player }'s part of the crib is already laid away.
    .rule = Cards go to the crib once, before the starter is turned.
CRIB_COUNT = { $number ->
        [one] One card goes
       *[other] { $number } cards go
    } to the crib, not { $laid }.
    .rule = With two players each lays two cards away, with three or four one.
lays-away = { $player } lays { $number ->
        [one] a card
       *[other] { $number } cards
    } away.
SECOND_STARTER = The { CARD($card) } is this deal's starter.
    .rule = There is one starter to a deal.
UNSEEN_CARD =
    .rule = The card must be named.
UNSEEN_CARD-starter = Which card is the starter?
TWO_CARDS = One card at a time.
    .rule = One card is laid at a time.
starter-is = The { CARD($card) } is the starter; { $player } leads.
heels = His heels: the { CARD($card) } gives { $dealer } { $points } points.
NO_STARTER = The starter must be turned up first.
    .rule = The starter is turned up before the play.

## the play
PLAY_OVER = The play is over; the hands are counted now.
    .rule = All cards have been played.
OVER_31 = The { CARD($card) } makes { $becomes }, past 31: whoever cannot stay within it says go.
    .rule = The count must not pass 31.
WRONG_COUNT = The count is { $count }, not { $announced }.
    .rule = The number announced is not what the cards make.
count = { $count }.
count-scores = { $count }: { AND($reasons) }, { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
for-fifteen = fifteen
for-31 = thirty-one
for-pair = { $pair ->
        [pair] a pair
        [three] a pair royal
       *[four] a double pair royal
    }
for-run = a run of { $cards }
last-card = The last card gives { $player } { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
now-the-show = All cards are played; { $player }'s hand is counted first.
out = { $side } { SEATS($side) ->
        [one] is
       *[other] are
    } out: { $holes } holes.
FALSE_GO = { $player } said go at { $count } with the { CARD($card) } in hand, which makes { $becomes }.
    .rule = Whoever can play without passing 31 must play.
FALSE_GO-counted = { $player } must have a card that fits { $count }: too few others are unseen for { $held ->
        [one] 1 card
       *[other] { $held } cards
    } in hand.
says-go = { $player } says go; { $next } plays on.
one-for-go = Go: { $player } takes { $points ->
        [one] 1 point
       *[other] { $points } points
    } for the last card, and the count begins again.

## the show
EARLY_SHOW = Hands are counted when all cards are played.
    .rule = The show comes after the play.
ALL_COUNTED = Everything has been counted; deal again.
    .rule = Hands and crib are counted once.
WRONG_TURN-hand = { $player }'s hand is counted next.
WRONG_TURN-crib = { $player }'s crib is counted next.
SHOW_COUNT = { $number } cards are counted, with the starter.
    .rule = A hand and a crib have four cards.
NOT_YOUR_CARD = { $player } did not play the { CARD($card) }.
    .rule = The hand that is counted is the one that was played.
for = { $what ->
        [fifteens] fifteens { $points }
        [pairs] pairs { $points }
        [runs] runs { $points }
        [flush] a flush { $points }
       *[nobs] his nobs { $points }
    }
counts = { $player }'s { $crib ->
        [yes] crib
       *[no] hand
    }: { $points ->
        [0] nothing
       *[other] { AND($reasons) }, { $points } in all
    }.
WRONG_COUNT-over = { $points ->
        [0] There is nothing in these cards
       *[other] These cards make { $points } ({ LIST($reasons) })
    }, not { $claimed }.
WRONG_COUNT-under = These cards make { $points } ({ LIST($reasons) }), not { $claimed }{ $muggins ->
        [true] ; whoever sees it may take the rest
       *[false] {""}
    }.
NO_MUGGINS = This table does not play muggins.
    .rule = Points left lying may be taken only where the table plays muggins.
NO_MUGGINS-own = { $player } cannot take points from their own side.
WRONG_PEG = { $player } scored { $scored ->
        [0] no points
        [one] 1 point
       *[other] { $scored } points
    }, not { $claimed }.
    .rule = The points claimed are not the points scored.
WRONG_PEG-nothing = { $player } has nothing to peg for.
WRONG_PEG-none-left = { $player } has left no points to take.
WRONG_PEG-left = { $player } left { $left ->
        [one] 1 point
       *[other] { $left } points
    }, not { $claimed }.
pegs = { $player } pegs { $points }.
muggins = Muggins: { $player } takes { $points ->
        [one] 1 point
       *[other] { $points } points
    } that { $on } left.

## the panel
line-crib = Everybody lays { $number ->
        [one] a card
       *[other] { $number } cards
    } away; the crib is { $dealer }'s.
line-cut = Cut, and turn the starter up; the crib is { $dealer }'s.
line-count = The count is { $count }.
line-scores = { RANK($rank) }: { $count }, { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
line-hands = Cards left: { LIST($hands) }.
line-hand = { $player }'s hand makes { $points }.
line-turn-crib = Turn up { $dealer }'s crib.
line-left = { $player } left { $points ->
        [one] 1 point
       *[other] { $points } points
    }: muggins!

## the rules page
rules-summary = Cards are counted twice, as they are laid and again when the hands are shown; fifteens, pairs and runs move the pegs, and the first to { $holes } holes wins.
rules-deal = Two players get six cards each, three or four get five. Four play in pairs, partners opposite. The deal goes round clockwise.
rules-crib = Two players lay two cards each face down in the crib, three or four one each; with three, one more comes from the pack. The crib belongs to the dealer. Then the pack is cut and the starter turned up; a Jack gives the dealer 2 points, his heels.
rules-play = The player at the dealer's left leads, and cards are laid in turn, each before its player, counting on: an Ace is 1, a court card 10. The count must not pass 31.
rules-play-points = Making 15 scores 2, and so does making 31. A card of the same rank as the one before scores 2, a third 6, a fourth 12. When the last three or more cards make a run, in whatever order, it scores a point a card.
rules-go = Whoever cannot lay without passing 31 says go, and the others play on. Whoever lays the last card scores 1, unless it made 31, and the next at the left begins a new count. So does the last card of all.
rules-show = Then hands are counted with the starter, the dealer's left first, the dealer last, and after that the crib for the dealer.
rules-show-points = Every set of cards that makes 15 scores 2, every pair 2, every run of three or more a point a card. Four cards of one suit in hand score 4, with the starter 5; a crib scores only for all five. The Jack of the starter's suit scores 1, his nobs.
rules-muggins = { $muggins ->
        [true] Points that a player overlooks in the show may be taken by an opponent who says so before the next hand is counted: muggins.
       *[false] Points that a player overlooks are pointed out and counted.
    }
rules-end = Whoever reaches { $holes } first wins at once, even in the middle of a deal.{ $skunk ->
        [double] {" "}A loser short of { $line } is skunked, and the game counts as two{ $double ->
            [0] .
           *[other] , short of { $double } as three.
        }
       *[none] {""}
    }

option-target = Target
    .help = How many holes a game has.
option-muggins = Muggins
    .help = Opponents may take the points that a player overlooks.
option-skunk = Skunks
    .help = What a game counts when the loser is far behind.

## the panel's words
name-crib = Crib
name-starter = Starter
name-played = Played
name-crib_size = In the crib
name-phase = Now
panel-count = Count
panel-crib = Crib of
panel-hand = hand { $points }
headline-crib = Lay away for { $dealer }'s crib
headline-cut = Cut, and turn the starter up
headline-turn-crib = Turn up { $dealer }'s crib
headline-count = { $player }'s hand is counted
did-crib = { $who } lays away for the crib
did-go = { $who } says go
done-crib = lay away for the crib
value-skunk-double = skunks count double
value-skunk-none = every game counts one
verb-crib = Lays away
verb-go = Go

## odds
odds-play = that { $player } can play at { $count }
odds-go = that { $player } had nothing that fitted at { $count }
