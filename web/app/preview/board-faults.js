// What is wrong with a board, with file and line where the browser knows them.

const POLICY = "The page's policy allows no style=, no inline script, and nothing of anybody else";
const PLACE = /[/]games[/]\w+[/]([\w.-]+):(\d+)(?::(\d+))?/;

/**
 * Tell of each error on this page.
 * @param {string} files the address below which the files of the board lie
 * @param {(fault: string) => void} tell
 */
export function watchFaults(files, tell) {
  addEventListener("error", ({ message, filename, lineno, colno, error }) => {
    tell(said(error ?? message, filename && `${filename}:${lineno}:${colno}`));
  });
  addEventListener("unhandledrejection", ({ reason }) => tell(said(reason)));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, sourceFile, lineNumber, columnNumber }) => {
    tell(said(`${POLICY} (${effectiveDirective})`, `${sourceFile}:${lineNumber}:${columnNumber}`));
  });
  const { error: log } = console;
  let located = false;
  console.error = (...told) => {
    log(...told);
    const error = told.find((each) => each instanceof Error);
    // Of a module that cannot be read, only an element says where.
    if (error instanceof SyntaxError && !PLACE.test(`${error.stack}`)) {
      if (!located) locate(files);
      located = true;
    } else tell(error ? said(error) : told.join(" "));
  };
}

/** Load the modules of a board by elements: the error of one has its place. @param {string} files */
function locate(files) {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy("croupier", { createScriptURL: (/** @type {string} */ each) => each });
  for (const name of ["board.js", `${document.documentElement.lang}.js`]) {
    const src = policy?.createScriptURL(files + name) ?? files + name;
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
  }
}

/** @param {unknown} error @param {string} [place] where the browser says that it was */
function said(error, place = "") {
  const found = PLACE.exec(place) ?? PLACE.exec(error instanceof Error ? `${error.stack}` : "");
  const text = `${error}`.replace(/https?:[/][/]\S*[/]games[/]\w+[/]/g, "board/");
  return found ? `board/${found.slice(1).filter(Boolean).join(":")}: ${text}` : text;
}
