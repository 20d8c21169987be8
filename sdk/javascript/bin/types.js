// The types of the games of a service, written from its document.

/** @typedef {Record<string, any>} Schema */

/** What a game has types of, and how their schemas are named. */
const PARTS = {
  newOptions: (/** @type {string} */ name) => `${name}OptionsInput`,
  options: (/** @type {string} */ name) => `${name}Options`,
  state: (/** @type {string} */ name) => `${name}View`,
  event: (/** @type {string} */ name) => `${name}Event`,
  move: (/** @type {string} */ name) => `${name}Move`,
};
/** What scalars are in TypeScript. */
const SCALARS = new Map(
  Object.entries({ string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }),
);
/** Types with other names are refused, and other members quoted: the service may be anybody's, and is to write no code. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const HEAD = "// The games of a service, as `npx croupier types` writes them.\n";

/**
 * The file that tells TypeScript of them. That of this package itself is `builtIn`.
 * @param {{ components: { schemas: Record<string, Schema> } }} document
 * @param {boolean} [builtIn]
 */
export function typesOf({ components: { schemas } }, builtIn = false) {
  const arms = (schemas.Match.oneOf ?? [schemas.Match]).map(nameOf);
  /** @type {Map<string, string>} */
  const written = new Map();
  const games = arms.map((/** @type {string} */ arm) => {
    const name = arm.replace(/Match$/, "");
    const parts = Object.entries(PARTS).map(([part, of]) => `    ${part}: ${write(schemas, of(name), written)};\n`);
    return `  ${JSON.stringify(schemas[arm].properties.game.const)}: {\n${parts.join("")}  };\n`;
  });
  const types = [...written.values()].join("\n");
  if (builtIn) return `${HEAD}\nexport interface BuiltIn {\n${games.join("")}}\n\n${types}`;
  const inside = games.join("").replace(/^/gm, "  ").trimEnd();
  const module = `declare module "@croupier/client" {\n  interface Games {\n${inside}\n  }\n}\n`;
  return `${HEAD}\nimport type {} from "@croupier/client";\n\n${module}\n${types}`;
}

/** @param {Schema} reference */
const nameOf = ({ $ref }) => $ref.split("/").at(-1);

/**
 * Write the schema of this name, and what it leads to; return the name.
 * @param {Record<string, Schema>} schemas
 * @param {string} name
 * @param {Map<string, string>} written
 */
function write(schemas, name, written) {
  if (written.has(name)) return name;
  if (!IDENTIFIER.test(name)) throw new Error(`${JSON.stringify(name)} is no name`);
  written.set(name, ""); // in this place, whatever it leads to
  const schema = schemas[name];
  const type = typed(schemas, schema, written, "");
  const isObject = type.startsWith("{");
  const definition = isObject ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  written.set(name, `${comment(schema, "")}${definition}\n`);
  return name;
}

/**
 * @param {Record<string, Schema>} schemas
 * @param {Schema} schema
 * @param {Map<string, string>} written
 * @param {string} indent
 * @returns {string}
 */
function typed(schemas, schema, written, indent) {
  const of = (/** @type {Schema} */ each) => typed(schemas, each, written, indent);
  if (schema.$ref) return write(schemas, nameOf(schema), written);
  const words = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
  if (words) return words.map((/** @type {unknown} */ word) => JSON.stringify(word)).join(" | ");
  const arms = schema.oneOf ?? schema.anyOf;
  if (arms) return arms.map(of).join(" | ");
  if (schema.type === "array") return `Array<${of(schema.items)}>`;
  if (schema.type !== "object") return SCALARS.get(schema.type) ?? "unknown";
  if (!schema.properties) {
    return `Record<string, ${schema.additionalProperties ? of(schema.additionalProperties) : "never"}>`;
  }
  const inner = `${indent}  `;
  if (schema.maxProperties === 1) {
    const arms = Object.entries(schema.properties).map(([name, each]) => {
      return `\n${comment(each, inner)}${inner}| { ${quoted(name)}: ${typed(schemas, each, written, inner)} }`;
    });
    return arms.join("");
  }
  const members = Object.entries(schema.properties).map(([name, each]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    return `${comment(each, inner)}${inner}${quoted(name)}${optional}: ${typed(schemas, each, written, inner)};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

/** @param {string} name */
const quoted = (name) => IDENTIFIER.test(name) ? name : JSON.stringify(name);

/** @param {Schema} schema @param {string} indent */
function comment({ description }, indent) {
  if (!description) return "";
  const lines = description.replaceAll("*/", "* /").split("\n");
  return lines.length > 1
    ? `${indent}/**\n${lines.map((/** @type {string} */ line) => `${indent} * ${line}\n`).join("")}${indent} */\n`
    : `${indent}/** ${lines[0]} */\n`;
}
