// The names of what can be pressed: they begin with the words that are written there (WCAG 2.5.3), so that who speaks to a
// machine says what is seen; the name of a player may stand later. `faults.py` runs it; it returns a line for each fault, and
// marks what has a drawing with figures, such as a card, which its name tells in words.
() => {
  const all = (root) =>
    [...root.querySelectorAll("*")].flatMap((each) => each.shadowRoot ? [each, ...all(each.shadowRoot)] : [each]);
  /** The words in an element, drawings without their figures and letters. */
  const written = (element) => {
    let drawing = false;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) {
      const { parentElement: within, data } = walker.currentNode;
      // What is written alike in each place for cards says less than the name, which has the colour.
      const drawn = within.closest(".place") || (within.closest("svg, [aria-hidden=true]") && !/\p{L}{2}/u.test(data));
      drawing ||= Boolean(drawn);
      const seen = within.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !within.closest(".unseen, time"); // a name does not change with each second
      if (seen && !drawn) words.push(data);
    }
    return { words: plain(words.join(" ")), drawing };
  };
  const plain = (text) => text.toLowerCase().replace(/\u00ad/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return all(document.body).filter((each) => each.ariaLabel && each.matches("button, a, summary, [role]")).flatMap((each) => {
    const { words, drawing } = written(each);
    const name = plain(each.ariaLabel);
    each.toggleAttribute("data-drawn", drawing);
    const player = each.matches(":has(.who, .name, bdi)") && name.includes(words);
    // The name of a card begins with what is drawn, which no words say.
    const said = drawing ? name.includes(words) : name.startsWith(words);
    const named = said || player || each.matches("a.stage") || !each.matches("button, a, summary");
    return named ? [] : [`name: "${each.ariaLabel}" of "${words}"`];
  });
}
