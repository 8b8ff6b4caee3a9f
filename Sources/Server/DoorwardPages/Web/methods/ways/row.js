import { confirm } from "../../elements/confirm.js";
import { copyButton } from "../../elements/copy.js";
import { button, element } from "../../elements/dom.js";
import { nameParts } from "../../elements/name.js";
import { toast } from "../../elements/status.js";
import { timeElement } from "../../elements/time.js";
import { plainText, shortIdentifier } from "../../format/text.js";
import { parts, text } from "../../messages/text.js";
import { unlinkIdentity } from "../../server/account.js";
import { getState } from "../../server/call.js";

/**
 * The rows in the list of the ways to sign in.
 *
 * @typedef {import("../method.js").AccountPage} AccountPage
 * @typedef {import("../../server/types.js").Identity} Identity
 */

/**
 * A way to sign in: its picture, its name, what the user should know about it, and what the user can do with it.
 *
 * @param {{testid: string, of?: string, picture?: Node | null, name: Node, details: (Node | string)[][]}} way `of`: its id
 * @param {...(Node | false | undefined)} actions
 */
export const wayRow = ({ testid, of, picture, name, details }, ...actions) => element("li", { class: "entry", testid, "data-of": of },
  picture,
  element("div", { class: "entry-text" }, name, ...details.map((detail) => element("p", { class: "muted small" }, ...detail))),
  element("div", { class: "entry-actions" }, ...actions));

/**
 * A button of a row.
 *
 * @param {{text: string, label: string, testid: string, isDangerous?: boolean}} caption `label`: for assistive technology
 * @param {() => void} act
 */
export const wayButton = ({ text: caption, label, testid, isDangerous = false }, act) =>
  button(caption, act, { class: isDangerous ? "button quiet danger-text" : "button quiet", "aria-label": label, testid });

/** @param {Identity} identity */
export const lastUse = ({ last_used_at, verified_at }) => timeElement(last_used_at ?? verified_at, { relative: true });

/**
 * The identifier as the user knows it. A long one without a meaning is shortened, and a screen reader gets all of it.
 *
 * @param {string} identifier @param {"ltr" | "auto"} direction
 */
function identifierName(identifier, direction) {
  const short = shortIdentifier(identifier);
  const properties = { class: "entry-name", title: identifier, testid: "identifier" };
  return short === identifier
    ? element("p", { ...properties, dir: direction }, ...nameParts(plainText(identifier, 320)))
    : element("p", { ...properties, class: "entry-name mono" },
        element("span", { "aria-hidden": "true", text: short }), element("span", { class: "visually-hidden", text: identifier }));
}

/**
 * An identity of the account.
 *
 * @param {AccountPage} page @param {Identity} identity
 * @param {{kind: string, picture?: Node | null, name?: string, testid?: string, direction?: "ltr" | "auto", canCopy?: boolean}} options
 *   `kind`: in words; `name`: for an identity whose identifier has no meaning
 * @param {...(Node | false | undefined)} actions of its method
 */
export function identityRow(page, identity, { kind, picture, name, testid = "identity", direction = "auto", canCopy = false }, ...actions) {
  const short = name ?? shortIdentifier(identity.identifier);
  const remove = async () => {
    const isDone = await confirm({
      title: text("identities.removeTitle"), action: text("identities.remove"), text: text("identities.removeText", { identifier: short }),
      perform: () => page.withRecentSignIn(() => unlinkIdentity(identity.id)),
    });
    if (!isDone) return;
    page.onChange(await getState());
    toast(text("identities.removed"));
  };
  return wayRow({
    testid, of: identity.id, picture, name: name === undefined ? identifierName(identity.identifier, direction) : element("p", { class: "entry-name", dir: "auto", text: name }),
    details: [parts("identities.lastUsed", { kind, time: lastUse(identity) })],
  }, canCopy && copyButton(identity.identifier, { text: text("identities.copy"), label: text("identities.copyOne", { identifier: short }), testid: "copy-identifier" }),
  ...actions,
  page.state().identities.length > 1 && wayButton({
    text: text("identities.remove"), label: text("identities.removeOne", { identifier: short }), testid: "unlink", isDangerous: true,
  }, () => void remove()));
}
