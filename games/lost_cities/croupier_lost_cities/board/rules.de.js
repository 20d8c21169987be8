// Die Regeln von Lost Cities, wie Spieler sie lesen. Was der Dienst auf den Buchstaben genau tut, steht in seinen eigenen.

export default `
# Lost Cities

Für zwei. Jeder führt Expeditionen, eine je Farbe, mit Karten in steigender Reihe. Eine Expedition kostet 20 Punkte, bevor sie
etwas einbringt: Beginne also wenige und bringe sie zu Ende.

![Anns Tisch: unten ihre Expeditionen, oben die von Bob, dazwischen Abwurfstapel und Nachziehstapel, und ihre Hand](board:table)

## Dein Zug

Du hast acht Karten. Erst legst du eine, dann ziehst du eine nach.

**Lege** eine Karte an deine Expedition ihrer Farbe an: Jede Zahl muss höher sein als die letzte dort. Wettkarten, die
vervielfachen, kommen vor der ersten Zahl. **Oder wirf sie ab**, offen auf den Stapel ihrer Farbe: Das geht immer.

![Weiß ist bei 6: Wettkarte und 4 kommen zu spät und sind nur abzuwerfen, 7 und 9 passen noch](board:rise)

**Zieh** die oberste Karte vom Nachziehstapel oder von einem Abwurfstapel, aber nicht von dem, auf den du gerade abgeworfen
hast.

![Bob hat eine blaue 3 abgeworfen und die gelbe 10 von ihrem Stapel gezogen: Ann sieht beides](board:discards)

Die Runde endet sofort, wenn die letzte Karte vom Nachziehstapel gezogen ist. Was ihr noch auf der Hand habt, zählt nicht.

## Punkte

Eine Expedition ohne Karte zählt 0. Jede andere: die Summe ihrer Zahlen weniger 20; mit einer Wettkarte doppelt, mit zweien
dreifach, mit dreien vierfach, auch wenn es ein Verlust ist. Acht Karten oder mehr, Wettkarten eingeschlossen, bringen 20 dazu.

| Expedition | Punkte |
|---|---|
| 5, 8, 10 | 23 - 20 = 3 |
| nur eine Wettkarte | (0 - 20) x 2 = -40 |
| zwei Wettkarten, 2, 3, 5, 7, 8, 10 | (35 - 20) x 3 + 20 = 65 |

![Dieselben drei Expeditionen auf einem Tisch: Grün 3, Gelb -40, Rot 65. Ein Tipp auf eine zeigt ihre Rechnung](board:points)

Die Runden werden zusammengezählt, und wer mehr hat, gewinnt; bei Gleichstand haben beide gewonnen. Wer vorn liegt, beginnt die
nächste Runde.

## Die Zeichen am Tisch

Eine blasse Karte mit ↓ kommt zu spät für ihre Expedition und ist nur abzuwerfen. ↗ zeigt den Stapel, von dem die letzte Karte
gezogen wurde, und ein Rahmen die Karte, die zuletzt gelegt wurde. Ein Auge zeigt Karten, die ihr beide kennt, auf beiden Händen.

## Die Karten

Jede Farbe hat die Zahlen 2 bis 10 je einmal und drei Wettkarten: 60 Karten in fünf Farben, 72 mit Lila, im langen Spiel.
Welche Karten des anderen du gesehen hast (von einem Abwurfstapel genommen und noch nicht gelegt), steht neben seiner Hand.

![Das lange Spiel mit sechs Farben](board:six)
`;
