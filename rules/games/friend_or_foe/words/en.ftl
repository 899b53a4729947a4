# What Friend Or Foe says; see rules/words/en.ftl.


## dealing and rolling
UNFINISHED = This game is not over yet; a new deal would throw it away.
    .rule = A new deal begins when the game is over.
new-cards = New cards; { $first } rolls first.
GAME_OVER = The game is over; deal again.
    .rule = The match is over; nothing more can be played.
BAD_DICE = Dice show 1 to 6, not { AND($numbers) }.
    .rule = Two dice show numbers from 1 to 6.
REROLL = Only a cocked die is rolled again; the new dice count.
    .rule = Only a cocked die is rolled again.
NO_ROLL = { $player } must roll the dice first.
    .rule = A turn begins with a roll of the dice.
dice = { $one } and { $two }
rolled = { WHY($dice) }: { WHY($matches) }.
a-rank = { $an ->
        [yes] an
       *[no] a
    } { RANK($rank) }
two-ranks = two { RANK($rank, form: "many") }
one-of-each = { WHY($one) } and { WHY($two) }
matches = { LIST($ways, between: ", or ") }{ $both ->
        [yes] , or both
       *[no] {""}
    }; friends: { RANK($king) } with a King, { RANK($ace) } with an Ace

## discarding
match = The { CARDS($cards) } { $number ->
        [one] matches
       *[other] match
    } the dice.
CALL_MISMATCH = { $player } called the { CARD($card) }, so that is the card to lay.
    .rule = The card laid must have the number that was called.
CALL_MISMATCH-one = A call for a friend names one card.
CALL_MISMATCH-gone = { $player } can hold no card of number { $number }: all of them lie elsewhere.
CALL_MISMATCH-number = The call was { $called }, but the card is the { CARD($card) }.
ONE_CHOICE = { $player } asked for a friend; that was this turn's choice.
    .rule = A turn is a match laid, one call for a friend, or a pass.
ONE_CHOICE-called = { $player } has called already; a turn has one call for a friend.
BOTH_MATCHES = { $player } has discarded that already; a turn takes one pair and one sum.
    .rule = A turn takes a pair match or a sum match, not both, unless the table allows it.
BOTH_MATCHES-not = { $pair ->
        [yes] A turn discards two cards that show { $one } and { $two }, or one that is { $sum }.
       *[no] With a 1 no two cards match: a turn discards one card that is { $sum }.
    }
BAD_PAIR-either = { $pair ->
        [yes] The dice allow two cards that show { $one } and { $two }, or one that is { $sum }.
       *[no] With a 1 no two cards match: only one card that is { $sum }.
    }
BAD_PAIR = { $pair ->
        [yes] The two cards must be { $one } and { $two }; or one card { $sum }.
       *[no] With a 1 no two cards match: only one card that is { $sum }.
    }
    .rule = Two cards are discarded only if their numbers are those of the two dice.
BAD_SUM = { $one } and { $two } make { $sum }; the { CARD($card) } is { $number }.
    .rule = One card is discarded only if its number is the sum of the dice.
ACE_KING = The { RANK($rank) } goes only with a friend.
    .rule = Kings, and Aces too unless the table counts them for a 1, go only with a friend.
ACE_KING-king = A King goes only with a friend.
ACE_KING-die = An Ace goes only with a friend; it does not match a die that shows 1.
passes = { $player } passes; anybody else may call 'Foe!' until { $next } rolls.
won = { AND($players) } won: no cards left.
nobody-can = Nobody can discard any longer; deal again.

## friends
FRIEND_WITH_MATCH = { $player } asked for a friend, so there may be no match for the dice in the hand.
    .rule = Only a player without a match for the dice may ask for a friend.
FRIEND_WITH_MATCH-one-of = { $player } asked for a friend with { LIST($rolls, between: ", with ") }, and held a match for one of them: too few of the cards that nobody has seen fit none of them.
FRIEND_WITH_MATCH-held = { $player } held the { CARDS($cards) } when asking for a friend with { WHY($dice) }.
FRIEND_WITH_MATCH-counted = { $player } held a match for { WHY($dice) }, whichever cards were not shown: too few of the cards that nobody has seen make none.
may-answer = { OR($helpers) } may answer.
NO_ANSWER = { WHY($helpers) }
    .rule = No King or Ace can answer this call.
BAD_HELPER = { WHY($helpers) }
    .rule = A King helps a card that is 13 less the sum, an Ace one that is 1 more than the sum.
nobody-helps = Nobody can help { WHY($asked) }: with dice that make { $sum } a King goes with { WHY($king) }, an Ace with { WHY($ace) }.
helps = { $helper ->
        [K] 13 less { $number } is { $sum }
        [A] { $number } less 1 is { $sum }
       *[both] 13 less { $number } is { $sum } and { $number } less 1 is { $sum }
    }, so { WHY($asked) } needs { OR($helpers) }.
NO_ASK = Nobody is asking for a friend now; the first answer counts.
    .rule = 'Friend!' answers an open call for a friend; the first to answer counts.
NO_ASK-which = Which card of number { $number } does { $player } lay?
SELF_CALL-friend = { $player } asked, so somebody else must answer.
go-together = The { CARD($asked) } and the { CARD($card) } go together.

## foes
attacks = { $player } attacks; { $passer } collects the pile.
SECOND_FOE = { $passer } has been attacked already; the first call counts.
    .rule = A pass is attacked once; the first call counts.
LATE_FOE = { $roller } has rolled; 'Foe!' came too late.
    .rule = 'Foe!' must come before the next roll.
FOE_WITHOUT_PASS = Nobody has passed, so nobody can be attacked.
    .rule = 'Foe!' answers a pass.
SELF_CALL = { $player } has passed, so somebody else may attack.
    .rule = A call is answered, and a pass attacked, by somebody else.
collects-for = { WHY($why) } { $player } collects the pile.
NOTHING_TO_COLLECT = { $player } has not been attacked.
    .rule = Only an attacked player collects the pile.
takes = { $player } takes { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }.
DUPLICATE-held = { $player } is known to hold the { CARD($card) }: misread, or from another pack?
shows = { $player } shows the { CARDS($cards) }.

## the panel
line-won = { AND($players) } won.
line-dead = Nobody can discard any longer: the game is drawn; deal again.
line-rolls = { $player } rolls.
line-answer = Could answer: { LIST($players) }.
line-no-answer = Could answer: nobody.
line-foe = 'Foe!' may be called until { $player } rolls.
line-pile = Pile: { $number ->
        [0] no cards
        [one] 1 card
       *[other] { $number } cards
    }
line-left = Cards left: { LIST($hands) }
line-one-left = { $player } has one card left.
line-holds = { $player } holds { SHORT($cards) }
line-special = Aces and Kings not yet seen: { SHORT($cards) }
line-no-special = Aces and Kings not yet seen: none
line-friend-only = { $aces ->
        [true] Kings go only with a friend.
       *[false] Aces and Kings go only with a friend.
    }

## the rules page
rules-summary = Be the first without cards. Roll two dice; discard what matches them, ask for a friend to get rid of Aces and Kings, and attack those who pass.
rules-deal = All cards are dealt evenly; what is left { $left ->
        [aside] lies aside.
       *[first_players] goes to the first players, one each.
    } Whoever sits left of the dealer rolls first; then to the left, whatever happens.
rules-numbers = An Ace counts 1, Jack 11, Queen 12, King 13.
rules-roll = Roll two dice. Discard two cards with the numbers of the dice, or one card with their sum{ $both ->
        [true] , or both.
       *[false] {""}; not both in a turn.
    } A die that is cocked is rolled again.
rules-aces = { $aces ->
        [true] An Ace matches a die that shows 1, a King matches nothing.
       *[false] Aces and Kings match nothing, not even a die that shows 1.
    }
rules-friend = { $no_match ->
        [true] Without a match you may
       *[false] Instead you may
    } ask "Friend my card N?". The first to answer "Friend!" lays a King if 13 less N is the sum of the dice, an Ace if N less 1 is; both cards are discarded.
rules-foe = Or pass, even with a match; a call that nobody answers is a pass. Until the next roll one other player may call "Foe!" and discard a match for the same dice; whoever passed then collects the pile{ $pile ->
        [with] , the attacker's cards too.
       *[without] , but not the attacker's cards.
    }
rules-false-call = { $call ->
        [void] A call without the cards for it is void, and the next may be heard.
       *[collects] Whoever calls without the cards for it collects the pile.
    }
rules-end = The first without cards wins; if a friend's answer empties both hands, { $out ->
        [shared] both win.
        [asker] the asker wins.
       *[helper] the helper wins.
    } When only Kings{ $aces ->
        [true] {""}
       *[false] , or only Aces,
    } are still held, nobody can go on and the game is drawn.

UNSEEN_CARD =
    .rule = The card has to be named.

option-aces-match-die-one = Ace for a 1
    .help = An Ace matches a die that shows 1.
option-both-matches = Pair and sum
    .help = A pair and a sum may be laid in one turn.
option-friend-requires-no-match = Friends only in need
    .help = Only a player with no match may ask for a friend.
option-foe-pile = The attacker's cards too
    .help = A player who passed wrongly collects them with the pile.
option-double-out = Both out at once
    .help = Who wins when a friend's answer empties both hands.
option-leftovers = Cards left over
    .help = What becomes of cards that cannot be dealt evenly.
option-false-call = A wrong “Foe!”
    .help = What calling “Foe!” or “Friend!” without the cards for it costs.
headline-call = { $player } asks with { WHY($called) }: who answers?

## verbs, places and what is counted
did-collect = { $who } collects the pile
verb-collect = Collects the pile
did-foe = { $who } says “Foe!” with { $cards }
done-ask = ask for a friend
did-friend = { $who } helps with { $cards }
did-roll = { $who } rolls { $numbers }
name-dice = Dice

## the large panel, and points in words
panel-roll = Roll
panel-dice = { $first } and { $second }
panel-pair = Two cards
panel-one-card = One card
panel-friend = Friend, my { $rank }?
panel-helped-by = with { LIST($ranks, between: " or ") }
panel-could-answer = Could answer: { AND($players) }
panel-foe-until = “Foe!” may be said until { $player } rolls.
panel-known = { $player } holds { SHORT($cards) }{ $more ->
        [true] {" "}…
       *[false] {""}
    }

## odds
odds-match = that { $player } has a match for { WHY($dice) }
odds-asked = that { $player } had no match for { WHY($dice) }
