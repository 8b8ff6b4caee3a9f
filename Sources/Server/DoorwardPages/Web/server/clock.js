/** The server's clock, so that a wrong clock of this device does not change how long a code seems to be valid. */

let ahead = 0;

/**
 * Learns the time of the server from an answer.
 *
 * @param {string | null} date the header `Date`
 */
export function learnTime(date) {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return;
  const difference = time - Date.now();
  // The header has whole seconds, so a small difference has no meaning.
  ahead = Math.abs(difference) > 2_000 ? difference : 0;
}

/** @returns {number} the time of the server, in milliseconds */
export const serverNow = () => Date.now() + ahead;
