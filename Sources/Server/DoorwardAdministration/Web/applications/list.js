import { element } from "../elements/dom.js";
import { badge, emptyState, foreign, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { actor, loadRemovals } from "../history/list.js";
import { undoDialog } from "../history/undo.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { createApplication } from "./create.js";

/** @typedef {import("../server/types.js").Change} Change */

/**
 * The applications of the server, and those that were removed.
 *
 * @type {import("../view/view.js").Screen}
 */
export const applicationsScreen = {
  title: () => text("applications.title"),
  async load(_, signal) {
    const [{ items }, removals] = await Promise.all([call("GET", "/v1/admin/applications", undefined, signal), loadRemovals(signal)]);
    return { items, removals: removals.filter((change) => !items.some(({ id }) => id === change.application)) };
  },
  draw(/** @type {{items: import("../server/types.js").Application[], removals: Change[]}} */ { items, removals }, view) {
    const mayWrite = may("admin.applications.write");
    if (mayWrite) Object.assign(view.dialogs, { create: createApplication, undo: undoDialog(removals) });
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("applications.title"), tabindex: "-1" }),
        mayWrite && view.opener(text("applications.create"), "create", { class: "button main" })),
      items.length === 0 ? emptyState(text("applications.none"), text("applications.noneAdvice"))
        : table({ label: text("applications.title"), columns: [text("applications.name"), text("setting.methods"), text("setting.redirect_uris"), text("applications.origin")], isLinked: true, testid: "applications" },
          items.map((application) => ({ testid: "application", cells: [
            element("span", { class: "person-lines" },
              element("a", { class: "row-link", href: `/applications/${encodeURIComponent(application.id)}`, id: `application-${application.id}` },
                foreign(plainText(application.name) || plainText(application.id, 64))),
              foreign(plainText(application.id, 64), { class: "muted small mono" })),
            element("span", { class: "badges" }, application.problem && badge(text("applications.wrong"), "danger"),
              ...(Array.isArray(application.methods) ? application.methods : []).map((/** @type {string} */ method) => badge(knownText(`way.${method}`) ?? plainText(method, 40)))),
            foreign(plainText((application.redirect_uris ?? [])[0], 80) || text("value.none")),
            element("span", { class: "muted small", text: text(/** @type {"origin.store"} */ (`origin.${application.source}`)) }),
          ] }))),
      element("p", { class: "muted small", text: text("applications.note") }),
      removals.length > 0 && removed(removals, view));
  },
};

/**
 * The applications that were removed, each with its history and the way back.
 *
 * @param {Change[]} removals @param {import("../view/view.js").View} view
 */
const removed = (removals, view) => section(text("applications.removedTitle"), { note: text("applications.removedNote"), testid: "removed" },
  table({ label: text("applications.removedTitle"), columns: [text("applications.id"), text("applications.removedBy"), text("history.time"), ""] },
    removals.map((change) => ({ testid: "removed-application", cells: [
      element("a", { class: "mono", href: `/applications/${encodeURIComponent(change.application ?? "")}`, id: `removed-${change.application}` }, foreign(plainText(change.application, 64))),
      actor(change), timeElement(change.changed_at),
      may("admin.applications.write") && view.opener(text("applications.restore"), "undo", { subject: change.id, class: "button small" }),
    ] }))));
