/**
 * A key in groups of four characters, which are easy to compare.
 *
 * @param {string} key
 */
export const groups = (key) => (key.match(/.{1,4}/g) ?? []).join(" ");
