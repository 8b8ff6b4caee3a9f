/**
 * The language of the page. The server chooses it, names it in the document, and loads the script of its texts before
 * the other scripts.
 */

/** @type {Record<string, string | Record<string, string>>} */
export const texts = globalThis.doorwardTexts ?? {};

const root = globalThis.document?.documentElement;

/** The language tag of the texts. */
export const language = root?.lang || "en";

export const isRightToLeft = root?.dir === "rtl";

/**
 * The language tags that the browser prefers.
 *
 * @type {readonly string[]}
 */
export const preferredLanguages = globalThis.navigator?.languages ?? [];

/**
 * The user's own tag for a language, such as `de-AT` for German. It formats dates and numbers.
 *
 * @param {string} of the language tag
 * @param {readonly string[]} preferred language tags in the user's order
 */
export function ownLocale(of, preferred) {
  const wanted = parsed(of);
  const isSame = (/** @type {Intl.Locale | undefined} */ one) => one && wanted && one.language === wanted.language && one.script === wanted.script;
  return preferred.find((tag) => isSame(parsed(tag))) ?? of;
}

/** @param {string} tag */
function parsed(tag) {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

export const locale = ownLocale(language, preferredLanguages);
