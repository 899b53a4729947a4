# What Page One says; see rules/words/en.ftl.


## dealing and shuffling
deals = { $dealer } deals.
deals-leads = { $dealer } deals; { $leader } leads.
EARLY_DEAL = The game is not played out; deal again only if it is thrown in.
    .rule = The game is still being played.
NO_DEAL-shuffle = The game is over; the pack is shuffled for the next deal anyway.
NO_DEAL = The game is over; deal the next one.
    .rule = The game is over; the next one begins with a deal.
NOTHING_TO_SHUFFLE = There is no finished trick to make a new stock of.
    .rule = There is no finished trick to make a new stock of.
EARLY_RESHUFFLE = There { $stock ->
        [one] is still 1 card
       *[other] are still { $stock } cards
    } in the stock.
    .rule = The finished tricks are shuffled when the stock is used up.
new-stock = The new stock has { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    }.

## calls
MISSED_CALL-late = { $player } says it too late and draws five.
MISSED_CALL = { $player } did not say Page One and draws five.
    .rule = Whoever comes down to one card must say Page One in time, or draw five cards.
says-it = { $player }: Page One!
said-already = { $player } has said so already.
FALSE_CALL = { $player } has { $size ->
        [0] no cards
        [one] 1 card
       *[other] { $size } cards
    }, not one{ $cost ->
        [0] {""}
       *[other] , and draws { $cost }
    }.
    .rule = Page One is said by a player who has come down to one card.

## drawing
drawn-game = Nothing is left to draw: the game is drawn.
has-drawn = { $player } has drawn { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.
has-drawn-without = { $player } has drawn { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    } and holds no { SUIT($suit) }.
MUST_LEAD = { $player } leads and plays any card.
    .rule = Whoever leads plays a card of the hand and does not draw.
NO_NEED_TO_DRAW = A joker was led, so { $player } may play any card.
    .rule = After a joker was led any card may be played, so nobody has to draw.
REVOKE-shown = { $player } has shown the { CARD($card) } and can follow.
STILL_CARDS = There { $left ->
        [one] is still 1 card
       *[other] are still { $left } cards
    } to draw.
    .rule = The game is drawn only when there is nothing left to draw.
SHORT_STOCK = The stock has { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    }: { $stock ->
        [0] {""}
       *[other] draw { $stock },{" "}
    }reshuffle, then draw { $more } more.
    .rule = Only as many cards can be drawn as the stock has.
SHORT_STOCK-none = The stock has { $stock ->
        [0] no cards
        [one] 1 card
       *[other] { $stock } cards
    } and there is nothing to shuffle; 'draw 0' says that the game is drawn.

## playing
TWO_CARDS = One card is played at a time.
    .rule = One card is played at a time.
NAME_SUIT-which = Which suit does { $player } name?
NAME_SUIT = Name a suit: to C, to D, to H or to S.
    .rule = The leader of the joker names the suit to be followed.
CLAUSE-suit = A suit is named only by the leader of a joker.
NOT_SHOWN = { $player } has not shown the cards drawn.
    .rule = Drawn cards are shown to everybody.
JOKER_LAST = The joker may not be the last card.
    .rule = The joker may not be the last card.
JOKER_LEAD = The joker may not be led.
    .rule = The joker may not be led.
OFF_SUIT-shown = { $player } has shown the { CARD($card) } and must follow with it.
OFF_SUIT = { SUIT($suit) } were led; draw until you can follow.
    .rule = The led suit must be followed, if need be by drawing until a card of it turns up.
HAND_COUNT-shown = { $player } has shown the whole hand, and this card is not in it.
DUPLICATE-shuffled = The { CARD($card) } was shuffled into the stock and { $player } has drawn nothing since: misread, or from another pack?
DUPLICATE-dealt = The { CARD($card) } was never shuffled in, and { $player } holds only cards from the new stock: misread, or from another pack?
out-and-wins = { $player } is out of cards and wins.
wins-the-trick = { $player } wins the trick and leads.
leads-card = { $player } leads the { CARD($card) }.
is-winning = { $player } is winning.
must-say = { $player } must say Page One now.

## revokes
REVOKE = By { $means ->
        [drawing] drawing
       *[joker] drawing or playing the joker
    } { $player } said: no { SUIT($suit) }; and no card taken since can be the { CARD($card) }.
    .rule = Whoever draws holds no card of the led suit; a card seen later shows that there was one.
REVOKE-counted = { $player } must have had { SUIT($suit) }: too few cards of other suits are unseen.
REVOKE-counted-suits = { $player } cannot have been without { AND($suits) } each time { $player } said so: too few other cards are unseen.
shows = { $player } shows the { CARDS($cards) }.

## the panel
line-won = { $player } has won.
line-drawn-game = The game is drawn.
line-leads = { $player } leads any card.
line-follow = { SUIT($suit) } were led{ $winner ->
        [none] {""}
       *[other] {""}; { $winner } is winning
    }; { $next } is next.
line-free = A joker was led: any card{ $winner ->
        [none] {""}
       *[other] {""}; { $winner } is winning
    }; { $next } is next.
line-drawn = { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    } drawn so far.
line-due = { $player } must say Page One before anybody acts.
line-missed = { $player } did not say Page One.
line-hands = Cards: { LIST($hands) }.
line-stock = Stock { $stock }, finished tricks { $discards ->
        [0] no cards
        [one] 1 card
       *[other] { $discards } cards
    }{ $shuffle ->
        [yes] ; reshuffle before drawing
       *[no] {""}
    }.
line-void = { $player } had no { LIST($suits) }.
suit-perhaps = { SUIT($suit) } ({ $number } perhaps)

## the rules page
rules-summary = Follow the suit that was led, or draw cards until you can. Whoever comes down to one card must say Page One; whoever is first out of cards wins.
rules-deal = 2 to { $most } players, 52 cards and a joker, four cards each; the rest is the stock. The player at the dealer's left leads any card. Ace is high.
rules-follow = Everybody follows suit. Whoever cannot draws one card at a time until one of that suit turns up, which is played at once. The highest card of the suit wins the trick and leads.
rules-joker = The joker wins every trick. It may be played { $anytime ->
        [true] at any time, even by somebody who can follow
       *[false] only by whoever cannot follow
    }. It may { $last ->
        [true] be
       *[false] not be
    } the last card.
rules-joker-lead = { $lead ->
        [any_suit_by_second] If the joker is led, the second player plays any card and so sets the suit.
        [forbidden] The joker may not be led unless it is the only card left.
       *[joker_named_suit] Whoever leads the joker names the suit to be followed.
    }
rules-joker-drawn = { $drawn ->
        [allowed] Whoever draws and finds a card of the suit may play the joker instead.
       *[after_draw] Whoever draws and finds a card of the suit plays it, and not the joker.
    }
rules-stock = When the stock runs out the finished tricks are shuffled. If there are none and somebody must draw, the game is drawn.{ $draws ->
        [shown] {" "}Drawn cards are shown.
       *[hidden] {""}
    }
rules-call = Whoever comes down to one card says Page One { $deadline ->
        [next_action] before the next player acts
       *[winner_grace] before the next player acts, or before the next lead by whoever has won the trick
    }; otherwise it costs five cards from the stock.
rules-challenge = A missed call costs only when somebody notices and the player draws.
rules-false-call = Saying it without need costs { $cost } cards.
rules-revoke = Drawing although one could follow costs { $cost } cards once it is proven.
rules-end = { $end ->
        [immediate] Whoever plays the last card of a hand wins at once.
       *[end_of_trick] When somebody has no card left, the trick is played out; the first without cards wins.
    }
rules-score = { $score ->
        [wins] Each game won is a point.
       *[leftover] The winner scores a point for every card the others hold; { $target } points win the match.
    }

UNSEEN_CARD =
    .rule = The card has to be named.

option-max-players = Seats
    .help = How many may play.
option-joker-anytime = Joker at any time
    .help = The joker may be played by a player who could follow suit.
option-joker-lead = Leading the joker
    .help = Who names the suit when the joker is led.
option-joker-last = Joker last
    .help = The joker may be a player's last card.
option-joker-for-drawn = Joker after drawing
    .help = A joker may be played instead of the suit card just drawn.
option-deadline = Page One until
    .help = How late Page One may be said.
option-notice = A forgotten Page One
    .help = Whether it costs cards by itself, or only when somebody notices.
option-end = The end
    .help = When the last card ends the game.
option-show-draws = Draws are shown
    .help = Everybody sees which cards are drawn.
option-false-call-penalty = Page One too early
    .help = Cards to draw for saying it with more than one card left.
option-revoke-penalty = Not following suit
    .help = Cards to draw for a proven revoke.
option-score = Points
    .help = What a win is worth.

## verbs, places and what is counted
did-say = { $who } says “Page One”
verb-say = Page One
name-led = Led
name-winner_so_far = Winning

## the large panel, and points in words
panel-free = any
panel-follow = Follow suit
panel-leads = To lead
panel-drawn = Drawn
panel-must-call = must say “Page One”
panel-void = no { $suits }

## odds
odds-follow = that { $player } can follow with { SUIT($suit) }
odds-void = that { $player } had no { SUIT($suit) }
