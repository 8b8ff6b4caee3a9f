/**
 * The language of the page. This is the only place that chooses it.
 *
 * To add a language, add it here and add a catalog of it to each `catalog({ … })` call; the type check names the
 * catalogs and texts that are missing.
 */

/** The languages that have a catalog. The first one is used if the user reads none of them. */
export const languages = Object.freeze(/** @type {const} */ (["en"]));

/** @typedef {typeof languages[number]} Language */

/**
 * Finds the first language of the user that is available (RFC 4647 §3.4, lookup).
 *
 * @template {string} Available
 * @param {readonly [Available, ...Available[]]} available
 * @param {readonly string[]} preferred language tags in the user's order
 * @returns {{language: Available, locale: string}} `locale` is the user's own tag for the language. It formats dates
 *   and numbers.
 */
export function chooseLanguage(available, preferred) {
  for (const tag of preferred) {
    const subtags = tag.toLowerCase().split("-");
    for (let length = subtags.length; length > 0; length -= 1) {
      const range = subtags.slice(0, length).join("-");
      const language = available.find((one) => one.toLowerCase() === range);
      if (language) return { language, locale: tag };
    }
  }
  return { language: available[0], locale: available[0] };
}

/**
 * The language tags that the browser prefers.
 *
 * @type {readonly string[]}
 */
export const preferredLanguages = globalThis.navigator?.languages ?? [];

export const { language, locale } = chooseLanguage(languages, preferredLanguages);
