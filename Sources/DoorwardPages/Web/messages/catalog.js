import { language } from "./language.js";

/**
 * A set of texts in each language. A text may have blanks, such as `{name}`, that the caller fills.
 *
 * The names of the blanks in a text.
 * @template {string} Text
 * @typedef {Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never} Blanks
 */

/**
 * The values for a text: nothing for a text without blanks.
 *
 * @template {string} Text
 * @template Value
 * @typedef {[Blanks<Text>] extends [never] ? [] : [Record<Blanks<Text>, Value>]} Values
 */

/**
 * Splits a text at its blanks. The parts at odd positions are the names of blanks.
 *
 * @param {string} text
 */
const split = (text) => text.split(/\{(\w+)\}/);

/**
 * @template {Record<string, string>} Texts
 * @param {Record<import("./language.js").Language, {readonly [Key in keyof Texts]: string}> & {en: Texts}} catalogs
 */
export function catalog(catalogs) {
  const texts = catalogs[language];
  return {
    /**
     * A text as a string.
     *
     * @template {keyof Texts & string} Key
     * @param {Key} key
     * @param {Values<Texts[Key], string | number>} values
     * @returns {string}
     */
    text(key, ...values) {
      return fill(texts[key], /** @type {Record<string, string | number>} */ (values[0] ?? {}));
    },

    /**
     * A text whose blanks are filled with elements.
     *
     * @template {keyof Texts & string} Key
     * @param {Key} key
     * @param {Values<Texts[Key], Node | string>} values
     * @returns {(Node | string)[]}
     */
    parts(key, ...values) {
      const filling = /** @type {Record<string, Node | string>} */ (values[0] ?? {});
      return split(texts[key]).map((part, index) => (index % 2 === 1 ? filling[part] ?? "" : part)).filter((part) => part !== "");
    },
  };
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const fill = (text, values) =>
  split(text).map((part, index) => (index % 2 === 1 ? String(values[part] ?? "") : part)).join("");

/**
 * The sentences for error codes. A code without a sentence gives `undefined`.
 *
 * @param {Record<import("./language.js").Language, Record<string, string>>} catalogs
 * @returns {(code: string) => string | undefined}
 */
export const errorCatalog = (catalogs) => (code) => (Object.hasOwn(catalogs[language], code) ? catalogs[language][code] : undefined);
