# Was alle Spiele sagen.  Schlüssel und Angaben wie in en.ftl.

card = { $kind ->
    [joker] Joker
    [unseen] ungesehene Karte
    [green] grüne { $number }
    [red] rote { $number }
   *[standard] { SUIT($suit) } { RANK($rank) }
}
rank = { $form ->
    [many] { $rank ->
        [A] Asse
        [T] 10er
        [J] Buben
        [Q] Damen
        [K] Könige
        [JK] Joker
       *[other] { $rank }er
    }
   *[one] { $rank ->
        [A] Ass
        [T] 10
        [J] Bube
        [Q] Dame
        [K] König
        [JK] Joker
       *[other] { $rank }
    }
}
suit = { $suit ->
    [C] Kreuz
    [D] Karo
    [H] Herz
   *[S] Pik
}
list-and = { $first } und { $last }
list-or = { $first } oder { $last }
WRONG_TURN = { $player } ist dran, nicht { $actor }.
    .rule = Gespielt wird der Reihe nach; jemand anderes ist dran.
WRONG_TURN-nobody = Jetzt ist niemand dran.
WRONG_TURN-a-player = Das kann nur ein Spieler.
WRONG_TURN-the-table = Das tut der Tisch, niemand allein.
DUPLICATE = { CARD($card) } war schon { $copies ->
        [1] {""}
       *[other] { $copies }-mal{" "}
    }zu sehen: verlesen, aus anderen Karten, oder noch einmal gespielt?
    .rule = Eine Karte taucht öfter auf, als es sie gibt: verlesen, aus anderen Karten oder nochmals gespielt.
FOREIGN = { CARD($card) } gehört nicht zu diesen Karten.
    .rule = Die Karte gehört nicht zu diesem Spiel.
HAND_COUNT = { $player } hat { $held ->
        [0] keine Karten mehr
        [one] noch 1 Karte
       *[other] noch { $held } Karten
    } und kann nicht { $wanted ->
        [one] noch eine
       *[other] { $wanted }
    } legen.
    .rule = Es wurden mehr Karten gespielt, als auf der Hand sein können.
CLAUSE = „{ $word }“ bedeutet hier nichts.
    .rule = Die Zeile sagt etwas, das in diesem Spiel nichts bedeutet.
CLAUSE-face-down = Die Karten werden verdeckt gegeben, ohne sie zu nennen.
NOTHING_TO_UNDO = Es gibt nichts zurückzunehmen.
    .rule = Es gibt nichts zurückzunehmen.
GAME_OVER = Die Partie ist gewonnen: { AND($winners) }.
    .rule = Die Partie ist zu Ende; es kann nichts mehr gespielt werden.
UNSEEN_CARD =
    .rule = Die Karte muss genannt werden.
UNSEEN_CARD-which = Welche Karte hat { $player } gespielt?
name-number = { $player } { $number }
taken-back = Zurückgenommen: { LINE($line) }.
costs-points = { WHY($why) } Das kostet { $player } { $points ->
        [one] einen Punkt
       *[other] { $points } Punkte
    }.

## verbs, places and what is counted
did-ask = { $who } fragt{ $any ->
        [yes] {" "}nach einem Freund: { $cards }
       *[no] {""}
    }
verb-ask = Darf ich ausmachen?
verb-ask-number = Freund, meine Karte { $number }?
did-deal = Ein neues Spiel{ $any ->
        [yes] : { $cards }
       *[no] {""}
    }
verb-deal = Neues Spiel
did-discard = { $who } legt { $cards } ab
did-draw = { $who } zieht{ $number ->
        [none] {""}
       *[other] {" "}{ $number }
    }
verb-draw = Zieht
did-pass = { $who } passt
verb-pass = Passe
did-peg = { $who } steckt { $numbers }
verb-peg = Steckt
did-play = { $who } spielt { $cards }
did-reshuffle = Der Talon wird gemischt
verb-reshuffle = Neu gemischt
did-show = { $who } zeigt { $cards }
did-start = Die Startkarte ist { $cards }
name-pile = Stapel
name-stock = Talon
name-trick = Stich
name-discard = Ablage
name-red = Rot
name-count = Stand
name-pile_size = Im Stapel
name-shown = Gezeigt

## the large panel, and points in words
panel-cards = { SHORT($cards) }
panel-holds = { $player } hält
panel-stock = Talon
panel-gone = weg
done-pass = gepasst
done-show = Karten gezeigt
option-remedy = Nach einem Fehler
    .help = Was mit einem Zug geschieht, der eine Regel bricht.
option-penalty = Punkte für Fehler
    .help = Was ein Fehler kostet, wenn Fehler Punkte kosten.

remedy-undo = Ein Fehler geht zurück, und wer dran war, handelt noch einmal.
remedy-stand = Ein Fehler bleibt, wie er gemacht wurde; nur nach einer Karte, die nicht sein kann, wird gefragt.
remedy-penalty = Ein Fehler geht zurück und kostet { $points ->
        [one] einen Punkt
       *[other] { $points } Punkte
    }, wenn die Regeln keine andere Strafe nennen.

## Aussichten: gezählt aus dem, was alle wissen, und nie ein Vorwurf
odds-can = Aussicht, { WHY($what) }: { WHY($share) }. { $fitting ->
        [0] Keine der { $unseen } ungesehenen Karten passt
        [one] 1 von { $unseen } ungesehenen Karten passt
       *[other] { $fitting } von { $unseen } ungesehenen Karten passen
    }; { $player } hält { $hand } der ungesehenen.
odds-claim = Aussicht, kein Vorwurf, { WHY($what) }: { WHY($share) }. { $fitting ->
        [0] Keine der { $unseen } ungesehenen Karten hätte gepasst
        [one] 1 von { $unseen } ungesehenen Karten hätte gepasst
       *[other] { $fitting } von { $unseen } ungesehenen Karten hätten gepasst
    }; { $player } hält { $hand } der ungesehenen.
odds-share = { $near ->
        [under] weniger als 1 %
        [over] mehr als 99 %
        [about] etwa { $percent } %
       *[exactly] { $percent } %
    }
