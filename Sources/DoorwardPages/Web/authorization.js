import { deliberateButton } from "./deliberate.js";
import { card } from "./brand.js";
import { button, element, whileBusy } from "./dom.js";
import { avatar, personName, plainText, shortIdentifier } from "./format.js";
import { notice } from "./status.js";

/** @typedef {import("./api.js").Authorization} Authorization */

/**
 * What an app gets to know or to do, in words. Scopes that are not here mean nothing to a user.
 *
 * @type {[string, string][]}
 */
const meanings = [
  ["openid", "Your id, and how and when you signed in"],
  ["profile", "Your name and language"],
  ["user:read", "Your profile and your wallets' addresses"],
  ["offline_access", "Access until you sign it out"],
];

/** What somebody is told whose yes came after another sign-in in this browser, and is asked for again. */
export const changedNote = "There has been another sign-in here since. Look whose account it is now before you go on.";

/**
 * Why somebody is asked to sign in who is signed in, or may be in their wallet.
 *
 * @type {Record<string, (name: string) => string>}
 */
const reasons = {
  other_account: (name) => `${name} expects another account than the one that is signed in here. Sign in with that one, or cancel.`,
  other_way: (name) => `${name} takes other ways to sign in than the one you used.`,
  too_old: (name) => `${name} asks you to sign in again.`,
  select_account: (name) => `Pick the account that you want to continue to ${name} with.`,
};

/** @param {Authorization} asked @returns {string | undefined} */
export const reasonNote = (asked) => reasons[asked.reason ?? ""]?.(clientName(asked));

/**
 * Which account a wallet is asked for: the one that is connected would be the same again.
 *
 * @param {Authorization} asked
 */
export const wantedAccount = ({ reason }) => (reason === "other_account" || reason === "select_account" ? "other" : "any");

/** @param {{client: {name: string}}} asked */
export const clientName = ({ client }) => plainText(client.name, 60) || "the app";

/** @param {import("./api.js").State} state */
export function called(state) {
  const identifier = shortIdentifier(state.identities[0]?.identifier ?? "");
  return { name: personName(state) || "your account", identifier };
}

/**
 * Who is signed in.
 *
 * @param {import("./api.js").State} state
 * @param {() => void} [another] signs in with another account
 */
export function personLine(state, another) {
  const who = called(state);
  return element("div", { class: "person" },
    avatar(who.name),
    element("p", { class: "who" }, element("span", { class: "strong", text: who.name, testid: "person" }),
      who.identifier && who.identifier !== who.name && element("span", { class: "muted small mono", text: who.identifier })),
    another && button("Switch", another, { class: "button quiet", "aria-label": "Switch account", testid: "another-account" }));
}

/** The scope that a user must not overlook. */
const fullAccess = () => element("li", { class: "full-access", testid: "full-access" },
  element("span", { class: "strong", text: "Full access to your account" }),
  element("span", { class: "small", text: "It can do everything that you can do here, such as adding and removing wallets." }));

/**
 * What an app gets, the most powerful first.
 *
 * @param {string} name
 * @param {string[]} scopes
 * @param {...Node} below what else is to be known of it
 */
export function scopeList(name, scopes, ...below) {
  const given = meanings.filter(([scope]) => scopes.includes(scope)).map(([, text]) => element("li", { text }));
  return element("div", { class: "given", testid: "given" },
    element("p", { class: "muted small", text: `${name} gets:` }),
    element("ul", {}, scopes.includes("account") && fullAccess(), ...given), ...below);
}

/**
 * What an app gets, and where the person goes next; an app on this device has no name that says more than its
 * own.
 *
 * @param {Authorization} authorization
 */
export function purpose(authorization) {
  const { client, scopes } = authorization;
  return scopeList(clientName(authorization), scopes, element("p", { class: "small", testid: "destination" }, ...(client.site
    ? ["You go on to ", element("span", { class: "mono strong", text: plainText(client.site, 120) }), "."]
    : ["You go on to an app on this device. Do so only if you have just started this yourself."])));
}

/**
 * Asks somebody who is signed in whether they mean this app.
 *
 * @param {Authorization} authorization
 * @param {{note?: string, allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} options
 * @returns {HTMLElement}
 */
export function confirmView(authorization, { note, allow, deny, another }) {
  const name = clientName(authorization);
  const go = deliberateButton(`Continue as ${called(authorization.state).name}`, allow, { class: "button main wide", testid: "continue" });
  const cancel = button("Cancel", () => void whileBusy(cancel, deny), { class: "button quiet wide", testid: "cancel" });
  return card("confirm",
    element("h1", { text: `Continue to ${name}` }),
    note && notice(note, { testid: "note" }),
    personLine(authorization.state, another), purpose(authorization),
    element("div", { class: "stack" }, go, cancel));
}

/**
 * What is left on the page once the browser has been sent on: an app's own scheme leaves it standing.
 *
 * @param {string | null} name
 * @param {() => void} again
 */
export function leavingView(name, again) {
  return card("leaving",
    element("h1", { text: name ? `Back to ${name}` : "Back to the app" }),
    element("p", { class: "lead", text: "You can close this page once the app is in front of you." }),
    element("div", { class: "actions" }, button("Go there again", again, { testid: "go-again" })));
}
