// The rules of Livingstone as players read them. What the service does to the letter is in its own page of rules.

export default `
# Livingstone

For two to five. A boat goes up the river, column by column, for ten rounds. With dice you put up tents, dig for gems, take coins
and draw cards. Most points win, but **who has given the least to the Queen is out**, however many points it has.

## A round

![The 4 puts Ann's tent A into row 4 of the boat's column: 2 coins for the river, and 1 for the tent that stands there.](board:turn)

All dice are rolled, two for each player. In turn, everybody takes one die and does one thing with it:

- **Tent**: one of your eleven tents into the row that the die shows, in the column of the boat. It costs the price of the river
  there, and a coin for each tent that already stands on the field.
- **Dig**: as many stones from the bag as the die shows. Gems are yours, black stones are set aside. But with the white stone the
  mine falls in: all that you have just drawn, and all that was set aside, goes back, and you get nothing.
- **Coins**: as many as the die shows.
- **Card**: one from the pile; the number does not matter.

Each further die in a round must be **higher** than your last one. Who cannot take one is out of the round; who can must.

Besides, as often as you like in your turn: **sell gems** (clear 1 coin, blue 3, red 5), **give coins** to the Queen into your
chest, secretly and for good, and **play cards**.

When no die can be taken, each tent in the boat's column counts as many points as its row, and the boat goes on.

![All dice are gone. In the boat's column Ann earns 6 + 1 points, and Bob 4.](board:scored)

## The end

| what | points |
|---|---|
| most tents in row 1, 2, 3, 4, 5, 6 (shared on a tie, rounded down) | 12, 10, 8, 6, 4, 2 |
| each gem that you still have | 1 |
| cards with points | 2, 3 or 4 |

![The shields at the end of the rows show who has most tents there: Ann will get 12 points for row 1, and both share row 3.](board:most)

Then the chests are opened. **With three to five players, everybody with the smallest gift is out.** With two, four dice are
rolled: who has given less than their sum is out, perhaps both. Of those who are left, the most points win; on a tie, the greater
gift, then the tents on the board.

![The meter is red from the sixth round on: Ann has given 4. She is safe only above 9, as Bob has no more.](board:gift)

![The four dice show 15. Bob has 52 points, but gave only 11: he is out, and Ann wins with 41.](board:end)

With two players, who has no tents left moves one from elsewhere on the board, at the usual price.

## The cards

Each says what it does when you touch it. A card is kept until you play it, but for one: when the mine crash is drawn, all gems of
all players go back into the bag.

The prices of the river and how often each card is there are not in any source that we have: they are our best guess.
`;
