import { isRightToLeft, perLanguage, texts as pageTexts } from "./language.js";

/**
 * The texts of a section in the language of the page. A text may have blanks, such as `{name}`, that the caller fills. A
 * text with a number has plural forms, and its blank `{count}` is the number.
 *
 * @typedef {string | Record<string, string>} Entry
 */

const rules = perLanguage((locale) => new Intl.PluralRules(locale));
const numbers = perLanguage((locale) => new Intl.NumberFormat(locale));

/**
 * Splits a text at its blanks. The parts at odd positions are the names of blanks.
 *
 * @param {string} text
 */
const split = (text) => text.split(/\{(\w+)\}/);

/**
 * The text, or its plural form for a number.
 *
 * @param {Entry | undefined} entry
 * @param {Record<string, unknown>} values
 */
const form = (entry, { count }) => (typeof entry === "object" ? entry[rules().select(Number(count))] ?? entry.other : entry ?? "");

/**
 * A value as text. In a page that runs from right to left, it is isolated, because it may run in the other direction
 * (Unicode UAX #9 §2.7).
 *
 * @param {unknown} value
 */
function valueText(value) {
  if (typeof value === "number") return numbers().format(value);
  const said = String(value ?? "");
  return isRightToLeft() && said !== "" ? `\u2068${said}\u2069` : said;
}

/**
 * The texts of a section, such as those of a sign-in method.
 *
 * @template {string} Section
 * @param {Section} section the name of the section; an empty name means that keys have the section in front
 * @param {Record<string, Entry>} texts
 */
export function catalog(section, texts = pageTexts) {
  const start = section && `${section}.`;
  const entry = (/** @type {string} */ key) => texts[start + key];
  return {
    /** The sentences for error codes. */
    errorText: sentences(`${start}error`, texts),

    /**
     * A text as a string.
     *
     * @template {import("./keys.js").KeyOf<Section>} Key
     * @param {Key} key
     * @param {import("./keys.js").Values<import("./keys.js").TextOf<Section, Key>, string | number>} values
     * @returns {string}
     */
    text(key, ...values) {
      const filling = /** @type {Record<string, string | number>} */ (values[0] ?? {});
      return split(form(entry(key), filling)).map((part, index) => (index % 2 === 1 ? valueText(filling[part]) : part)).join("");
    },

    /**
     * A text whose blanks are filled with elements.
     *
     * @template {import("./keys.js").KeyOf<Section>} Key
     * @param {Key} key
     * @param {import("./keys.js").Values<import("./keys.js").TextOf<Section, Key>, Node | string | number>} values
     * @returns {(Node | string)[]}
     */
    parts(key, ...values) {
      const filling = /** @type {Record<string, Node | string | number>} */ (values[0] ?? {});
      return split(form(entry(key), filling)).map((part, index) => {
        if (index % 2 === 0) return part;
        const value = filling[part];
        return typeof value === "object" ? value : valueText(value);
      }).filter((part) => part !== "");
    },
  };
}

/**
 * The sentences for codes. A code without a sentence gives `undefined`.
 *
 * @param {string} prefix the start of their keys, such as `error`
 * @param {Record<string, Entry>} texts
 * @returns {(code: string) => string | undefined}
 */
export const sentences = (prefix, texts = pageTexts) => (code) => {
  const key = `${prefix}.${code}`;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof found === "string" ? found : undefined;
};

/**
 * The name of a way to sign in, or of a second factor: `kind.…` of the section of its method.
 *
 * @param {string} kind @param {Record<string, Entry>} texts
 */
export function kindText(kind, texts = pageTexts) {
  const key = Object.keys(texts).find((one) => one.endsWith(`.kind.${kind}`));
  return key ? String(texts[key]) : undefined;
}
