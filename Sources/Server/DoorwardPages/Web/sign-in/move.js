import { confirm } from "../elements/confirm.js";
import { button, element, headingTag } from "../elements/dom.js";
import { timeElement } from "../elements/time.js";
import { plainText, shortIdentifier } from "../format/text.js";
import { parts, text } from "../messages/text.js";
import { identityLabel } from "../methods/registry.js";

/**
 * The offer to move an identity here from another account.
 *
 * @typedef {import("../server/types.js").Taken} Taken
 */

/**
 * The other account by name and date.
 *
 * @param {Taken} taken
 */
function otherAccount({ account }) {
  const name = plainText(account.name, 120);
  const date = timeElement(account.created_at);
  return element("span", { testid: "other-account" }, ...(name
    ? parts("move.accountOf", { name: element("span", { class: "strong", text: name }), date })
    : parts("move.accountWithoutName", { date })));
}

/**
 * The effects of the move on the other account.
 *
 * @param {Taken} taken @param {Node | string} account the words for that account
 */
function consequence({ deletes_account }, account) {
  return element("p", { class: deletes_account ? "notice warning" : "notice", testid: "consequence" },
    ...parts(deletes_account ? "move.deletesAccount" : "move.keepsAccount", { account }));
}

/**
 * Offers the move. The user confirms it in a dialog before the identity is proven once more.
 *
 * @param {{taken: Taken, icon: Node, level: 2 | 3, onMove: () => void, onCancel: () => void}} options
 */
export function moveOffer({ taken, icon, level, onMove, onCancel }) {
  const { identity, deletes_account: deletes } = taken;
  const identifier = plainText(shortIdentifier(identity.identifier), 64);
  const ask = async () => {
    const isConfirmed = await confirm({
      title: text(deletes ? "move.confirmTitleDeleting" : "move.confirmTitle"),
      text: text("move.confirmText", { identifier }), details: consequence(taken, otherAccount(taken)),
      action: text(deletes ? "move.confirmDeleting" : "move.confirm"), isDangerous: deletes,
    });
    if (isConfirmed) onMove();
  };
  return element("section", { class: "progress", testid: "move-offer" },
    element("div", { class: "progress-head" }, icon, element(headingTag(level), { text: text("move.heading") })),
    element("p", {}, ...parts("move.opens", {
      identifier: element("span", { class: "mono strong", title: identity.identifier, text: identifier }),
      kind: identityLabel(identity), account: otherAccount(taken),
    })),
    consequence(taken, text("move.thatAccount")),
    element("div", { class: "actions" },
      button(text("move.ask"), () => void ask(), { class: "button main", testid: "move" }),
      button(text("flow.otherWays"), onCancel, { testid: "other-ways" })));
}
