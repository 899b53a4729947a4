# Was Thirteen sagt; siehe rules/words/de.ftl.


## dealing
deals-again = { $dealer } gibt noch einmal.
UNFINISHED = Das Spiel ist noch nicht zu Ende; neues Geben würde es verwerfen.
    .rule = Neu gegeben wird, wenn das Spiel zu Ende ist.
new-cards = Neue Karten; { $leader } hat gewonnen und spielt aus.
new-cards-lowest = Neue Karten; die niedrigste eröffnet.
LATE_LOWEST = Die niedrigste Karte zählt nicht mehr: die erste Karte ist gespielt.
    .rule = Nach der niedrigsten Karte wird gefragt, bevor gespielt wird, was sie enthalten muss.
LATE_LOWEST-leader = Die niedrigste Karte zählt nicht mehr: { $leader } spielt beliebig aus.
NO_3S-too-high = { CARD($card) } kann nicht die niedrigste gegebene Karte sein: von { $below ->
        [0] keine niedrigeren Karten
        [one] 1 niedrigeren Karte
       *[other] { $below } niedrigeren Karten
    } { $aside ->
        [0] kann keine
        [one] kann nur 1
       *[other] können nur { $aside }
    } beiseite liegen.
lowest-is = { CARD($card) } ist die niedrigste gegebene Karte; der erste Zug muss sie enthalten.

## combinations
combination = { $kind ->
        [single] { CARD($top) }
        [straight] eine Straße von { $length } bis { CARD($top) }
        [pairs] { $length } Paare in Folge bis { CARD($top) }
        [pair] ein Paar { RANK($rank, form: "many") } mit { CARD($top) }
        [triple] ein Drilling { RANK($rank, form: "many") } mit { CARD($top) }
       *[quad] ein Vierling { RANK($rank, form: "many") }
    }
NOT_COMBINATION-triple = Ein Drilling gilt an diesem Tisch nicht.
NOT_COMBINATION = Diese Karten sind weder einzeln noch Paar, Drilling, Straße, Vierling oder drei und mehr Paare in Folge.
    .rule = Gespielt wird eine Einzelne, ein Paar, ein Drilling, eine Straße, ein Vierling oder drei und mehr Paare in Folge.
NOT_COMBINATION-twos = Zweien gehören nicht in { $kind ->
        [straight] eine Straße
       *[pairs] Paare in Folge
    }.
NOT_COMBINATION-short = { $kind ->
        [straight] Eine Straße braucht
       *[pairs] Paare in Folge brauchen
    } wenigstens { $least } Werte in Folge.
CHOP_FORBIDDEN = Gehackt wird hier nur auf Zweien, und auf dem Tisch liegt { WHY($shown) }.
    .rule = An diesem Tisch wird nur auf Zweien gehackt.
WRONG_TYPE = Auf dem Tisch liegt { WHY($shown) }; das schlägt nur die gleiche Art{ $chop ->
        [yes] {""}
       *[no] {" "}oder ein Hacken
    }.
    .rule = Gespielt wird die gleiche Art wie die geschlagene, außer beim Hacken.
WRONG_LENGTH = { $kind ->
        [straight] Eine Straße schlägt
       *[pairs] Paare in Folge schlagen
    } nur, was gleich lang ist: auf dem Tisch sind { $wanted } Werte in Folge, hier { $length }.
    .rule = Eine Straße oder Folge von Paaren muss so lang sein wie die, die sie schlägt.
NOT_HIGHER-alike = Von zwei gleichen Karten ist die mit Rückseite { $back } höher, und sie liegt schon da.
NOT_HIGHER = Die höchste Karte entscheidet: { CARD($card) } ist nicht höher als { CARD($other) }.
    .rule = Die höchste gespielte Karte muss höher sein als die höchste auf dem Tisch.
NOT_ONE_SUIT = Die Straße auf dem Tisch ist in einer Farbe, also muss diese es auch sein.
    .rule = Eine Straße in einer Farbe schlägt nur eine Straße in einer Farbe.

## playing
MUST_LEAD = { $player } spielt aus und muss etwas spielen.
    .rule = Wer ausspielt, muss etwas spielen.
all-knocked = { $player } klopft, und niemand sonst spielt noch; { $leader } spielt beliebig aus.
leads = { $leader } spielt aus
knocks = { $player } ist bis zum Ende der Runde draußen.
GAME_OVER = Dieses Spiel ist zu Ende; neu geben.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
GAME_OVER-void = Dieses Geben gilt nicht; neu geben.
KNOCKED_PLAYER = { $player } hat geklopft und ist bis zum Ende der Runde draußen.
    .rule = Wer geklopft hat, ist bis zum Ende der Runde draußen.
NO_3S = Der erste Zug muss { CARD($card) } enthalten, die niedrigste gegebene Karte.
    .rule = Der erste Zug muss die Pik 3 enthalten, sonst die niedrigste gegebene Karte.
NO_3S-first = Der erste Zug muss { CARD($card) } enthalten{ $aside ->
        [yes] , sonst die niedrigste gegebene Karte
       *[no] {""}
    }{ $back ->
        [none] {""}
       *[other] , und zwar die ohne Rückseite { $back }
    }.
NO_3S-held = { $player } hatte { CARD($card) }, also musste der erste Zug sie enthalten.
WRONG_OPENER = { $player } hatte { CARD($card) }, niedriger als { CARD($lowest) } von { $opener }; also hätte { $player } eröffnen müssen.
    .rule = Das erste Spiel eröffnet, wer die niedrigste gegebene Karte hat.
beat = Zu schlagen: { WHY($shown) }.
next-beats = { $next ->
        [none] Es liegt: { WHY($shown) }.
       *[other] Für { $next } zu schlagen: { WHY($shown) }.
    }
out-beat = { $player } hat keine Karten mehr. { $next ->
        [none] Es lag: { WHY($shown) }.
       *[other] Für { $next } zu schlagen: { WHY($shown) }.
    }
out-last = { $player } hat keine Karten mehr.
out-wins = { $player } hat keine Karten mehr und gewinnt.

## cards shown
shows = { $player } zeigt { CARDS($cards) }.
NOT_FOUR = Nur alle vier Zweien oder alle vier Dreien ändern ein Geben.
    .rule = Nur alle vier Zweien oder alle vier Dreien, vor dem ersten Zug gezeigt, ändern ein Geben.
four-redeal = { $player } bekam { CARDS($cards) }: es wird neu gegeben.
four-wins = { $player } bekam { CARDS($cards) } und gewinnt.
four-ignored = { $player } bekam { CARDS($cards) }; an diesem Tisch wird damit weitergespielt.

## the panel
line-won = { $player } hat gewonnen.
line-order = Fertig in dieser Reihenfolge: { LIST($players) }
line-void = Dieses Geben gilt nicht; { $dealer } gibt noch einmal.
line-beat = { $player } muss schlagen oder klopfen: { WHY($shown) }.
line-leads = { $player } spielt beliebig aus.
line-opens = Wer die niedrigste Karte hat, eröffnet mit ihr.
line-opens-card = Wer { CARD($card) } hat, eröffnet damit.
line-left = Noch übrig: { LIST($hands) }
line-out = Ohne Karten: { LIST($players) }
line-knocked = Geklopft: { LIST($players) }
line-last = Zuletzt gespielt: { $player }
line-beaten = Schlagen können: { SHORT($cards) }
line-unbeaten = Schlagen kann: nichts Ungesehenes dieser Art
line-back = Von zwei gleichen Karten ist die mit Rückseite { $back } höher.
line-highest = Höchste Karte, die noch aussteht: { SHORT($card) }
line-chops = Hacken geht noch mit: { LIST($chops) }
line-no-chops = Hacken geht nicht mehr
chop-four = vier { RANK($rank, form: "many") }
chop-pairs = Paaren { $run }

## the rules page
rules-summary = Als Erster ohne Karten sein: eine höhere Kombination derselben Art spielen, oder klopfen und auf die nächste Runde warten.
rules-ranks = Die Werte steigen von 3 bis König, dann Ass, dann 2; die Farben von Pik über Kreuz und Karo zu Herz. Pik 3 ist die niedrigste Karte, Herz 2 die höchste.
rules-deal = 13 Karten für jeden; ab fünf Personen gleich viele{ $even ->
        [true] {" "}und eine gerade Zahl
       *[false] {""}
    }, und der Rest liegt beiseite. { $packs ->
        [one] Gespielt wird immer mit einem Blatt.
        [two] Gespielt wird mit zwei Blättern, die ganz verteilt werden, soweit es aufgeht; von zwei gleichen Karten ist die mit Rückseite { $back } höher.
       *[auto] Ab sieben wird mit zwei Blättern gespielt; von zwei gleichen Karten ist die mit Rückseite { $back } höher.
    }
rules-combinations = Kombinationen: einzeln, Paar, { $triple ->
        [true] Drilling,{" "}
       *[false] {""}
    }Straße von { $straight } oder mehr ohne Zweien, Vierling, und drei oder mehr Paare in Folge{ $twos ->
        [true] , auch mit Zweien.
       *[false] , ohne Zweien.
    }
rules-first = Der erste Zug enthält Pik 3, oder die niedrigste gegebene Karte, wenn Pik 3 beiseite liegt. { $next ->
        [winner] Der Sieger spielt das nächste Spiel beliebig aus.
       *[lowest] So auch der erste jedes weiteren Spiels.
    }
rules-beat = Reihum schlagen, mit der gleichen Art und Größe und einer höheren höchsten Karte, oder klopfen. Wer klopft, ist draußen, bis alle anderen geklopft haben; dann spielt der Letzte beliebig aus, und alle sind wieder dabei.
rules-chops = Vierlinge und Paare in Folge hacken: wer dran ist, schlägt damit { $chops ->
        [any] alles
       *[only_2s] nur Zweien
    }, und sie schlägt nur ein höheres Hacken gleicher Art und Länge{ $longer ->
        [true] , oder ein längeres
       *[false] {""}
    }{ $quads ->
        [always] , oder ein Vierling
       *[none] {""}
    }.
rules-one-suit = Eine Straße in einer Farbe schlägt nur eine Straße in einer Farbe.
rules-four = { $four ->
        [redeal] Wer alle vier Zweien oder alle vier Dreien bekommt, zeigt sie, und es wird neu gegeben.
        [instant_win] Wer alle vier Zweien oder alle vier Dreien bekommt und zeigt, hat gewonnen.
       *[ignore] Alle vier Zweien oder alle vier Dreien werden gespielt wie andere Karten.
    }
rules-end = Der Erste ohne Karten gewinnt{ $on ->
        [true] {""}; die anderen spielen um die Plätze weiter. Hat der, der fertig ist, die Runde gewonnen, spielt der Nächste links aus.
       *[false] {""}.
    }

TWO_IN_STRAIGHT =
    .rule = Zweien gehören nicht in eine Straße, und in Paare in Folge nur, wenn der Tisch es erlaubt.
UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.

option-chops = Hacken schlägt
    .help = Worauf ein Vierling oder Paare in Folge dürfen.
option-longer-pairs-beat = Mehr Paare in Folge
    .help = Mehr Paare in Folge schlagen weniger.
option-quad-beats-pairs = Vierling schlägt Paare
    .help = Ein Vierling schlägt Paare in Folge.
option-min-straight = Kürzeste Straße
    .help = Wie viele Karten sie hat.
option-triple = Drilling
    .help = Ein Drilling kann gespielt werden.
option-chop-pairs-with-2 = Paare bis zur Zwei
    .help = Paare in Folge dürfen mit Zweien enden.
option-straight-same-suit-lock = Straßen in einer Farbe
    .help = Nur eine andere Straße in einer Farbe schlägt sie.
option-four-of-rank = Vier Zweien oder Dreien
    .help = Was es heißt, alle vier zu bekommen.
option-next-lead = Das nächste Spiel beginnt
    .help = Wer das nächste Spiel beginnt.
option-play-on = Weiterspielen
    .help = Die anderen spielen um Platz zwei und drei weiter.
option-even-literal = Gerade Kartenzahl
    .help = Fünf und mehr Spieler bekommen eine gerade Zahl von Karten.
option-packs = Blätter
    .help = Mit wie vielen gespielt wird; ab sieben Spielern mit zwei.
option-high-back = Höhere Rückseite
    .help = Welche Rückseite bei gleichen Karten gewinnt.

## verbs, places and what is counted
did-knock = { $who } klopft
verb-knock = Klopfen
did-lowest = Die niedrigste Karte ist { $cards }
name-to_beat = Zu schlagen
name-type = Art

## the large panel, and points in words
panel-lead-anything = Alles darf kommen
panel-beaten-by = Schlagen können noch: { SHORT($cards) }
panel-knocked = geklopft
done-knock = geklopft

## Aussichten
odds-beat = dass { $player } { WHY($shown) } schlagen kann
