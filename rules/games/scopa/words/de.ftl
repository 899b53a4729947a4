# Was Scopa sagt; siehe rules/words/de.ftl.


## dealing
GAME_OVER = Die Partie ist gewonnen: { AND($winners) }.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
KINGS_REDEAL = { $kings ->
        [one] 1 König
       *[other] { $kings } Könige
    } auf dem Tisch: es gilt nicht, { $dealer } gibt noch einmal.
    .rule = Bei drei oder vier Königen auf dem ersten Tisch wird neu gegeben.
deals = { $dealer } gibt; { $first } beginnt.
BAD_DEAL = Die vier Karten auf dem Tisch nennen.
    .rule = Ein Spiel beginnt mit vier Karten auf dem Tisch.
EARLY_DEAL = Das Spiel ist nicht zu Ende; neu gegeben wird nur, wenn alle hinwerfen.
    .rule = Es wird noch gespielt.
NO_DEAL = Erst geben und die vier Karten auf dem Tisch nennen.
    .rule = Ein Spiel beginnt mit dem Geben, das die vier Karten auf dem Tisch nennt.

## playing
TWO_CARDS = Gespielt wird eine Karte auf einmal.
    .rule = Es wird eine Karte auf einmal gespielt.
the-cards = { CARDS($cards) }
MUST_CAPTURE = { CARD($card) } kann nehmen ({ LIST($ways, between: ", oder ") }) und darf also nicht abgelegt werden.
    .rule = Eine Karte, die etwas nehmen kann, darf nicht abgelegt werden.
MUST_CAPTURE-shown = { $player } hat { CARD($card) } gezeigt, und die kann nehmen ({ LIST($ways, between: ", oder ") }); abgelegt wird nur, wenn keine Handkarte etwas nimmt.
MUST_CAPTURE-earlier = { $player } legte eine Karte ab, obwohl { CARD($card) } auf der Hand nehmen konnte ({ LIST($ways, between: ", oder ") }).
NOT_ON_BOARD = { CARD($card) } liegt nicht auf dem Tisch.
    .rule = Genommen wird vom Tisch.
MULTI_PAIR = { CARD($card) } nimmt nur eine Karte vom gleichen Wert.
    .rule = Eine Karte nimmt nur eine Karte ihres Werts.
SINGLE_NONMATCH = Eine einzelne Karte nimmt nur ihren eigenen Wert: { CARD($card) } kann { CARD($other) } nicht nehmen{ $any ->
        [true] , aber { LIST($ways, between: ", oder ") }.
       *[false] {"."}
    }
    .rule = Eine einzelne Karte nimmt nur eine Karte ihres Werts.
PAIR_PRECEDENCE = { CARD($card) } muss nehmen ({ LIST($ways, between: ", oder ") }): der eigene Wert geht vor.
    .rule = Liegt eine Karte gleichen Werts auf dem Tisch, muss sie genommen werden, keine Summe.
WRONG_SUM = Die genommenen Karten ergeben { $total }, aber { CARD($card) } zählt { $value }{ $any ->
        [true] {" "}und kann nehmen: { LIST($ways, between: ", oder ") }.
       *[false] {" "}und kann nichts nehmen.
    }
    .rule = Die genommenen Karten müssen zusammen die gespielte ergeben.
stays = { CARD($card) } nimmt nichts und bleibt liegen.
takes = { CARD($card) } nimmt { CARDS($taken) }.
sweeps = Scopa! { $player } räumt ab.
new-cards = Jeder bekommt drei neue Karten; { $stock ->
        [0] der Talon ist leer
       *[other] im Talon sind noch { $stock }
    }.

## claims and shown cards
pegs = { $player } steckt { $claimed }.
WRONG_PEG-swept = { $player } hat abgeräumt: 1 Punkt.
WRONG_PEG-last = { $player } hat nicht abgeräumt: die letzte Karte eines Spiels zählt dafür nicht.
WRONG_PEG = { $player } hat nicht abgeräumt.
    .rule = Die beanspruchten Punkte sind nicht die erzielten; die letzte Karte räumt nicht ab.
PILE_COUNT = { $player } hat { CARD($card) } nicht genommen.
    .rule = Die gezeigten Karten sind nicht die, die dieser Spieler genommen hat.
took = { $player } hat { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    } genommen.
shows = { $player } zeigt { CARDS($cards) }.

## the count
category = { $category ->
        [cards] Karten
        [diamonds] Karos
        [settebello] Settebello
        [primiera] Primiera
       *[sweep] Abgeräumt
    }
counts = { WHY($category) }: { $player }, { $points }.
counts-nobody = { WHY($category) }: niemand.
count-stops = { $target } sind erreicht: es wird nicht weitergezählt.

## the panel
line-deal = Je drei Karten geben und vier auf den Tisch.
line-left = Noch übrig: { $stock } im Talon, { LIST($hands) }.
name-number = { $player } { $number }
line-pile = { $player }: { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }, { $diamonds ->
        [0] keine Karos
        [one] 1 Karo
       *[other] { $diamonds } Karos
    }{ $bello ->
        [yes] , 7♦
       *[no] {""}
    }, { $sweeps ->
        [0] nie abgeräumt
        [one] einmal abgeräumt
       *[other] { $sweeps }-mal abgeräumt
    }, Primiera { WHY($primiera) }.
primiera-sum = { $sum }
primiera-needs = fehlt { LIST($suits, between: " ") }
took-last = { $player } hat zuletzt genommen.
line-rank = { RANK($rank) }: { LIST($ways, between: ", oder ") }{ $first ->
        [yes] {" "}(der eigene Wert geht vor)
       *[no] {""}
    }
way-takes = nimmt { SHORT($cards) }
line-rank-stays = { RANK($rank) }: bleibt liegen

## the rules page
rules-summary = Karten der Hand nehmen Karten vom Tisch: eine gleiche, oder mehrere, die zusammen so viel zählen. Die meisten Karten, die meisten Karos, die Karo 7, die beste Primiera und jedes Abräumen zählen.
rules-deal = Vierzig Karten: ohne 8, 9 und 10. Ein Ass zählt 1, Bube 8, Dame 9, König 10. Jeder bekommt drei Karten, vier kommen auf den Tisch; sind sie gespielt, bekommt jeder wieder drei, bis der Talon leer ist. Auf den Tisch kommen keine mehr. Wer links vom Geber sitzt, beginnt; gespielt und gegeben wird im Uhrzeigersinn.
rules-seats = { $seats ->
        [2] Zu zweit.
        [3] Zu dritt spielt jeder für sich.
        [4] Zu viert spielen Gegenüber zusammen: auf einen Haufen und mit einer Punktzahl.
       *[seated] Zu zweit und zu dritt spielt jeder für sich; zu viert spielen Gegenüber zusammen: auf einen Haufen und mit einer Punktzahl.
    }
rules-kings = { $redeal ->
        [off] Die ersten vier Karten bleiben, wie viele Könige es auch sind.
       *[three] Bei drei oder vier Königen auf dem Tisch wird noch einmal gegeben.
    }
rules-capture = Eine Karte nimmt eine von ihrem Wert. Nur wo keine liegt, nimmt sie zwei oder mehr, die zusammen so viel zählen. Eine Karte, die nichts nimmt, bleibt liegen; eine, die nehmen kann, muss.
rules-trail = Und liegen bleibt sie nur, wenn keine Karte der Hand etwas nehmen könnte.
rules-sweep = Wer den Tisch leert, räumt ab{ $last ->
        [no] {""}
       *[yes] ; die letzte Karte eines Spiels zählt dafür nicht
    }. Am Ende bekommt den Rest, wer zuletzt genommen hat.
rules-count = Gezählt wird je ein Punkt, in dieser Reihenfolge: die meisten Karten, die meisten Karos, die Karo 7, die bessere Primiera und jedes Abräumen; bei Gleichstand bekommt niemand einen Punkt.
rules-primiera = Primiera: die beste Karte jeder der vier Farben; eine 7 zählt 21, 6 18, Ass 16, 5 15, 4 14, 3 13, 2 12, ein Bild 10.
rules-match = Gespielt wird bis { $target }. { $stop ->
        [true] Es wird nicht weitergezählt, sobald jemand dort ist.
       *[false] Jedes Spiel wird zu Ende gezählt; die höhere Punktzahl gewinnt, bei Gleichstand geht es weiter.
    }
rules-order = { $order ->
        [chronological] Abgeräumtes zählt in der Reihenfolge, in der es geschah.
        [non_dealer_first] Wer nicht gegeben hat, zählt sein Abgeräumtes zuerst.
       *[after_all_compare] Alles Abgeräumte wird gezählt, bevor verglichen wird.
    }

UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.

option-seats = Spieler
    .help = Alle am Tisch: zwei oder drei für sich, vier in Paaren.
option-kings-redeal = Könige auf dem Tisch
    .help = Bei wie vielen Königen zu Beginn neu gegeben wird.
option-trail-rule = Karte ablegen
    .help = Wann eine Karte hingelegt werden darf, ohne etwas zu nehmen.
option-sweep-order = Folge beim Abräumen
    .help = In welcher Folge das Abräumen zählt.
option-target = Ziel
    .help = Punkte, mit denen die Partie gewonnen ist.
option-stop-midcount = Wer zuerst am Ziel ist
    .help = Das Zählen endet, sobald jemand am Ziel ist.
option-last-capture-sweep = Mit der letzten Karte
    .help = Auch die letzte Karte eines Spiels kann abräumen.

## verbs, places and what is counted
name-board = Auf dem Tisch
name-last_capturer = Nahm zuletzt
name-captured = Genommen

## the large panel, and points in words
panel-captured = { $cards } Karten · { $diamonds } ♦ · { $sweeps } ×
panel-ways = { LIST($ways, between: " oder ") }
points-for = { $category ->
        [cards] Meiste Karten
        [diamonds] Meiste Karos
        [settebello] Settebello, die 7♦
        [primiera] Primiera
       *[sweep] Scopa: abgeräumt
    }

## Aussichten
odds-take = dass { $player } etwas nehmen kann
odds-laid = dass { $player } aus { SHORT($board) } nichts nehmen konnte
