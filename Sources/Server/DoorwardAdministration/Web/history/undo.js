import { element } from "../elements/dom.js";
import { foreign } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { needsProof } from "../server/problem.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").Change} Change @typedef {import("../view/view.js").View} View */

/** The most keys of a change that are shown. */
const mostKeys = 12;

/**
 * The way to undo a change. If the undo needs a new proof, the dialog of the change leads to that.
 *
 * @param {string} [id] of the change; nothing if the server has stored none
 * @returns {import("../view/view.js").Undo | undefined}
 */
export const undoOf = (id) => (id === undefined ? undefined : (view) => undo(view, id));

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
 * The dialog that undoes a change. The undo of an addition removes the application, with the same words and the same button as that act. That of a
 * removal says what does not come back.
 *
 * @param {Change[]} [known] the changes that the view has loaded
 * @returns {import("../view/view.js").Opener}
 */
export const undoDialog = (known = []) => (view) => {
  const id = view.address.value("of");
  const change = known.find((one) => one.id === id);
  const added = change?.kind === "added" ? change.application : null;
  const removed = change?.kind === "removed" ? change.application : null;
  return formDialog(view, {
    ...(added ? { title: text("applications.removeTitle", { name: plainText(added, 60) }), explain: text("applications.removeExplain"), action: text("applications.remove"), isDangerous: true }
      : removed ? { title: text("applications.restoreTitle", { name: plainText(removed, 60) }), explain: text("applications.restoreExplain"), action: text("applications.restore") }
      : { title: text("undo.title"), explain: text("undo.explain"), action: text("action.undo") }),
    testid: "undo-dialog", needsProof: true,
    details: change && changedKeys(change),
    async submit() {
      await call("POST", `/v1/admin/changes/${encodeURIComponent(id)}/undo`, {});
      if (added) view.frame.goInstead(new Address("/applications"), text("applications.removed"));
      else await view.done(text(removed ? "applications.restored" : "note.undone"));
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
