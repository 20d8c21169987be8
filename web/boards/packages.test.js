// What all packages of this repository have for the page: the same in each language.

const GAMES = new URL("../../games/", import.meta.url);

/** @param {URL} folder */
const names = (folder) => [...Deno.readDirSync(folder)].map(({ name }) => name);

/** The folders with the files of the page. @returns {URL[]} */
function boards() {
  return names(GAMES).filter((name) => !name.startsWith(".")).flatMap((game) =>
    names(new URL(`${game}/`, GAMES)).map((name) => new URL(`${game}/${name}/board/`, GAMES))
  ).filter((folder) => {
    try {
      return Deno.statSync(folder).isDirectory;
    } catch {
      return false;
    }
  });
}

/** @param {unknown} text @param {string} [path] @returns {string[]} the keys of texts, in order */
function keys(text, path = "") {
  if (typeof text === "function") return [`${path}()`];
  if (typeof text !== "object" || text === null) return [path];
  return Object.entries(text).flatMap(([key, value]) => keys(value, `${path}.${key}`)).sort();
}

/** @param {unknown[]} all texts, one per language */
function alike(all) {
  const [one, ...others] = all.map((each) => `${keys(each)}`);
  const other = others.find((each) => each !== one);
  if (other !== undefined) throw new Error(`${one}\nis not\n${other}`);
}

Deno.test("a game has the same texts in all its languages", async () => {
  let seen = 0;
  for (const folder of boards()) {
    const files = names(folder);
    const languages = files.filter((name) => /^[a-z]{2}\.js$/.test(name));
    alike(await Promise.all(languages.map(async (name) => (await import(new URL(name, folder).href)).default)));
    const { words } = JSON.parse(Deno.readTextFileSync(new URL("options.json", folder)));
    alike(Object.values(words));
    const { lines, minutes, difficulty } = JSON.parse(Deno.readTextFileSync(new URL("game.json", folder)));
    const all = languages.map((name) => name.slice(0, 2)).sort();
    if (`${Object.keys(lines).sort()}` !== `${all}` || `${Object.keys(words).sort()}` !== `${all}`) {
      throw new Error(`${folder}`);
    }
    if (!minutes?.length || !difficulty) {
      throw new Error(`${folder} does not say how long a match takes and how hard it is`);
    }
    seen += languages.length;
  }
  if (seen < 6) throw new Error(`only ${seen} texts`);
});
