import { lastUsed } from "../methods/last-used.js";

/**
 * The group of methods that is one row until the user chooses it. Nothing if the group has no methods here, if there is no other way
 * to sign in, or if the last sign-in of this browser was with one of the group.
 *
 * @param {readonly import("../methods/method.js").SignInMethod[]} offered
 * @returns {import("../methods/method.js").Group | undefined}
 */
export function foldedGroup(offered) {
  const group = offered.find((method) => method.group)?.group;
  const isOpen = offered.every((method) => method.group === group) || offered.some((method) => method.group === group && lastUsed(method.name));
  return isOpen ? undefined : group;
}
