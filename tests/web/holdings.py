"""All that a page holds: what can be seen, heard or read in it, and what its elements keep."""

import re
from typing import Any

from playwright.sync_api import Page

LOOKS = 200
LOADING = "One moment …"
PRESENT = re.compile(r"\d+ (?:person|people)|\d+ bots?|(?<=\"people\":)\d+|(?<=\"bots\":)\d+")
"""How many are here, which is of the moment."""
PINS = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
HOLDINGS = """async () => {
  const lines = [];
  const skipped = /^(_\\$|__|renderOptions$|renderRoot$|isUpdatePending$|hasUpdated$)|^.$/;
  const kept = (value, seen, depth) => {
    if (typeof value === "function") return undefined;
    if (value === null || typeof value !== "object") return value === undefined ? "-" : value;
    if ([Node, Animation, Window].some((kind) => value instanceof kind)) return "element";
    if (seen.has(value) || depth > 12) return "again";
    seen.add(value);
    if (value instanceof Map || value instanceof Set) value = [...value];
    if (Array.isArray(value)) return value.map((each) => kept(each, seen, depth + 1));
    const names = Object.getOwnPropertyNames(value).filter((name) => !skipped.test(name)).sort();
    return Object.fromEntries(names.map((name) => [name, kept(value[name], seen, depth + 1)]));
  };
  const walk = (node) => {
    if (node instanceof Text) { if (node.data.trim()) lines.push(node.data.trim()); return; }
    if (!(node instanceof Element || node instanceof ShadowRoot)) return;
    if (node instanceof Element) {
      if (node.localName === "seat-clock") { lines.push("<seat-clock>"); return; } // it runs
      const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort();
      lines.push(`<${[node.localName, ...attributes].join(" ")}>`);
      if ("value" in node) lines.push(`value ${node.value}`);
      if (node.localName.includes("-")) lines.push(JSON.stringify(kept(node, new Set(), 0)));
      if (node.shadowRoot) walk(node.shadowRoot);
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(document.documentElement);
  // A hint counts as given once it was there for some seconds; what it is stands in its element.
  const storages = [localStorage, sessionStorage].map((each) =>
    Object.entries(each).filter(([name]) => name !== "croupier:hints").sort());
  const cached = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
  }
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  const others = { title: document.title, address: location.href, storages, cached, databases,
    cookie: document.cookie, history: history.state, name: window.name,
    own: Object.keys(window).sort() };
  return [...lines, JSON.stringify(others)];
}"""


def holdings(page: Page) -> list[str]:
    """Return what the page holds once it changes no more, without what pins the secrets.

    Of custom elements that is all that they keep in properties, whether shown or not.
    """
    before: list[str] = []
    for _ in range(LOOKS):
        now = [PRESENT.sub("some", PINS.sub("pinned", line)) for line in read(page)]
        if now == before and LOADING not in now:
            return now
        before = now
        page.wait_for_timeout(60)
    raise AssertionError("the page does not come to rest")


def read(page: Page) -> list[str]:
    lines: list[Any] = page.evaluate(HOLDINGS)
    return [*map(str, lines), page.locator("body").aria_snapshot()]
