# What Thirteen says; see rules/words/en.ftl.


## dealing
deals-again = { $dealer } deals again.
UNFINISHED = This game is not over yet; a new deal would throw it away.
    .rule = A new deal begins when the game is over.
new-cards = New cards; { $leader } has won and leads.
new-cards-lowest = New cards; the lowest card opens.
LATE_LOWEST = The lowest card no longer matters: the first card has been played.
    .rule = The lowest card is asked for before the play that must contain it.
LATE_LOWEST-leader = The lowest card no longer matters: { $leader } leads with anything.
NO_3S-too-high = The { CARD($card) } cannot be the lowest card dealt: of { $below ->
        [0] no lower cards
        [one] 1 lower card
       *[other] { $below } lower cards
    } { $aside ->
        [0] none
       *[other] only { $aside }
    } can lie aside.
lowest-is = The { CARD($card) } is the lowest card dealt; the first play must contain it.

## combinations
combination = { $kind ->
        [single] the { CARD($top) }
        [straight] a straight of { $length } ending on the { CARD($top) }
        [pairs] a run of { $length } pairs ending on the { CARD($top) }
        [pair] a pair of { RANK($rank, form: "many") } up to the { CARD($top) }
        [triple] three { RANK($rank, form: "many") } up to the { CARD($top) }
       *[quad] four { RANK($rank, form: "many") } up to the { CARD($top) }
    }
NOT_COMBINATION-triple = Three of a kind is not a combination at this table.
NOT_COMBINATION = These cards are not a single, a pair, a triple, a straight, four of a kind or a run of three or more pairs.
    .rule = A play is a single, a pair, a triple, a straight, four of a kind, or a run of three or more pairs.
NOT_COMBINATION-twos = 2s cannot be part of a { $kind ->
        [straight] straight
       *[pairs] run of pairs
    }.
NOT_COMBINATION-short = A { $kind ->
        [straight] straight
       *[pairs] run of pairs
    } takes at least { $least } ranks in a row.
CHOP_FORBIDDEN = Chops are played only on 2s here, and the table shows { WHY($shown) }.
    .rule = This table allows chops only on 2s.
WRONG_TYPE = The table shows { WHY($shown) }; that is beaten only by its own type{ $chop ->
        [yes] {""}
       *[no] {" "}or a chop
    }.
    .rule = A play must be of the same type as the one it beats, unless it is a chop.
WRONG_LENGTH = A { $kind ->
        [straight] straight
       *[pairs] run of pairs
    } is beaten only by one as long: the table has { $wanted } ranks in a row, and this has { $length }.
    .rule = A straight or run of pairs must be as long as the one it beats.
NOT_HIGHER-alike = Of two cards alike the { $back } one is higher, and it lies there already.
NOT_HIGHER = The highest card decides: the { CARD($card) } is not higher than the { CARD($other) }.
    .rule = The highest card of the play must be higher than the highest card on the table.
NOT_ONE_SUIT = The straight on the table is in one suit, so this one must be too.
    .rule = A straight in one suit is beaten only by a straight in one suit.

## playing
MUST_LEAD = { $player } leads and must play something.
    .rule = Whoever leads must play something.
all-knocked = { $player } knocks, the last who could; { $leader } leads with anything.
leads = { $leader } leads
knocks = { $player } is out until the round ends.
GAME_OVER = This game is over; deal again.
    .rule = The match is over; nothing more can be played.
GAME_OVER-void = These hands are void; deal again.
KNOCKED_PLAYER = { $player } has knocked and is out until this round ends.
    .rule = Whoever has knocked is out until the round ends.
NO_3S = The first play must contain the { CARD($card) }, the lowest card dealt.
    .rule = The first play must contain the 3 of spades, or else the lowest card dealt.
NO_3S-first = The first play must contain the { CARD($card) }{ $aside ->
        [yes] , or the lowest card dealt
       *[no] {""}
    }{ $back ->
        [none] {""}
       *[other] ; of the two the one whose back is not { $back }
    }.
NO_3S-held = { $player } held the { CARD($card) }, so the opening play had to contain it.
WRONG_OPENER = { $player } held the { CARD($card) }, lower than { $opener }'s { CARD($lowest) }, so { $player } should have opened.
    .rule = Whoever holds the lowest card dealt opens the first game.
beat = Beat { WHY($shown) }.
next-beats = { $next ->
        [none] That is { WHY($shown) }.
       *[other] { $next } beats { WHY($shown) } or knocks.
    }
out-beat = { $player } is out of cards. { $next ->
        [none] That was { WHY($shown) }.
       *[other] { $next } beats { WHY($shown) } or knocks.
    }
out-last = { $player } is out of cards.
out-wins = { $player } is out of cards and wins.

## cards shown
shows = { $player } shows the { CARDS($cards) }.
NOT_FOUR = Only all four 2s or all four 3s change a deal.
    .rule = Only all four 2s or all four 3s, shown before the first play, change a deal.
four-redeal = { $player } was dealt the { CARDS($cards) }: everybody is dealt again.
four-wins = { $player } was dealt the { CARDS($cards) } and wins.
four-ignored = { $player } was dealt the { CARDS($cards) }; this table plays on with such a hand.

## the panel
line-won = { $player } won.
line-order = Out in this order: { LIST($players) }
line-void = The hands are void; { $dealer } deals again.
line-beat = { $player } must beat { WHY($shown) }, or knock.
line-leads = { $player } leads with anything.
line-opens = Whoever holds the lowest card opens with it.
line-opens-card = Whoever holds the { CARD($card) } opens with it.
line-left = Cards left: { LIST($hands) }
line-out = Out of cards: { LIST($players) }
line-knocked = Knocked: { LIST($players) }
line-last = Last to play: { $player }
line-beaten = Beaten by: { SHORT($cards) }
line-unbeaten = Beaten by: nothing unseen of its own type
line-back = Of two cards alike the { $back } one is higher.
line-highest = Highest card still out: { SHORT($card) }
line-chops = Chops still possible: { LIST($chops) }
line-no-chops = Chops still possible: none
chop-four = four { RANK($rank, form: "many") }
chop-pairs = pairs { $run }

## the rules page
rules-summary = Be the first without cards: play a higher combination of the same kind as the one on the table, or knock and wait for the next round.
rules-ranks = Ranks go up from 3 to King, then Ace, then 2; suits go up spades, clubs, diamonds, hearts. The 3 of spades is the lowest card, the 2 of hearts the highest.
rules-deal = 13 cards each; with five or more players an equal{ $even ->
        [true] {" "}and even
       *[false] {""}
    } number each, and the rest lies aside. { $packs ->
        [one] One pack is used, however many play.
        [two] Two packs are used, and all cards are dealt as far as they go round; of two cards alike the { $back } one is higher.
       *[auto] Seven or more play with two packs; of two cards alike the { $back } one is higher.
    }
rules-combinations = Combinations: a single, a pair, { $triple ->
        [true] a triple,{" "}
       *[false] {""}
    }a straight of { $straight } or more without 2s, four of a kind, and a run of three or more pairs{ $twos ->
        [true] , 2s included.
       *[false] {" "}without 2s.
    }
rules-first = The first play contains the 3 of spades, or the lowest card dealt if the 3 of spades lies aside. { $next ->
        [winner] The winner leads the next game with anything.
       *[lowest] So does the first play of every later game.
    }
rules-beat = In turn, beat the table with a play of the same type and size whose highest card is higher, or knock. Whoever has knocked is out until all others have; then the last to play leads with anything, and all are in again.
rules-chops = Four of a kind and runs of pairs are chops: on your turn they beat { $chops ->
        [any] anything
       *[only_2s] 2s only
    }, and only a higher chop of the same type and length{ $longer ->
        [true] , or a longer run,
       *[false] {""}
    }{ $quads ->
        [always] {" "}or four of a kind
       *[none] {""}
    } beats them.
rules-one-suit = A straight in one suit is beaten only by a straight in one suit.
rules-four = { $four ->
        [redeal] Whoever is dealt all four 2s or all four 3s shows them, and everybody is dealt again.
        [instant_win] Whoever is dealt all four 2s or all four 3s and shows them has won.
       *[ignore] A hand dealt all four 2s or all four 3s is played like any other.
    }
rules-end = The first player without cards wins{ $on ->
        [true] {""}; the others play on for places. If the one who is out has won the round, the next to the left leads.
       *[false] {""}.
    }

TWO_IN_STRAIGHT =
    .rule = 2s cannot be part of a straight, nor of a run of pairs unless the table allows it.
UNSEEN_CARD =
    .rule = The card has to be named.

option-chops = Chops beat
    .help = What four of a kind or a run of pairs may be played on.
option-longer-pairs-beat = Longer runs of pairs
    .help = A longer run of pairs beats a shorter one.
option-quad-beats-pairs = Four beats pairs
    .help = Four of a kind beats a run of pairs.
option-min-straight = Shortest straight
    .help = How many cards it has.
option-triple = Three of a kind
    .help = Three of a kind can be played.
option-chop-pairs-with-2 = Pairs up to the 2s
    .help = A run of pairs may end in 2s.
option-straight-same-suit-lock = Straights in one suit
    .help = Only another straight in one suit beats them.
option-four-of-rank = Four 2s or four 3s
    .help = What being dealt all four means.
option-next-lead = Next lead
    .help = Who leads the next deal.
option-play-on = Play on
    .help = The others play on for second and third place.
option-even-literal = Even hands
    .help = Five or more players get an even number of cards each.
option-packs = Packs
    .help = How many are used; from seven players on two.
option-high-back = Higher back
    .help = Which back wins between the same card of two packs.

## verbs, places and what is counted
did-knock = { $who } knocks
verb-knock = Knock
did-lowest = The lowest card is { $cards }
name-to_beat = To beat
name-type = Kind

## the large panel, and points in words
panel-lead-anything = Lead anything
panel-beaten-by = Can still beat it: { SHORT($cards) }
panel-knocked = knocked
done-knock = knock

## odds
odds-beat = that { $player } can beat { WHY($shown) }
