# Was Never Over sagt; siehe rules/words/de.ftl.


## dealing
deals = { $dealer } gibt.
EARLY_DEAL = { AND($players) } { $number ->
        [one] ist
       *[other] sind
    } noch nicht fertig.
    .rule = Das nächste Spiel wird gegeben, wenn alle fertig sind.

## moves
OPP_RED_HIGHER-nowhere = { CARD($card) } passt auf keinen roten Stapel.
MISSED_ANNOUNCE = Auf wessen roten Stapel kommt { CARD($card) }?
    .rule = Eine rote Karte passt auf mehrere Stapel; bitte sagen, auf wessen.
WRONG_PILE = { CARD($card) } gehört auf einen { $colour ->
        [green] grünen
       *[red] roten
    } Stapel.
    .rule = Grüne Karten kommen auf grüne Stapel, rote auf rote.
FOREIGN_GREEN_PILE = { $player } darf grüne Karten nur auf den eigenen Stapel legen.
    .rule = Grüne Karten kommen nur auf den eigenen grünen Stapel.
OVER_CAP = { $owner } darf höchstens { $cap }: { $value } ist zu hoch.
    .rule = Eine grüne Karte darf nicht höher sein als die oberste rote Karte ihres Besitzers.
REDUNDANT = { $owner } darf schon jetzt höchstens { $cap }.
    .rule = An diesem Tisch kommt keine rote Karte auf eine gleiche Grenze.
ON_RETIRED = { $owner } ist fertig, also bewirkt das nichts.
    .rule = Auf dem roten Stapel eines Fertigen bewirkt eine Karte nichts mehr.
ON_RETIRED-forbidden = { $owner } ist fertig.
PARTNER_RED = { $owner } spielt mit { $player } zusammen.
    .rule = An diesem Tisch kommt nichts auf den roten Stapel des Partners.
OWN_RED_LOWER = { $owner } darf höchstens { $cap }; { $player } darf das nicht auf { $value } senken.
    .rule = Niemand darf seine eigene Grenze senken.
OPP_RED_HIGHER = { $owner } darf höchstens { $cap }; { $player } darf das nicht auf { $value } heben.
    .rule = Niemand darf die Grenze eines Gegners erhöhen.
points-on-table = { $owner } hat { $points ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $points } Punkte
    } auf dem Tisch.
stays-capped = { $owner } darf weiter höchstens { $cap }.
now-capped = { $owner } darf jetzt höchstens { $cap }.
NO_DISCARDS = An diesem Tisch darf niemand ablegen.
    .rule = An diesem Tisch darf niemand ablegen.
discarded = Die { CARD($card) } wird abgelegt.
last-of-stock = Eine Karte ist noch im Talon.
spent = { $player } hat keine Karten mehr und ist fertig.
HAND_COUNT-all-shown = { $player } hat alle Karten gezeigt, und { CARD($card) } ist nicht dabei.
HAND_COUNT-left = { $player } müsste noch { $held ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $held } Karten
    } haben, nicht { $left }.
MISSED_DRAW = { $player } hat nicht gezogen; im Talon { $stock ->
        [one] ist
       *[other] sind
    } noch { $stock ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $stock } Karten
    }.
    .rule = Solange es einen Talon gibt, wird in jedem Zug eine Karte gezogen.
TWO_CARDS = In einem Zug wird eine Karte gelegt.
    .rule = In einem Zug wird eine Karte bewegt.
TWO_CARDS-draws = { $player } hat schon eine Karte gelegt und zieht nur noch.
TWO_CARDS-moved = { $player } hat schon eine Karte gelegt; { $turn } ist dran.
RETIRED = { $player } ist fertig.
    .rule = Wer fertig ist, spielt nicht mehr.

## drawing and retiring
CLAUSE-draw = Gezogen wird vom Talon oder von der Ablage.
EARLY_DRAW = Gezogen wird nach dem Legen, nicht davor.
    .rule = An diesem Tisch wird nach dem Zug gezogen.
draws = { $player } zieht.
draws-now = { $player } zieht jetzt.
takes-discard = { $player } nimmt die abgelegte Karte.
TAKE_DISCARD = An diesem Tisch wird nichts von der Ablage genommen.
    .rule = An diesem Tisch wird nie von der Ablage genommen, oder es gibt keine.
TAKE_DISCARD-none = Es liegt keine Karte auf der Ablage.
NO_STOCK = Es gibt keinen Talon zum Ziehen.
    .rule = Es gibt keinen Talon zum Ziehen.
DREW_TWO = In einem Zug wird eine Karte gezogen.
    .rule = In einem Zug wird eine Karte gezogen.
MUST_ACT = { $player } muss eine Karte legen oder aufhören.
    .rule = Wer dran ist, bewegt eine Karte oder hört auf.
passes = { $player } passt.
LATE_RETIRE = { $player } hat gezogen und muss erst eine Karte legen.
    .rule = Wer aufhört, tut es statt seines Zuges und bevor er zieht.
retires = { $player } hört { $points ->
        [0] ohne Punkte
        [one] mit 1 Punkt
       *[other] mit { $points } Punkten
    } auf.
CLAUSE-show = Gezeigt werden nur Karten.
left-count-nothing = Karten auf der Hand zählen nichts.
shows = { $player } zeigt { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }.

## the panel
line-seat = { $player }: { $points }, höchstens { $cap }{ $buried ->
        [0] {""}
        [one] {" "}(1 rote Karte begraben)
       *[other] {" "}({ $buried } rote Karten begraben)
    }, { $retired ->
        [yes] fertig
       *[no] { WHY($hand) }
    }{ $known ->
        [none] {""}
       *[other] , darunter { $known }
    }
hand = { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }
line-green = { $player } kann grün legen: { LIST($cards) }
line-red = { $player } kann rot auf den eigenen Stapel legen: { LIST($cards) }
line-on = Auf { $owner }: { LIST($cards) }
nothing = nichts
addable = { SHORT($card) }{ $note ->
        [none] {" "}(keine mehr)
        [no-effect] {" "}(ohne Wirkung)
       *[plain] {""}
    }
line-stock = Talon: { $stock ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $stock } Karten
    }
line-unseen = Noch nicht gesehen: { LIST($cards, between: " ") }
kind-left = { SHORT($card) }×{ $number }
hint-no-green = Keine grüne Karte passt mehr; Aufhören ist sinnvoll.
hint-all-zero = Niemand darf über 0: ohne rote Karte, die das hebt, ist Aufhören sinnvoll.
hint-few = Was noch etwas ändern könnte: { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }.

## the rules page
rules-summary = Grüne Karten auf dem eigenen Stapel sammeln; jede zählt ihre Zahl. Eine rote Karte auf deinem roten Stapel begrenzt, was dazukommen darf: nie mehr als die Zahl der obersten. Den anderen niedrige rote Karten geben.
number-times = { $number } × { $value }
rules-pack = { $pack ->
        [suggested55] Vorgeschlagene Karten
       *[custom] Eigene Karten
    }: { $greens } grüne ({ LIST($green) }) und { $reds } rote ({ LIST($red) }). Mit gewöhnlichen Blättern ist Karo rot, alles andere grün, und { CARD($zero) } ist die rote 0.
rules-deal = Jeder bekommt { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }; der Rest ist { $stock ->
        [used] der Talon
       *[none] aus dem Spiel
    }. Links vom Geber wird begonnen.
rules-turn = Wer dran ist, { $draw ->
        [before_play] zieht, solange es einen Talon gibt, und legt dann eine Karte
        [after_play] legt eine Karte und zieht dann, solange es einen Talon gibt
       *[nothing] legt eine Karte{""}; gezogen wird nichts
    }. Grün kommt auf den eigenen grünen Stapel, Rot auf irgendeinen roten{ $discards ->
        [spread] , oder jede Karte offen auf die ausgebreitete Ablage
        [squared] , oder jede Karte offen auf den Ablagestapel
       *[none] {""}
    }. { $discards ->
        [none] Niemand darf ablegen.{" "}
       *[other] {""}
    }{ $act ->
        [pass_allowed] Passen ist erlaubt.
       *[must] Eine Karte muss gelegt werden.
    }
rules-draws = { $take ->
        [top_only] Statt zu ziehen darf die oberste abgelegte Karte genommen werden.
       *[never] Von der Ablage wird nichts genommen.
    } { $draws ->
        [assumed] Das Ziehen versteht sich{""}; niemand schreibt es auf.
       *[recorded] Jedes Ziehen wird aufgeschrieben.
    }
rules-cap = Die oberste Karte deines roten Stapels ist deine Grenze, bei leerem Stapel die höchste Karte. Eine grüne Karte darf nicht höher sein als deine Grenze; eine rote darf die eigene Grenze nicht senken und eine fremde nicht heben, und eine gleiche, die nichts ändert, ist { $redundant ->
        [allowed] erlaubt
       *[forbidden] verboten
    }. Grüne Karten, die liegen, bleiben, was auch kommt.
rules-retire = Aufhören darf man { $when ->
        [any_time_on_turn] jederzeit im eigenen Zug
       *[turn_start] statt des eigenen Zuges
    } und legt die Karten verdeckt hin; ohne Karten muss man. Rote Karten auf dem Stapel von jemandem, der fertig ist, sind { $late ->
        [allowed_warn] erlaubt, bewirken aber nichts.
       *[forbidden] verboten.
    }
rules-partners = { $who ->
        [none] Jeder spielt für sich.
        [fixed] Partner sitzen sich gegenüber.
        [threes] Zu sechst spielen drei gegen drei: jeder Zweite gehört zu einer Seite.
        [neighbours] Die zwei Nachbarn des Gebers spielen zusammen gegen die anderen.
       *[dealer] Der Geber und seine zwei Nachbarn spielen zusammen gegen die anderen.
    }
rules-sides = { $piles ->
        [separate] Partner haben eigene Stapel
       *[shared] Partner teilen sich einen grünen und einen roten Stapel
    }; { $red ->
        [as_owner] rote Karten beim Partner müssen so hoch sein wie die Grenze oder höher
        [as_opponent] rote Karten beim Partner müssen so niedrig sein wie die Grenze oder niedriger
        [either] beim Partner darf jede rote Karte liegen
       *[none] beim Partner darf keine rote Karte liegen
    }; jedem wird die Summe der Seite angeschrieben.
rules-end = Das Spiel endet, wenn alle fertig sind. Grüne Karten zählen ihre Zahl, rote und die auf der Hand nichts. Gleichstand bleibt.
rules-series = Gegeben wird links herum. Beliebig viele Spiele, am besten gleich viele für jeden Geber; Punkte werden zusammengezählt.

UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.

option-draws = Ziehen
    .help = Ob das Ziehen in jedem Zug angesagt werden muss.
option-draw-timing = Gezogen wird
    .help = Wann die Karte vom Talon kommt.
option-discards = Abgelegte Karten
    .help = Wie die abgelegten Karten liegen.
option-stock = Talon
    .help = Von den übrigen Karten wird gezogen.
option-take-discard = Abgelegtes nehmen
    .help = Statt zu ziehen, darf die oberste abgelegte Karte genommen werden.
option-redundant-plays = Gleiche Grenzen
    .help = Eine rote Karte darf auf eine Grenze mit derselben Zahl.
option-hand-size = Karten für jeden
    .help = Wie viele Karten jeder bekommt.
option-retire-at = Aufhören
    .help = Wann im Zug jemand aufhören darf.
option-must-act = Zugzwang
    .help = Wer noch spielt, muss in jedem Zug eine Karte spielen.
option-play-on-retired = Grenzen für Fertige
    .help = Rote Karten dürfen noch auf den Stapel dessen, der aufgehört hat; das ändert nichts.
option-partners = Partner
    .help = Wer zusammenspielt.
option-partner-piles = Gemeinsame Stapel
    .help = Partner bauen zusammen einen grünen und einen roten Stapel.
option-partner-red = Rot für den Partner
    .help = Welche roten Karten auf den Stapel des Partners dürfen.
option-partner-score = Punkte der Partner
    .help = Jeder Partner bekommt die Summe seiner Seite.
option-pack = Karten im Spiel
    .help = Die üblichen 55, oder so viele von jeder, wie unten steht.
option-greens = Grüne Karten
    .help = Bei eigenen Karten: wie viele 1er, 2er, 3er und so fort.
option-reds = Rote Karten
    .help = Bei eigenen Karten: wie viele 0er, 1er, 2er und so fort.
option-zero-card = Rote 0
    .help = Welche gewöhnliche Karte für die rote 0 steht.

## verbs, places and what is counted
did-retire = { $who } hört auf
verb-retire = Hört auf
name-discards = Ablage
name-green = Grün

## the large panel, and points in words
panel-own-green = eigene grüne
panel-own-red = eigene rote ≤
panel-others-red = andere ≤
panel-retired = fertig
panel-held = { $count } Karten
panel-and-buried = { WHY($held) }, { $count } begraben
done-retire = aufgehört

## Aussichten
odds-green = dass { $player } eine grüne Karte bis { $cap } hat
