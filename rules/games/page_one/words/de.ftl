# Was Page One sagt; siehe rules/words/de.ftl.


## dealing and shuffling
deals = { $dealer } gibt.
deals-leads = { $dealer } gibt; { $leader } spielt aus.
EARLY_DEAL = Das Spiel ist nicht zu Ende; neu gegeben wird nur, wenn alle hinwerfen.
    .rule = Es wird noch gespielt.
NO_DEAL-shuffle = Das Spiel ist zu Ende; vor dem nächsten wird ohnehin gemischt.
NO_DEAL = Das Spiel ist zu Ende; das nächste geben.
    .rule = Das Spiel ist zu Ende; das nächste beginnt mit dem Geben.
NOTHING_TO_SHUFFLE = Es gibt keinen fertigen Stich für einen neuen Talon.
    .rule = Es gibt keinen fertigen Stich für einen neuen Talon.
EARLY_RESHUFFLE = Im Talon { $stock ->
        [one] ist noch 1 Karte
       *[other] sind noch { $stock } Karten
    }.
    .rule = Die fertigen Stiche werden gemischt, wenn der Talon verbraucht ist.
new-stock = Der neue Talon hat { $stock ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $stock } Karten
    }.

## calls
MISSED_CALL-late = { $player } sagt es zu spät und zieht fünf.
MISSED_CALL = { $player } hat nicht „Page One“ gesagt und zieht fünf.
    .rule = Wer auf eine Karte kommt, muss rechtzeitig Page One sagen; sonst werden fünf Karten gezogen.
says-it = { $player }: Page One!
said-already = { $player } hat es schon gesagt.
FALSE_CALL = { $player } hat { $size ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $size } Karten
    }, nicht eine{ $cost ->
        [0] {""}
       *[other] , und zieht { $cost }
    }.
    .rule = Page One sagt, wer nur noch eine Karte hat.

## drawing
drawn-game = Es gibt nichts mehr zu ziehen: das Spiel ist unentschieden.
has-drawn = { $player } hat { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    } gezogen.
has-drawn-without = { $player } hat { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    } gezogen und hat kein { SUIT($suit) }.
MUST_LEAD = { $player } spielt aus, und zwar eine beliebige Karte.
    .rule = Wer ausspielt, nimmt eine Karte seiner Hand und zieht nicht.
NO_NEED_TO_DRAW = Ein Joker wurde ausgespielt, also darf { $player } jede Karte spielen.
    .rule = Nach einem ausgespielten Joker passt jede Karte; niemand muss ziehen.
REVOKE-shown = { $player } hat { CARD($card) } gezeigt und kann bedienen.
STILL_CARDS = Es { $left ->
        [one] ist noch 1 Karte
       *[other] sind noch { $left } Karten
    } zu ziehen.
    .rule = Unentschieden ist das Spiel erst, wenn nichts mehr zu ziehen ist.
SHORT_STOCK = Im Talon { $stock ->
        [0] sind keine Karten
        [one] ist 1 Karte
       *[other] sind { $stock } Karten
    }: { $stock ->
        [0] {""}
       *[other] { $stock } ziehen,{" "}
    }mischen, dann noch { $more } ziehen.
    .rule = Es können nur so viele Karten gezogen werden, wie der Talon hat.
SHORT_STOCK-none = Im Talon { $stock ->
        [0] sind keine Karten
        [one] ist 1 Karte
       *[other] sind { $stock } Karten
    }, und es gibt nichts zu mischen: dann ist das Spiel unentschieden.

## playing
TWO_CARDS = Gespielt wird eine Karte auf einmal.
    .rule = Es wird eine Karte auf einmal gespielt.
NAME_SUIT-which = Welche Farbe nennt { $player }?
NAME_SUIT = Bitte eine Farbe nennen: Kreuz, Karo, Herz oder Pik.
    .rule = Wer den Joker ausspielt, nennt die Farbe.
CLAUSE-suit = Eine Farbe wünscht nur, wer den Joker ausspielt.
NOT_SHOWN = { $player } hat die gezogenen Karten nicht gezeigt.
    .rule = Gezogene Karten werden allen gezeigt.
JOKER_LAST = Der Joker darf nicht die letzte Karte sein.
    .rule = Der Joker darf nicht die letzte Karte sein.
JOKER_LEAD = Der Joker darf nicht ausgespielt werden.
    .rule = Der Joker darf nicht ausgespielt werden.
OFF_SUIT-shown = { $player } hat { CARD($card) } gezeigt und muss damit bedienen.
OFF_SUIT = { SUIT($suit) } wurde ausgespielt; ziehen, bis bedient werden kann.
    .rule = Die Farbe muss bedient werden, notfalls wird gezogen, bis eine Karte davon kommt.
HAND_COUNT-shown = { $player } hat alle Karten gezeigt, und diese ist nicht dabei.
DUPLICATE-shuffled = { CARD($card) } wurde in den Talon gemischt, und { $player } hat seither nichts gezogen: verlesen, oder aus anderen Karten?
DUPLICATE-dealt = { CARD($card) } wurde nie eingemischt, und { $player } hat nur Karten aus dem neuen Talon: verlesen, oder aus anderen Karten?
out-and-wins = { $player } hat keine Karten mehr und gewinnt.
wins-the-trick = { $player } gewinnt den Stich und spielt aus.
leads-card = { $player } spielt { CARD($card) } aus.
is-winning = { $player } liegt vorn.
must-say = { $player } muss jetzt Page One sagen.

## revokes
REVOKE = { $means ->
        [drawing] Mit dem Ziehen
       *[joker] Mit Ziehen oder Joker
    } sagte { $player }: kein { SUIT($suit) }; und { CARD($card) } kann seither nicht gekommen sein.
    .rule = Wer zieht, hat keine Karte der Farbe; eine später gesehene Karte zeigt, dass doch eine da war.
REVOKE-counted = { $player } muss { SUIT($suit) } gehabt haben: von anderen Farben sind zu wenige Karten ungesehen.
REVOKE-counted-suits = { $player } kann nicht jedes Mal ohne { AND($suits) } gewesen sein: zu wenige andere Karten sind ungesehen.
shows = { $player } zeigt { CARDS($cards) }.

## the panel
line-won = { $player } hat gewonnen.
line-drawn-game = Das Spiel ist unentschieden.
line-leads = { $player } spielt beliebig aus.
line-follow = { SUIT($suit) } wurde ausgespielt{ $winner ->
        [none] {""}
       *[other] {""}; { $winner } liegt vorn
    }; { $next } ist dran.
line-free = Ein Joker wurde ausgespielt: jede Karte{ $winner ->
        [none] {""}
       *[other] {""}; { $winner } liegt vorn
    }; { $next } ist dran.
line-drawn = Bisher { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    } gezogen.
line-due = { $player } muss Page One sagen, bevor jemand etwas tut.
line-missed = { $player } hat nicht „Page One“ gesagt.
line-hands = Karten: { LIST($hands) }.
line-stock = Talon { $stock }, fertige Stiche { $discards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $discards } Karten
    }{ $shuffle ->
        [yes] ; vor dem Ziehen mischen
       *[no] {""}
    }.
line-void = { $player } hatte kein { LIST($suits) }.
suit-perhaps = { SUIT($suit) } (vielleicht { $number })

## the rules page
rules-summary = Die ausgespielte Farbe bedienen, oder ziehen, bis es geht. Wer nur noch eine Karte hat, muss Page One sagen; wer zuerst keine mehr hat, gewinnt.
rules-deal = 2 bis { $most } Spieler, 52 Karten und ein Joker, vier Karten für jeden; der Rest ist der Talon. Links vom Geber wird beliebig ausgespielt. Das Ass ist hoch.
rules-follow = Alle bedienen. Wer nicht kann, zieht Karte für Karte, bis eine der Farbe kommt, und spielt sie sofort. Die höchste Karte der Farbe gewinnt den Stich und spielt aus.
rules-joker = Der Joker gewinnt jeden Stich. Gespielt werden darf er { $anytime ->
        [true] jederzeit, auch von dem, der bedienen kann
       *[false] nur von dem, der nicht bedienen kann
    }. Er darf { $last ->
        [true] die
       *[false] nicht die
    } letzte Karte sein.
rules-joker-lead = { $lead ->
        [any_suit_by_second] Wird der Joker ausgespielt, spielt der Zweite beliebig und bestimmt so die Farbe.
        [forbidden] Der Joker darf nicht ausgespielt werden, außer als einzige Karte.
       *[joker_named_suit] Wer den Joker ausspielt, nennt die Farbe.
    }
rules-joker-drawn = { $drawn ->
        [allowed] Wer beim Ziehen eine Karte der Farbe findet, darf statt ihrer den Joker spielen.
       *[after_draw] Wer beim Ziehen eine Karte der Farbe findet, spielt sie und nicht den Joker.
    }
rules-stock = Geht der Talon aus, werden die fertigen Stiche gemischt. Gibt es keine und jemand muss ziehen, ist das Spiel unentschieden.{ $draws ->
        [shown] {" "}Gezogene Karten werden gezeigt.
       *[hidden] {""}
    }
rules-call = Wer nur noch eine Karte hat, sagt Page One, { $deadline ->
        [next_action] bevor der Nächste etwas tut
       *[winner_grace] bevor der Nächste etwas tut, oder vor dem nächsten Ausspielen, wer den Stich gewonnen hat
    }; sonst kostet es fünf Karten vom Talon.
rules-challenge = Ein vergessener Ruf kostet nur, wenn es jemand merkt und der Spieler zieht.
rules-false-call = Wer es ohne Grund sagt, zieht { $cost } Karten.
rules-revoke = Wer zog und hätte bedienen können, zieht { $cost } Karten, sobald es bewiesen ist.
rules-end = { $end ->
        [immediate] Wer seine letzte Karte spielt, gewinnt sofort.
       *[end_of_trick] Hat jemand keine Karte mehr, wird der Stich zu Ende gespielt; der Erste ohne Karten gewinnt.
    }
rules-score = { $score ->
        [wins] Jedes gewonnene Spiel ist ein Punkt.
       *[leftover] Der Sieger bekommt einen Punkt für jede Karte der anderen; { $target } Punkte gewinnen die Partie.
    }

UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.

option-max-players = Plätze
    .help = Wie viele mitspielen dürfen.
option-joker-anytime = Joker jederzeit
    .help = Den Joker darf auch spielen, wer bedienen könnte.
option-joker-lead = Joker ausspielen
    .help = Wer die Farbe nennt, wenn der Joker ausgespielt wird.
option-joker-last = Joker zuletzt
    .help = Der Joker darf die letzte Karte sein.
option-joker-for-drawn = Joker nach dem Ziehen
    .help = Statt der gerade gezogenen Karte darf ein Joker gespielt werden.
option-deadline = Page One bis
    .help = Wie spät Page One gesagt werden darf.
option-notice = Vergessenes Page One
    .help = Ob es von selbst Karten kostet oder nur, wenn es jemand merkt.
option-end = Das Ende
    .help = Wann die letzte Karte das Spiel beendet.
option-show-draws = Ziehen mit Zeigen
    .help = Alle sehen, welche Karten gezogen werden.
option-false-call-penalty = Page One zu früh
    .help = Karten für ein Page One mit mehr als einer Karte.
option-revoke-penalty = Nicht bedient
    .help = Karten für erwiesenes Nichtbedienen.
option-score = Punkte
    .help = Was ein Sieg zählt.

## verbs, places and what is counted
did-say = { $who } sagt „Page One“
verb-say = Page One
name-led = Ausgespielt
name-winner_so_far = Vorn

## the large panel, and points in words
panel-free = frei
panel-follow = Bedienen
panel-leads = Spielt aus
panel-drawn = Gezogen
panel-must-call = muss „Page One“ sagen
panel-void = kein { $suits }

## Aussichten
odds-follow = dass { $player } { SUIT($suit) } bedienen kann
odds-void = dass { $player } kein { SUIT($suit) } hatte
