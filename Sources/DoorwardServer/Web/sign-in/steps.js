/**
 * The steps of a flow, in order.
 *
 * @typedef {"connect" | "sign" | "check"} Step
 */

/** @type {readonly Step[]} */
export const steps = Object.freeze(/** @type {const} */ (["connect", "sign", "check"]));

/**
 * How each step looks while one of them is current.
 *
 * @param {Step} current
 * @returns {("passed" | "current" | "ahead")[]}
 */
export function stepStates(current) {
  const reached = steps.indexOf(current);
  return steps.map((_, index) => (index < reached ? "passed" : index === reached ? "current" : "ahead"));
}
