/** The languages of the texts for users, by their tags. */
export const languageTags = [
  "en", "de", "es", "fr", "it", "nl", "pl", "pt-BR", "tr", "uk", "ar", "he", "hi", "id", "ja", "ko", "th", "vi", "zh-Hans", "zh-Hant",
];

const names = new Intl.DisplayNames("en", { type: "language" });

/**
 * The name of a language in English.
 *
 * @param {string} tag
 */
export const languageName = (tag) => names.of(tag) ?? tag;
