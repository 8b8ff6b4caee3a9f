import { button, element, whileBusy } from "./dom.js";
import { plainText, shortIdentifier } from "./format.js";

/** @typedef {import("./api.js").Authorization} Authorization */

/**
 * What an app gets to know or to do, in words; what is not here says nothing to a person.
 *
 * @type {[string, string][]}
 */
const meanings = [
  ["account", "Everything you can do in your account"],
  ["user:read", "Your profile and your wallets' addresses"],
  ["profile", "Your name"],
  ["email", "Your e-mail address"],
  ["phone", "Your phone number"],
  ["offline_access", "A sign-in that lasts until you sign out"],
];

/** @param {{client: {name: string}}} asked */
export const clientName = ({ client }) => plainText(client.name, 60) || "the app";

/** @param {import("./api.js").State} state */
function called(state) {
  const identifier = shortIdentifier(state.identities[0]?.identifier ?? "");
  return { name: plainText(state.user?.name, 120) || identifier || "your account", identifier };
}

/**
 * Who is signed in.
 *
 * @param {import("./api.js").State} state
 */
export function personLine(state) {
  const who = called(state);
  return element("div", { class: "person" },
    element("span", { class: "avatar", "aria-hidden": "true", text: (Array.from(who.name.replace(/^0x/, ""))[0] ?? "?").toUpperCase() }),
    element("p", { class: "who" }, element("span", { class: "strong", text: who.name, testid: "person" }),
      who.identifier && who.identifier !== who.name && element("span", { class: "muted small mono", text: who.identifier })));
}

/**
 * What an app gets.
 *
 * @param {string} name
 * @param {string[]} scopes
 */
export function scopeList(name, scopes) {
  const given = meanings.filter(([scope]) => scopes.includes(scope)).map(([, text]) => element("li", { text }));
  return given.length > 0 && element("div", { class: "given" },
    element("p", { class: "muted small", text: `${name} gets:` }), element("ul", {}, ...given));
}

/**
 * Where the person goes next; an app on this device has no name that says more than its own.
 *
 * @param {Authorization} authorization
 */
function destination({ client }) {
  return client.site
    ? element("p", { class: "muted small domain" }, "You go on to ", element("span", { class: "mono strong", text: plainText(client.site, 120) }), ".")
    : element("p", { class: "muted small domain", text: "You go on to an app on this device. Continue only if you have just started this yourself." });
}

/**
 * Asks somebody who is signed in whether they mean this app.
 *
 * @param {Authorization} authorization
 * @param {{allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} answers
 * @returns {HTMLElement}
 */
export function confirmView(authorization, { allow, deny, another }) {
  const name = clientName(authorization);
  const go = button(`Continue as ${called(authorization.state).name}`, () => void whileBusy(go, allow), { class: "button main wide", testid: "continue" });
  const cancel = button("Cancel", () => void whileBusy(cancel, deny), { class: "button quiet", testid: "cancel" });
  return element("div", { class: "card narrow", testid: "confirm" },
    element("h1", { text: `Continue to ${name}` }),
    personLine(authorization.state), scopeList(name, authorization.scopes),
    element("div", { class: "stack" }, go,
      element("div", { class: "actions" },
        button("Use another account", another, { class: "button quiet", testid: "another-account" }), cancel)),
    destination(authorization));
}

/**
 * What is left on the page once the browser has been sent on: an app's own scheme leaves it standing.
 *
 * @param {string | null} name
 * @param {() => void} again
 */
export function leavingView(name, again) {
  return element("div", { class: "card narrow", testid: "leaving" },
    element("h1", { text: name ? `Back to ${name}` : "Back to the app" }),
    element("p", { class: "lead", text: "You can close this page once the app is in front of you." }),
    element("div", { class: "actions" }, button("Go there again", again, { testid: "go-again" })));
}
