import { deleteAccount, exportAccount, getState } from "./api.js";
import { confirm } from "./confirm.js";
import { button, element, whileBusy } from "./dom.js";
import { plainText, shortIdentifier } from "./format.js";
import { forgetLastWallet } from "./last-wallet.js";
import { withRecentSignIn } from "./recent.js";
import { sentence, toast } from "./status.js";

/** @typedef {import("./api.js").State} State */

/** What is deleted with the account. @param {State} state */
function losses({ identities }) {
  const wallets = identities.map(({ identifier }) => plainText(shortIdentifier(identifier), 64)).join(", ");
  return element("ul", { class: "bullets", testid: "losses" },
    element("li", { text: "Your name and everything else in your profile" }),
    element("li", { text: identities.length === 1 ? `Your way to sign in: ${wallets}` : `Your ${identities.length} ways to sign in: ${wallets}` }),
    element("li", { text: "Every session, and the access of every app and device" }));
}

/**
 * Downloads what is stored about the user.
 *
 * @param {() => State} state
 */
async function download(state) {
  await withRecentSignIn(state, async () => {
    const { file, name } = await exportAccount();
    const address = URL.createObjectURL(file);
    const link = element("a", { href: address, download: name });
    link.click();
    // Safari reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
}

/**
 * Deletes the account that the page shows. Another window may have signed in another user since: then nothing is
 * deleted, and the page shows that user.
 *
 * @param {State} shown
 */
async function deleteShown(shown) {
  const { user } = await getState();
  if (user && user.id !== shown.user?.id) {
    location.reload();
    throw new Error("Nothing was deleted: another user has signed in here since.");
  }
  await deleteAccount();
}

/**
 * What a user can do with the data of the account: take it away, or delete it.
 *
 * @param {() => State} state
 * @param {() => Promise<void>} onDeleted
 */
export function dataCard(state, onDeleted) {
  const take = button("Download your data", () => void whileBusy(take, () => download(state).catch((error) =>
    toast(sentence(error), { problem: true, retry: () => take.click() }))), { testid: "export" });
  const remove = button("Delete account", () => void confirm({
    title: "Delete your account?", action: "Delete my account",
    text: `Your account at ${plainText(state().config.provider_name, 60) || "this site"} is deleted now, and cannot be restored:`,
    details: losses(state()),
    perform: () => withRecentSignIn(state, () => deleteShown(state())),
  }).then((done) => {
    if (!done) return;
    forgetLastWallet();
    return onDeleted();
  }), { class: "button danger-text", testid: "delete-account" });
  return element("section", { class: "card", "aria-labelledby": "data-title" },
    element("h2", { id: "data-title", text: "Your data" }),
    element("p", { class: "muted small", text: "The download is a JSON file with everything that is stored about you." }),
    element("div", { class: "actions" }, take, remove));
}
