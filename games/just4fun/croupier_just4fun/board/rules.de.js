// Die Regeln von Just4Fun, wie Spieler sie lesen. Was der Dienst auf den Buchstaben genau tut, steht in seinen eigenen.

export default `
# Just4Fun

Für zwei bis vier. **Vier Felder in einer Reihe**, waagerecht, senkrecht oder schräg, auf denen du mehr Steine hast als jeder
andere: Wer sie zuerst hat, gewinnt sofort.

## Dein Zug

Du hast vier Karten. Lege eine bis vier davon: Ihre **Summe**, höchstens 36, ist das Feld, auf das du einen deiner Steine
setzt. Dann ziehst du wieder auf vier nach.

![Mit 4, 5, 9 und 12 auf der Hand kannst du auf jedes Feld mit Ring: 14 ist 5 + 9, und 30 sind alle vier.](board:sum)

- Du darfst nicht dorthin, wo ein anderer Spieler allein mindestens zwei Steine mehr hat als du.
- Auf einem Feld dürfen beliebig viele Spieler stehen, und deine eigenen Steine stapeln sich.
- Hast du nach deinem Zug dort mindestens **zwei Steine mehr als jeder andere**, ist das Feld gesichert: Es gehört dir für immer,
  und die Steine der anderen darauf verlassen das Spiel.
- Du musst legen, wenn du kannst. Ist keine Summe möglich, tauschst du alle vier Karten, und das war dein Zug.

![Die 24 gehört Anna mit zwei Steinen zu einem, die 16 niemandem. Die 11 hat sie gesichert, und Bens 27 ist für sie verloren.](board:fields)

Ein Feld gehört dir, für die Viererreihe, mit mehr Steinen als jeder andere; ein einzelner Stein allein genügt. Gesichert oder
nicht ist gleich. Drei in einer Reihe leuchten, und das Feld, das ihnen fehlt, hat einen gestrichelten Rand.

![Anna hat drei in einer Reihe: Ein Stein auf der 20 wäre der vierte. Ben geht dorthin, oder er verliert.](board:three)

![Sie war zuerst dort und hat gewonnen.](board:line)

## Ohne Reihe

Haben alle ihre 20 Steine gesetzt, geht jedes Feld an den, der dort die meisten Steine hat, bei Gleichstand an niemanden, und
zählt seine Zahl. Die höchste Summe gewinnt; bei Gleichstand entscheidet das höchste Feld.

## Die Karten

1 bis 12 je viermal, 13 bis 19 je einmal. Ist der Stapel leer, wird gemischt, was gelegt wurde, und ist der neue.
`;
