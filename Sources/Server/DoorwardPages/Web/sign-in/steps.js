/**
 * The state of each step of a flow while one of them is current.
 *
 * @param {readonly string[]} names of the steps in order
 * @param {string} current
 * @returns {("passed" | "current" | "ahead")[]}
 */
export function stepStates(names, current) {
  const reached = names.indexOf(current);
  return names.map((_, index) => (index < reached ? "passed" : index === reached ? "current" : "ahead"));
}
