import { element } from "../elements/dom.js";
import { foreign } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { needsProof } from "../server/problem.js";
import { isSelf } from "../session/session.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").Change} Change @typedef {import("../view/view.js").View} View */

/** The most keys of a change that are shown. */
const mostKeys = 12;

/**
 * Undoes the change that the administrator has just made. If it needs a new proof, the dialog of the change leads to that.
 *
 * @param {string | null} application the id; null for the settings of the server
 * @returns {Promise<import("../view/view.js").Undo | undefined>} nothing if the change is not in the history any more
 */
export async function undoOfLatest(application) {
  const found = await call("GET", "/v1/admin/changes?limit=20").catch(() => undefined);
  const change = found?.items.find((one) => one.application === application && one.actor.id && isSelf(one.actor.id));
  return change && ((view) => undo(view, change.id));
}

/**
 * @param {View} view @param {string} id of the change
 */
async function undo(view, id) {
  try {
    await call("POST", `/v1/admin/changes/${encodeURIComponent(id)}/undo`, {});
    return true;
  } catch (error) {
    if (!needsProof(error) || !view.dialogs.undo) throw error;
    view.frame.go(view.dialogAddress("undo", id));
    return false;
  }
}

/**
 * The dialog that undoes a change.
 *
 * @param {Change[]} [known] the changes that the view has loaded
 * @returns {import("../view/view.js").Opener}
 */
export const undoDialog = (known = []) => (view) => {
  const id = view.address.value("of");
  const change = known.find((one) => one.id === id);
  return formDialog(view, {
    title: text("undo.title"), explain: text("undo.explain"), action: text("action.undo"), testid: "undo-dialog", needsProof: true,
    details: change && changedKeys(change),
    async submit() {
      await call("POST", `/v1/admin/changes/${encodeURIComponent(id)}/undo`, {});
      await view.done(text("note.undone"));
    },
  });
};

/**
 * The keys of a change.
 *
 * @param {Change} change
 */
export const changedKeys = ({ keys }) => element("span", { class: "badges" }, ...keys.slice(0, mostKeys).map((key) => foreign(plainText(key, 80), { class: "badge mono" })),
  keys.length > mostKeys && element("span", { class: "muted small", text: text("undo.more", { count: keys.length - mostKeys }) }));
