# What Pemberley says; see rules/words/en.ftl.


## dealing and the starter
GAME_OVER = The match is over: { WHY($winners) }.
    .rule = The match is over; nothing more can be played.
winners = { AND($players) } won with { $score }
dealt = The cards are dealt.
EARLY_DEAL = The round is not played out; deal again only if it is thrown in.
    .rule = The round is still being played.
round-deals = Round { $round }: { $dealer } deals.
in-all = { $player } { $points }, { $score } in all.
SECOND_STARTER = { SHORT($card) } is this round's starter; deal before the next one is turned.
    .rule = There is one starter to a round.
NO_ROUND-starter = { SHORT($card) } is this round's starter; deal before the next one is turned.
UNSEEN_CARD =
    .rule = The card has to be named.
UNSEEN_CARD-starter = Which card is the starter?
WRONG_COUNT-starter = The { CARD($card) } starts at { $number }, not at { $announced }.
starter-is = The starter is { $number }; { $first } plays first.

## playing
step = { $total } { $sign } { $number }
NON_INTEGER = { WHY($step) } is not a whole number.
    .rule = Every total must be a whole number; a division must come out even.
OUT_OF_RANGE = { WHY($step) } = { $becomes } is beyond { $limit }.
    .rule = No total may go beyond 500 or below -500.
now-the-sets = Now the sets.
ILLEGAL_PASS-held = { $player } passed at { $total } but held the { CARD($card) }, which fitted: { WHY($step) } = { $becomes }.
ILLEGAL_PASS-counted = { $player } passed at { AND($totals) } and has { $held ->
        [0] no unseen cards
        [one] 1 unseen card
       *[other] { $held } unseen cards
    }; too few of those that nobody has seen did not fit { $several ->
        [yes] any of these totals
       *[no] { AND($totals) }
    }.
ILLEGAL_PASS = { $player } has shown the { CARD($card) }, which fits { $total }.
    .rule = Whoever can play must play; a later card showed that this was possible.
passes-at = { $player } passes at { $total }.
reason = { $reason ->
        [zero] zero
        [one] one
        [prime] prime
        [seven] seven
        [twelve] twelve
       *[thirteen] thirteen
    }
lands = { WHY($sum) }: { AND($reasons) }, { $points ->
        [0] no points
        [one] 1 point
       *[other] { $points } points
    }.
lands-nothing = { WHY($sum) }: no points.
equation = { WHY($step) } = { $becomes }

## sets
set-sum = { $begin } { LIST($steps, between: " ") } = { $becomes }
set-step = { $sign }{ $number }
EARLY_SETS = { AND($players) } { $number ->
        [one] still holds cards and has
       *[other] still hold cards and have
    } not passed.
    .rule = Sets are laid when nobody can play any more.
MISSED_PASS = { $player } still holds { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    } and did not say pass; taken as passed.
    .rule = A player who has cards left and lays sets has passed.
USED_TWICE = A card can be in one set only.
    .rule = A card can be in one set only.
USED_TWICE-already = The { CARD($card) } is already in one of { $player }'s sets.
UNSEEN_CARD-set = The cards of a set have to be named.
NOT_YOUR_CARD = The { CARD($card) } is not one of { $player }'s cards.
    .rule = A set is made of the player's own cards.
UNPLAYED_IN_SET = The { CARD($card) } was not played, so it cannot be in a set.
    .rule = A card that was not played is set aside and cannot be in a set.
FOREIGN-number = { SHORT($card) } is not a number.

## claims and shown cards
WRONG_PEG-under = { $player } scored { $scored ->
        [one] 1 point
       *[other] { $scored } points
    } and pegs { $claimed }; whoever sees it may take the rest.
WRONG_PEG-none-left = { $player } has left no points.
WRONG_PEG-left = { $player } has left { $left ->
        [one] 1 point
       *[other] { $left } points
    }, not { $claimed }.
NO_MUGGINS = This table does not play muggins.
    .rule = Points left lying may be taken only where the table plays muggins.
NO_MUGGINS-own = { $player } cannot take points of their own.
muggins = Muggins: { $player } takes { $points ->
        [one] 1 point
       *[other] { $points } points
    } that { $on } left.
WRONG_PEG-nothing = { $player } has nothing to peg for.
WRONG_PEG = { $player } scored { $scored ->
        [0] no points
        [one] 1 point
       *[other] { $scored } points
    }, not { $claimed }.
    .rule = The points claimed are not the points scored.
pegs = { $player } pegs { $claimed }.
shows = { $player } shows the { CARDS($cards) }.
NO_STARTER = The starter has to be turned up first.
    .rule = The starter has to be turned up first.
NO_ROUND = The play of this round is over.
    .rule = The round is over; deal the next one.
NO_ROUND-all-used = Every card of this round is in a set; deal the next one.
TWO_CARDS = One card at a time.
    .rule = One card is played at a time.
WRONG_COUNT = The total is { $total }, not { $announced }.
    .rule = The announced total is not what the cards make.

## the panel
line-deal = Deal seven cards each; the dealer's right cuts, and the card is turned: that is the starter.
line-total = Total { $total }; the next to hit 1 scores { $points ->
        [0] no points
        [one] 1 point
       *[other] { $points } points
    }.
line-points = Points so far: { LIST($points) }.
line-left = Cards left: { LIST($hands) }.
line-best = Best for { $player }: { LIST($sets, between: "; ") }{ $any ->
        [yes] , unused { SHORT($unused) }
       *[no] {""}
    }; { $points } in all.
no-set = no set
line-worth = { $points ->
        [0] no points
        [one] 1 point
       *[other] { $points } points
    }: { LIST($cards) }
card-leads = { SHORT($card) } → { $total }
line-fitting = { $fitting } of the { $unseen ->
        [0] no cards
        [one] 1 card
       *[other] { $unseen } cards
    } not seen yet can be played:
line-suit = {"  "}{ $suit ->
        [C] Clubs
        [D] Diamonds
        [H] Hearts
       *[S] Spades
    } ({ $sign }): { $ranks ->
        [none] none
       *[other] { $ranks }
    }
line-ledger = { $player }: play { $play }, sets { $sets }, unused { $unused } (−{ $deduction }), round { $round }.
line-over = The match is over: { WHY($winners) }.
line-last-round = { $player } stands at { $score }: this is the last round.

## the rules page
rules-summary = Cards are numbers and suits are sums: each card played changes one common total, and landing on primes, on 0 and 1 and on multiples of 7, 12 and 13 scores.
rules-deal = Everybody gets seven cards. The player at the dealer's right cuts and the cut card is turned: its number (Ace 1, Jack 11, Queen 12, King 13) is the starting total. { $first ->
        [cutter] The cutter
       *[left] The player at the dealer's left
    } plays first, then { $direction ->
        [clockwise] clockwise
       *[anticlockwise] anticlockwise
    }.
rules-suits = Hearts add, spades subtract, diamonds multiply, clubs divide. A card may be played only if the new total is a whole number from -500 to 500. Everybody plays to a pile apart from the others.
rules-pass = Whoever can play { $must ->
        [true] must
       *[false] may
    }; whoever cannot says pass and keeps the cards. The play ends when all cards are out or everybody who still has some has passed at the same total.
rules-points = Landing on 0 scores 2. A multiple of 12 scores 1, of 7 scores 2, of 13 scores 3, and these add up: 91 scores 5. Any other prime scores 1. { $negative ->
        [both] Negative primes and multiples count as well.
        [primes] Negative primes count as well.
        [multiples] Negative multiples count as well.
       *[none] Negative totals score nothing.
    }
rules-ones = The first landing on 1 in a { $counter ->
        [round] round
       *[game] game
    } scores 1, the second 2, the third 3, whoever makes it.
rules-sets = Then everybody arranges the cards played in sets. Each set begins at the starter, every step must be allowed, and only its last total scores; a set that ends on 1 { $ones ->
        [flat] scores 1
       *[counter] scores as the next landing on 1 would
    }. A card in no set costs a point.
rules-unplayed = { $rule ->
        [set_aside_once] A card that was never played is set aside and costs a point.
        [joins_once] A card that was never played may be used in a set{""}; if it is not, it costs a point.
       *[double] A card that was never played costs a point{""}; it may be used in a set, and costs another if not.
    }
rules-muggins = { $muggins ->
        [true] Whoever pegs less than a card or a set has scored loses the rest to the first who says "muggins" before anything else happens.
       *[false] Whoever pegs less than a card or a set has scored is put right.
    }
rules-hints = { $hints ->
        [after_round] The best arrangement is shown when the round is over.
        [any_time] The best arrangement is shown as soon as the sets begin.
       *[never] The best arrangement is never shown.
    }
rules-literal = These are the inventors' first rules to the letter, without what they said later.
rules-target = The match ends with the round in which somebody { $mode ->
        [at_least] reaches
       *[strict] passes
    } { $target }; the highest total wins.
rules-rounds = { $rounds ->
        [one] One round is played
       *[other] { $rounds } rounds are played
    }; the highest total wins.
rules-no-target = Play as many rounds as you like; the highest total wins.

BAD_SET =
    .rule = Every total on the way through a set must itself be allowed.

option-profile = Rules
    .help = The inventors' rules as they explained them later, or as they first wrote them.
option-direction = Direction
    .help = Which way the turn passes.
option-first-player = First to play
    .help = The cutter sits at the dealer's right.
option-must-play = Must play
    .help = A player who can play must.
option-negative-primes = Prime −5
    .help = −5 scores as a prime, as 5 does.
option-negative-multiples = Multiples below 0
    .help = −7, −12, −13 and their multiples score, as 7, 12 and 13 do.
option-ones-counter = Hits of 1
    .help = How long the hits of 1 are counted on.
option-ones-in-sets = Sets that end on 1
    .help = What a set scores that ends on 1.
option-unplayed-rule = Cards never played
    .help = What a card means that a player could not get rid of.
option-target = Target
    .help = Points that end the match with that round; 0 for no end.
option-rounds = Rounds
    .help = How many rounds are played; 0 plays to the target.
option-target-mode = Target must be
    .help = When somebody has got there.
option-muggins = Muggins
    .help = Others may take the points that a player overlooks.
option-hints = Best sets
    .help = When the best that could have been laid is shown.
headline-sets = Everybody lays sets
headline-laid = All sets are laid
headline-starter = Turn the starter up

## verbs, places and what is counted
did-set = { $who } shows the set { $cards }
name-points = Points
name-ones = Ones
name-starter = Starter
name-sets = Sets

## the large panel, and points in words
panel-player = { $player } ({ $count } cards)
panel-ones = Ones hit
panel-total = Total
points-unused = { $count } cards in no set
note-set = { SHORT($cards) } = { $total }
note-best = Best for { $player }: { LIST($sets, between: "; ") }

## odds
odds-play = that { $player } can play at { $total }
odds-pass = that { $player } could play nothing at { $total }
