/**
 * A signal that aborts a request after some time. The type check does not know `AbortSignal.timeout` yet.
 *
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
export const timeLimit = (milliseconds) => /** @type {any} */ (AbortSignal).timeout(milliseconds);
