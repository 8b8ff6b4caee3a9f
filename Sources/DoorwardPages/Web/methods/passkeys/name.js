import { plainText } from "../../format/text.js";
import { text } from "./text.js";

/**
 * The name of a passkey. Its identifier has no meaning for a user.
 *
 * @param {import("../../server/types.js").ProvenIdentity} passkey
 */
export const nameOf = ({ name }) => plainText(name, 120) || text("unnamed");
