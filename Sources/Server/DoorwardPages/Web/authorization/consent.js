import { avatar, photoOfSize } from "../elements/avatar.js";
import { card } from "../elements/brand.js";
import { deliberateButton } from "../elements/deliberate.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { nameParts } from "../elements/name.js";
import { notice } from "../elements/status.js";
import { plainText, shortIdentifier, userName } from "../format/text.js";
import { parts, text } from "../messages/text.js";
import { clientName, scopeMeanings } from "./request.js";

/** @typedef {import("../server/types.js").Authorization} Authorization */

/**
 * The name and the first identifier of the user.
 *
 * @param {import("../server/types.js").State} state
 */
export const account = (state) => ({
  name: userName(state) || text("app.accountUnnamed"), identifier: shortIdentifier(state.identities[0]?.identifier ?? ""),
});

/**
 * The line that names the signed-in user.
 *
 * @param {import("../server/types.js").State} state
 * @param {() => void} [another] signs in with another account
 */
export function accountLine(state, another) {
  const { name, identifier } = account(state);
  return element("div", { class: "account-line" },
    avatar(name, photoOfSize(state.user?.picture, 128)),
    element("p", { class: "names" }, element("span", { class: "strong", testid: "account-name" }, ...nameParts(name)),
      identifier && identifier !== name && element("span", { class: "muted small mono", text: identifier })),
    another && button(text("app.switch"), another, { class: "button quiet", "aria-label": text("app.switchAccount"), testid: "another-account" }));
}

/** The scope that a user must not overlook. */
const fullAccess = () => element("li", { class: "full-access", testid: "full-access" },
  element("span", { class: "strong", text: text("app.fullAccess") }),
  element("span", { class: "small", text: text("app.fullAccessMeaning") }));

/**
 * The data and rights that an app gets.
 *
 * @param {string} name of the app
 * @param {string[]} scopes
 * @param {...Node} below
 */
export function scopeList(name, scopes, ...below) {
  return element("div", { class: "panel", testid: "scopes" },
    element("p", { class: "muted small", text: text("app.gets", { name }) }),
    element("ul", {}, scopes.includes("account") && fullAccess(), ...scopeMeanings(scopes).map((meaning) => element("li", { text: meaning }))),
    ...below);
}

/**
 * The data and rights that an app gets, and the site to which the user continues.
 *
 * @param {Authorization} authorization
 */
export function purpose(authorization) {
  const { client, scopes } = authorization;
  const site = client.site && element("span", { class: "mono strong", text: plainText(client.site, 120) });
  return scopeList(clientName(authorization), scopes, element("p", { class: "small", testid: "destination" },
    ...(site ? parts("app.goesTo", { site }) : [text("app.goesToDevice")])));
}

/**
 * Asks a signed-in user for consent.
 *
 * @param {Authorization} authorization
 * @param {{note?: string, allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} options
 * @returns {HTMLElement}
 */
export function confirmView(authorization, { note, allow, deny, another }) {
  const go = deliberateButton(text("app.continueAs", { name: account(authorization.state).name }), allow, { class: "button main wide", testid: "continue" });
  const cancel = button(text("action.cancel"), () => void whileBusy(cancel, deny), { class: "button quiet wide", testid: "cancel" });
  return card("confirm",
    element("h1", { text: text("app.continueTo", { name: clientName(authorization) }) }),
    note && notice(note, { testid: "note" }),
    accountLine(authorization.state, another), purpose(authorization),
    element("div", { class: "stack" }, go, cancel));
}

/**
 * The view after the page has opened the app. If the app is not a site, the page stays open.
 *
 * @param {string | null} name
 * @param {() => void} again
 */
export function leavingView(name, again) {
  return card("leaving",
    element("h1", { text: name ? text("app.back", { name }) : text("app.backUnnamed") }),
    element("p", { class: "lead", text: text("app.closePage") }),
    element("div", { class: "actions" }, button(text("app.openAgain"), again, { testid: "go-again" })));
}
