import { plainText } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";

const { text } = catalog("passkeys");

/** @typedef {import("../../server/types.js").ProvenIdentity} ProvenIdentity */

/** The name that the server stores if it does not know the model of the authenticator. */
const nameOfUnknownModel = "Passkey";

/**
 * The name that a passkey was given; empty if it has none.
 *
 * @param {ProvenIdentity} passkey
 */
export function givenNameOf({ name }) {
  const given = plainText(name, 120);
  return given === nameOfUnknownModel ? "" : given;
}

/**
 * The name of a passkey in the language of the user. Its identifier has no meaning for a user.
 *
 * @param {ProvenIdentity} passkey
 */
export const nameOf = (passkey) => givenNameOf(passkey) || text("unnamed");
