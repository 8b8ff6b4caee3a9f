import { confirm } from "./confirm.js";
import { button, element } from "./dom.js";
import { kindName, plainText, shortIdentifier, timeElement } from "./format.js";

/**
 * A wallet that the user wants to link and that belongs to another account.
 *
 * @typedef {import("./api.js").Taken} Taken
 */

/** The other account by name and date. @param {Taken} taken */
function otherAccount({ account }) {
  const name = plainText(account.name, 120);
  return element("span", { testid: "other-account" },
    name ? "the account of " : "an account without a name", name && element("span", { class: "strong", text: name }),
    ", here since ", timeElement(account.created_at));
}

/**
 * What the move does to the other account.
 *
 * @param {Taken} taken @param {Node | string} account what to call it
 */
function consequence(taken, account) {
  return taken.deletes_account
    ? element("p", { class: "notice warning", testid: "consequence" },
        "The wallet is the only way to sign in to ", account,
        ". If you move the wallet here, that account is deleted with everything in it. This cannot be undone.")
    : element("p", { class: "notice", testid: "consequence" },
        "If you move the wallet here, it no longer opens ", account,
        ". That account keeps its other ways to sign in, and is signed out everywhere.");
}

/**
 * Offers to move a wallet from its account to the one that is signed in. The user confirms once more before the
 * wallet is asked.
 *
 * @param {{taken: Taken, icon: Node, level: 2 | 3, onMove: () => void, onCancel: () => void}} options
 */
export function moveOffer({ taken, icon, level, onMove, onCancel }) {
  const { identity } = taken;
  const short = plainText(shortIdentifier(identity.identifier), 64);
  const ask = async () => {
    const isConfirmed = await confirm({
      title: taken.deletes_account ? "Move the wallet and delete the account?" : "Move the wallet?",
      text: `Your wallet asks you to sign that ${short} leaves its account.`, details: consequence(taken, otherAccount(taken)),
      action: taken.deletes_account ? "Move and delete" : "Move the wallet", isDangerous: taken.deletes_account,
    });
    if (isConfirmed) onMove();
  };
  const heading = /** @type {"h2" | "h3"} */ (`h${level}`);
  return element("section", { class: "progress", testid: "move-offer" },
    element("div", { class: "progress-head" }, icon, element(heading, { text: "This wallet belongs to another account" })),
    element("p", {}, element("span", { class: "mono strong", title: identity.identifier, text: short }),
      ` (${kindName(identity.type)}) opens `, otherAccount(taken), "."),
    consequence(taken, "that account"),
    element("div", { class: "actions" },
      button("Move it here …", () => void ask(), { class: "button main", testid: "move" }),
      button("Other wallets", onCancel, { testid: "other-wallets" })));
}
