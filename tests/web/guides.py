"""A guide for a game in one page: what its package would bring, whatever it brings by itself."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route

from tests.support.live import Live

GUIDE = """
export default {
  hints: ({ moves }) => ["first", "second"].filter((name) => name === "first" || moves.length > 3),
  warning: (position, { notation }) =>
    notation.endsWith(WARNED) ? { name: "oops", what: notation } : null,
  sounds: (events) => events.length ? ["card"] : [],
};
"""
WORDS = """
import words from "./{language}.js?as-it-is";
export default {{
  ...words,
  hints: {{
    first: "This is the first hint.",
    second: ({{ moves }}) => `${{moves.length}} moves are open.`,
    never: "Nothing leads to this one.",
  }},
  warnings: {{ oops: ({{ what }}) => `Nobody wants ${{what}}.` }},
  keys: [["Y7+*", "a whole move"]],
}};
"""


def guided(page: Page, service: Live, warned: str = "never", rules: str = "", **files: Any) -> None:
    """Give the page a guide for all games. It warns of moves whose notation ends in `warned`.

    `rules` are those for players, in English, and `files` what other modules of the package
    export, such as `pictures`.
    """
    guide = GUIDE.replace("WARNED", json.dumps(warned))
    texts = {f"{each}.js": WORDS.format(language=each) for each in ("en", "de")}
    answers = {"guide.js": guide, **texts}
    answers |= {f"{name}.js": f"export default {json.dumps(each)};" for name, each in files.items()}
    answers |= {"rules.en.md": rules} if rules else {}

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        route.fulfill(body=answers[name], content_type="text/javascript")

    def told(route: Route) -> None:
        response = route.fetch()
        body = response.text()
        for name in ("guide", *files):
            body = re.sub(rf"(&quot;{name}&quot;:)false", r"\1true", body)
        route.fulfill(response=response, body=body)

    for name in answers:
        page.route(f"**/games/*/{name}", answer)
    page.route(re.compile(re.escape(service.url) + "/(m|rules)/"), told)
