// The search that runs, as it is shown on the pages from which it can be stopped.

import { html, nothing } from "../vendor/lit.js";

/** @param {import("./shell.js").Shell} shell */
export function search({ seeking, text }) {
  if (!seeking?.wish) return nothing;
  const { game, clock: chosen, options: asked } = seeking.wish;
  const { seek, gameNames, options, lobby } = text;
  const clock = /** @type {Partial<Record<string, string>> | null | undefined} */ (chosen);
  const { rounds, colors } = /** @type {Partial<import("./opening.js").Chosen>} */ (asked ?? {});
  const told = [
    rounds && `${options.rounds}: ${rounds}`,
    colors && `${options.colors}: ${options.colorsOf[/** @type {5 | 6} */ (colors)]}`,
    clock ? lobby.clock(clock.perMove ?? null, clock.bank ?? null, clock.increment ?? null) : lobby.noClock,
  ];
  return html`
    <section class="seeking" aria-label=${seek.title(gameNames[game])}>
      <p><b>${seek.title(gameNames[game])}</b> <span class="soft">${seek.hint}</span></p>
      <p class="soft small">${told.filter(Boolean).join(" · ")} – ${seek.same}</p>
      <label class="check"><input type="checkbox" .checked=${seeking.keep}
        @change=${(/** @type {any} */ { target }) => seeking.keep = target.checked}> ${seek.keep}</label>
      <button @click=${() => seeking.stop()}>${seek.stop}</button>
    </section>
  `;
}
