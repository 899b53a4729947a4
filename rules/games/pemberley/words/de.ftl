# Was Pemberley sagt; siehe rules/words/de.ftl.


## dealing and the starter
GAME_OVER = Die Partie ist zu Ende: { WHY($winners) }.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
winners = Sieg mit { $score } für { AND($players) }
dealt = Die Karten sind gegeben.
EARLY_DEAL = Die Runde ist nicht zu Ende; neu gegeben wird nur, wenn alle hinwerfen.
    .rule = Die Runde wird noch gespielt.
round-deals = Runde { $round }: { $dealer } gibt.
in-all = { $player } { $points }, { $score } insgesamt.
SECOND_STARTER = { SHORT($card) } ist die Startkarte dieser Runde; erst neu geben.
    .rule = Jede Runde hat eine Startkarte.
NO_ROUND-starter = { SHORT($card) } ist die Startkarte dieser Runde; erst neu geben.
UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.
UNSEEN_CARD-starter = Welche Karte ist die Startkarte?
WRONG_COUNT-starter = { CARD($card) } beginnt bei { $number }, nicht bei { $announced }.
starter-is = Die Startkarte ist { $number }; { $first } beginnt.

## playing
step = { $total } { $sign } { $number }
NON_INTEGER = { WHY($step) } ist keine ganze Zahl.
    .rule = Jede Summe muss ganz sein; eine Teilung muss aufgehen.
OUT_OF_RANGE = { WHY($step) } = { $becomes } geht über { $limit } hinaus.
    .rule = Keine Summe darf über 500 oder unter -500 gehen.
now-the-sets = Jetzt die Sätze.
ILLEGAL_PASS-held = { $player } sagte bei { $total } „passe“ und konnte doch { CARD($card, case: "acc") } spielen: { WHY($step) } = { $becomes }.
ILLEGAL_PASS-counted = { $player } passte bei { AND($totals) } und hat { $held ->
        [0] keine ungesehenen Karten
        [one] 1 ungesehene Karte
       *[other] { $held } ungesehene Karten
    }; von den Karten, die niemand sah, passten zu viele.
ILLEGAL_PASS = { $player } hat { CARD($card) } gezeigt, und die passt zu { $total }.
    .rule = Wer kann, muss spielen; eine spätere Karte zeigte, dass es ging.
passes-at = { $player } passt bei { $total }.
reason = { $reason ->
        [zero] Null
        [one] Eins
        [prime] Primzahl
        [seven] Sieben
        [twelve] Zwölf
       *[thirteen] Dreizehn
    }
lands = { WHY($sum) }: { AND($reasons) }, { $points ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
lands-nothing = { WHY($sum) }: keine Punkte.
equation = { WHY($step) } = { $becomes }

## sets
set-sum = { $begin } { LIST($steps, between: " ") } = { $becomes }
set-step = { $sign }{ $number }
EARLY_SETS = { AND($players) } { $number ->
        [one] hat
       *[other] haben
    } noch Karten und nicht gepasst.
    .rule = Sätze werden gelegt, wenn niemand mehr spielen kann.
MISSED_PASS = { $player } hat noch { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    } und sagte nicht „passe“; es gilt als gepasst.
    .rule = Wer noch Karten hat und Sätze legt, hat gepasst.
USED_TWICE = Eine Karte gehört nur in einen Satz.
    .rule = Eine Karte gehört nur in einen Satz.
USED_TWICE-already = { CARD($card) } ist schon in einem Satz von { $player }.
UNSEEN_CARD-set = Die Karten eines Satzes müssen genannt werden.
NOT_YOUR_CARD = { CARD($card) } gehört nicht { $player }.
    .rule = Ein Satz besteht aus den eigenen Karten.
UNPLAYED_IN_SET = { CARD($card) } wurde nicht gespielt und kann in keinem Satz sein.
    .rule = Eine nicht gespielte Karte bleibt beiseite und gehört in keinen Satz.
FOREIGN-number = { SHORT($card) } ist keine Zahl.

## claims and shown cards
WRONG_PEG-under = { $player } hat { $scored ->
        [one] 1 Punkt
       *[other] { $scored } Punkte
    } gemacht und steckt { $claimed }; wer es sieht, darf sich den Rest nehmen.
WRONG_PEG-none-left = { $player } hat keine Punkte liegen lassen.
WRONG_PEG-left = { $player } hat { $left ->
        [one] 1 Punkt
       *[other] { $left } Punkte
    } liegen lassen, nicht { $claimed }.
NO_MUGGINS = An diesem Tisch wird ohne Muggins gespielt.
    .rule = Liegen gelassene Punkte darf man sich nur nehmen, wo mit Muggins gespielt wird.
NO_MUGGINS-own = { $player } kann sich keine eigenen Punkte nehmen.
muggins = Muggins: { $player } nimmt { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }, die { $on } liegen ließ.
WRONG_PEG-nothing = { $player } hat nichts zu stecken.
WRONG_PEG = { $player } hat { $scored ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $scored } Punkte
    }, nicht { $claimed }.
    .rule = Die beanspruchten Punkte sind nicht die erzielten.
pegs = { $player } steckt { $claimed }.
shows = { $player } zeigt { CARDS($cards) }.
NO_STARTER = Erst muss die Startkarte aufgedeckt werden.
    .rule = Erst muss die Startkarte aufgedeckt werden.
NO_ROUND = In dieser Runde ist alles gespielt.
    .rule = Die Runde ist zu Ende; bitte neu geben.
NO_ROUND-all-used = Alle Karten dieser Runde sind in Sätzen; die nächste geben.
TWO_CARDS = Immer eine Karte auf einmal.
    .rule = Es wird eine Karte auf einmal gespielt.
WRONG_COUNT = Die Summe ist { $total }, nicht { $announced }.
    .rule = Die angesagte Summe ist nicht die, welche die Karten ergeben.

## the panel
line-deal = Je sieben Karten geben; rechts vom Geber wird abgehoben, und diese Karte ist die Startkarte.
line-total = Summe { $total }; wer als Nächster die 1 trifft, bekommt { $points ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
line-points = Punkte bisher: { LIST($points) }.
line-left = Noch übrig: { LIST($hands) }.
line-best = Das Beste für { $player }: { LIST($sets, between: "; ") }{ $any ->
        [yes] , übrig { SHORT($unused) }
       *[no] {""}
    }; { $points } insgesamt.
no-set = kein Satz
line-worth = { $points ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $points } Punkte
    }: { LIST($cards) }
card-leads = { SHORT($card) } → { $total }
line-fitting = Von den { $unseen ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $unseen } Karten
    }, die noch niemand sah, passen { $fitting }:
line-suit = {"  "}{ SUIT($suit) } ({ $sign }): { $ranks ->
        [none] keine
       *[other] { $ranks }
    }
line-ledger = { $player }: gespielt { $play }, Sätze { $sets }, übrig { $unused } (−{ $deduction }), Runde { $round }.
line-over = Die Partie ist zu Ende: { WHY($winners) }.
line-last-round = { $player } hat { $score }: das ist die letzte Runde.

## the rules page
rules-summary = Karten sind Zahlen und Farben Rechenarten: jede gespielte Karte ändert eine gemeinsame Summe, und wer auf Primzahlen, auf 0 und 1 und auf Vielfachen von 7, 12 und 13 landet, punktet.
rules-deal = Jeder bekommt sieben Karten. Rechts vom Geber wird abgehoben, und die Karte wird umgedreht: ihre Zahl (Ass 1, Bube 11, Dame 12, König 13) ist die Anfangssumme. { $first ->
        [cutter] Wer abgehoben hat
       *[left] Links vom Geber
    } beginnt, dann geht es { $direction ->
        [clockwise] im Uhrzeigersinn
       *[anticlockwise] gegen den Uhrzeigersinn
    }.
rules-suits = Herz zählt dazu, Pik zieht ab, Karo nimmt mal, Kreuz teilt. Eine Karte darf nur gespielt werden, wenn die neue Summe eine ganze Zahl von -500 bis 500 ist. Jeder spielt auf seinen eigenen Stapel.
rules-pass = Wer spielen kann, { $must ->
        [true] muss
       *[false] darf
    }; wer nicht kann, passt und behält die Karten. Das Spielen endet, wenn alle Karten gespielt sind oder alle, die noch welche haben, bei derselben Summe gepasst haben.
rules-points = 0 zählt 2. Ein Vielfaches von 12 zählt 1, von 7 zählt 2, von 13 zählt 3, und das wird zusammengezählt: 91 zählt 5. Jede andere Primzahl zählt 1. { $negative ->
        [both] Negative Primzahlen und Vielfache zählen auch.
        [primes] Negative Primzahlen zählen auch.
        [multiples] Negative Vielfache zählen auch.
       *[none] Negative Summen zählen nichts.
    }
rules-ones = Die erste 1 { $counter ->
        [round] einer Runde
       *[game] eines Spiels
    } zählt 1, die zweite 2, die dritte 3, wer sie auch trifft.
rules-sets = Dann ordnet jeder seine gespielten Karten zu Sätzen. Jeder Satz beginnt bei der Startkarte, jeder Schritt muss erlaubt sein, und nur seine letzte Summe zählt; ein Satz, der auf 1 endet, { $ones ->
        [flat] zählt 1
       *[counter] zählt so viel wie die nächste 1
    }. Eine Karte in keinem Satz kostet einen Punkt.
rules-unplayed = { $rule ->
        [set_aside_once] Eine nie gespielte Karte wird beiseite gelegt und kostet einen Punkt.
        [joins_once] Eine nie gespielte Karte darf in einen Satz{""}; sonst kostet sie einen Punkt.
       *[double] Eine nie gespielte Karte kostet einen Punkt{""}; sie darf in einen Satz und kostet sonst noch einen.
    }
rules-muggins = { $muggins ->
        [true] Wer weniger steckt, als eine Karte oder eine Folge gebracht hat, verliert den Rest an den Ersten, der „Muggins“ sagt, bevor etwas anderes geschieht.
       *[false] Wer weniger steckt, als eine Karte oder eine Folge gebracht hat, wird berichtigt.
    }
rules-hints = { $hints ->
        [after_round] Das Beste wird gezeigt, wenn die Runde vorbei ist.
        [any_time] Das Beste wird gezeigt, sobald die Sätze beginnen.
       *[never] Das Beste wird nie gezeigt.
    }
rules-literal = Das sind die ersten Regeln der Erfinder, Wort für Wort, ohne was sie später sagten.
rules-target = Die Partie endet mit der Runde, in der jemand { $target } { $mode ->
        [at_least] erreicht
       *[strict] überschreitet
    }; die höchste Summe gewinnt.
rules-rounds = { $rounds ->
        [one] Es wird eine Runde gespielt
       *[other] Es werden { $rounds } Runden gespielt
    }; die höchste Summe gewinnt.
rules-no-target = Beliebig viele Runden spielen; die höchste Summe gewinnt.

BAD_SET =
    .rule = Jede Zwischensumme eines Satzes muss selbst erlaubt sein.

option-profile = Regeln
    .help = Die Regeln der Erfinder, wie sie sie später erklärten oder zuerst aufschrieben.
option-direction = Richtung
    .help = In welcher Richtung gespielt wird.
option-first-player = Wer beginnt
    .help = Rechts vom Geber sitzt, wer abhebt.
option-must-play = Zugzwang
    .help = Wer spielen kann, muss.
option-negative-primes = Primzahl −5
    .help = −5 zählt als Primzahl wie 5.
option-negative-multiples = Vielfache unter 0
    .help = −7, −12, −13 und ihre Vielfachen zählen wie 7, 12 und 13.
option-ones-counter = Treffer der 1
    .help = Wie lange die Treffer der 1 weitergezählt werden.
option-ones-in-sets = Sätze auf 1
    .help = Was ein Satz zählt, der auf 1 endet.
option-unplayed-rule = Nie gespielte Karten
    .help = Was mit einer Karte geschieht, die jemand nicht loswurde.
option-target = Ziel
    .help = Punkte, mit denen die Partie nach der Runde endet; 0 heißt: ohne Ende.
option-rounds = Runden
    .help = Wie viele Runden gespielt werden; 0 heißt: bis zum Ziel.
option-target-mode = Das Ziel wird
    .help = Wann jemand dort ist.
option-muggins = Muggins
    .help = Andere dürfen sich nehmen, was jemand übersieht.
option-hints = Beste Sätze
    .help = Wann gezeigt wird, was sich am besten hätte legen lassen.
headline-sets = Alle legen Sätze
headline-laid = Alle Sätze liegen
headline-starter = Die Startkarte aufdecken

## verbs, places and what is counted
did-set = { $who } legt den Satz { $cards }
name-points = Punkte
name-ones = Einsen
name-starter = Startkarte
name-sets = Sätze

## the large panel, and points in words
panel-player = { $player } ({ $count } Karten)
panel-ones = Einsen
panel-total = Summe
points-unused = { $count } Karten in keinem Satz
note-set = { SHORT($cards) } = { $total }
note-best = Das Beste für { $player }: { LIST($sets, between: "; ") }

## Aussichten
odds-play = dass { $player } bei { $total } spielen kann
odds-pass = dass { $player } bei { $total } nichts spielen konnte
