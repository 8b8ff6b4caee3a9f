import { element, link } from "../elements/dom.js";
import { emptyState, foreign, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { isSelf, may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { changedKeys, undoDialog } from "./undo.js";

/** @typedef {import("../server/types.js").Change} Change @typedef {{items: Change[], next: string | null}} Changes @typedef {import("../view/view.js").View} View */

const limit = 50;
/** The most calls until a list has a change. */
const mostCalls = 10;

/**
 * The changes before the one in the address, the newest first.
 *
 * @param {import("../navigation/address.js").Address} address @param {AbortSignal} signal
 * @param {string | null} [application] only its changes; null for those of the settings of the server
 * @returns {Promise<Changes>}
 */
export async function loadChanges(address, signal, application = null) {
  let before = address.value("before");
  /** @type {Change[]} */
  const items = [];
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}), ...(application ? { application } : {}) });
    const part = await call("GET", `/v1/admin/changes?${query}`, undefined, signal);
    items.push(...part.items.filter((change) => change.application === application));
    if (!part.next || items.length > 0) return { items, next: part.next };
    before = part.next;
  }
  return { items, next: before };
}

/**
 * The newest removals of applications.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<Change[]>}
 */
export async function loadRemovals(signal) {
  const { items } = await call("GET", `/v1/admin/changes?${new URLSearchParams({ kind: "removed", limit: String(limit) })}`, undefined, signal);
  return items.filter((change, index) => change.application && items.findIndex((one) => one.application === change.application) === index);
}

/**
 * The history of changes, each with a way to undo it.
 *
 * @param {Changes} changes @param {View} view @param {(change: Change) => boolean} [isUndoable] whether a change can be undone
 */
export function changesSection({ items, next }, view, isUndoable = () => true) {
  const mayUndo = may("admin.settings.write");
  if (mayUndo) view.dialogs.undo = undoDialog(items);
  const { address } = view;
  return section(text("history.title"), { note: text("history.note"), testid: "history" },
    items.length === 0 ? emptyState(text("history.none"), text("history.noneAdvice"))
      : table({ label: text("history.title"), columns: [text("history.keys"), text("history.actor"), text("history.time"), ""], testid: "changes" },
        items.map((change) => ({ id: `change-${change.id}`, testid: "change", cells: [
          changedKeys(change), actor(change), timeElement(change.changed_at),
          mayUndo && isUndoable(change) && view.opener(text("action.undo"), "undo", { subject: change.id, class: "button small" }),
        ] }))),
    element("div", { class: "pages" },
      address.value("before") && link(text("list.first"), address.withoutDialog.with({ before: undefined }).href, { class: "button" }),
      next && link(text("history.older"), address.withoutDialog.with({ before: next }).href, { class: "button", testid: "older" })));
}

/**
 * The party that has changed something.
 *
 * @param {Change} change
 */
export function actor({ actor: { type, id } }) {
  const name = knownText(`actor.${type}`) ?? plainText(type, 40);
  if (!id) return element("span", { text: name });
  if (type !== "administrator") return element("span", {}, name, foreign(plainText(id, 80), { class: "muted small block" }));
  return element("span", {}, link(isSelf(id) ? text("administrators.you") : name, `/users/${encodeURIComponent(id)}`));
}
