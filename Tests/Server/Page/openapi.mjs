/** The OpenAPI document, and the error codes that it lists for the routes of the page. */

import { documentParts } from "./web.mjs";

const parts = documentParts();
/** @type {Record<string, any>} */
const fragments = Object.assign({}, ...parts.map((part) => part.fragments ?? {}));

/**
 * A part of the document with the fragments in their places: `ContractFragments` of DoorwardBundler.
 *
 * @param {any} value @returns {any}
 */
function expanded(value) {
  if (Array.isArray(value)) return value.flatMap((item) => (item?.$fragment ? fragments[item.$fragment] : [expanded(item)]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) =>
    key === "$fragment" ? Object.entries(fragments[member]) : [[key, expanded(member)]]));
}

/** The document, joined from its parts. */
export const document = parts.map(({ fragments: _, ...part }) => expanded(part)).reduce((joined, { paths = {}, components = {}, ...others }) => ({
  ...joined, ...others, paths: { ...joined.paths, ...paths },
  components: Object.entries(components).reduce((all, [section, own]) => ({ ...all, [section]: { ...all[section], ...own } }), joined.components),
}), { paths: {}, components: {} });

/** @param {any} node */
function resolved(node) {
  return node?.$ref ? resolved(node.$ref.split("/").slice(1).reduce((at, key) => at[key], document)) : node;
}

/** @param {any} schema @returns {string[]} */
function codesOf(schema) {
  const { properties, allOf = [], oneOf = [], anyOf = [] } = resolved(schema) ?? {};
  const code = resolved(properties?.code);
  const own = code?.enum ?? (code?.const ? [code.const] : []);
  return [...own, ...[...allOf, ...oneOf, ...anyOf].flatMap(codesOf)];
}

/**
 * The codes of each route below `/session`.
 *
 * @returns {Map<string, Set<string>>} by path
 */
export function codesByPath() {
  const routes = Object.entries(document.paths).filter(([path]) => path.startsWith("/session/"));
  return new Map(routes.map(([path, operations]) => [path, new Set(Object.values(operations)
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => Object.values(resolved(response).content ?? {}))
    .flatMap(({ schema }) => codesOf(schema)))]));
}

/**
 * A value of a schema, with every member and every value of a list.
 *
 * @param {any} schema
 */
function sample(schema) {
  const { const: only, enum: values, oneOf, items, properties = {}, additionalProperties, type, format } = resolved(schema);
  if (oneOf) return sample(oneOf[0]);
  if (only ?? values) return only ?? values[0];
  switch ([type].flat()[0]) {
    case "object": return Object.fromEntries(Object.entries({ ...properties, ...(additionalProperties && { name: additionalProperties }) })
      .map(([name, member]) => [name, sample(member)]));
    case "array": return resolved(items).enum ?? [sample(items)];
    case "boolean": return true;
    case "integer": return 1;
    default: return format === "uri" ? "https://a.example" : "a.example";
  }
}

/** A value of a schema of the document. @param {string} name */
export const sampleOf = (name) => sample(document.components.schemas[name]);
