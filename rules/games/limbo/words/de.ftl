# Was Limbo sagt; siehe rules/words/de.ftl.


## dealing, shuffling, starter
deals = { $player } gibt.
EARLY_DEAL = Das Spiel ist noch nicht zu Ende.
    .rule = Erst muss das Spiel zu Ende sein, bevor neu gegeben wird.
MUST_RESHUFFLE = { $left ->
        [0] Keine Karten mehr
        [one] Nur noch 1 Karte
       *[other] Nur noch { $left } Karten
    }; zum Geben braucht es { $needed }, also erst alle 52 mischen.
    .rule = Mit weniger als 11 Karten wird vor dem nächsten Geben gemischt.
EARLY_RESHUFFLE = Mitten im Spiel wird nicht gemischt.
    .rule = Gemischt wird zwischen den Spielen, wenn zu wenige Karten übrig sind.
EARLY_RESHUFFLE-enough = Es sind noch { $stock } Karten da, genug zum Geben.
all-shuffled = Alle 52 Karten werden gemischt.
UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.
UNSEEN_CARD-starter = Welche Karte ist die Startkarte?
NO_DEAL = Ein neues Spiel beginnt mit dem Geben.
    .rule = Ein neues Spiel beginnt mit dem Geben.
WRONG_COUNT-starter = { CARD($card) } macht den Stand { OR($counts) }.
MISSED_ANNOUNCE-ace = Ein Ass zählt 1 oder 11: bitte den neuen Stand sagen.
count-is = Der Stand ist { $count }.

## doubling
WRONG_TURN-double = Verdoppeln kann nur ein Spieler.
winner-counts = Die Punkte des Siegers zählen { $times }-fach.
LATE_DOUBLE = Zum Verdoppeln ist es zu spät.
    .rule = Verdoppelt wird nur, bevor die erste Karte gespielt ist.
ALREADY_DOUBLED = { $leader } hat verdoppelt; { $player } darf nochmals verdoppeln.
    .rule = Jeder verdoppelt höchstens einmal, und die Vorhand antwortet nicht auf ein Verdoppeln.
ALREADY_DOUBLED-once = { $player } hat schon verdoppelt.
REDOUBLE = { $player } beginnt; nur { $dealer } darf nochmals verdoppeln.
    .rule = Nochmals verdoppelt nur der Geber, und nur wenn die Vorhand verdoppelt hat.
REDOUBLE-nothing = { $leader } hat nicht verdoppelt.
REDOUBLE-again = { $player } hat schon nochmals verdoppelt.

## playing
result = { $how ->
        [reversed] { $before } umgedreht = { $becomes }
        [divided] { $before } ÷ { $value } = { $becomes }
       *[deducted] { $before } − { $value } = { $becomes }
    }
result-is = { WHY($result) }.
WRONG_TURN-play = Eine Karte spielt nur ein Spieler.
MISSED_ANNOUNCE = Aus { $count } kann { CARD($card) } { OR($counts) } machen: bitte den neuen Stand sagen.
    .rule = Die Karte kann mehr als einen Stand ergeben; bitte sagen, welchen.
CLAUSE-from = Eine Karte kommt von der Hand oder vom Talon.
HAND_COUNT-all-shown = { $player } hat alle Karten gezeigt, und { CARD($card) } ist nicht dabei.
WITHHELD_CARD = { $player } hat { CARD($card) } gezeigt, und die kann gespielt werden.
    .rule = Statt vom Talon zu nehmen, hätte eine Handkarte gespielt werden können.
NO_STOCK = Der Talon ist leer.
    .rule = Es gibt keinen Talon, von dem zu nehmen wäre.
STOCK_AT_BAR-hand-only = Der Sieger spielt nur von der Hand weiter.
EARLY_STOCK = { $player } hat noch { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    } auf der Hand.
    .rule = Vom Talon wird nur mit leerer Hand genommen.
STOCK_AT_BAR = Der Stand ist nur noch { $count }: vom Talon wird nichts genommen.
    .rule = Ist der Stand an der Schranke, wird nichts mehr vom Talon genommen.
WRONG_STOCK_CARD = Auf dem Talon liegt { CARD($card) }.
    .rule = Oben auf dem Talon liegt eine andere Karte.
WRONG_COUNT = Der neue Stand ist { OR($counts) }, nicht { $announced }.
    .rule = Der angesagte Stand ist nicht der, den die Karte ergibt.
WRONG_COUNT-value = Die Karte zählt { OR($values) }, nicht { $value }.
NOT_REDUCING = { $count } umgedreht ist { $becomes }, und das ist nicht weniger.
    .rule = Jede Karte muss den Stand verringern: keine Dame auf 66 oder 69, kein Bube auf einen Buben als Startkarte.
NOT_REDUCING-queen = Der Bube wiederholt die Dame: { $count } umgedreht ist { $becomes }, und das ist nicht weniger.
NOT_REDUCING-jack = Der aufgedeckte Bube hat keinen Wert, also gibt es nichts zu wiederholen.
KING_DIVISOR-prime = { $jack ->
        [yes] Der Bube wiederholt einen König und passt nicht
       *[no] Kein König passt
    }: { $count } ist nur durch 1 und sich selbst teilbar.
KING_DIVISOR-never = { $jack ->
        [yes] Der Bube wiederholt einen König, und { $count } lässt sich nicht teilen
       *[no] Auf { $count } passt kein König
    }.
KING_DIVISOR = { $jack ->
        [yes] Ein Bube, der einen König wiederholt,
       *[no] Ein König
    } teilt { $count } durch { OR($divisors) }, nicht durch { $value }.
    .rule = Ein König teilt durch eine Zahl über 1 und unter dem Stand, ohne Rest.
KING_DIVISOR-itself = { $jack ->
        [yes] Ein Bube, der einen König wiederholt,
       *[no] Ein König
    } teilt nicht durch den Stand selbst; möglich: { OR($counts) }.
KING_DIVISOR-one = { $jack ->
        [yes] Ein Bube, der einen König wiederholt,
       *[no] Ein König
    } teilt nicht durch 1; möglich: { OR($counts) }.
BELOW_ZERO = { CARD($card) } zählt { $value }, und der Stand ist nur { $count }.
    .rule = Der Stand darf nicht unter null gehen.
BELOW_ZERO-eleven = 11 lässt sich von { $count } nicht abziehen.
DIVIDE_BY_ACE_1 = Ein Ass als 1 wird abgezogen, es teilt nicht: der neue Stand ist { OR($counts) }.
    .rule = Ein Ass als 1 wird abgezogen; durch 1 zu teilen verringert den Stand nicht.
NOT_DIVIDED = { $value } teilt { $count }, also muss geteilt werden: der neue Stand ist { $becomes }.
    .rule = Eine Zahl, die den Stand teilt, muss teilen; abgezogen werden darf sie nicht.
BAD_DIVISION = { $value } teilt { $count } nicht: der neue Stand ist { OR($counts) }.
    .rule = Die Zahl teilt den Stand nicht ohne Rest.
BAD_DIVISION-ace = Ein Ass teilt hier nicht: der neue Stand ist { OR($counts) }.

## the end of a hand
WRONG_TURN-say = Das kann nur ein Spieler sagen.
FALSE_CONCESSION =
    .rule = Wer spielen kann, muss spielen; die gezeigten Karten hätten gepasst.
FALSE_CONCESSION-shown = { $player } hat { CARD($card) } gezeigt, und die kann gespielt werden: { WHY($result) }.
FALSE_CONCESSION-stock = { CARD($card) } auf dem Talon kann gespielt werden.
could-have-played = { $player } hätte { CARD($card) } spielen können: { WHY($result) }.
cannot-be-stuck = { $player } hat { $held ->
        [one] 1 ungesehene Karte
       *[other] { $held } ungesehene Karten
    }; von den Karten, die niemand sah, passten zu viele auf { AND($counts) }: Eine hätte gespielt werden können.
resumed = Gespielt wird weiter, wo aufgegeben wurde.
cannot-play-goes-on = { $player } kann nicht; { $next } macht weiter.
cannot-play-wins = { $player } kann nicht: { $winner } gewinnt das Spiel.
hand-scored = Das Spiel ist schon angeschrieben.
HAND_NOT_OVER = Gespielt wird, bis jemand nicht kann.
    .rule = Fertig sagt nur der Sieger, nachdem der Verlierer nicht konnte.
scores = { $winner } bekommt { $won }, { $loser } { $lost }.
CLAUSE-show = Gezeigt werden nur Karten.
shows = { $player } zeigt { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }.
UNSEEN_CARD-stock = Die oberste Karte des Talons muss genannt werden.
STOCK_FACE = An diesem Tisch liegt der Talon verdeckt.
    .rule = Dieser Tisch hält den Talon verdeckt.
SETTLED_MOVED = Auf dem Talon lag vorher { CARD($card) }.
    .rule = Oben auf dem Talon liegt nicht die Karte, die dort zu sehen war.
stock-shows = Auf dem Talon liegt { CARD($card) }.
TWO_CARDS = Gespielt wird eine Karte auf einmal.
    .rule = Es wird eine Karte auf einmal gespielt.

## the panel
line-count = Stand { $count }{ $multiplier ->
        [1] {""}
       *[other] , für den Sieger mal { $multiplier }
    }
line-rank = { RANK($rank) }: { LIST($results) }{ $must ->
        [yes] {" "}(muss teilen)
       *[no] {""}
    }
line-none = { RANK($rank) }: –
line-played = { $played ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $played } Karten
    } gespielt; jetzt beendet: { LIST($points) }
line-hands = Karten: { LIST($hands) }
name-number = { $player } { $number }
line-bar = An der Schranke von { $bar }: vom Talon kommt nichts mehr
line-stock = { $stock ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $stock } Karten
    } im Talon
line-stock-top = { $stock ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $stock } Karten
    } im Talon, oben { CARD($card) }
line-gone = Bis zum nächsten Mischen weg: { SHORT($cards) }
please-show = { $player }, bitte { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    } zeigen.

## the rules page
rules-summary = Zwei Spieler verringern einen Stand, der bei 101 beginnt, Karte für Karte. Wer die letzte Karte spielt, gewinnt und bekommt 10 für jede gespielte Karte; der Verlierer bekommt das Zehnfache des letzten Stands.
rules-deal = Jeder bekommt fünf Karten; der Rest ist der Talon, { $face ->
        [up] offen
       *[down] verdeckt
    }. Der Geber dreht die oberste um und zieht ihren Wert von 101 ab: Bube, Dame und König zählen dabei nichts, und bei einem Ass sagt der Geber 1 oder 11. Der andere beginnt.
rules-doubling = { $until ->
        [before_first_card] Bevor die erste Karte gespielt ist
        [before_starter] Bevor die Startkarte aufgedeckt ist
       *[other] Jeder vor seiner eigenen ersten Karte
    } darf die Vorhand verdoppeln und dann der Geber nochmals; verdoppelt die Vorhand nicht, so darf es der Geber.
rules-cards = Eine 2 bis 10 teilt den Stand, wenn das ohne Rest geht; nur sonst wird sie abgezogen. Eine Dame dreht die Ziffern um. Ein König teilt durch eine Zahl über 1 und unter dem Stand, die ohne Rest aufgeht.
rules-ace = { $divides ->
        [mandatory] Ein Ass ist 1 und wird abgezogen, oder 11 und teilt, wo es geht.
        [optional] Ein Ass ist 1 und wird abgezogen, oder 11 und darf teilen, wo es geht.
       *[never] Ein Ass ist 1 oder 11 und wird immer abgezogen.
    }
rules-jack = { $jack ->
        [same] Ein Bube wiederholt die Karte davor, ein Ass mit dem Wert, den es hatte.
       *[free] Ein Bube wiederholt die Karte davor; nach einem Ass ist er 1 oder 11, wie man will.
    }
rules-reduce = Jede Karte muss den Stand verringern, nie unter 0, und der neue Stand wird gesagt. { $must ->
        [true] Wer spielen kann, muss spielen.
       *[false] Niemand muss spielen.
    }
rules-stock = Ohne Karten und mit einem Stand über { $bar } wird die oberste Karte des Talons gespielt; geht das nicht, ist das Spiel verloren. Ab { $bar } kommt nichts mehr vom Talon, und wer nicht kann, verliert.
rules-stuck = { $stuck ->
        [lose] Wer Karten hat, aber über { $bar } keine spielen kann, verliert auch.
        [draw_from_stock] Wer Karten hat, aber über { $bar } keine spielen kann, spielt die oberste des Talons.
       *[pass] Wer Karten hat, aber über { $bar } keine spielen kann, passt.
    }
rules-extra = { $extra ->
        [hand] Der Sieger darf allein von der Hand weiterspielen, für mehr Karten und einen niedrigeren Stand.
        [hand-stock] Der Sieger darf allein von der Hand und dann vom Talon weiterspielen, für mehr Karten und einen niedrigeren Stand.
       *[none] Das Spiel endet sofort; der Sieger spielt nicht weiter.
    }
rules-false-concession = { $then ->
        [stand] Zeigen die Karten des Verlierers, dass eine gepasst hätte, bleibt es beim Ergebnis; über der Schranke bekommt der Verlierer nichts.
        [forfeit] Zeigen die Karten des Verlierers, dass eine gepasst hätte, bekommt der Verlierer nichts.
       *[resume] Zeigen die Karten des Verlierers, dass eine gepasst hätte, geht das Spiel von dort weiter.
    }
rules-score = Der Sieger bekommt 10 für jede gespielte Karte, die Startkarte mitgezählt, das Doppelte oder Vierfache nach Verdoppeln; der Verlierer bekommt das Zehnfache des Stands, nie verdoppelt{ $cap ->
        [bar] {" "}und höchstens mit { $bar } gezählt.
       *[none] .
    }
rules-shuffle = Der Sieger gibt als Nächster. { $shuffle ->
        [never_until_short] Es wird durchgegeben und erst gemischt, wenn weniger als 11 Karten übrig sind.
       *[each_hand] Vor jedem Spiel wird neu gemischt.
    }
rules-match-hands = Eine Partie hat { $hands ->
        [one] 1 Spiel
       *[other] { $hands } Spiele
    }; die höhere Summe gewinnt, und bei Gleichstand wird noch einmal gespielt.
rules-match-target = Gespielt wird bis { $target } Punkte; die höhere Summe gewinnt, und bei Gleichstand wird noch einmal gespielt.

option-stock-face = Offener Talon
    .help = Die oberste Karte des Talons liegt offen.
option-double-window = Verdoppeln bis
    .help = So lange darf verdoppelt werden.
option-ace11-divides = Ass als 11
    .help = Ob eine 11 einen Stand teilt, den sie teilen kann.
option-jack-on-ace = Bube auf Ass
    .help = Welchen Wert der Bube nach einem Ass hat.
option-must-play = Zugzwang
    .help = Wer spielen kann, muss.
option-stuck-above-bar = Nichts passt über der Schranke
    .help = Was geschieht, wenn jemand keine seiner Karten spielen kann.
option-winner-extra = Der Sieger spielt weiter
    .help = Woraus der Sieger noch spielen darf.
option-shuffle = Mischen
    .help = Wann alle Karten neu gemischt werden.
option-target = Ziel
    .help = Punkte, mit denen die Partie gewonnen ist.
option-deals = Spiele
    .help = Wie viele Spiele eine Partie hat; 0 heißt: bis zum Ziel.
option-bar = Schranke
    .help = Bei diesem Stand und darunter kommt nichts vom Talon.
option-loser-cap = Der Stand des Verlierers
    .help = Wo der Stand endet, den der Verlierer bekommt.
option-false-concession = Irrtümlich aufgegeben
    .help = Was folgt, wenn die Karten des Verlierers zeigen, dass er konnte.
headline-goes-on = { $player } darf weiterspielen
headline-starter = { $dealer } deckt die Startkarte auf

## verbs, places and what is counted
did-done = { $who } ist fertig
verb-done = Fertig
did-double = { $who } verdoppelt
verb-double = Verdoppeln
did-redouble = { $who } verdoppelt nochmals
verb-redouble = Vervierfachen
did-stock = Der Talon zeigt { $cards }
did-stuck = { $who } kann nicht
verb-stuck = Kann nicht
name-multiplier = Faktor
name-cards_played = Gespielte Karten

## the large panel, and points in words
panel-played = Gespielt
panel-times = Sieger
panel-at-bar = Schranke
panel-count = Stand
points-won = Gewonnen: 10 × { $cards } gespielte Karten{ $times ->
        [1] {""}
       *[other] {" "}× { $times }
    }
points-lost = 10 × Endstand { $count }

## Aussichten
odds-play = dass { $player } auf { $count } spielen kann
odds-stuck = dass { $player } bei { $count } nichts spielen konnte
