import { text } from "../texts/text.js";
import { plainText, shortIdentifier } from "./text.js";

/** The types of identities by which people know a user, the best first. */
const known = ["email", "phone", "username", "near", "ethereum"];

/**
 * The identifier by which people know a user, or nothing.
 *
 * @param {import("../server/types.js").User} user
 */
export function mainIdentifier(user) {
  const types = known.find((type) => user.identities.some((identity) => identity.type === type));
  const found = user.identities.find(({ type }) => type === types);
  return found && found.type !== "passkey" ? shortIdentifier(found.identifier) : "";
}

/**
 * The name of a user for a list: the name, or the identifier.
 *
 * @param {import("../server/types.js").User} user
 */
export const userName = (user) => plainText(user.name) || mainIdentifier(user) || text("user.unnamed");
