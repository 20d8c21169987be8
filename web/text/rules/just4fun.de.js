// Die Regeln von Just4Fun, wie Spieler sie lesen. Was der Dienst auf den Buchstaben genau tut, steht in seinen eigenen.

export default `
# Just4Fun

Für zwei bis vier. **Vier Felder in einer Reihe**, waagerecht, senkrecht oder schräg, auf denen du mehr Steine hast als jeder
andere: Wer sie zuerst hat, gewinnt sofort.

## Dein Zug

Du hast vier Karten. Lege eine bis vier davon: Ihre **Summe**, höchstens 36, ist das Feld, auf das du einen deiner Steine
setzt. Dann ziehst du wieder auf vier nach.

- Du darfst nicht dorthin, wo ein anderer Spieler allein mindestens zwei Steine mehr hat als du.
- Auf einem Feld dürfen beliebig viele Spieler stehen, und deine eigenen Steine stapeln sich.
- Hast du nach deinem Zug dort mindestens **zwei Steine mehr als jeder andere**, ist das Feld gesperrt: Es gehört dir für immer,
  und die Steine der anderen darauf verlassen das Spiel.
- Du musst legen, wenn du kannst. Ist keine Summe möglich, tauschst du alle vier Karten, und das war dein Zug.

Ein Feld gehört dir, für die Viererreihe, mit mehr Steinen als jeder andere; ein einzelner Stein allein genügt. Gesperrt oder
nicht ist gleich.

## Ohne Reihe

Haben alle ihre 20 Steine gesetzt, geht jedes Feld an den, der dort die meisten Steine hat, bei Gleichstand an niemanden, und
zählt seine Zahl. Die höchste Summe gewinnt; bei Gleichstand entscheidet das höchste Feld.

## Die Karten

1 bis 12 je viermal, 13 bis 19 je einmal. Ist der Stapel leer, wird gemischt, was gelegt wurde, und ist der neue.
`;
