import { text } from "./text.js";

/**
 * The number of unused recovery codes in words.
 *
 * @param {number} count
 */
export function codesLeft(count) {
  if (count === 0) return text("noneLeft");
  return count === 1 ? text("oneLeft") : text("left", { count });
}
