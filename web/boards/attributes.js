// What the templates of boards write into attributes.

import { nothing } from "../vendor/lit.js";

/** The names of classes that hold, for `class`. @param {(string | false | null | undefined)[]} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** The value of `aria-disabled`, which is left out where something can be pressed. @param {boolean} yes */
export const disabled = (yes) => (yes ? "true" : nothing);

/** Whether two values show the same. @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
