/**
 * The languages that a user can choose from, by BCP 47 tag. The user's own languages are first.
 */
const common = ["ar", "bn", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja",
  "ko", "nb", "nl", "pl", "pt-BR", "pt-PT", "ro", "sv", "th", "tr", "uk", "ur", "vi", "zh-Hans", "zh-Hant"];

/**
 * The name of a language in itself.
 *
 * @param {string} tag
 */
function ownName(tag) {
  try {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/**
 * @param {string | null | undefined} saved the tag that the user has now
 * @param {readonly string[]} preferred the tags that the browser prefers
 * @returns {{tag: string, name: string}[]}
 */
export function languageChoices(saved, preferred) {
  const first = [...new Set([...(saved ? [saved] : []), ...preferred])];
  const rest = common.filter((tag) => !first.includes(tag)).map((tag) => ({ tag, name: ownName(tag) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return [...first.map((tag) => ({ tag, name: ownName(tag) })), ...rest];
}
