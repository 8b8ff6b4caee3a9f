/** The OpenAPI document, and the error codes that it lists for the routes of the page. */

import { documentParts } from "./web.mjs";

/** The document, joined from its parts. */
export const document = documentParts().reduce((joined, { paths = {}, components = {}, ...others }) => ({
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
