/**
 * The method's member of the page's configuration.
 *
 * @typedef {{rp_id: string}} Settings
 * @typedef {import("../../server/types.js").Config} Config
 */

/** @param {Config} config @returns {Settings | undefined} undefined if the page cannot use passkeys */
export const settings = ({ passkeys }) => /** @type {Settings | null | undefined} */ (passkeys) ?? undefined;

/**
 * Whether a new user can sign up with a passkey alone. An invitation is for an address, which a passkey does not prove.
 *
 * @param {Config} config
 */
export const canSignUp = ({ sign_up = "open" }) => sign_up === "open";

/** @param {{type: string}} identity */
export const isPasskey = ({ type }) => type === "passkey";
