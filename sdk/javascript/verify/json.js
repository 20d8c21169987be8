// Refusals, and comparing values of JSON.

export class Refuted extends Error {}
export class Unknown extends Error {}

export function must(holds, sentence) {
  if (!holds) throw new Refuted(sentence);
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// RFC 8785, for values without fractions.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export const same = (one, other) => canonical(one) === canonical(other);

// Refuse with the first place at which two values differ.
export function agree(path, given, due) {
  if (same(given, due)) return;
  if (isObject(given) && isObject(due)) {
    for (const name of new Set([...Object.keys(due), ...Object.keys(given)])) {
      must(name in given, `${path}.${name} is missing.`);
      must(name in due, `${path}.${name} should not be there.`);
      agree(`${path}.${name}`, given[name], due[name]);
    }
  }
  if (Array.isArray(given) && Array.isArray(due) && given.length === due.length)
    given.forEach((item, i) => agree(`${path}[${i}]`, item, due[i]));
  must(false, `${path} is ${JSON.stringify(given)}, and should be ${JSON.stringify(due)}.`);
}
