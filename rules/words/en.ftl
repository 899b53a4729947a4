# What all games say.  A verdict code is a key; `.rule` is the rule behind it.
# CARD($card) is a card in words, CARDS several, SHORT($cards) signs; AND and OR join a list; SEATS($side) is the number of a side's players; WHY is another sentence.

card = { $kind ->
    [joker] joker
    [unseen] unseen card
    [green] green { $number }
    [red] red { $number }
   *[standard] { RANK($rank) } of { SUIT($suit) }
}
rank = { $form ->
    [many] { $rank ->
        [A] Aces
        [T] 10s
        [J] Jacks
        [Q] Queens
        [K] Kings
        [JK] jokers
       *[other] { $rank }s
    }
   *[one] { $rank ->
        [A] Ace
        [T] 10
        [J] Jack
        [Q] Queen
        [K] King
        [JK] joker
       *[other] { $rank }
    }
}
suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
list-and = { $first } and { $last }
list-or = { $first } or { $last }
WRONG_TURN = It is { $player }'s turn, not { $actor }'s.
    .rule = Players act in turn; it is somebody else's turn.
WRONG_TURN-nobody = It is nobody's turn now.
WRONG_TURN-a-player = Only a player can do that.
WRONG_TURN-the-table = The table does that: write 'table { $verb }'.
DUPLICATE = The { CARD($card) } has already been seen{ $copies ->
        [1] {""}
        [2] {" "}twice
       *[other] {" "}{ $copies } times
    }: misread, from another pack, or played again?
    .rule = A card shows up more often than the pack contains it: misread, from another pack, or played again.
FOREIGN = The { CARD($card) } does not belong to this pack.
    .rule = The card does not belong to this game's pack.
HAND_COUNT = { $player } has { $held ->
        [0] no cards
        [one] 1 card
       *[other] { $held } cards
    } left and cannot lay { $wanted ->
        [one] one
       *[other] { $wanted }
    }.
    .rule = More cards have been played than the player can hold.
CLAUSE = '{ $word }' means nothing with '{ $verb }' here.
    .rule = The line says something that has no meaning in this game.
CLAUSE-face-down = The cards are dealt face down; write 'table deal'.
NOTHING_TO_UNDO = There is nothing to take back.
    .rule = There is nothing to take back.
GAME_OVER = { AND($winners) } won the match.
    .rule = The match is over; nothing more can be played.
UNSEEN_CARD =
    .rule = The card must be named.
UNSEEN_CARD-which = Which card did { $player } play?
name-number = { $player } { $number }
taken-back = Taken back: { LINE($line) }.
costs-points = { WHY($why) } It costs { $player } { $points ->
        [one] 1 point
       *[other] { $points } points
    }.

## verbs, places and what is counted
did-ask = { $who } asks{ $any ->
        [yes] {" "}for a friend: { $cards }
       *[no] {""}
    }
verb-ask = May I go out?
verb-ask-number = Friend, my { $number }?
did-deal = A new deal{ $any ->
        [yes] : { $cards }
       *[no] {""}
    }
verb-deal = New deal
did-discard = { $who } discards { $cards }
did-draw = { $who } draws{ $number ->
        [none] {""}
       *[other] {" "}{ $number }
    }
verb-draw = Draws
did-pass = { $who } passes
verb-pass = Pass
did-peg = { $who } pegs { $numbers }
verb-peg = Pegs
did-play = { $who } plays { $cards }
did-reshuffle = The stock is shuffled
verb-reshuffle = Reshuffled
did-show = { $who } shows { $cards }
did-start = The starter is { $cards }
name-pile = Pile
name-stock = Stock
name-trick = Trick
name-discard = Discards
name-red = Red
name-count = Count
name-pile_size = In the pile
name-shown = Shown

## the large panel, and points in words
panel-cards = { SHORT($cards) }
panel-holds = { $player } holds
panel-stock = Stock
panel-gone = gone
done-pass = pass
done-show = show cards
option-remedy = After a fault
    .help = What becomes of a play that breaks a rule.
option-penalty = Points for a fault
    .help = What a faulty play costs where faults cost points.

remedy-undo = A faulty play goes back, and the same player acts again.
remedy-stand = A faulty play stays as it was made; only a card that cannot be there is asked about.
remedy-penalty = A faulty play goes back and costs { $points ->
        [one] 1 point
       *[other] { $points } points
    }, unless the rules name another penalty.

## odds: counted from what everybody knows, and never an accusation
odds-can = Odds { WHY($what) }: { WHY($share) }. { $fitting ->
        [0] None of the { $unseen } unseen cards would do
        [one] 1 of { $unseen } unseen cards would do
       *[other] { $fitting } of { $unseen } unseen cards would do
    }; { $player } holds { $hand } of the unseen cards.
odds-claim = Odds, no accusation, { WHY($what) }: { WHY($share) }. { $fitting ->
        [0] None of the { $unseen } unseen cards would have done
        [one] 1 of { $unseen } unseen cards would have done
       *[other] { $fitting } of { $unseen } unseen cards would have done
    }; { $player } holds { $hand } of the unseen cards.
odds-share = { $near ->
        [under] less than 1 %
        [over] more than 99 %
        [about] about { $percent } %
       *[exactly] { $percent } %
    }
