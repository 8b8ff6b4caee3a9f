import { unlinkIdentity } from "./api.js";
import { confirm } from "./confirm.js";
import { copyButton } from "./copy.js";
import { button, element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { kindName, plainText, shortIdentifier, timeElement } from "./format.js";
import { walletPicker } from "./picker.js";
import { ethereumPicture, nearPicture } from "./pictures.js";
import { signAgain, withRecentSignIn } from "./recent.js";
import { toast } from "./status.js";
import { walletIcon } from "./choices.js";

/**
 * @typedef {import("./api.js").State} State
 * @typedef {import("./api.js").Identity} Identity
 */

/** @param {Identity} identity */
function where({ type, chain_id, network }) {
  if (type === "near" && network) return `NEAR ${network}`;
  return chain_id ? `${kindName(type)}, chain ${chain_id} only` : kindName(type);
}

/** @param {Identity} identity @param {() => void} unlink @param {boolean} isLast */
function identityRow(identity, unlink, isLast) {
  const short = shortIdentifier(identity.identifier);
  const icon = identity.type === "near" ? nearPicture : ethereumPicture;
  return element("li", { class: "entry", testid: "identity" },
    walletIcon(icon),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name mono", title: identity.identifier, testid: "identifier" },
        element("span", { "aria-hidden": "true", text: short }),
        element("span", { class: "visually-hidden", text: identity.identifier })),
      element("p", { class: "muted small" },
        where(identity), " · last used ", timeElement(identity.last_used_at ?? identity.verified_at, { relative: true }))),
    element("div", { class: "entry-actions" },
      copyButton(identity.identifier, { text: "Copy", label: `Copy ${short}`, testid: "copy-address" }),
      !isLast && button("Unlink", unlink, { class: "button quiet danger-text", "aria-label": `Unlink ${short}`, testid: "unlink" })));
}

/** @param {() => State} state @param {(state: State) => void} onChange */
function linkWallet(state, onChange) {
  const { picker, stop } = walletPicker({
    state: state(), purpose: "link", level: 3,
    signAgain: () => signAgain(state()),
    onProven: (fresh, isMoved) => {
      opened.close();
      stop();
      onChange(fresh);
      toast(`Wallet ${isMoved ? "moved here" : "linked"}. You can sign in with it from now on.`);
    },
  });
  const opened = openDialog({
    title: "Link another wallet", testid: "link-dialog", onClose: stop,
    content: element("div", { class: "dialog-body" },
      element("p", { class: "muted", text: "A linked wallet is another way to sign in to this account." }),
      picker),
  });
}

/**
 * The ways into the account.
 *
 * @param {() => State} state @param {(state: State) => void} onChange @param {() => Promise<void>} reload
 */
export function identitiesCard(state, onChange, reload) {
  const { identities } = state();
  const unlink = (/** @type {Identity} */ identity) => void confirm({
    title: "Unlink this wallet?", action: "Unlink",
    text: `${plainText(shortIdentifier(identity.identifier), 64)} will no longer open this account. You can link it again later.`,
    perform: () => withRecentSignIn(state, () => unlinkIdentity(identity.id)),
  }).then(async (done) => {
    if (!done) return;
    await reload();
    toast("Wallet unlinked.");
  });
  const isLast = identities.length <= 1;
  return element("section", { class: "card", "aria-labelledby": "identities-title" },
    element("div", { class: "card-head" },
      element("h2", { id: "identities-title", text: "Ways to sign in" }),
      button("Link another wallet", () => linkWallet(state, onChange), { testid: "link-wallet" })),
    identities.length === 0
      ? element("p", { class: "muted", text: "No wallet is linked yet." })
      : element("ul", { class: "entries", testid: "identities" },
          ...identities.map((identity) => identityRow(identity, () => unlink(identity), isLast))),
    isLast && element("p", { class: "muted small", text: "This is the only way into your account. Link a second wallet so that losing one does not lock you out." }));
}
