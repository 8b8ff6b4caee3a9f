import { confirm } from "../elements/confirm.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { download } from "../elements/download.js";
import { toast } from "../elements/status.js";
import { dateText } from "../format/time.js";
import { plainText } from "../format/text.js";
import { PageError } from "../messages/page-error.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { forgetLastUsed } from "../methods/last-used.js";
import { identityName } from "../methods/registry.js";
import { deleteAccount, exportAccount } from "../server/account.js";
import { getState } from "../server/call.js";
import { serverNow } from "../server/clock.js";
import { deletionTime } from "./deletion.js";
import { withRecentSignIn } from "./sign-in-again.js";

/** @typedef {import("../server/types.js").State} State */

/**
 * The list of the data that is deleted with the account.
 *
 * @param {State} state
 */
function losses({ identities }) {
  const list = identities.map(identityName).join(", ");
  return element("ul", { class: "bullets", testid: "losses" },
    element("li", { text: text("data.loseProfile") }),
    element("li", { text: text("data.loseIdentities", { count: identities.length, list }) }),
    element("li", { text: text("data.loseSessions") }));
}

/**
 * Downloads the data that is stored about the user.
 *
 * @param {() => State} state
 */
async function downloadData(state) {
  await withRecentSignIn(state, async () => {
    const { file, name } = await exportAccount();
    download(file, name);
  });
}

/**
 * Deletes the account that the page shows. If another window has signed in another user, nothing is deleted and the
 * page shows that user.
 *
 * @param {State} shown
 */
async function deleteShown(shown) {
  const { user } = await getState();
  if (user && user.id !== shown.user?.id) {
    location.reload();
    throw new PageError("failed", text("data.otherUser"));
  }
  await deleteAccount();
}

/**
 * The download of the user's data, and the deletion of the account.
 *
 * @param {() => State} state
 * @param {(deleteAt: Date | undefined) => void} onDeleted `deleteAt`: the time after which a deleted account cannot be
 * restored
 */
export function dataCard(state, onDeleted) {
  const take = button(text("data.download"), () => void whileBusy(take, () => downloadData(state).catch((error) =>
    toast(sentence(error), { problem: true, retry: () => take.click() }))), { testid: "export" });
  const askToDelete = async () => {
    const site = plainText(state().config.provider_name, 60) || text("data.thisSite");
    const deleteAt = deletionTime(state(), serverNow());
    const isDone = await confirm({
      title: text("data.deleteTitle"), action: text("data.deleteConfirm"),
      text: deleteAt ? text("data.deleteLaterText", { site, date: dateText(deleteAt) }) : text("data.deleteText", { site }),
      details: losses(state()),
      perform: () => withRecentSignIn(state, () => deleteShown(state())),
    });
    if (!isDone) return;
    forgetLastUsed();
    onDeleted(deleteAt);
  };
  const remove = button(text("data.delete"), () => void askToDelete(), { class: "button danger-text", testid: "delete-account" });
  return element("section", { class: "card", "aria-labelledby": "data-title" },
    element("h2", { id: "data-title", text: text("data.title") }),
    element("p", { class: "muted small", text: text("data.text") }),
    element("div", { class: "actions" }, take, remove));
}
