# What Never Over says; see rules/words/en.ftl.


## dealing
deals = { $dealer } deals.
EARLY_DEAL = { AND($players) } { $number ->
        [one] has
       *[other] have
    } not retired yet.
    .rule = The next game is dealt when everybody has retired.

## moves
OPP_RED_HIGHER-nowhere = The { CARD($card) } fits no red pile.
MISSED_ANNOUNCE = On whose red pile does the { CARD($card) } go?
    .rule = A red card can go on more than one pile; say on whose.
WRONG_PILE = The { CARD($card) } goes on a { $colour ->
        [green] green
       *[red] red
    } pile.
    .rule = Green cards go on green piles and red cards on red piles.
FOREIGN_GREEN_PILE = A green card goes to one's own pile only: here that of { $player }.
    .rule = Green cards go on one's own green pile only.
OVER_CAP = { $owner } is capped at { $cap }: a { $value } is too high.
    .rule = A green card may not be higher than the top card of its owner's red pile.
REDUNDANT = { $owner } is capped at { $cap } already.
    .rule = At this table a red card may not be put on an equal cap.
ON_RETIRED = { $owner } has retired, so this has no effect.
    .rule = A card on a retired player's red pile no longer has any effect.
ON_RETIRED-forbidden = { $owner } has retired.
PARTNER_RED = { $owner } is { $player }'s partner.
    .rule = At this table nothing is put on a partner's red pile.
OWN_RED_LOWER = { $owner } is capped at { $cap }; { $player } may not lower that to { $value }.
    .rule = Nobody may lower a cap of one's own.
OPP_RED_HIGHER = { $owner } is capped at { $cap }; { $player } may not raise that to { $value }.
    .rule = A player may not raise an opponent's cap.
points-on-table = { $owner } has { $points ->
        [0] no points
        [one] 1 point
       *[other] { $points } points
    } on the table.
stays-capped = { $owner } stays capped at { $cap }.
now-capped = { $owner } is now capped at { $cap }.
NO_DISCARDS = At this table nobody may discard.
    .rule = At this table nobody may discard.
discarded = The { CARD($card) } is discarded.
last-of-stock = One card is left in the stock.
spent = { $player } has no cards left and retires.
HAND_COUNT-all-shown = { $player } has shown the whole hand, and the { CARD($card) } is not in it.
HAND_COUNT-left = { $player } should have { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    } left, not { $left }.
MISSED_DRAW = { $player } has not drawn; there { $stock ->
        [one] is
       *[other] are
    } { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    } in the stock.
    .rule = While there is a stock, one card is drawn in every turn.
TWO_CARDS = One card is moved in a turn.
    .rule = One card is moved in a turn.
TWO_CARDS-draws = { $player } has moved a card and only draws now.
TWO_CARDS-moved = { $player } has already moved a card; it is { $turn }'s turn.
RETIRED = { $player } has retired.
    .rule = A retired player no longer plays.

## drawing and retiring
CLAUSE-draw = A card is drawn from the stock or 'from discards'.
EARLY_DRAW = A card is drawn after the move, not before it.
    .rule = At this table a card is drawn after the move.
draws = { $player } draws.
draws-now = { $player } draws now.
takes-discard = { $player } takes the discard.
TAKE_DISCARD = Discards are never taken at this table.
    .rule = At this table discards are never taken, or there is none.
TAKE_DISCARD-none = There is no discard to take.
NO_STOCK = There is no stock to draw from.
    .rule = There is no stock to draw from.
DREW_TWO = One card is drawn in a turn.
    .rule = One card is drawn in a turn.
MUST_ACT = { $player } must move a card, or retire.
    .rule = In every turn a player moves a card, or retires.
passes = { $player } passes.
LATE_RETIRE = { $player } has drawn and must move a card first.
    .rule = Retiring takes the place of a turn, before the draw.
retires = { $player } retires with { $points ->
        [0] no points
        [one] 1 point
       *[other] { $points } points
    }.
CLAUSE-show = A line that shows cards says nothing else.
left-count-nothing = Cards left in hand count nothing.
shows = { $player } shows { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.

## the panel
line-seat = { $player }: { $points }, capped at { $cap }{ $buried ->
        [0] {""}
        [one] {" "}(1 red card buried)
       *[other] {" "}({ $buried } red cards buried)
    }, { $retired ->
        [yes] retired
       *[no] { WHY($hand) }
    }{ $known ->
        [none] {""}
       *[other] , among them { $known }
    }
hand = { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }
line-green = { $player } can add green: { LIST($cards) }
line-red = { $player } can add red to { $player }'s pile: { LIST($cards) }
line-on = On { $owner }: { LIST($cards) }
nothing = nothing
addable = { SHORT($card) }{ $note ->
        [none] {" "}(none left)
        [no-effect] {" "}(no effect)
       *[plain] {""}
    }
line-stock = Stock: { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    }
line-unseen = Not seen yet: { LIST($cards, between: " ") }
kind-left = { SHORT($card) }×{ $number }
hint-no-green = No more green cards can be added; it makes sense to retire.
hint-all-zero = Everybody is capped at 0: retiring makes sense without a red card that raises the cap.
hint-few = Still to come that could change anything: { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.

## the rules page
rules-summary = Collect green cards on your pile; each counts its number. A red card on your red pile caps what you may add: never over the number on its top card. Load the others with low red cards.
number-times = { $number } × { $value }
rules-pack = The { $pack ->
        [suggested55] suggested
       *[custom] table has its own
    } pack: { $greens } green cards ({ LIST($green) }) and { $reds } red cards ({ LIST($red) }). With ordinary packs diamonds are red, all other suits green, and the { CARD($zero) } is the red 0.
rules-deal = Each player gets { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }; the rest is { $stock ->
        [used] the stock
       *[none] out of play
    }. The player at the dealer's left begins.
rules-turn = On your turn { $draw ->
        [before_play] draw a card from the stock while there is one, then move one card
        [after_play] move one card, then draw a card from the stock while there is one
       *[nothing] move one card{""}; nothing is drawn
    }. A green card goes to your own green pile, a red card to any red pile{ $discards ->
        [spread] , or any card face up to the spread discards
        [squared] , or any card face up to the squared discards
       *[none] {""}
    }. { $discards ->
        [none] Nobody may discard.{" "}
       *[other] {""}
    }{ $act ->
        [pass_allowed] You may also pass.
       *[must] You must move a card.
    }
rules-draws = { $take ->
        [top_only] The top discard may be taken instead of drawing.
       *[never] Discards are never taken.
    } { $draws ->
        [assumed] Draws are taken for granted{""}; nobody writes them down.
       *[recorded] Every draw is written down.
    }
rules-cap = The top card of your red pile is your cap, the highest card of the pack while the pile is empty. A green card may not be higher than your cap; a red card may not lower your own cap or raise another's, and one equal to the cap, which changes nothing, is { $redundant ->
        [allowed] allowed
       *[forbidden] forbidden
    }. Green cards that lie stay, whatever comes later.
rules-retire = You may retire { $when ->
        [any_time_on_turn] at any time in your turn
       *[turn_start] instead of your turn
    }, laying your cards face down, and must when you have none left. Red cards on a retired player's pile are { $late ->
        [allowed_warn] allowed, though they have no effect.
       *[forbidden] forbidden.
    }
rules-partners = { $who ->
        [none] Everybody plays alone.
        [fixed] Partners sit opposite each other.
        [threes] Six players make two sides of three: every second one is of one side.
        [neighbours] The dealer's two neighbours play together against the rest.
       *[dealer] The dealer and the two neighbours play together against the rest.
    }
rules-sides = { $piles ->
        [separate] Partners keep piles of their own
       *[shared] Partners share one green and one red pile
    }; { $red ->
        [as_owner] red cards on a partner's pile must be as high as the cap or higher
        [as_opponent] red cards on a partner's pile must be as low as the cap or lower
        [either] any red card may be put on a partner's pile
       *[none] nothing may be put on a partner's red pile
    }; each is credited with the total of the side.
rules-end = The game ends when all have retired. Green cards count their number; red cards and cards in hand count nothing. Ties stand.
rules-series = The deal passes to the left. Play as many games as you like, best as many for each dealer; points add up.

UNSEEN_CARD =
    .rule = The card must be named.

option-draws = Draws
    .help = Whether each turn's draw must be told.
option-draw-timing = Draw
    .help = When a turn's card comes from the stock.
option-discards = Discards
    .help = How the cards thrown away lie.
option-stock = Stock
    .help = The cards that were not dealt form a stock to draw from.
option-take-discard = Take a discard
    .help = The top discard may be taken instead of drawing.
option-redundant-plays = Equal caps
    .help = A red card may be put on a cap of the same number.
option-hand-size = Cards each
    .help = How many cards each player is dealt.
option-retire-at = Retiring
    .help = When in a turn a player may retire.
option-must-act = Must play
    .help = A player who has not retired must play a card in every turn.
option-play-on-retired = Caps on the retired
    .help = Red cards may still be put on a retired player's pile; it changes nothing.
option-partners = Partners
    .help = Who plays together.
option-partner-piles = Shared piles
    .help = Partners build one green and one red pile together.
option-partner-red = Red for a partner
    .help = Which red cards may be put on a partner's pile.
option-partner-score = Partners' score
    .help = Partners each score the total of their side.
option-pack = Cards in the pack
    .help = The usual 55, or as many of each as is written below.
option-greens = Green cards
    .help = In a pack of your own: how many 1s, 2s, 3s and so on.
option-reds = Red cards
    .help = In a pack of your own: how many 0s, 1s, 2s and so on.
option-zero-card = Red 0
    .help = Which ordinary card stands for the red 0.

## verbs, places and what is counted
did-retire = { $who } retires
verb-retire = Retires
name-discards = Discards
name-green = Green

## the large panel, and points in words
panel-own-green = own green
panel-own-red = own red ≤
panel-others-red = others ≤
panel-retired = retired
panel-held = { $count } cards
panel-and-buried = { WHY($held) }, { $count } buried
done-retire = retire

## odds
odds-green = that { $player } holds a green card of at most { $cap }
