# Was Cribbage sagt; siehe rules/words/de.ftl.


## Geben und Crib
GAME_OVER = Gewonnen: { AND($winners) }; für die nächste Partie wird neu gegeben.
    .rule = Die Partie ist aus; für die nächste wird neu gegeben.
deals = { $dealer } gibt.
game-won = { $games ->
        [one] Die Partie geht an { $side }
       *[other] Die Partie geht an { $side } und zählt { $games }-fach
    }.
EARLY_DEAL = Die Karten sind noch nicht ausgespielt; neu gegeben wird nur nach einem Fehler beim Geben.
    .rule = Neu gegeben wird, wenn alle Hände und die Crib gezählt sind.
EARLY_DEAL-hand = Die Hand von { $player } ist noch nicht gezählt.
EARLY_DEAL-crib = Die Crib von { $player } ist noch nicht gezählt.
CRIB_CLOSED = { $player } hat schon in die Crib gelegt.
    .rule = In die Crib wird einmal gelegt, bevor der Starter aufgedeckt wird.
CRIB_COUNT = In die Crib { $number ->
        [one] kommt eine Karte
       *[other] kommen { $number } Karten
    }, nicht { $laid }.
    .rule = Zu zweit legt jeder zwei Karten weg, zu dritt und zu viert eine.
lays-away = { $player } legt { $number ->
        [one] eine Karte
       *[other] { $number } Karten
    } weg.
SECOND_STARTER = Der Starter dieses Spiels ist { CARD($card) }.
    .rule = In jedem Spiel gibt es einen Starter.
UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.
UNSEEN_CARD-starter = Welche Karte ist der Starter?
TWO_CARDS = Immer nur eine Karte.
    .rule = Es wird eine Karte auf einmal gelegt.
starter-is = Der Starter ist { CARD($card) }; { $player } beginnt.
heels = His Heels: { CARD($card) } bringt { $dealer } { $points } Punkte.
NO_STARTER = Erst muss der Starter aufgedeckt werden.
    .rule = Der Starter wird vor dem Ausspielen aufgedeckt.

## das Ausspielen
PLAY_OVER = Alle Karten sind gespielt; jetzt wird gezählt.
    .rule = Alle Karten sind gespielt.
OVER_31 = Mit { CARD($card) } wären es { $becomes }, mehr als 31: Wer nicht darunter bleiben kann, sagt Go.
    .rule = Der Stand darf 31 nicht übersteigen.
WRONG_COUNT = Der Stand ist { $count }, nicht { $announced }.
    .rule = Die angesagte Zahl stimmt nicht.
count = { $count }.
count-scores = { $count }: { AND($reasons) }, { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
for-fifteen = fünfzehn
for-31 = einunddreißig
for-pair = { $pair ->
        [pair] ein Paar
        [three] ein Drilling
       *[four] ein Vierling
    }
for-run = eine Folge von { $cards }
last-card = Die letzte Karte bringt { $player } { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
now-the-show = Alle Karten sind gespielt; zuerst wird die Hand von { $player } gezählt.
out = { $side } { SEATS($side) ->
        [one] ist
       *[other] sind
    } am Ziel: { $holes } Löcher.
FALSE_GO = { $player } hat bei { $count } Go gesagt und hatte { CARD($card) }; damit wären es { $becomes }.
    .rule = Wer legen kann, ohne 31 zu übersteigen, muss legen.
FALSE_GO-counted = { $player } muss eine Karte haben, die bei { $count } passt: Für { $held ->
        [one] 1 Karte
       *[other] { $held } Karten
    } auf der Hand sind zu wenige andere noch nicht gesehen.
says-go = { $player } sagt Go; { $next } spielt weiter.
one-for-go = Go: { $player } bekommt { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    } für die letzte Karte, und es wird neu gezählt.

## das Zählen
EARLY_SHOW = Gezählt wird, wenn alle Karten gespielt sind.
    .rule = Gezählt wird nach dem Ausspielen.
ALL_COUNTED = Alles ist gezählt; jetzt wird neu gegeben.
    .rule = Hände und Crib werden einmal gezählt.
WRONG_TURN-hand = Als Nächstes wird die Hand von { $player } gezählt.
WRONG_TURN-crib = Als Nächstes wird die Crib von { $player } gezählt.
SHOW_COUNT = Gezählt werden { $number } Karten und der Starter.
    .rule = Eine Hand und die Crib haben vier Karten.
NOT_YOUR_CARD = { $player } hat { CARD($card, case: "acc") } nicht gespielt.
    .rule = Gezählt wird die Hand, die gespielt wurde.
for = { $what ->
        [fifteens] Fünfzehner { $points }
        [pairs] Paare { $points }
        [runs] Folgen { $points }
        [flush] Flush { $points }
       *[nobs] His Nobs { $points }
    }
counts = { $crib ->
        [yes] Crib
       *[no] Hand
    } von { $player }: { $points ->
        [0] nichts
       *[other] { AND($reasons) }, zusammen { $points }
    }.
WRONG_COUNT-over = { $points ->
        [0] In diesen Karten steckt nichts
       *[other] Diese Karten machen { $points } ({ LIST($reasons) })
    }, nicht { $claimed }.
WRONG_COUNT-under = Diese Karten machen { $points } ({ LIST($reasons) }), nicht { $claimed }{ $muggins ->
        [true] ; wer es sieht, darf sich den Rest nehmen
       *[false] {""}
    }.
NO_MUGGINS = An diesem Tisch wird ohne Muggins gespielt.
    .rule = Liegen gelassene Punkte darf man sich nur nehmen, wo mit Muggins gespielt wird.
NO_MUGGINS-own = { $player } kann der eigenen Seite keine Punkte nehmen.
WRONG_PEG = { $player } hat { $scored ->
        [0] keine Punkte
        [one] 1 Punkt
       *[other] { $scored } Punkte
    } gemacht, nicht { $claimed }.
    .rule = Die beanspruchten Punkte sind nicht die gemachten.
WRONG_PEG-nothing = { $player } hat nichts zu stecken.
WRONG_PEG-none-left = { $player } hat keine Punkte liegen lassen.
WRONG_PEG-left = { $player } hat { $left ->
        [one] 1 Punkt
       *[other] { $left } Punkte
    } liegen lassen, nicht { $claimed }.
pegs = { $player } steckt { $points }.
muggins = Muggins: { $player } nimmt { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }, die { $on } liegen ließ.

## die Tafel
line-crib = Jeder legt { $number ->
        [one] eine Karte
       *[other] { $number } Karten
    } weg; die Crib gehört { $dealer }.
line-cut = Abheben und den Starter aufdecken; die Crib gehört { $dealer }.
line-count = Der Stand ist { $count }.
line-scores = { RANK($rank) }: { $count }, { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
line-hands = Karten auf der Hand: { LIST($hands) }.
line-hand = Die Hand von { $player } zählt { $points }.
line-turn-crib = Die Crib von { $dealer } aufdecken.
line-left = { $player } hat { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    } liegen lassen: Muggins!

## die Regelseite
rules-summary = Karten zählen zweimal, beim Legen und noch einmal beim Zählen der Hände; Fünfzehner, Paare und Folgen bewegen die Stifte, und wer zuerst { $holes } Löcher hat, gewinnt.
rules-deal = Zu zweit bekommt jeder sechs Karten, zu dritt und zu viert fünf. Zu viert spielen die Gegenübersitzenden zusammen. Gegeben wird reihum im Uhrzeigersinn.
rules-crib = Zu zweit legt jeder zwei Karten verdeckt in die Crib, zu dritt und zu viert eine; zu dritt kommt noch eine vom Talon dazu. Die Crib gehört dem Geber. Dann wird abgehoben und der Starter aufgedeckt; ein Bube bringt dem Geber 2 Punkte, His Heels.
rules-play = Links vom Geber wird begonnen, reihum legt jeder eine Karte vor sich und zählt weiter: Ass 1, Bilder 10. Der Stand darf 31 nicht übersteigen.
rules-play-points = Genau 15 bringt 2 Punkte, genau 31 ebenso. Eine Karte vom Rang der vorigen bringt 2, eine dritte 6, eine vierte 12. Bilden die letzten drei oder mehr Karten eine Folge, in beliebiger Ordnung, bringt sie einen Punkt je Karte.
rules-go = Wer nicht legen kann, ohne 31 zu übersteigen, sagt Go, und die anderen spielen weiter. Wer die letzte Karte legt, bekommt 1 Punkt, es sei denn, es sind 31, und links davon wird neu begonnen. Ebenso die allerletzte Karte.
rules-show = Dann wird jede Hand mit dem Starter gezählt, zuerst links vom Geber, zuletzt der Geber, danach für ihn die Crib.
rules-show-points = Was zusammen 15 macht, bringt 2, jedes Paar 2, jede Folge von drei oder mehr einen Punkt je Karte. Vier Karten einer Farbe auf der Hand bringen 4, mit dem Starter 5; in der Crib zählen nur alle fünf. Der Bube von der Farbe des Starters bringt 1, His Nobs.
rules-muggins = { $muggins ->
        [true] Was beim Zählen übersehen wird, darf sich ein Gegner nehmen, der es vor der nächsten Hand sagt: Muggins.
       *[false] Was beim Zählen übersehen wird, wird gesagt und gezählt.
    }
rules-end = Wer zuerst { $holes } erreicht, gewinnt sofort, auch mitten im Spiel.{ $skunk ->
        [double] {" "}Wer unter { $line } bleibt, verliert doppelt{ $double ->
            [0] .
           *[other] , unter { $double } dreifach.
        }
       *[none] {""}
    }

option-target = Ziel
    .help = Wie viele Löcher eine Partie hat.
option-muggins = Muggins
    .help = Gegner dürfen sich nehmen, was jemand beim Zählen übersieht.
option-skunk = Skunks
    .help = Was eine Partie zählt, wenn der Verlierer weit zurückliegt.

## Wörter der Tafel
name-crib = Crib
name-starter = Starter
name-played = Gespielt
name-crib_size = In der Crib
name-phase = Jetzt
panel-count = Stand
panel-crib = Crib von
panel-hand = Hand { $points }
headline-crib = Für die Crib von { $dealer } weglegen
headline-cut = Abheben und den Starter aufdecken
headline-turn-crib = Die Crib von { $dealer } aufdecken
headline-count = Die Hand von { $player } wird gezählt
did-crib = { $who } legt in die Crib
did-go = { $who } sagt Go
done-crib = in die Crib gelegt
value-skunk-double = Skunks zählen doppelt
value-skunk-none = jede Partie zählt eins
verb-crib = Legt weg
verb-go = Go

## Aussichten
odds-play = dass { $player } bei { $count } spielen kann
odds-go = dass { $player } bei { $count } nichts Passendes hatte
