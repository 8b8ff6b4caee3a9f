import { plainText, shortIdentifier } from "../format/text.js";
import { code } from "./code.js";
import { ethereum } from "./ethereum.js";
import { near } from "./near.js";
import { passkeys } from "./passkeys.js";
import { password } from "./password.js";
import { identityRow } from "./ways/row.js";

/**
 * The sign-in methods of the page, in the order in which it shows them.
 *
 * @typedef {import("./method.js").SignInMethod} SignInMethod
 * @typedef {import("../server/types.js").Identity} Identity
 * @typedef {import("../server/types.js").State} State
 */

/** @type {readonly SignInMethod[]} */
export const methods = Object.freeze([code, password, passkeys, ethereum, near]);

/**
 * The methods that the page can offer.
 *
 * @param {import("../server/types.js").State} state
 * @param {import("./method.js").WantedAccount} account with `linked`, only methods that the signed-in user has
 * @param {"sign_in" | "link"} [purpose]
 */
export const offeredMethods = (state, account, purpose = "sign_in") => methods.filter((method) =>
  state.config.methods.includes(method.name) && method.isOffered(state.config)
  && (account !== "linked" || method.isLinked(state)) && (purpose !== "link" || method.canLink));

/**
 * The advice of methods, each once.
 *
 * @param {readonly SignInMethod[]} offered
 */
export const adviceOf = (offered) => [...new Set(offered.flatMap((method) => method.advice ?? []))];

/**
 * The rows of the ways to sign in, in the order of the methods. Identities without a method on this page are last.
 *
 * @param {import("./method.js").AccountPage} page
 */
export function accountWays(page) {
  const { config, identities } = page.state();
  const plain = (/** @type {Identity} */ identity) => identityRow(page, identity, {
    kind: identityLabel(identity), name: methodOfType(identity.type)?.identityName?.(identity), picture: methodOfType(identity.type)?.icon(),
    canCopy: methodOfType(identity.type)?.canLink,
  });
  const rows = methods.flatMap((method) => (method.ways && config.methods.includes(method.name)
    ? method.ways(page) : identities.filter(({ type }) => method.identityTypes.includes(type)).map(plain)));
  return [...rows, ...identities.filter(({ type }) => !methodOfType(type)).map(plain)];
}

/**
 * What the user can add by a form or in a window of the browser.
 *
 * @param {import("./method.js").AccountPage} page
 */
export const accountAdditions = (page) => methods.flatMap((method) =>
  (page.state().config.methods.includes(method.name) ? method.additions?.(page) ?? [] : []));

/**
 * Shows a step of a method on the account page that this tab has kept.
 *
 * @param {import("./method.js").AccountPage} page @param {import("../elements/kept-step.js").KeptStep} kept
 */
export const restoreOnAccount = (page, kept) => methods.some((method) =>
  page.state().config.methods.includes(method.name) && method.restoreOnAccount?.(page, kept));

/**
 * The methods' offers at the top of the account page.
 *
 * @param {import("./method.js").AccountPage} page
 */
export const accountOffers = (page) => methods.flatMap((method) =>
  (page.state().config.methods.includes(method.name) ? method.accountOffer?.(page) ?? [] : []));

/**
 * Runs the methods' work after a sign-in by another method.
 *
 * @param {State} state of the signed-in user @param {import("./last-used.js").LastUsed} choice
 * @returns {Promise<State>} the present state
 */
export async function afterSignIn(state, choice) {
  let present = state;
  for (const method of methods) {
    if (state.config.methods.includes(method.name)) present = await method.afterSignIn?.(present, choice) ?? present;
  }
  return present;
}

/**
 * Tells the browser what the methods know of the credentials of the user.
 *
 * @param {State} state of the signed-in user
 */
export async function tellBrowser(state) {
  await Promise.all(methods.map((method) => state.config.methods.includes(method.name) && method.tellBrowser?.(state)));
}

/**
 * The first offer of a method after a sign-in by another one.
 *
 * @param {State} state of the signed-in user @param {import("./last-used.js").LastUsed} choice @param {2 | 3} level
 * @param {(state: State) => void} done continues with the present state
 * @returns {Promise<HTMLElement | undefined>}
 */
export async function offerAfterSignIn(state, choice, level, done) {
  for (const method of methods) {
    if (!state.config.methods.includes(method.name)) continue;
    const view = await method.offerAfterSignIn?.(state, choice, level, done);
    if (view) return view;
  }
  return undefined;
}

/** @param {string} type @returns {SignInMethod | undefined} */
const methodOfType = (type) => methods.find(({ identityTypes }) => identityTypes.includes(type));

/**
 * The kind of an identity in words.
 *
 * @param {import("../server/types.js").ProvenIdentity} identity
 */
export const identityLabel = (identity) =>
  methodOfType(identity.type)?.identityLabel(identity) ?? plainText(identity.type, 24);

/**
 * The name of an identity for the user.
 *
 * @param {import("../server/types.js").ProvenIdentity} identity
 */
export const identityName = (identity) =>
  methodOfType(identity.type)?.identityName?.(identity) ?? plainText(shortIdentifier(identity.identifier), 64);

/**
 * The labels of the methods that opened a session. Names without a method on this page are omitted.
 *
 * @param {unknown} amr
 */
export const sessionLabel = (amr) => (Array.isArray(amr) ? amr : [])
  .flatMap((name) => methods.filter(({ proofNames }) => proofNames.includes(name)).map((method) => method.sessionLabel())).join(", ");
