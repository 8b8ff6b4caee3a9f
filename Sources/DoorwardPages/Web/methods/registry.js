import { plainText } from "../format/text.js";
import { ethereum } from "./ethereum.js";
import { near } from "./near.js";

/**
 * The sign-in methods of the page, in the order in which it shows them.
 *
 * @typedef {import("./method.js").SignInMethod} SignInMethod
 * @typedef {import("../server/types.js").Identity} Identity
 */

/** @type {readonly SignInMethod[]} */
export const methods = Object.freeze([ethereum, near]);

/**
 * The methods that the page can offer.
 *
 * @param {import("../server/types.js").State} state
 * @param {import("./method.js").WantedAccount} account with `linked`, only methods that have an identity of the account
 */
export const offeredMethods = ({ config, identities }, account) => methods.filter((method) =>
  config.methods.includes(method.name) && method.isOffered(config)
  && (account !== "linked" || identities.some(({ type }) => type === method.identityType)));

/** @param {string} type @returns {SignInMethod | undefined} */
const methodOfType = (type) => methods.find(({ identityType }) => identityType === type);

/**
 * The kind of an identity in words.
 *
 * @param {import("../server/types.js").ProvenIdentity} identity
 */
export const identityLabel = (identity) =>
  methodOfType(identity.type)?.identityLabel(identity) ?? plainText(identity.type, 24);

/** @param {Identity} identity @returns {string | null} the address of a picture */
export const identityPicture = ({ type }) => methodOfType(type)?.picture ?? null;

/**
 * How a session was opened, in words. Names without a method on this page are left out.
 *
 * @param {unknown} amr
 */
export const sessionLabel = (amr) => (Array.isArray(amr) ? amr : [])
  .flatMap((name) => methods.filter((method) => method.name === name).map((method) => method.sessionLabel())).join(", ");
