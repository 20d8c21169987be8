// What is told of a turn, as one text.

/**
 * Return sentences as one text, in which who does several things in a row is named once: "Bob takes a 3, digs 2 clear."
 * @param {readonly string[]} sentences @param {readonly string[]} players
 */
export function joined(sentences, players) {
  return sentences.reduce((all, sentence, at) => {
    const name = players.find((each) => [sentence, sentences[at - 1]].every((one) => one?.startsWith(`${each} `)));
    return name ? `${all.slice(0, -1)},${sentence.slice(name.length)}` : `${all} ${sentence}`;
  }, "").trim();
}
