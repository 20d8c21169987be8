// The rules of Lost Cities as players read them. What the service does to the letter is in its own page of rules.

export default `
# Lost Cities

For two. Each of you leads expeditions, one per colour, with cards in rising order. An expedition costs 20 points before it
earns any: so begin few, and finish them.

![Ann's table: her expeditions below, Bob's above, the discard piles and the deck between them, and her hand](board:table)

## Your turn

You have eight cards. First lay one, then draw one.

**Lay** a card to your expedition of its colour: each number must be higher than the last one there. Wagers, which multiply,
come before the first number. **Or discard** it, face up, on the pile of its colour: that is always possible.

![White is at 6: the wager and the 4 come too late and can only be discarded, the 7 and the 9 can follow](board:rise)

**Draw** the top card of the deck, or of a discard pile, but not of the pile to which you have just discarded.

![Bob has discarded a blue 3 and drawn the yellow 10 from its pile: Ann sees both](board:discards)

The round ends at once when the last card of the deck is drawn. What is left in your hands counts nothing.

## Points

An expedition without a card counts 0. Any other: the sum of its numbers, less 20; doubled by one wager, tripled by two,
quadrupled by three, also where it is a loss. Eight cards or more, wagers included, bring 20 on top.

| expedition | points |
|---|---|
| 5, 8, 10 | 23 - 20 = 3 |
| a wager and nothing else | (0 - 20) x 2 = -40 |
| two wagers, 2, 3, 5, 7, 8, 10 | (35 - 20) x 3 + 20 = 65 |

![The same three expeditions on a table: green 3, yellow -40, red 65. A tap on one shows its sum](board:points)

The rounds are added up, and the higher total wins; with equal totals, both have won. Who is ahead begins the next round.

## The signs on the table

A dimmed card with ↓ comes too late for its expedition and can only be discarded. ↗ marks the pile from which the last card was
drawn, and a frame the card that was laid last. An eye marks cards that both of you know, in your hand and in the other's.

## The cards

Each colour has the numbers 2 to 10 once, and three wagers: 60 cards in five colours, 72 with purple, the long game. Which of
the other's cards you have seen (taken from a discard pile, and not laid since) stays in view beside the other's hand.

![The long game with six colours](board:six)
`;
