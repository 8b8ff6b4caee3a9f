import { element } from "../elements/dom.js";
import { badge, emptyState, foreign } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { undoDialog } from "../history/undo.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { createApplication } from "./create.js";

/**
 * The applications of the server.
 *
 * @type {import("../view/view.js").Screen}
 */
export const applicationsScreen = {
  title: () => text("applications.title"),
  load: (_, signal) => call("GET", "/v1/admin/applications", undefined, signal),
  draw(/** @type {{items: import("../server/types.js").Application[]}} */ { items }, view) {
    const mayWrite = may("admin.applications.write");
    if (mayWrite) Object.assign(view.dialogs, { create: createApplication, undo: undoDialog() });
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
      element("p", { class: "muted small", text: text("applications.note") }));
  },
};
