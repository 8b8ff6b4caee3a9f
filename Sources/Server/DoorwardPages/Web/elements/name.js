import { element } from "./dom.js";

/**
 * A name or an identifier as content of an element. A line of an email address may end before the "@".
 *
 * @param {string} name
 */
export const nameParts = (name) => name.split("@").flatMap((part, index) => (index === 0 ? [part] : [element("wbr"), `@${part}`]));
