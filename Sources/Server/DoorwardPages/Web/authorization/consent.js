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

/**
 * The scope that a user must not overlook. It is no warning if the app belongs to the operator, as this page does.
 *
 * @param {boolean} isOwn
 */
function fullAccess(isOwn) {
  if (isOwn) return element("li", { text: text("app.fullAccess") });
  return element("li", { class: "full-access", testid: "full-access" },
    element("span", { class: "strong", text: text("app.fullAccess") }),
    element("span", { class: "small", text: text("app.fullAccessMeaning") }));
}

/**
 * A list of data and rights under a title.
 *
 * @param {string} title
 * @param {string[]} scopes
 * @param {boolean} [isOwn] whether the app belongs to the operator
 */
const rights = (title, scopes, isOwn = false) => [
  element("p", { class: "muted small", text: title }),
  element("ul", {}, scopes.includes("account") && fullAccess(isOwn), ...scopeMeanings(scopes).map((meaning) => element("li", { text: meaning }))),
];

/**
 * The data and rights that an app gets.
 *
 * @param {string} name of the app
 * @param {string[]} scopes
 */
export const scopeList = (name, scopes) => element("div", { class: "panel", testid: "scopes" }, ...rights(text("app.gets", { name }), scopes));

/**
 * The data and rights that an app gets, and the site to which the user continues. If the user has granted a part of them
 * before, the new ones are first.
 *
 * @param {Authorization} authorization
 * @returns {HTMLElement | undefined} undefined if the app belongs to the operator: then the user is not asked for consent
 */
export function purpose(authorization) {
  const { client, scopes, question } = authorization;
  if (question !== "consent") return undefined;
  const name = clientName(authorization);
  const known = scopes.filter((scope) => authorization.granted_scopes.includes(scope));
  const added = scopes.filter((scope) => !known.includes(scope));
  const isMore = known.length > 0 && added.length > 0;
  const site = client.site && element("span", { class: "mono strong", text: plainText(client.site, 120) });
  return element("div", { class: "panel", testid: "scopes" },
    ...isMore
      ? [...rights(text("app.getsMore", { name }), added, client.first_party), ...rights(text("app.getsAlready", { name }), known, client.first_party)]
      : rights(text("app.gets", { name }), scopes, client.first_party),
    element("p", { class: "small", testid: "destination" }, ...(site ? parts("app.goesTo", { site }) : [text("app.goesToDevice")])));
}

/**
 * Asks a signed-in user for consent, or only whether to continue if the app belongs to the operator.
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
