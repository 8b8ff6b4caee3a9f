/**
 * The list of sessions, read part by part.
 *
 * @typedef {import("../server/types.js").Session} Session
 * @typedef {(cursor?: string) => Promise<{items: Session[], next_cursor?: string}>} List
 */

/**
 * Reads at least `wanted` sessions, and as many as needed to find the session of this browser, which is first.
 *
 * @param {List} list
 * @param {number} wanted
 */
export async function firstSessions(list, wanted) {
  /** @type {Session[]} */
  const items = [];
  /** @type {string | undefined} */
  let next;
  do {
    const part = await list(next);
    items.push(...part.items);
    next = part.next_cursor;
  } while (next && (items.length < wanted || !items.some((session) => session.current)));
  return { items: items.sort((one, other) => Number(Boolean(other.current)) - Number(Boolean(one.current))), next };
}
