import { element } from "../elements/dom.js";
import { foreign } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { needsProof } from "../server/problem.js";
import { isSelf } from "../session/session.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").Change} Change @typedef {import("../view/view.js").View} View */

/** The most keys of a change that are shown. */
const mostKeys = 12;

/**
 * What an act changes: settings of an application, or of the server if it is null.
 *
 * @typedef {{application: string | null, kind: Change["kind"], keys?: readonly string[]}} Sent `keys`: the paths of the settings that are sent
 */

/**
 * Performs an act, and finds the way to undo it. If the undo needs a new proof, the dialog of the change leads to that.
 *
 * @param {Sent} sent @param {() => Promise<unknown>} act
 * @returns {Promise<import("../view/view.js").Undo | undefined>} nothing if the server has stored no change
 */
export async function undoable(sent, act) {
  const before = await call("GET", "/v1/admin/changes?limit=1").catch(() => undefined);
  await act();
  const after = before && await call("GET", "/v1/admin/changes?limit=20").catch(() => undefined);
  const change = after && changeOf(sent, after.items, before.items[0]?.id);
  return change && ((view) => undo(view, change.id));
}

/**
 * The change that an act of this administrator has made.
 *
 * @param {Sent} sent @param {readonly Change[]} changes the newest ones @param {string} [last] the newest one before the act
 */
export function changeOf({ application, kind, keys }, changes, last) {
  const known = changes.findIndex(({ id }) => id === last);
  return changes.slice(0, known < 0 ? changes.length : known).find((change) => change.application === application && change.kind === kind
    && change.actor.id && isSelf(change.actor.id) && (!keys || (change.keys.length > 0 && change.keys.every((key) => isAmong(key, keys)))));
}

/**
 * Whether a setting, or the object that it belongs to, was sent.
 *
 * @param {string} key @param {readonly string[]} keys
 */
const isAmong = (key, keys) => keys.some((sent) => key === sent || key.startsWith(`${sent}.`));

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
 * The dialog that undoes a change. The undo of an addition removes the application, with the same words and the same button as that act.
 *
 * @param {Change[]} [known] the changes that the view has loaded
 * @returns {import("../view/view.js").Opener}
 */
export const undoDialog = (known = []) => (view) => {
  const id = view.address.value("of");
  const change = known.find((one) => one.id === id);
  const added = change?.kind === "added" ? change.application : null;
  return formDialog(view, {
    ...(added ? { title: text("applications.removeTitle", { name: plainText(added, 60) }), explain: text("applications.removeExplain"), action: text("applications.remove"), isDangerous: true }
      : { title: text("undo.title"), explain: text("undo.explain"), action: text("action.undo") }),
    testid: "undo-dialog", needsProof: true,
    details: change && changedKeys(change),
    async submit() {
      await call("POST", `/v1/admin/changes/${encodeURIComponent(id)}/undo`, {});
      if (added) view.frame.goInstead(new Address("/applications"), text("applications.removed"));
      else await view.done(text("note.undone"));
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
