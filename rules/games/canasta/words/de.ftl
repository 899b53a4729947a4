# Was Canasta sagt; siehe rules/words/de.ftl.


## dealing and upcards
ranks = { $rank ->
        [wild] wilde Karten
       *[other] { RANK($rank, form: "many") }
    }
GAME_OVER = Die Partie ist gewonnen: { AND($winners) }.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
deals = { $dealer } gibt.
EARLY_DEAL = Das Spiel ist noch nicht zu Ende.
    .rule = Das Spiel ist noch nicht zu Ende.
NO_DEAL = Ein neues Spiel beginnt mit dem Geben.
    .rule = Ein neues Spiel beginnt mit dem Geben.
LATE_START = Die erste Karte ist schon aufgedeckt.
    .rule = Die erste Karte ist schon aufgedeckt.
turn-another-frozen = Noch eine Karte auf { CARD($card) } aufdecken; der Stapel ist gesperrt.
upcard-is = { CARD($card) } liegt offen.
NO_START = Erst muss noch eine Karte auf { CARD($card) } aufgedeckt werden.
    .rule = Die erste offene Karte, oder eine auf wilde Karte oder rote Drei, ist noch nicht genannt.
HAND_OVER = Das Spiel ist zu Ende.
    .rule = Das Spiel ist zu Ende; die Hände werden gezeigt.
HAND_OVER-deal = Das Spiel ist zu Ende; das nächste beginnt mit dem Geben.
WRONG_TURN-is = { $player } ist dran.
TWO_DISCARDS = { $player } hat schon abgelegt.
    .rule = Ein Zug endet mit einer abgelegten Karte.

## drawing and red threes
LATE_DRAW = Gezogen wird vor dem Melden.
    .rule = Gezogen wird vor dem Melden.
draws = { $player } zieht.
draws-cards = { $player } zieht { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }.
STOCK_EMPTY = Der Talon ist aus: den Stapel nehmen oder passen.
    .rule = Der Talon ist aus.
EXTRA_DRAW = In diesem Zug darf nur { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    } gezogen werden.
    .rule = In einem Zug wird eine Karte gezogen, zu zweit zwei.
EXTRA_DRAW-taken = Wer den Stapel nimmt, zieht nicht.
WRONG_TURN-red = Jeder legt die eigenen roten Dreien aus.
NOT_RED3 = { CARD($card) } ist keine rote Drei.
    .rule = So werden nur rote Dreien ausgelegt.
ends-on-red = Das war die letzte Karte des Talons: melden, wer kann, nichts ablegen, und das Spiel endet.
lays-out = { $player } legt { CARDS($cards) } aus.

## melds
HAND_COUNT-lay = Nach der Zählung kann { $player } nicht so viele Karten haben; bitte die Hand zählen.
MISSED_ANNOUNCE = Bitte sagen, zu welcher Meldung { CARDS($cards) } kommt.
    .rule = Eine wilde Karte passt zu mehreren Meldungen; bitte sagen, zu welcher.
BLACK3_EARLY = Schwarze Dreien werden nur beim Ausmachen gemeldet.
    .rule = Schwarze Dreien werden nur beim Ausmachen gemeldet.
RED3_MELD = Rote Dreien werden ausgelegt, nie gemeldet.
    .rule = Rote Dreien werden ausgelegt, nie gemeldet.
MOVED_MELD_CARD = Eine gemeldete Karte bleibt, wo sie ist.
    .rule = Eine gemeldete Karte bleibt, wo sie ist.
OPPONENT_MELD = Die Meldung { ranks } gehört { $side }; angelegt wird nur an eigene.
    .rule = Angelegt wird nur an Meldungen der eigenen Seite.
NO_MELD = { $side } { $alone ->
        [true] hat
       *[false] haben
    } keine Meldung { ranks } zum Anlegen.
    .rule = Diese Meldung gibt es nicht.
NO_MELD-none = Es gibt keine Meldung zum Anlegen.
MIXED_RANKS = Eine Meldung ist von einem Wert, nur wilde Karten dazu.
    .rule = Eine Meldung ist von einem Wert, nur wilde Karten dazu.
SECOND_MELD_SAME_RANK = { $side } { $alone ->
        [true] hat
       *[false] haben
    } schon eine Meldung { ranks }; dort anlegen.
    .rule = Eine Seite hat eine Meldung je Wert; weitere Karten werden angelegt.
TOO_FEW_NATURALS = Eine Meldung braucht wenigstens zwei natürliche Karten.
    .rule = Eine Meldung braucht wenigstens zwei natürliche Karten.
TOO_FEW_CARDS = Eine neue Meldung braucht wenigstens drei Karten.
    .rule = Eine neue Meldung braucht wenigstens drei Karten.
TOO_MANY_WILDS = Eine Meldung hat höchstens drei wilde Karten, nicht { $wilds }.
    .rule = Eine Meldung hat höchstens drei wilde Karten, nach Vereinbarung nicht mehr als natürliche.
TOO_MANY_WILDS-here = Hier hat eine Meldung nicht mehr wilde als natürliche Karten.
BLACK3_WILD = Schwarze Dreien werden ohne wilde Karten gemeldet, wenigstens drei.
    .rule = Schwarze Dreien werden ohne wilde Karten gemeldet.
laid-short = { $player } hat { $laid } gelegt; { $short } fehlen zur Erstmeldung.
meld-is = { ranks }: { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }, { $missing ->
        [0] ein Canasta
       *[other] { $missing } fehlen zum Canasta
    }.
new-canasta = { $side }: ein { $kind ->
        [mixed] gemischter
       *[natural] reiner
    } Canasta, { ranks }
turns-into = { $side }: { $kind ->
        [mixed] aus dem reinen wird ein gemischter
       *[natural] ein reiner
    } Canasta, { ranks }
UNDER_MINIMUM = Die Erstmeldung zählt { $laid }; { $side } { $alone ->
        [true] braucht
       *[false] brauchen
    } { $minimum }.
    .rule = Die erste Meldung einer Seite muss das Minimum für ihren Stand erreichen.

## taking the pile
EMPTY_PILE = Es gibt keinen Stapel zu nehmen.
    .rule = Es gibt keinen Stapel zu nehmen.
TAKE_AFTER_DRAW = Wer gezogen hat, nimmt den Stapel nicht.
    .rule = Gezogen oder der Stapel genommen, nicht beides.
TAKE_WILD = Liegt eine wilde Karte ({ CARD($card) }) oben, kann der Stapel nicht genommen werden.
    .rule = Liegt eine wilde Karte oben, kann der Stapel nicht genommen werden.
BLACK3_TOP = Liegt eine schwarze Drei oben, kann der Stapel nicht genommen werden.
    .rule = Liegt eine schwarze Drei oben, kann der Stapel nicht genommen werden.
TAKE_RED3 = Liegt eine rote Drei oben, kann der Stapel nicht genommen werden.
    .rule = Liegt eine rote Drei oben, kann der Stapel nicht genommen werden.
USELESS_TAKE = { CARD($card) } muss sofort in eine Meldung; der Stapel geht zurück, und es kostet 50.
    .rule = Wer den Stapel nimmt, meldet sofort die oberste Karte; sonst geht er zurück und kostet 50.
FROZEN_TAKE = { $frozen ->
        [true] Der Stapel ist gesperrt
       *[false] Für eine Seite ohne Meldung ist der Stapel gesperrt
    }: dazu gehören zwei natürliche { ranks } von der Hand.
    .rule = Ein gesperrter Stapel wird nur mit zwei natürlichen Handkarten vom Wert seiner obersten genommen.
FROZEN_TAKE-joins = { $frozen ->
        [true] Der Stapel ist gesperrt
       *[false] Für eine Seite ohne Meldung ist der Stapel gesperrt
    }: dazu gehört eine neue Meldung, und eine von { ranks } gibt es schon.
takes = { $player } nimmt den Stapel.
takes-with-reds = { $player } nimmt den Stapel. { CARDS($cards) } auslegen, ohne Ersatz.

## discards
ONE_CARD = Es wird eine Karte abgelegt.
    .rule = Es wird eine Karte abgelegt.
HAND_COUNT-discard = Nach der Zählung kann { $player } { CARD($card) } nicht haben; bitte die Hand zählen.
discards = { $player } legt { CARD($card) } ab.
RED3_DISCARD = Eine rote Drei kann nicht abgelegt werden; bitte auslegen.
    .rule = Eine rote Drei kann nicht abgelegt werden.
NO_DISCARD = Die letzte Karte des Talons war eine rote Drei: nichts ablegen, das Spiel ist zu Ende.
    .rule = Nach einer roten Drei als letzter Talonkarte wird nicht abgelegt; das Spiel endet.
NO_TAKE = { CARD($card) } in der Meldung ist vom Stapel, also muss der Stapel genommen werden.
    .rule = Diese Karte kann nur vom Stapel sein: wer sie braucht, nimmt den Stapel.
RED3_NOT_LAID = { CARD($card) } kam mit dem Stapel und muss ausgelegt werden.
    .rule = Rote Dreien aus einem genommenen Stapel werden sofort ausgelegt.
NO_DRAW = Ein Zug beginnt mit Ziehen oder mit dem Stapel.
    .rule = Ein Zug beginnt mit Ziehen oder mit dem Stapel.
NO_DRAW-gone = Der Talon ist aus: den Stapel nehmen oder passen.
MUST_GO_OUT = Die Antwort war ja, also muss { $player } ausmachen; sonst kostet es 100.
    .rule = Nach einem Ja muss ausgemacht werden; sonst kostet es 100.
pile-is-frozen = Der Stapel ist gesperrt

## going out
OUT_WITHOUT_CANASTA = { $player } darf die letzte Karte nicht legen: zum Ausmachen { $needed ->
        [2] gehören zwei Canastas
       *[other] gehört ein Canasta
    }{ $back ->
        [yes] ; eine Meldung zurücknehmen
       *[no] {""}
    }.
    .rule = Zum Ausmachen gehört ein Canasta, zu zweit zwei.
OUT_WITHOUT_CANASTA-stranded = Danach bleibt { $player } eine Karte zum Ablegen, und zum Ausmachen { $needed ->
        [2] gehören zwei Canastas
       *[other] gehört ein Canasta
    }: eine Meldung zurücknehmen.
OUT_WITHOUT_CANASTA-claimed = Zum Ausmachen gehört ein Canasta.
OUT_AFTER_NO = Die Antwort war nein: trotzdem auszumachen kostet die Seite von { $player } 100, und das Spiel endet.
    .rule = Nach einem Nein darf in diesem Zug nicht ausgemacht werden; es kostet 100.
goes-out = { $player } macht { $concealed ->
        [true] verdeckt{" "}
       *[false] {""}
    }aus. Die anderen Hände zeigen.
is-out = { $player } ist aus.
WRONG_TURN-out = Jetzt kann niemand ausmachen.
going-out = { $player } macht aus.
HAND_COUNT-out = Nach der Zählung hat { $player } noch { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    }; bitte nachzählen.

## asking the partner
CLAUSE-ask = Die Frage nennt keine Karte.
NO_PARTNER = Zu zweit gibt es niemanden zu fragen.
    .rule = Zu zweit gibt es niemanden zu fragen.
ASKED_TWICE = { $player } hat schon gefragt.
    .rule = Gefragt wird einmal im Zug oder einmal im Spiel, wie vereinbart.
LATE_ASK = Gefragt wird vor dem Melden.
    .rule = Gefragt wird vor dem Melden.
yes-or-no = { $player }, ja oder nein?
NO_QUESTION = Niemand hat gefragt.
    .rule = Niemand hat gefragt.
WRONG_TURN-himself = { $player } kann sich nicht selbst antworten.
ANSWERED = Die Frage ist beantwortet, und die Antwort gilt.
    .rule = Die Frage ist beantwortet, und die Antwort gilt.
may-not-go-out = { $player } darf in diesem Zug nicht ausmachen.
must-go-out = { $player } muss in diesem Zug ausmachen.
opponents-answer = Die Gegner antworten: { WHY($answer) }

## the end of the stock, and of the hand
hand-over = Das Spiel ist zu Ende. Die Hände zeigen.
EARLY_PASS = Gepasst wird, wenn der Talon aus ist.
    .rule = Gepasst wird, wenn der Talon aus ist.
PASS_AFTER_TAKE = { $player } hat den Stapel genommen und muss ablegen.
    .rule = Wer den Stapel genommen hat, legt ab.
FORCED_TAKE = { $player } kann den Stapel nehmen und muss also: die Seite hat { ranks }, oder die Hand hat bekanntlich die Karten dafür.
    .rule = Ist der Talon aus, muss den Stapel nehmen, wer ihn nehmen kann.
WRONG_TURN-show = Jeder zeigt die eigene Hand.
UNDECLARED_RED3 = { CARD($card) } wurde nie ausgelegt: das kostet 500.
    .rule = Eine rote Drei, die am Ende auf der Hand ist, kostet 500.
HAND_COUNT-show = Nach der Zählung hat { $player } { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    }, nicht { $shown }.
HAND_COUNT-missing = { $player } muss auch { CARDS($cards) } haben.
shows = { $player } zeigt { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }.
still-to-show = { $points } auf der Hand. Noch zu zeigen: { LIST($players) }.
hand-scored = { LIST($sides, between: " ") }
side-scored = { $side }: { $points } in diesem Spiel, { $score } insgesamt.

## what is asked
ask-show = { $player }, bitte { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    } zeigen.
turn-first = Die erste Karte aufdecken.
turn-another = Noch eine Karte auf { CARD($card) } aufdecken.
ask-partner = { $partner }: darf { $player } ausmachen, ja oder nein?
ask-reds = { $player }, bitte { CARDS($cards) } auslegen.
ask-take-or-pass = Der Talon ist aus. { $player }: den Stapel nehmen oder passen.
may-ask = { $player } darf fragen: Darf ich ausmachen?

## the panel
line-side = { LIST($parts, between: "; ") }
part-score = { $side } { $score }
part-minimum = Erstmeldung braucht { $minimum }
part-canasta = { $kind ->
        [mixed] gemischter
       *[natural] reiner
    } Canasta, { ranks } ({ $cards })
part-meld = { ranks } { $cards } von { $size }{ $wilds ->
        [0] {""}
       *[other] , { $wilds } wild
    }
part-reds = { $reds ->
        [one] 1 rote Drei
       *[other] { $reds } rote Dreien
    }
part-may-go-out = darf ausmachen
line-stock = { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    } im Talon
line-hand = { $player }: { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    }
line-hand-known = { $player }: { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    }, sicher { CARDS($cards) }
line-unseen = Noch nicht gesehen: { LIST($kinds) }
unseen-kind = { $kind ->
        [red3] rote 3
        [black3] schwarze 3
       *[other] { RANK($kind) }
    } { $count }
line-no-pile = Kein Stapel
line-pile = Stapel: { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }, { $worth } wert, oben { CARD($top) }
line-pile-frozen = Stapel: { $cards ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $cards } Karten
    }, { $worth } wert, oben { CARD($top) }, gesperrt durch { CARD($frozen_by) }
line-points = { $side } in diesem Spiel: { $points }{ $any ->
        [true] {" "}({ LIST($items) })
       *[false] {""}
    }
points-item = { $item ->
        [melds] Meldungen
        [canastas] Canastas
        [red_threes] rote Dreien
        [going_out] Ausmachen
        [hands] Hände
       *[penalties] Strafen
    } { $points }
line-laid = { $laid } gelegt, { $short ->
        [0] genug
       *[other] noch { $short } zu wenig
    }

## the rules page
rules-summary = Zwei Seiten legen Meldungen von einem Wert aus, mit Jokern und Zweien als wilden Karten, und bauen Canastas aus sieben und mehr. Wer die oberste Karte brauchen kann, nimmt den ganzen Ablagestapel. Wer zuerst am Ziel ist, gewinnt.
rules-cards = Zwei Blätter mit vier Jokern. Joker (50 Punkte) und Zweien (20) sind wild; Asse zählen 20, Könige bis Achten 10, Siebenen bis Vieren und schwarze Dreien 5.
rules-seats = { $players ->
        [2] Zu zweit, je 15 Karten: zwei Karten ziehen; zum Ausmachen gehören zwei Canastas.
        [4] Zu viert, Partner gegenüber, je 11 Karten: eine Karte ziehen; zum Ausmachen gehört ein Canasta.
       *[other] Zu viert, Partner gegenüber, je 11 Karten: eine Karte ziehen; zum Ausmachen gehört ein Canasta. Zu zweit, je 15 Karten: zwei Karten ziehen; zum Ausmachen gehören zwei Canastas.
    }
rules-turn = Ein Zug ist: ziehen oder den Ablagestapel nehmen; melden oder nicht; eine Karte ablegen, nie eine rote 3.
rules-reds = Rote Dreien werden sofort ausgelegt und ersetzt, die aus einem genommenen Stapel nicht: je 100 Punkte, alle vier 800{ $against ->
        [true] , gegen eine Seite ohne Meldung
       *[false] {""}
    }. Ist am Ende noch eine auf der Hand, kostet sie 500.
rules-melds = Eine Meldung sind drei oder mehr Karten von einem Wert, wenigstens zwei natürliche und höchstens drei wilde{ $equal ->
        [true] , nie mehr wilde als natürliche
       *[false] {""}
    }. Eine Seite hat eine Meldung je Wert, und beide Partner legen jederzeit an. Mit sieben Karten ist sie ein Canasta: 500 Punkte mehr, oder 300 mit einer wilden Karte darin.
minimum-from = { $minimum } ab { $bound }
rules-minimum = Die ersten Meldungen einer Seite, in einem Zug gelegt, müssen unter null { $least } Punkte zählen, { AND($bounds) }, nach ihrem Stand zu Beginn des Spiels.{ $raises ->
        [true] {" "}Jedes Mal, wenn sie nicht reichen, steigt das Minimum um { $by }.
       *[false] {""}
    }
rules-pile = Den ganzen Ablagestapel nimmt, wer seine oberste Karte sofort mit zwei Handkarten meldet, einer davon natürlich, oder sie an eine Meldung der Seite legt; nicht, solange eine wilde Karte oder eine schwarze 3 oben liegt. Ihn umsonst zu nehmen kostet 50. Die anderen Karten des Stapels zählen { $helps ->
        [true] {""}
       *[false] nicht{" "}
    }zum ersten Minimum.
rules-frozen = Eine wilde Karte oder rote 3 im Stapel sperrt ihn{ $unopened ->
        [true] , und für eine Seite ohne Meldung ist er immer gesperrt
       *[false] {""}
    }: dann nehmen ihn nur zwei natürliche Handkarten vom Wert der obersten, als neue Meldung{ $joins ->
        [true] {" "}oder zu einer eigenen
       *[false] {""}
    }.
rules-blacks = Schwarze Dreien werden nur beim Ausmachen gemeldet, { $wild ->
        [true] mit wilden Karten oder ohne
       *[false] drei oder vier davon, ohne wilde Karten
    }.
rules-out = Ausmachen, wozu ein Canasta gehört, heißt die letzte Karte legen oder ablegen: 100 Punkte; { $bonus ->
        [adds] 200 mehr
       *[replaces] stattdessen 200
    } für verdecktes Ausmachen, wenn die Seite vor dem Zug nichts gemeldet hatte { $needs ->
        [true] (das erste Minimum braucht es trotzdem)
       *[false] (dann braucht es kein erstes Minimum)
    }.
rules-ask = { $asks ->
        [hand] Einmal im Spiel, vor dem Melden,
        [any_time] Einmal im Zug, vor oder nach dem Melden,
       *[turn] Einmal im Zug, vor dem Melden,
    } darf jeder den Partner fragen: „Darf ich ausmachen?“ Die Antwort ist ja oder nein und gilt: nach Nein auszumachen, oder nach Ja nicht, kostet 100. Sagt der Partner mehr, antworten die Gegner.
rules-stock = Ist der Talon aus, nimmt der Nächste den Stapel, oder das Spiel endet; { $forced ->
        [true] wer ihn offenkundig nehmen kann, muss
       *[false] niemand muss ihn nehmen
    }. Ist seine letzte Karte eine rote 3, darf noch melden, wer sie zog, legt nichts ab, und das Spiel endet.
rules-score = Ein Spiel zählt die gemeldeten Karten, die Canastas, die roten Dreien und das Ausmachen, weniger die Karten auf den Händen. Das Geben geht nach links weiter. Die Partie geht bis { $target } am Ende eines Spiels; der höhere Stand gewinnt, und bei Gleichstand geht es weiter.
rules-printed = Wo nichts anderes gewählt ist, gelten die Zusätze des gedruckten Spiels.
rules-draws = Jedes Ziehen wird aufgeschrieben.

UNSEEN_CARD =
    .rule = Eine gemeldete Karte muss genannt werden.

option-players = Spieler
    .help = Alle am Tisch: zwei für sich, vier in Paaren.
option-preset = Gedrucktes Spiel
    .help = Es gelten die Zusätze des gedruckten Spiels, wo nichts anderes gewählt ist.
option-unopened-is-frozen = Gesperrt bis zur ersten Meldung
    .help = Für eine Seite ohne Meldung ist der Stapel gesperrt.
option-frozen-join-existing = Paar und Meldung
    .help = Ein Paar darf einen gesperrten Stapel zu einer eigenen Meldung nehmen.
option-wild-le-natural = Weniger wilde Karten
    .help = Eine Meldung darf nicht mehr wilde als natürliche Karten haben.
option-black3-wild = Schwarze Dreien mit wilden
    .help = Schwarze Dreien dürfen mit wilden Karten gemeldet werden.
option-pile-helps-minimum = Der Stapel hilft
    .help = Karten des genommenen Stapels zählen zum ersten Minimum.
option-red3-negative-if-no-meld = Rote Dreien kosten
    .help = Rote Dreien zählen gegen eine Seite ohne Meldung.
option-concealed-needs-minimum = Verdeckt mit Minimum
    .help = Auch verdecktes Ausmachen braucht das erste Minimum.
option-concealed-bonus = Prämie für verdeckt
    .help = Ob die 200 zu den 100 fürs Ausmachen dazukommen.
option-forced-take = Stapelzwang
    .help = Ist der Talon aus, muss den Stapel nehmen, wer kann.
option-raise-minimum = Zu kleine erste Meldung
    .help = Sie erhöht das Minimum der Seite um 10.
option-target = Ziel
    .help = Punkte, mit denen die Partie gewonnen ist.
option-asks = „Darf ich ausmachen?“
    .help = Wie oft der Partner gefragt werden darf.
option-draws = Ziehen
    .help = Ob gewöhnliches Ziehen angesagt werden muss.

## verbs, places and what is counted
did-add = { $who } legt an: { $cards }
did-answer = { $who } sagt { $words ->
        [yes] ja
        [no] nein
       *[other] { $words }
    }
did-meld = { $who } meldet { $cards }
did-out = { $who } macht aus
verb-answer = { $words ->
        [Yes] „Ja“
        [No] „Nein“
       *[other] „{ $words }“
    }
verb-out = Macht aus
did-red = { $who } legt { $cards } aus
did-take = { $who } nimmt den Stapel
verb-take = Nimmt den Stapel
name-meld = Meldungen

## the large panel, and points in words
panel-pile = { $count }{ $frozen ->
        [true] {" "}gesperrt
       *[false] {""}
    }
panel-first-meld = Erstmeldung
panel-red-threes = Rote Dreien
points-for = { $item ->
        [melds] Meldungen
        [canastas] Canastas
        [red_threes] Rote Dreien
        [going_out] Ausmachen
        [hands] Karten auf der Hand
       *[penalties] Strafen
    }

## Aussichten
odds-pile = dass { $player } den Stapel { $frozen ->
        [yes] mit zwei weiteren { RANK($rank, form: "many") } nehmen kann
       *[no] mit zwei weiteren { RANK($rank, form: "many") } nehmen kann, oder mit einer und einer wilden Karte
    }
