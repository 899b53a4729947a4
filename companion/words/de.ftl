# Was companion über einen Tisch sagt, gleich bei welchem Spiel; Schlüssel und Angaben wie in en.ftl.

place-nowhere = (neben den Plätzen)
place-common = ({ $name })
place-owned = ({ $name }, { AND($owner) })

## what the table is asked
the-card = { CARD($card) }
ask-back = Was jetzt da liegt, passt nicht zu dem, was zuletzt notiert wurde. Was war es?
ask-which = Welche Karte liegt hier { PLACE($place) }: { OR($cards) }?
ask-is = Ist die Karte { PLACE($place) } { WHY($card) }?
ask-impossible = { CARD($card) } { PLACE($place) } kann nicht sein: verlesen, oder aus anderen Karten?
silently = { SEATS($players) ->
        [one] hat
       *[other] haben
    } { AND($players) } { WHY($done) }
ask-shown = Diese Karten liegen offen: wessen Hand ist das?
ask-silent = { CARD($card) } { PLACE($place) }: { WHY($before) }, oder wurde davor eine Karte übersehen?
ask-who = Wer hat { CARD($card) } gelegt { PLACE($place) }? Oder wurde davor eine Karte übersehen?
ask-what = Was ist mit { CARD($card) } geschehen { PLACE($place) }?
ask-unexplained = Nichts erklärt { CARD($card) } { PLACE($place) }. Was ist geschehen?
ask-out-of-turn = { WHY($why) } Wurde davor eine Karte übersehen?
ask-out-of-turn-silent = { WHY($why) } Und davor: { WHY($before) }, oder wurde eine Karte übersehen?
card-at = { CARD($card) } { PLACE($place) }
astray = Der Tisch passt nicht zum Protokoll: Da müsste liegen: { LIST($expected) }; da liegt: { LIST($seen) }.
astray-seen = Der Tisch passt nicht zum Protokoll: Nichts erklärt { LIST($cards) }.
astray-gone = Der Tisch passt nicht zum Protokoll: Es fehlt { LIST($cards) }.

## what is told in passing
taken-back-event = Zurückgenommen: { $event }.
nothing-to-take-back = Es gibt nichts zurückzunehmen.
put-back = Wiederhergestellt.
nothing-to-put-back = Es gibt nichts wiederherzustellen.
taken-out = Herausgenommen.
camera-moved = Die Kamera wurde bewegt; der Tisch ist wieder gefunden.

## how well the table is known
calibration-assumed = Der Tisch ist nicht vermessen; das Blatt mit den Marken in die Mitte legen und den Tisch suchen.
calibration-good = Plätze auf dem Tisch stimmen auf etwa { $mm } mm: gut.
calibration-poor = Plätze auf dem Tisch stimmen auf etwa { $mm } mm: { $quality ->
        [fair] mäßig
       *[poor] schlecht
    }. Besser wird es{ $method ->
        [markers] , wenn das Blatt mit den Marken flach in der Mitte liegt, in gleichmäßigem Licht und näher an der Kamera
        [points] {" "}mit den vier Ecken eines Rechtecks, das mehr vom Bild füllt
       *[cards] {" "}mit sechs oder mehr Karten, die getrennt liegen, einige nahe den Ecken des Tischs
    }; dann neu suchen.
table-found = Der Tisch ist gefunden; Plätze stimmen auf etwa { $mm } mm: { $quality ->
        [good] gut.
        [fair] mäßig.
       *[poor] schlecht. Karten, die getrennt liegen, machen es von selbst besser; das gedruckte Blatt mit den Marken, kurz in die Mitte gelegt, sofort.
    }
