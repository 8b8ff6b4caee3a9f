import { copyable } from "../elements/copy.js";
import { element, link } from "../elements/dom.js";
import { badge, emptyState, foreign, notice, section, tabBar } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { changesSection, loadChanges } from "../history/list.js";
import { undoDialog } from "../history/undo.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { valueAt } from "../server/paths.js";
import { Problem } from "../server/problem.js";
import { may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { editGroup, removeApplication } from "./edit.js";
import { groups, offered, settingName } from "./fields.js";
import { invitationsSection, loadInvitations } from "./invitations.js";
import { getsLogouts, loadLogouts, logoutsSections } from "./logouts.js";
import { lookSections } from "./look.js";
import { secretsSection } from "./secrets.js";
import { shown } from "./shown.js";
import { loadTokens, tokensSections } from "./tokens.js";
import { useSections } from "./use.js";
import { isSet } from "./values.js";

/**
 * @typedef {import("../server/types.js").Application} Application @typedef {import("../view/view.js").View} View
 * @typedef {{application?: Application, part?: any, history?: import("../history/list.js").Changes}} Found
 *   `part`: what the tab has loaded; `history`: the changes of an application that was removed
 * @typedef {{name: string, label: import("../texts/text.js").Key, scope?: string, isOffered?: (application: Application) => boolean, load?: (application: string, address: Address, signal: AbortSignal) => Promise<unknown>,
 *   draw: (application: Application, view: View, part: any) => Node[]}} Tab
 */

/** @type {Tab[]} */
const tabs = [
  { name: "", label: "applications.settings", draw: settings },
  { name: "look", label: "applications.look", draw: lookSections },
  { name: "secrets", label: "secrets.title", draw: (application, view) => [secretsSection(application, view)] },
  { name: "use", label: "use.title", draw: useSections },
  { name: "tokens", label: "tokens.title", scope: "admin.users.read", load: loadTokens, draw: tokensSections },
  { name: "invitations", label: "invitations.title", scope: "admin.users.read", load: loadInvitations, draw: (application, view, part) => [invitationsSection(application, part, view)] },
  { name: "logouts", label: "logouts.title", scope: "admin.events.read", isOffered: getsLogouts, load: loadLogouts, draw: logoutsSections },
  { name: "history", label: "history.title", scope: "admin.settings.read", load: (application, address, signal) => loadChanges(address, signal, application),
    draw: (_, view, part) => [changesSection(part, view)] },
];

/** @param {Address} address */
const tabOf = (address) => /** @type {Tab} */ (tabs.find(({ name }) => name === address.value("tab")) ?? tabs[0]);

/**
 * One application.
 *
 * @type {import("../view/view.js").Screen}
 */
export const applicationScreen = {
  title: (found) => (found?.application ? plainText(found.application.name) || plainText(found.application.id, 64) : text("applications.one")),
  async load(address, signal) {
    const id = address.parts[1] ?? "";
    try {
      const [application, part] = await Promise.all([
        call("GET", `/v1/admin/applications/${encodeURIComponent(id)}`, undefined, signal), tabOf(address).load?.(id, address, signal)]);
      return { application, part };
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return { history: await loadChanges(address, signal, id) };
      throw error;
    }
  },
  draw(/** @type {Found} */ { application, part, history }, view) {
    if (may("admin.settings.write")) view.dialogs.undo = undoDialog();
    if (!application && history && history.items.length > 0) return drawRemoved(history, view);
    if (!application) {
      return view.draw(element("h1", { text: text("applications.one"), tabindex: "-1" }),
        emptyState(text("applications.missing"), text("applications.missingAdvice"), link(text("applications.title"), "/applications", { class: "button" })));
    }
    const id = plainText(application.id, 64);
    const chosen = tabOf(view.address);
    const { problem } = application;
    return view.draw(
      element("div", { class: "view-head" }, element("div", {},
        element("p", { class: "crumb" }, link(text("applications.title"), "/applications")),
        element("h1", { tabindex: "-1" }, foreign(plainText(application.name) || id)),
        element("p", { class: "badges" }, copyable(id, id, text("setting.id")), application.confidential && badge(text("applications.confidential")),
          badge(text(/** @type {"origin.store"} */ (`origin.${application.source}`)))))),
      application.source === "configuration" && element("p", { class: "notice", testid: "set-elsewhere", text: text("applications.listed") }),
      problem && notice(text("applications.problem", { field: plainText(problem.field, 80), detail: plainText(problem.detail, 400) }), { problem: true, testid: "settings-problem" }),
      tabBar(text("applications.parts"), tabs.filter((tab) => (!tab.scope || may(tab.scope)) && (tab === chosen || (tab.isOffered?.(application) ?? true))).map(({ name, label }) => ({
        name: name || "settings", caption: text(label), href: `/applications/${encodeURIComponent(String(application.id))}${name ? `?tab=${name}` : ""}`, isHere: name === chosen.name }))),
      ...chosen.draw(application, view, part));
  },
};

/**
 * An application that was removed: its history, and the way back. Other changes cannot be undone before it is back.
 *
 * @param {import("../history/list.js").Changes} history @param {View} view
 */
function drawRemoved(history, view) {
  const id = view.address.parts[1] ?? "";
  const removal = view.address.value("before") ? undefined : history.items[0];
  view.draw(
    element("div", { class: "view-head" }, element("div", {},
      element("p", { class: "crumb" }, link(text("applications.title"), "/applications")),
      element("h1", { tabindex: "-1" }, foreign(plainText(id, 64))),
      element("p", { class: "badges" }, badge(text("applications.removedBadge"), "warning")))),
    element("p", { class: "notice", testid: "was-removed", text: text("applications.wasRemoved") }),
    changesSection(history, view, (change) => change === removal && change.kind === "removed"));
}

/** @param {Application} application @param {View} view */
function settings(application, view) {
  const mayWrite = may("admin.applications.write") && application.is_editable;
  const isRemovable = mayWrite && application.source === "store";
  if (isRemovable) view.dialogs.remove = removeApplication(application, (said, undo) => view.frame.goInstead(new Address("/applications"), said, undo));
  const shownGroups = groups.map((group) => ({ group, specs: offered(group, application) })).filter(({ specs }) => specs.length > 0);
  for (const { group } of mayWrite ? shownGroups : []) view.dialogs[`edit-${group.name}`] = editGroup(application, group);
  return [
    ...shownGroups.map(({ group, specs }) => section(text(group.label), {
      testid: `group-${group.name}`, actions: [mayWrite && view.opener(text("user.edit"), `edit-${group.name}`, { class: "button small" })],
    }, element("dl", { class: "facts settings" }, ...specs.map(({ path }) => row(application, path))))),
    ...(isRemovable ? [section(text("applications.removeHead"), {}, element("div", { class: "rows" }, element("div", { class: "row" },
      element("p", { text: text("applications.removeWhat") }), view.opener(text("applications.remove"), "remove", { class: "button danger-text" }))))] : []),
  ];
}

/** @param {Application} application @param {string} path */
function row(application, path) {
  const help = knownText(`setting.${path}.help`);
  const value = valueAt(application, path);
  const isStandard = !isSet(application, path) && value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  return element("div", { testid: `setting-${path}` },
    element("dt", {}, settingName(path), help && element("span", { class: "muted small block", text: help })),
    element("dd", {}, shown(value, path), isStandard && element("span", { class: "muted small block", text: text("origin.default") })));
}
