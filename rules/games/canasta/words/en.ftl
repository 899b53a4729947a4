# What Canasta says; see rules/words/en.ftl.


## dealing and upcards
ranks = { $rank ->
        [wild] wild cards
       *[other] { RANK($rank, form: "many") }
    }
GAME_OVER = { AND($winners) } won the match.
    .rule = The match is over; nothing more can be played.
deals = { $dealer } deals.
EARLY_DEAL = The deal is not over yet.
    .rule = The deal is not over yet.
NO_DEAL = Deal first: write 'table deal'.
    .rule = The cards must be dealt first.
LATE_START = The upcard has been turned already.
    .rule = The upcard has been turned already.
turn-another-frozen = Turn another card onto the { CARD($card) }; the pile is frozen.
upcard-is = The { CARD($card) } is the upcard.
NO_START = Another card must be turned onto the { CARD($card) } first.
    .rule = The first upcard, or one to cover a wild card or red three, has not been named.
HAND_OVER = The deal is over.
    .rule = The deal is over; hands are shown.
HAND_OVER-deal = The deal is over; the next begins with 'table deal'.
WRONG_TURN-is = It is { $player }'s turn.
TWO_DISCARDS = { $player } has discarded already.
    .rule = A turn ends with one discard.

## drawing and red threes
LATE_DRAW = The draw comes before melding.
    .rule = The draw comes before melding.
draws = { $player } draws.
draws-cards = { $player } draws { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }.
STOCK_EMPTY = The stock is gone: take the pile or pass.
    .rule = The stock is gone.
EXTRA_DRAW = Only { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    } may be drawn in this turn.
    .rule = One card is drawn in a turn; with two players, two.
EXTRA_DRAW-taken = A player who takes the pile does not draw.
WRONG_TURN-red = Players lay out their own red threes.
NOT_RED3 = The { CARD($card) } is not a red three.
    .rule = Only red threes are laid out like this.
ends-on-red = It was the last card of the stock: meld if you can, no discard, and the deal ends.
lays-out = { $player } lays out the { CARDS($cards) }.

## melds
HAND_COUNT-lay = By the count { $player } cannot hold all these cards; please count the hand.
MISSED_ANNOUNCE = Say which meld the { CARDS($cards) } goes to.
    .rule = A wild card could go to more than one meld; say which.
BLACK3_EARLY = Black threes are melded only when going out.
    .rule = Black threes are melded only in the turn of going out.
RED3_MELD = Red threes are laid out by themselves, never melded.
    .rule = Red threes are laid out by themselves, never melded.
MOVED_MELD_CARD = A melded card stays in its meld.
    .rule = A card that has been melded stays where it is.
OPPONENT_MELD = The { ranks } are { $side }'s; nobody adds to the other side's melds.
    .rule = Cards are added to one's own side's melds only.
NO_MELD = { $side } { $alone ->
        [true] has
       *[false] have
    } no meld of { ranks } to add to.
    .rule = There is no such meld to add to.
NO_MELD-none = There is no meld to add to.
MIXED_RANKS = A meld is of one rank, with wild cards only.
    .rule = A meld is of one rank, with wild cards only.
SECOND_MELD_SAME_RANK = { $side } already { $alone ->
        [true] has
       *[false] have
    } a meld of { ranks }; add to it.
    .rule = A side has one meld of a rank; further cards are added to it.
TOO_FEW_NATURALS = A meld needs at least two natural cards.
    .rule = A meld needs at least two natural cards.
TOO_FEW_CARDS = A new meld needs at least three cards.
    .rule = A new meld needs at least three cards.
TOO_MANY_WILDS = A meld may have at most three wild cards, not { $wilds }.
    .rule = A meld may have at most three wild cards, and by agreement no more than natural ones.
TOO_MANY_WILDS-here = A meld may not have more wild cards than natural ones here.
BLACK3_WILD = Black threes are melded without wild cards, at least three of them.
    .rule = Black threes are melded without wild cards.
laid-short = { $player } has laid { $laid }; { $short } more for the first meld.
meld-is = { ranks }: { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }, { $missing ->
        [0] a canasta
       *[other] { $missing } short of a canasta
    }.
new-canasta = { $side }: a { $kind ->
        [mixed] mixed
       *[natural] natural
    } canasta of { ranks }
turns-into = { $side } turns into a { $kind ->
        [mixed] mixed
       *[natural] natural
    } canasta of { ranks }
UNDER_MINIMUM = The first meld is worth { $laid }; { $side } { $alone ->
        [true] needs
       *[false] need
    } { $minimum }.
    .rule = A side's first meld of a deal must reach the minimum for its score.

## taking the pile
EMPTY_PILE = There is no pile to take.
    .rule = There is no pile to take.
TAKE_AFTER_DRAW = A player who has drawn may not take the pile.
    .rule = A player draws or takes the pile, not both.
TAKE_WILD = The pile cannot be taken while a wild card, the { CARD($card) }, lies on top.
    .rule = The pile cannot be taken while a wild card lies on top.
BLACK3_TOP = The pile cannot be taken while a black three lies on top.
    .rule = The pile cannot be taken while a black three lies on top.
TAKE_RED3 = The pile cannot be taken while a red three lies on top.
    .rule = The pile cannot be taken while a red three lies on top.
USELESS_TAKE = The { CARD($card) } must go straight into a meld; the pile goes back, and it costs 50.
    .rule = A player who takes the pile must meld its top card at once; otherwise it goes back, and it costs 50.
FROZEN_TAKE = The pile is frozen{ $frozen ->
        [true] {""}
       *[false] {" "}for a side that has not melded
    }: it takes two natural { ranks } from the hand.
    .rule = A frozen pile is taken only with two natural cards of its top card's rank from the hand.
FROZEN_TAKE-joins = The pile is frozen{ $frozen ->
        [true] {""}
       *[false] {" "}for a side that has not melded
    }: it takes a new meld, and there is one of { ranks } already.
takes = { $player } takes the pile.
takes-with-reds = { $player } takes the pile. Lay out the { CARDS($cards) }, without replacement.

## discards
ONE_CARD = One card is discarded at a time.
    .rule = One card is discarded at a time.
HAND_COUNT-discard = By the count { $player } cannot hold the { CARD($card) }; please count the hand.
discards = { $player } discards the { CARD($card) }.
RED3_DISCARD = A red three cannot be discarded; lay it out.
    .rule = A red three cannot be discarded.
NO_DISCARD = The last card of the stock was a red three: no discard, the deal is over.
    .rule = After a red three as the last card of the stock there is no discard; the deal ends.
NO_TAKE = The melded { CARD($card) } is the pile's, so the pile must be taken.
    .rule = That card can only be the pile's: whoever uses it takes the pile.
RED3_NOT_LAID = The { CARD($card) } came with the pile and must be laid out.
    .rule = Red threes of a taken pile are laid out at once.
NO_DRAW = The turn begins with a draw or with taking the pile.
    .rule = A turn begins with a draw or with taking the pile.
NO_DRAW-gone = The stock is gone: take the pile, or pass.
MUST_GO_OUT = The answer was yes, so { $player } must go out; failing costs 100.
    .rule = After the answer yes, the player must go out; failing costs 100.
pile-is-frozen = The pile is frozen

## going out
OUT_WITHOUT_CANASTA = { $player } may not lay the last card: going out takes { $needed ->
        [2] two canastas
       *[other] a canasta
    }{ $back ->
        [yes] ; take a meld back
       *[no] {""}
    }.
    .rule = Going out takes a canasta; with two players, two.
OUT_WITHOUT_CANASTA-stranded = This leaves { $player } one card to discard, and going out takes { $needed ->
        [2] two canastas
       *[other] a canasta
    }: take a meld back.
OUT_WITHOUT_CANASTA-claimed = Going out takes a canasta.
OUT_AFTER_NO = The answer was no: going out all the same costs { $player }'s side 100, and the deal ends.
    .rule = After the answer no, the player may not go out in this turn; it costs 100.
goes-out = { $player } goes out{ $concealed ->
        [true] , concealed
       *[false] {""}
    }. Show the other hands.
is-out = { $player } is out.
WRONG_TURN-out = Nobody can go out now.
going-out = { $player } is going out.
HAND_COUNT-out = By the count { $player } still holds { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    }; please count.

## asking the partner
CLAUSE-ask = The question names no card.
NO_PARTNER = With two players there is nobody to ask.
    .rule = With two players there is nobody to ask.
ASKED_TWICE = { $player } has asked already.
    .rule = The question may be asked once a turn, or once a deal, as agreed.
LATE_ASK = The question comes before melding.
    .rule = The question comes before melding.
yes-or-no = { $player }, yes or no?
NO_QUESTION = Nobody has asked.
    .rule = Nobody has asked.
WRONG_TURN-himself = { $player } asked; the partner answers.
ANSWERED = The question has been answered, and the answer binds.
    .rule = The question has been answered, and the answer binds.
may-not-go-out = { $player } may not go out in this turn.
must-go-out = { $player } must go out in this turn.
opponents-answer = The opponents answer instead: { WHY($answer) }

## the end of the stock, and of the deal
hand-over = The deal is over. Show the hands.
EARLY_PASS = Passing is for when the stock is gone.
    .rule = Passing is for when the stock is gone.
PASS_AFTER_TAKE = { $player } has taken the pile and must discard.
    .rule = A player who has taken the pile discards.
FORCED_TAKE = { $player } can take the pile, and so must: the side has { ranks }, or the hand is known to have the cards for it.
    .rule = When the stock is gone, a player who can take the pile must.
WRONG_TURN-show = Players show their own hands.
UNDECLARED_RED3 = The { CARD($card) } was never laid out: it costs 500.
    .rule = A red three still in the hand at the end costs 500.
HAND_COUNT-show = By the count { $player } holds { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    }, not { $shown }.
HAND_COUNT-missing = { $player } must hold the { CARDS($cards) } too.
shows = { $player } shows { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }.
still-to-show = { $points } in the hand. Still to show: { LIST($players) }.
hand-scored = { LIST($sides, between: " ") }
side-scored = { $side }: { $points } for the deal, { $score } in all.

## what is asked
ask-show = { $player }, please show your { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }.
turn-first = Turn the first upcard.
turn-another = Turn another card onto the { CARD($card) }.
ask-partner = { $partner }: may { $player } go out, yes or no?
ask-reds = { $player }, lay out the { CARDS($cards) }.
ask-take-or-pass = The stock is gone. { $player }: take the pile or pass.
may-ask = { $player } may ask: may I go out?

## the panel
line-side = { LIST($parts, between: "; ") }
part-score = { $side } { $score }
part-minimum = first meld needs { $minimum }
part-canasta = { $kind ->
        [mixed] mixed
       *[natural] natural
    } canasta of { ranks } ({ $cards })
part-meld = { ranks } { $cards } of { $size }{ $wilds ->
        [0] {""}
       *[other] , { $wilds } wild
    }
part-reds = { $reds ->
        [one] 1 red three
       *[other] { $reds } red threes
    }
part-may-go-out = may go out
line-stock = { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    } in the stock
line-hand = { $player }: { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    }
line-hand-known = { $player }: { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    }, { CARDS($cards) } for certain
line-unseen = Not yet seen: { LIST($kinds) }
unseen-kind = { $kind ->
        [red3] red 3
        [black3] black 3
       *[other] { RANK($kind) }
    } { $count }
line-no-pile = No pile
line-pile = Pile: { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }, worth { $worth }, { CARD($top) } on top
line-pile-frozen = Pile: { $cards ->
        [0] no cards
        [one] 1 card
       *[other] { $cards } cards
    }, worth { $worth }, { CARD($top) } on top, frozen by the { CARD($frozen_by) }
line-points = { $side } this deal: { $points }{ $any ->
        [true] {" "}({ LIST($items) })
       *[false] {""}
    }
points-item = { $item ->
        [melds] melds
        [canastas] canastas
        [red_threes] red threes
        [going_out] going out
        [hands] hands
       *[penalties] penalties
    } { $points }
line-laid = Laid { $laid }, { $short ->
        [0] enough
       *[other] still { $short } short
    }

## the rules page
rules-summary = Two sides lay out melds of one rank, with jokers and twos as wild cards, and build canastas of seven or more. Whoever can use its top card takes the whole discard pile. The first side at the target wins.
rules-cards = Two packs with four jokers. Jokers (50 points) and 2s (20) are wild; Aces count 20, Kings to 8s 10, 7s to 4s and black 3s 5.
rules-seats = { $players ->
        [2] Two players, 15 cards each: draw two cards; going out takes two canastas.
        [4] Four players, partners opposite, 11 cards each: draw one card; going out takes one canasta.
       *[other] Four players, partners opposite, 11 cards each: draw one card; going out takes one canasta. Two players, 15 cards each: draw two cards; going out takes two canastas.
    }
rules-turn = A turn is: draw, or take the discard pile; lay melds, or none; discard one card, but never a red 3.
rules-reds = Red 3s are laid out at once and replaced, but not those of a taken pile: 100 points each, all four 800{ $against ->
        [true] ; against a side without a meld
       *[false] {""}
    }. One that is still in the hand at the end costs 500.
rules-melds = A meld is three or more of one rank, with at least two natural cards and at most three wild ones{ $equal ->
        [true] , never more wild than natural
       *[false] {""}
    }. A side has one meld of each rank, and both partners add to it at any time. With seven cards it is a canasta: 500 points more, or 300 with a wild card in it.
minimum-from = { $minimum } from { $bound }
rules-minimum = A side's first melds of a deal, laid in one turn, must be worth { $least } points below zero, { AND($bounds) }, by its score when the deal began.{ $raises ->
        [true] {" "}Each time they fall short the minimum rises by { $by }.
       *[false] {""}
    }
rules-pile = The whole discard pile is taken by whoever melds its top card at once with two cards of the hand, one of them natural, or adds it to a meld of the side; not while a wild card or a black 3 lies on top. Taking it in vain costs 50. The other cards of the pile { $helps ->
        [true] help
       *[false] do not help
    } to reach the first minimum.
rules-frozen = A wild card or red 3 in the pile freezes it{ $unopened ->
        [true] , and for a side that has not melded it is always frozen
       *[false] {""}
    }: then only two natural cards of the top card's rank from the hand take it, as a new meld{ $joins ->
        [true] {" "}or joining one
       *[false] {""}
    }.
rules-blacks = Black 3s are melded only in the turn of going out, { $wild ->
        [true] wild cards with them or not
       *[false] three or four of them, without wild cards
    }.
rules-out = Going out, which takes a canasta, is laying or discarding the last card: 100 points; { $bonus ->
        [adds] 200 more
       *[replaces] 200 instead
    } for going out concealed, when the side had nothing melded before the turn { $needs ->
        [true] (the first minimum is needed all the same)
       *[false] (then no first minimum is needed)
    }.
rules-ask = { $asks ->
        [hand] Once a deal, before melding,
        [any_time] Once a turn, before or after melding,
       *[turn] Once a turn, before melding,
    } a player may ask the partner "May I go out?" The answer is yes or no and binds: going out after no, or not going out after yes, costs 100. If the partner says more, the opponents answer instead.
rules-stock = When the stock is gone, each in turn takes the pile or the deal ends; { $forced ->
        [true] whoever plainly can take it must
       *[false] nobody has to take it
    }. If its last card is a red 3, whoever drew it may still meld, discards nothing, and the deal ends.
rules-score = A deal scores the cards melded, the canastas, the red 3s and going out, less the cards left in the hands. The deal passes to the left. The match is to { $target } at the end of a deal; the higher score wins, and a tie is played on.
rules-printed = Where nothing else is chosen, the extras of the printed game are played.
rules-draws = Every draw is written down.

UNSEEN_CARD =
    .rule = A melded card must be named.

option-players = Players
    .help = As many as are seated: two for themselves, four in pairs.
option-preset = Printed game
    .help = The extras of the printed game hold wherever nothing else is chosen.
option-unopened-is-frozen = Frozen until the first meld
    .help = For a side that has not melded, the pile is frozen.
option-frozen-join-existing = A pair and a meld
    .help = A pair may take a frozen pile onto a meld that the side already has.
option-wild-le-natural = Fewer wild cards
    .help = A meld may not have more wild cards than natural ones.
option-black3-wild = Black threes with wild cards
    .help = Black threes may be melded together with wild cards.
option-pile-helps-minimum = The pile helps
    .help = Cards of the taken pile count towards the first minimum.
option-red3-negative-if-no-meld = Red threes may cost
    .help = Red threes count against a side that has no meld.
option-concealed-needs-minimum = Concealed with the minimum
    .help = Going out concealed needs the first minimum too.
option-concealed-bonus = Bonus for concealed
    .help = Whether its 200 come on top of the 100 for going out.
option-forced-take = Must take the pile
    .help = With the stock gone, a player who can take the pile must.
option-raise-minimum = Too small a first meld
    .help = It raises the side's minimum by 10.
option-target = Target
    .help = Points that win the match.
option-asks = “May I go out?”
    .help = How often a player may ask the partner.
option-draws = Draws
    .help = Whether ordinary draws must be told.

## verbs, places and what is counted
did-add = { $who } adds { $cards }
did-answer = { $who } says { $words }
did-meld = { $who } melds { $cards }
did-out = { $who } goes out
verb-answer = “{ $words }”
verb-out = Going out
did-red = { $who } lays out { $cards }
did-take = { $who } takes the pile
verb-take = Takes the pile
name-meld = Melds

## the large panel, and points in words
panel-pile = { $count }{ $frozen ->
        [true] {" "}frozen
       *[false] {""}
    }
panel-first-meld = First meld
panel-red-threes = Red threes
points-for = { $item ->
        [melds] Melds
        [canastas] Canastas
        [red_threes] Red threes
        [going_out] Going out
        [hands] Cards left in hand
       *[penalties] Penalties
    }

## odds
odds-pile = that { $player } can take the pile { $frozen ->
        [yes] with two more { RANK($rank, form: "many") }
       *[no] with two more { RANK($rank, form: "many") }, or with one and a wild card
    }
