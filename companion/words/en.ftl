# What companion says about a table, whatever the game; keys and arguments as in the other languages.
# PLACE($place) is where something lies; `done-VERB` stands in the catalogue of whoever has the verb.

place-nowhere = beside the table's places
place-common = on the { $kind }
place-owned = at { AND($owner) }'s { $kind }

## what the table is asked
the-card = the { CARD($card) }
ask-back = What lies there now does not fit what was noted last. What was it?
ask-which = Which card lies { PLACE($place) }: { OR($cards) }?
ask-is = Is the card { PLACE($place) } { WHY($card) }?
ask-impossible = The { CARD($card) } { PLACE($place) } cannot be: was it misread, or does it belong to another pack?
silently = { AND($players) } { WHY($done) }
ask-shown = These cards lie open: whose hand is it?
ask-silent = The { CARD($card) } { PLACE($place) }: did { WHY($before) }, or was a card overlooked before that?
ask-who = Who laid the { CARD($card) } { PLACE($place) }? Or was a card before it overlooked?
ask-what = What happened to the { CARD($card) } { PLACE($place) }?
ask-unexplained = Nothing explains the { CARD($card) } { PLACE($place) }: what happened?
ask-out-of-turn = { WHY($why) } Was a card overlooked before that?
ask-out-of-turn-silent = { WHY($why) } Did { WHY($before) }, or was a card overlooked before that?
card-at = { CARD($card) } ({ PLACE($place) })
astray = The table does not match the log: { LIST($expected) } should lie there, but { LIST($seen) } does.
astray-seen = The table does not match the log: nothing explains { LIST($cards) }.
astray-gone = The table does not match the log: { LIST($cards) } should lie there.

## what is told in passing
taken-back-event = Taken back: { $event }.
nothing-to-take-back = There is nothing to take back.
put-back = Put back.
nothing-to-put-back = There is nothing to put back.
taken-out = Taken out.
camera-moved = The camera was moved; the table was found again.

## how well the table is known
calibration-assumed = The table was not calibrated; lay the printed marker sheet in the middle and calibrate.
calibration-good = Places on the table are accurate to about { $mm } mm: good.
calibration-poor = Places on the table are accurate to about { $mm } mm: { $quality ->
        [fair] fair
       *[poor] poor
    }; to do better, { $method ->
        [markers] lay the marker sheet flat in the middle of the table, in even light, and nearer the camera
        [points] tap the four corners again, of a rectangle that fills more of the picture
       *[cards] lay six or more cards apart from each other, some near the corners of the table
    }, then calibrate again.
table-found = The table was found; places are accurate to about { $mm } mm: { $quality ->
        [good] good.
        [fair] fair.
       *[poor] poor. Cards that lie apart from each other make it better by themselves; the printed marker sheet, laid in the middle for a moment, does so at once.
    }
