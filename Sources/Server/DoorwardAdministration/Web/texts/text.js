import { english } from "./english.js";

/**
 * The texts of the dashboard. The catalog has every text that an administrator reads, and the scripts have none.
 *
 * @typedef {keyof typeof english} Key
 */

/** @type {Record<string, string | Record<string, string>>} */
const catalog = english;
const plural = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/**
 * A text of the catalog. `{name}` in it is a blank; `count` chooses the plural form.
 *
 * @param {Key} key @param {Record<string, string | number>} [blanks]
 */
export const text = (key, blanks) => filled(catalog[key] ?? key, blanks);

/**
 * The text of a key that the server has named, such as an error code, or nothing if the catalog does not have it.
 *
 * @param {string} key @param {Record<string, string | number>} [blanks]
 * @returns {string | undefined}
 */
export const knownText = (key, blanks) => (Object.hasOwn(catalog, key) ? filled(catalog[key] ?? "", blanks) : undefined);

/** @param {string | Record<string, string>} found @param {Record<string, string | number>} [blanks] */
function filled(found, blanks = {}) {
  const form = typeof found === "string" ? found : found[plural.select(Number(blanks.count ?? 0))] ?? found.other ?? "";
  return form.replace(/\{(\w+)\}/g, (blank, name) => {
    const value = blanks[name];
    return typeof value === "number" ? numbers.format(value) : value ?? blank;
  });
}
