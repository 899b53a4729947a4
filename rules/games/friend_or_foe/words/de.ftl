# Was Friend Or Foe sagt; siehe rules/words/de.ftl.


## dealing and rolling
UNFINISHED = Das Spiel ist noch nicht zu Ende; neues Geben würde es verwerfen.
    .rule = Neu gegeben wird, wenn das Spiel zu Ende ist.
new-cards = Neue Karten; { $first } würfelt zuerst.
GAME_OVER = Das Spiel ist zu Ende; neu geben.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
BAD_DICE = Würfel zeigen 1 bis 6, nicht { AND($numbers) }.
    .rule = Zwei Würfel zeigen Zahlen von 1 bis 6.
REROLL = Nur ein schräg liegender Würfel wird neu geworfen; die neuen Zahlen gelten.
    .rule = Nur ein schräg liegender Würfel wird neu geworfen.
NO_ROLL = { $player } muss erst würfeln.
    .rule = Ein Zug beginnt mit einem Wurf.
dice = { $one } und { $two }
rolled = { WHY($dice) }: { WHY($matches) }.
a-rank = { RANK($rank) }
two-ranks = zwei { RANK($rank, form: "many") }
one-of-each = { WHY($one) } und { WHY($two) }
matches = { LIST($ways, between: ", oder ") }{ $both ->
        [yes] , oder beides
       *[no] {""}
    }; Freunde: { RANK($king) } mit König, { RANK($ace) } mit Ass

## discarding
match = { CARDS($cards) } { $number ->
        [one] passt
       *[other] passen
    } zu den Würfeln.
CALL_MISMATCH = { $player } hat { CARD($card) } gerufen, also muss diese Karte gelegt werden.
    .rule = Die gelegte Karte muss die gerufene Zahl haben.
CALL_MISMATCH-one = Ein Ruf nach einem Freund nennt eine Karte.
CALL_MISMATCH-gone = { $player } kann keine Karte mit der Zahl { $number } haben: Alle liegen anderswo.
CALL_MISMATCH-number = Gerufen war { $called }, aber die Karte ist { CARD($card) }.
ONE_CHOICE = { $player } hat nach einem Freund gefragt; das war die Wahl in diesem Zug.
    .rule = Ein Zug ist etwas Passendes, ein Ruf nach einem Freund oder ein Passen.
ONE_CHOICE-called = { $player } hat schon gerufen; ein Zug hat einen Ruf nach einem Freund.
BOTH_MATCHES = { $player } hat das schon abgelegt; in einen Zug gehören ein Paar und eine Summe.
    .rule = In einem Zug passt ein Paar oder eine Summe, nicht beides, wenn der Tisch es nicht erlaubt.
BOTH_MATCHES-not = { $pair ->
        [yes] In einem Zug gehen zwei Karten { $one } und { $two } ab, oder eine mit { $sum }.
       *[no] Mit einer 1 passen keine zwei Karten: in einem Zug geht eine mit { $sum } ab.
    }
BAD_PAIR-either = { $pair ->
        [yes] Zu den Würfeln passen zwei Karten { $one } und { $two }, oder eine mit { $sum }.
       *[no] Mit einer 1 passen keine zwei Karten: nur eine mit { $sum }.
    }
BAD_PAIR = { $pair ->
        [yes] Die zwei Karten müssen { $one } und { $two } sein; oder eine Karte { $sum }.
       *[no] Mit einer 1 passen keine zwei Karten: nur eine mit { $sum }.
    }
    .rule = Zwei Karten gehen nur ab, wenn ihre Zahlen die der zwei Würfel sind.
BAD_SUM = { $one } und { $two } sind { $sum }; { CARD($card) } ist { $number }.
    .rule = Eine Karte geht nur ab, wenn ihre Zahl die Summe der Würfel ist.
ACE_KING = { RANK($rank) } geht nur mit einem Freund.
    .rule = Könige, und Asse, wenn sie nicht für eine 1 zählen, gehen nur mit einem Freund.
ACE_KING-king = Ein König geht nur mit einem Freund.
ACE_KING-die = Ein Ass geht nur mit einem Freund; zu einer gewürfelten 1 passt es nicht.
passes = { $player } passt; jeder andere darf „Foe!“ rufen, bis { $next } würfelt.
won = Keine Karten mehr und damit gewonnen: { AND($players) }.
nobody-can = Niemand kann mehr ablegen; neu geben.

## friends
FRIEND_WITH_MATCH = { $player } hat nach einem Freund gefragt, also darf nichts Passendes auf der Hand sein.
    .rule = Nach einem Freund fragt nur, wer nichts Passendes zu den Würfeln hat.
FRIEND_WITH_MATCH-one-of = { $player } fragte nach einem Freund bei { LIST($rolls, between: ", bei ") } und hatte einmal etwas Passendes: Von den Karten, die niemand sah, passen zu viele.
FRIEND_WITH_MATCH-held = { $player } hatte { CARDS($cards) }, als die Frage nach einem Freund bei { WHY($dice) } kam.
FRIEND_WITH_MATCH-counted = { $player } hatte bei { WHY($dice) } etwas Passendes auf der Hand: Von den Karten, die niemand sah, passen zu viele.
may-answer = { $helper ->
        [A] Ein Ass
        [K] Ein König
       *[both] Ein König oder ein Ass
    } darf antworten.
NO_ANSWER = { WHY($helpers) }
    .rule = Kein König und kein Ass kann diesen Ruf beantworten.
BAD_HELPER = { WHY($helpers) }
    .rule = Ein König hilft einer Karte von 13 weniger der Summe, ein Ass einer von 1 mehr als die Summe.
nobody-helps = Für { WHY($asked) } gibt es keine Hilfe: bei Summe { $sum } geht ein König mit { WHY($king) }, ein Ass mit { WHY($ace) }.
helps = { $helper ->
        [K] 13 − { $number } = { $sum }
        [A] { $number } − 1 = { $sum }
       *[both] 13 − { $number } = { $sum } und { $number } − 1 = { $sum }
    }: dazu hilft { OR($helpers) }.
NO_ASK = Jetzt fragt niemand nach einem Freund; die erste Antwort gilt.
    .rule = „Friend!“ antwortet auf einen offenen Ruf; der erste gilt.
NO_ASK-which = Welche Karte mit der Zahl { $number } legt { $player }?
SELF_CALL-friend = { $player } hat gefragt, also muss jemand anders antworten.
go-together = { CARD($asked) } und { CARD($card) } gehen zusammen.

## foes
attacks = { $player } greift an; { $passer } nimmt den Stapel.
SECOND_FOE = { $passer } wurde schon angegriffen; der erste Ruf gilt.
    .rule = Ein Passen wird einmal angegriffen; der erste Ruf gilt.
LATE_FOE = { $roller } hat gewürfelt; „Foe!“ kam zu spät.
    .rule = „Foe!“ muss vor dem nächsten Wurf kommen.
FOE_WITHOUT_PASS = Niemand hat gepasst, also kann niemand angegriffen werden.
    .rule = „Foe!“ antwortet auf ein Passen.
SELF_CALL = { $player } hat gepasst, also greift jemand anders an.
    .rule = Niemand beantwortet seinen eigenen Ruf oder greift sein eigenes Passen an.
collects-for = { WHY($why) } { $player } nimmt den Stapel.
NOTHING_TO_COLLECT = { $player } wurde nicht angegriffen.
    .rule = Nur wer angegriffen wurde, nimmt den Stapel.
takes = { $player } nimmt { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }.
DUPLICATE-held = { $player } hat bekanntlich { CARD($card) }: verlesen, oder aus anderen Karten?
shows = { $player } zeigt { CARDS($cards) }.

## the panel
line-won = Gewonnen: { AND($players) }.
line-dead = Niemand kann mehr ablegen: unentschieden; neu geben.
line-rolls = { $player } würfelt.
line-answer = Antworten könnte: { LIST($players) }.
line-no-answer = Antworten könnte: niemand.
line-foe = „Foe!“ gilt, bis { $player } würfelt.
line-pile = Stapel: { $number ->
        [0] keine Karten
        [one] 1 Karte
       *[other] { $number } Karten
    }
line-left = Noch übrig: { LIST($hands) }
line-one-left = { $player } hat noch eine Karte.
line-holds = { $player } hält { SHORT($cards) }
line-special = Noch nicht gesehene Asse und Könige: { SHORT($cards) }
line-no-special = Noch nicht gesehene Asse und Könige: keine
line-friend-only = { $aces ->
        [true] Könige gehen nur mit einem Freund.
       *[false] Asse und Könige gehen nur mit einem Freund.
    }

## the rules page
rules-summary = Als Erster ohne Karten sein. Zwei Würfel werfen; ablegen, was passt, nach einem Freund fragen, um Asse und Könige loszuwerden, und angreifen, wer passt.
rules-deal = Alle Karten werden gleichmäßig gegeben; was übrig ist, { $left ->
        [aside] liegt beiseite.
       *[first_players] bekommen die Ersten, je eine.
    } Links vom Geber wird zuerst gewürfelt; dann geht es links weiter, was auch geschieht.
rules-numbers = Ein Ass zählt 1, Bube 11, Dame 12, König 13.
rules-roll = Zwei Würfel werfen. Zwei Karten mit den Zahlen der Würfel ablegen, oder eine mit ihrer Summe{ $both ->
        [true] , oder beides.
       *[false] , nicht beides in einem Zug.
    } Ein schräg liegender Würfel wird neu geworfen.
rules-aces = { $aces ->
        [true] Ein Ass passt zu einer gewürfelten 1, ein König zu nichts.
       *[false] Asse und Könige passen zu nichts, auch nicht zu einer gewürfelten 1.
    }
rules-friend = { $no_match ->
        [true] Wer nichts Passendes hat, darf
       *[false] Stattdessen darf man
    } fragen: „Freund, meine Karte N?“ Wer zuerst „Friend!“ antwortet, legt einen König, wenn 13 − N die Summe der Würfel ist, ein Ass, wenn N − 1 es ist; beide Karten werden abgelegt.
rules-foe = Oder passen, auch mit etwas Passendem; ein Ruf, den niemand beantwortet, ist gepasst. Bis zum nächsten Wurf darf einer „Foe!“ rufen und zu denselben Würfeln ablegen; wer gepasst hat, nimmt dann den Stapel{ $pile ->
        [with] , auch die Karten des Angreifers.
       *[without] , aber nicht die Karten des Angreifers.
    }
rules-false-call = { $call ->
        [void] Ein Ruf ohne die Karten dazu gilt nicht, und der nächste zählt.
       *[collects] Wer ohne die Karten dazu ruft, nimmt den Stapel.
    }
rules-end = Der Erste ohne Karten gewinnt; leert die Antwort eines Freundes beide Hände, { $out ->
        [shared] gewinnen beide.
        [asker] gewinnt, wer gefragt hat.
       *[helper] gewinnt, wer geholfen hat.
    } Sind nur noch Könige{ $aces ->
        [true] {""}
       *[false] {" "}oder nur noch Asse
    } auf den Händen, kann niemand weiter, und es ist unentschieden.

UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.

option-aces-match-die-one = Ass für die 1
    .help = Ein Ass passt zu einer gewürfelten 1.
option-both-matches = Paar und Summe
    .help = Paar und Summe dürfen in einem Zug gelegt werden.
option-friend-requires-no-match = Freunde nur in der Not
    .help = Nur wer nichts Passendes hat, fragt nach einem Freund.
option-foe-pile = Auch die des Angreifers
    .help = Wer zu Unrecht gepasst hat, nimmt sie mit dem Stapel.
option-double-out = Beide zugleich fertig
    .help = Wer gewinnt, wenn die Antwort eines Freundes beide Hände leert.
option-leftovers = Übrige Karten
    .help = Was mit Karten geschieht, die nicht aufgehen.
option-false-call = Falsches „Foe!“
    .help = Was ein „Foe!“ oder „Friend!“ ohne die Karten dazu kostet.
headline-call = { $player } fragt mit { WHY($called) }: Wer antwortet?

## verbs, places and what is counted
did-collect = { $who } nimmt den Stapel
verb-collect = Nimmt den Stapel
did-foe = { $who } sagt „Foe!“ mit { $cards }
done-ask = nach einem Freund gefragt
did-friend = { $who } hilft mit { $cards }
did-roll = { $who } würfelt { $numbers }
name-dice = Würfel

## the large panel, and points in words
panel-roll = Würfeln
panel-dice = { $first } und { $second }
panel-pair = Zwei Karten
panel-one-card = Eine Karte
panel-friend = Freund: { $rank }?
panel-helped-by = mit { LIST($ranks, between: " oder ") }
panel-could-answer = Antworten könnten: { AND($players) }
panel-foe-until = „Foe!“ gilt, bis { $player } würfelt.
panel-known = { $player } hält { SHORT($cards) }{ $more ->
        [true] {" "}…
       *[false] {""}
    }

## Aussichten
odds-match = dass { $player } zu { WHY($dice) } etwas Passendes hat
odds-asked = dass { $player } zu { WHY($dice) } nichts Passendes hatte
