# Was an einem Tisch gesagt wird, dessen Spiel der Begleiter nicht kennt; siehe rules/words/de.ftl.


title-any_game = Anderes Spiel
did-seen = Auf dem Tisch: { $cards }
did-gather = Jemand räumt ab
did-score = { $who } bekommt { $numbers }
did-lose = { $who } verliert { $numbers }
did-end = Das Spiel ist aus
done-seen = eine Karte gelegt
done-gather = abgeräumt
done-score = Punkte bekommen
done-lose = Punkte verloren
verb-score = Gutschreiben
verb-lose = Abziehen
verb-end = Spiel beenden
name-board = Tisch
name-seen = Gesehen
name-left = Noch da

deal = { $number }. Spiel: Alle Karten sind wieder im Stapel.
unseen = { $number ->
        [one] 1 Karte ist
       *[other] { $number } Karten sind
    } noch nicht gesehen.
cleared = { $number ->
        [0] Nichts ist
        [one] 1 Karte ist
       *[other] { $number } Karten sind
    } weggeräumt.
scores = { $player } bekommt { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
loses = { $player } verliert { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
wins = Gewonnen: { AND($winners) }.
NOT_THERE = { CARD($card) } liegt nicht auf dem Tisch.
    .rule = Aufgenommen werden nur Karten, die auf dem Tisch liegen.

headline-points = Für Punkte einen Namen antippen
line-left = Seit dem Geben noch nicht gesehen:
line-jokers = { $number ->
        [0] Alle Joker sind gesehen.
        [one] 1 Joker ist noch nicht gesehen.
       *[other] { $number } Joker sind noch nicht gesehen.
    }
line-last = Zuletzt: { WHY($cards) }

## the rules page
rules-summary = Der Begleiter kennt dieses Spiel nicht. Er führt auf, welche Karten auf den Tisch kommen, zählt mit, was weg ist, und schreibt die Punkte an.
rules-cards = { $cards ->
        [24] Ein Blatt mit 24 Karten, von der 9 an,
        [32] Ein Blatt mit 32 Karten, von der 7 an,
        [36] Ein Blatt mit 36 Karten, von der 6 an,
        [40] Ein Blatt mit 40 Karten, ohne 8, 9 und 10,
        [48] Zwei Blätter mit 24 Karten, von der 9 an,
        [104] Zwei Blätter mit 52 Karten
       *[other] Ein Blatt mit 52 Karten
    }{ $jokers ->
        [0] {" "}ohne Joker.
        [one] {" "}mit 1 Joker.
       *[other] {" "}mit { $jokers } Jokern.
    } Beim nächsten Geben kommen alle zurück.
rules-points = Wer einen Namen antippt, schreibt dort Punkte an oder zieht sie ab. Ein Tipp auf das Brett sagt, woher jeder Punkt kommt.
rules-end = { $target ->
        [0] Das Spiel endet, wenn der Tisch es sagt
       *[other] Wer { $target } Punkte erreicht, beendet das Spiel
    }; { $wins ->
        [fewest] die wenigsten Punkte gewinnen.
       *[most] die meisten Punkte gewinnen.
    }
rules-timer = Eine Uhr zählt { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } herunter; ein Tipp startet sie, ein zweiter hält sie an.

option-name = Name des Spiels
    .help = Er steht über dem Tisch, auf Punktezetteln und in der Liste der Abende.
option-cards = Karten
    .help = Wie viele Karten das Blatt hat.
value-cards-24 = 24 (ab 9)
value-cards-32 = 32 (ab 7)
value-cards-36 = 36 (ab 6)
value-cards-40 = 40 (ohne 8, 9, 10)
value-cards-48 = 2 × 24 (ab 9)
value-cards-52 = 52
value-cards-104 = 2 × 52
option-jokers = Joker
    .help = Wie viele Joker im Blatt sind.
option-target = Ziel
    .help = Mit so vielen Punkten ist das Spiel aus; bei 0 beendet es der Tisch.
option-wins = Wer gewinnt
    .help = Ob viele Punkte gut oder schlecht sind.
value-wins-most = die meisten Punkte
value-wins-fewest = die wenigsten Punkte
option-timer = Uhr
    .help = So viele Sekunden zählt eine Uhr herunter; keine bei 0.
