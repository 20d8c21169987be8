// Die Regeln von Livingstone, wie Spieler sie lesen. Was der Dienst auf den Buchstaben genau tut, steht in seinen eigenen.

export default `
# Livingstone

Für zwei bis fünf. Ein Boot fährt den Fluss hinauf, Spalte für Spalte, zehn Runden lang. Mit Würfeln stellt ihr Zelte auf, schürft
nach Edelsteinen, nehmt Münzen und zieht Karten. Die meisten Punkte gewinnen, aber **wer der Königin am wenigsten gespendet hat,
scheidet aus**, so viele Punkte er auch hat.

## Eine Runde

![Die 4 stellt Anns Zelt A in Reihe 4 der Spalte des Bootes: 2 Münzen für den Fluss und 1 für das Zelt, das dort steht.](board:turn)

Alle Würfel werden geworfen, zwei für jeden. Reihum nimmt jeder einen und tut eines damit:

- **Zelt**: eines deiner elf Zelte in die Reihe, die der Würfel zeigt, in der Spalte des Bootes. Es kostet den Preis des Flusses
  dort und eine Münze für jedes Zelt, das schon auf dem Feld steht.
- **Schürfen**: so viele Steine aus dem Beutel, wie der Würfel zeigt. Edelsteine gehören dir, schwarze kommen zur Seite. Beim weißen
  Stein aber stürzt die Mine ein: Alles, was du gerade gezogen hast, und alles, was zur Seite lag, kommt zurück, und du bekommst
  nichts.
- **Münzen**: so viele, wie der Würfel zeigt.
- **Karte**: eine vom Stapel; die Zahl ist gleich.

Jeder weitere Würfel in einer Runde muss **höher** sein als dein letzter. Wer keinen nehmen kann, ist für die Runde draußen; wer
kann, muss.

Dazu, so oft du in deinem Zug willst: **Edelsteine verkaufen** (klare 1 Münze, blaue 3, rote 5), der Königin **Münzen spenden**, in
deine Truhe, heimlich und endgültig, und **Karten spielen**.

Kann niemand mehr einen Würfel nehmen, zählt jedes Zelt in der Spalte des Bootes so viele Punkte wie seine Reihe, und das Boot
fährt weiter.

![Alle Würfel sind weg. In der Spalte des Bootes bekommt Ann 6 + 1 Punkte und Bob 4.](board:scored)

## Das Ende

| was | Punkte |
|---|---|
| die meisten Zelte in Reihe 1, 2, 3, 4, 5, 6 (bei Gleichstand geteilt, abgerundet) | 12, 10, 8, 6, 4, 2 |
| jeder Edelstein, den du noch hast | 1 |
| Karten mit Punkten | 2, 3 oder 4 |

![Die Schilde am Ende der Reihen zeigen, wer dort die meisten Zelte hat: Ann bekommt 12 Punkte für Reihe 1, Reihe 3 wird geteilt.](board:most)

Dann werden die Truhen geöffnet. **Zu dritt bis fünft scheiden alle mit der kleinsten Spende aus.** Zu zweit werden vier Würfel
geworfen: Wer weniger als ihre Summe gespendet hat, scheidet aus, vielleicht beide. Von denen, die bleiben, gewinnen die meisten
Punkte; bei Gleichstand die größere Spende, dann die Zelte auf dem Plan.

![Ab der sechsten Runde warnt die Anzeige in Rot: Ann hat 4 gespendet. Sicher ist sie erst über 9, denn mehr hat Bob nicht.](board:gift)

![Die vier Würfel zeigen 15. Bob hat 52 Punkte, aber nur 11 gespendet: Er scheidet aus, und Ann gewinnt mit 41.](board:end)

Zu zweit versetzt, wer keine Zelte mehr hat, eines von anderswo auf dem Plan, zum üblichen Preis.

## Die Karten

Jede sagt, was sie tut, wenn du sie berührst. Eine Karte behältst du, bis du sie spielst, bis auf eine: Wird der Mineneinsturz
gezogen, kommen alle Edelsteine aller Spieler zurück in den Beutel.

Die Preise des Flusses und wie oft es jede Karte gibt, steht in keiner Quelle, die wir haben: Sie sind, so gut wir es erraten
konnten.
`;
