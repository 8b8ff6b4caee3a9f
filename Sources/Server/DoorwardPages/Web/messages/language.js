/**
 * The language of the page. The server chooses it, names it in the document, and loads the script of its texts before
 * the other scripts. The user can choose another one, which the page speaks at once.
 *
 * @typedef {Record<string, string | Record<string, string>>} Texts
 * @typedef {{tag: string, direction: string, texts: string}} Language `texts`: the address of the script with its texts
 */

/** @type {Texts} */
export const texts = globalThis.doorwardTexts ?? {};

const root = globalThis.document?.documentElement;

/** The languages of the page, from the document. */
const list = globalThis.document?.querySelector("meta[name=doorward-languages]");

/** @type {readonly Language[]} */
export const languages = (list?.getAttribute("content") ?? "").split(" ").filter(Boolean).map((entry) => {
  const [tag, direction, ...address] = entry.split(":");
  return { tag, direction, texts: address.join(":") };
});

/** Whether the application has fixed the language, so that the user cannot choose one for the page. */
export const isFixed = list?.getAttribute("data-fixed") === "true";

/** The language tag of the texts. */
export const language = () => root?.lang || "en";

export const isRightToLeft = () => root?.dir === "rtl";

/**
 * The language tags that the browser prefers.
 *
 * @type {readonly string[]}
 */
const preferredLanguages = globalThis.navigator?.languages ?? [];

/**
 * The user's own tag for a language, such as `de-AT` for German. It formats dates and numbers.
 *
 * @param {string} of the language tag
 * @param {readonly string[]} preferred language tags in the user's order
 */
export const ownLocale = (of, preferred) => preferred.find((tag) => isSame(tag, of)) ?? of;

/**
 * Whether two tags are of one language and script.
 *
 * @param {string} one @param {string} other
 */
export function isSame(one, other) {
  const [first, second] = [parsed(one), parsed(other)];
  return first !== undefined && first.language === second?.language && first.script === second.script;
}

/** @param {string} tag */
function parsed(tag) {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** The form of dates and numbers. */
export const locale = () => ownLocale(language(), preferredLanguages);

/**
 * Makes an object such as a formatter once for each language of the page.
 *
 * @template Made
 * @param {(locale: string) => Made} make
 * @returns {() => Made}
 */
export function perLanguage(make) {
  /** @type {{locale: string, made: Made} | undefined} */
  let last;
  return () => {
    const present = locale();
    if (last?.locale !== present) last = { locale: present, made: make(present) };
    return last.made;
  };
}

/**
 * The texts that have been loaded. A script runs once only.
 *
 * @type {Map<string, Texts>}
 */
const loaded = new Map([[language(), { ...texts }]]);

/**
 * Changes the language of the page. The caller draws the view again.
 *
 * @param {string} tag
 */
export async function speak(tag) {
  const chosen = languages.find((one) => one.tag === tag);
  if (!chosen || !root || isFixed || tag === language()) return;
  if (!loaded.has(tag)) {
    await import(chosen.texts);
    loaded.set(tag, { ...globalThis.doorwardTexts });
  }
  for (const key of Object.keys(texts)) delete texts[key];
  Object.assign(texts, loaded.get(tag));
  root.lang = tag;
  root.dir = chosen.direction;
}
