// The rules of Just4Fun as players read them. What the service does to the letter is in its own page of rules.

export default `
# Just4Fun

For two to four. **Four fields in a row**, across, down or slanting, on which you have more stones than each of the others: who
has them first wins at once.

## Your turn

You have four cards. Lay one to four of them: their **sum**, at most 36, is the field on which you put one of your stones.
Then draw up to four again.

![With 4, 5, 9 and 12 in hand, you can go to each field with a ring: 14 is 5 + 9, and 30 all four.](board:sum)

- You may not go where another player alone has at least two stones more than you.
- Any number of players may stand on a field, and your own stones pile up.
- If after your move you have at least **two stones more than every other player** there, the field is locked: it is yours for
  good, and the others' stones on it leave the game.
- You must lay if you can. If no sum is possible, you exchange all four cards, and that is your turn.

![24 is Anna's by two stones to one, 16 is nobody's. 11 is locked by her, and Ben's 27 is lost to her.](board:fields)

A field is yours, for the row of four, with more stones than each of the others; one stone alone is enough. Locked or not makes
no difference. Three in a row glow, and the field that they lack has a dashed edge.

![Anna has three in a row: a stone on 20 would be the fourth. Ben goes there, or loses.](board:three)

![She has got there first, and wins.](board:line)

## Without a row

When all have placed their 20 stones, each field goes to whoever has the most stones on it, to nobody on a tie, and counts its
number. The highest sum wins; on a tie, the highest field decides.

## The cards

1 to 12 four times each, 13 to 19 once each. When the deck is used up, what was laid is shuffled and becomes the new one.
`;
