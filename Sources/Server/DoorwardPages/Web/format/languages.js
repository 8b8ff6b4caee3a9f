import { isSame, languages } from "../messages/language.js";

/**
 * The name of a language in itself.
 *
 * @param {string} tag
 */
export function ownName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * The languages of the page with their own names, in the order of the names.
 *
 * @param {readonly {tag: string}[]} [all]
 * @returns {{tag: string, name: string}[]}
 */
export const languageChoices = (all = languages) =>
  all.map(({ tag }) => ({ tag, name: ownName(tag) })).sort((one, other) => one.name.localeCompare(other.name));

/**
 * The language of the page for a tag, such as German for `de-AT`.
 *
 * @param {string | null | undefined} tag
 * @param {readonly {tag: string}[]} [all]
 * @returns {string | undefined} nothing if the page does not have the language
 */
export const pageLanguage = (tag, all = languages) => all.find((one) => isSame(one.tag, tag ?? ""))?.tag;
