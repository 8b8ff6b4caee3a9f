import { text } from "./text.js";

/**
 * The number of unused recovery codes in words.
 *
 * @param {number} count
 */
export function codesLeft(count) {
  return count === 0 ? text("noneLeft") : text("left", { count });
}
