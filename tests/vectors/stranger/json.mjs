// JSON values: their canonical form, and where two of them differ.

// The canonical JSON of RFC 8785.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

export const same = (a, b) => canonical(a) === canonical(b);

// The first place where `given` is not `expected`, in words, or null.
export function difference(path, given, expected) {
  const isObject = (value) => value !== null && typeof value === 'object';
  if (!isObject(given) || !isObject(expected) || Array.isArray(given) !== Array.isArray(expected)) {
    return given === expected ? null : `${path} is ${canonical(given)}, but should be ${canonical(expected)}`;
  }
  if (Array.isArray(given) && given.length !== expected.length) {
    return `${path} has ${given.length} items, but should have ${expected.length}`;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(given)])) {
    const inner = Array.isArray(given) ? `${path}[${name}]` : `${path}.${name}`;
    if (!Object.hasOwn(given, name)) return `${inner} is missing`;
    if (!Object.hasOwn(expected, name)) return `${inner} should not be there`;
    const found = difference(inner, given[name], expected[name]);
    if (found) return found;
  }
  return null;
}

export const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
export const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Seats in ranks: `compare(a, b)` is negative if seat a is ahead of seat b, 0 for a tie.
export function ranked(seats, compare) {
  const ranks = [];
  for (const seat of [...seats].sort((a, b) => compare(a, b) || a - b)) {
    const last = ranks.at(-1);
    if (last && compare(last[0], seat) === 0) last.push(seat);
    else ranks.push([seat]);
  }
  return ranks;
}
