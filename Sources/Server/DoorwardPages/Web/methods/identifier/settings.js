/**
 * The identifiers that users have: email addresses, phone numbers and user names.
 *
 * @typedef {import("../../server/types.js").Config} Config
 * @typedef {import("../../server/types.js").Identity} Identity
 * @typedef {"email" | "phone_number" | "username"} Kind
 * @typedef {{minimum_length: number, maximum_length: number, apple: string}} PasswordRules
 */

/** @type {readonly Kind[]} */
const kinds = ["email", "phone_number", "username"];

/** @type {Record<string, Kind>} */
const kindOfChannel = { email: "email", sms: "phone_number" };

/** @type {Record<string, Kind>} */
const kindOfType = { email: "email", phone: "phone_number", username: "username" };

/** @param {unknown} list @returns {string[]} */
const strings = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);

/** @param {Config} config @param {"password" | "code"} name @returns {any} the member of a method */
const member = (config, name) => config[name] ?? {};

/**
 * The kinds of identifiers that sign in with a password; empty if the application offers no passwords.
 *
 * @param {Config} config
 */
export const passwordKinds = (config) => {
  const named = strings(member(config, "password").identifiers);
  return kinds.filter((kind) => named.includes(kind));
};

/**
 * The kinds of addresses to which the application sends codes.
 *
 * @param {Config} config
 */
export const codeKinds = (config) => {
  const named = strings(member(config, "code").channels).map((channel) => kindOfChannel[channel]);
  return kinds.filter((kind) => named.includes(kind));
};

/**
 * The kinds of identifiers that a user can sign in with.
 *
 * @param {Config} config
 */
export const signInKinds = (config) =>
  kinds.filter((kind) => passwordKinds(config).includes(kind) || codeKinds(config).includes(kind));

/** @param {Config} config @returns {PasswordRules} */
export const passwordRules = (config) => {
  const { minimum_length = 1, maximum_length = 256, apple = "" } = member(config, "password").rules ?? {};
  return { minimum_length, maximum_length, apple };
};

/**
 * Whether a user can sign up with a password.
 *
 * @param {Config} config
 */
export const canSignUp = (config) => passwordKinds(config).length > 0 && config.sign_up !== "closed";

/**
 * Whether some addresses need a sign-up with a password to become an account. A code to any other address makes the account.
 *
 * @param {Config} config
 */
export function needsSignUp(config) {
  const addresses = passwordKinds(config).filter((kind) => kind !== "username");
  const codes = codeKinds(config);
  return canSignUp(config) && (codes.length === 0 || addresses.some((kind) => !codes.includes(kind)));
}

/** @param {Config} config @returns {number} the number of digits of a code */
export const codeLength = (config) => Number(member(config, "code").length) || 6;

/**
 * The user's identifier of a kind.
 *
 * @param {readonly Identity[]} identities @param {Kind} kind
 */
export const identityOf = (identities, kind) => identities.find(({ type }) => kindOfType[type] === kind);

/**
 * The identifiers by which the user signs in with a password.
 *
 * @param {readonly Identity[]} identities
 */
export const passwordIdentities = (identities) => kinds.flatMap((kind) => identityOf(identities, kind) ?? []);

/**
 * The first of them.
 *
 * @param {readonly Identity[]} identities
 */
export const passwordIdentity = (identities) => passwordIdentities(identities).at(0);
