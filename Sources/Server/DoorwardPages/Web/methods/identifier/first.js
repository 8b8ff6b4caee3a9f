import { lastUsed } from "../last-used.js";

/**
 * Whether a code comes before the password, for an address that can have both. The last sign-in of this browser decides, or the
 * application's setting.
 *
 * @param {import("../../server/types.js").Config} config
 */
export const codeComesFirst = (config) =>
  (lastUsed("code") ? true : !lastUsed("password") && config.sign_in_first !== "password");
