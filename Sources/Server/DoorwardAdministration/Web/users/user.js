import { button, element, link } from "../elements/dom.js";
import { copyable } from "../elements/copy.js";
import { avatar, badge, emptyState, facts, foreign, section, tabBar, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { userEventsTable } from "../events/table.js";
import { deviceName } from "../format/device.js";
import { plainJSON, plainText } from "../format/text.js";
import { userName } from "../format/user.js";
import { messagesTable } from "../messages/table.js";
import { call } from "../server/call.js";
import { Problem } from "../server/problem.js";
import { may, mayActOn } from "../session/session.js";
import { text } from "../texts/text.js";
import { banUser, deleteUser, endAllSessions, exportUser, keepUser, removeFactors, unban } from "./acts.js";
import { editUser } from "./edit.js";
import { editGrant } from "./grant.js";
import { recoveries, recoverySection } from "./recover.js";
import { factorsTable, wayName, waysTable } from "./ways.js";

/** @typedef {import("../server/types.js").UserPage} UserPage @typedef {import("../view/view.js").View} View @typedef {import("../server/types.js").Event} Event
 * @typedef {{page?: UserPage, settings?: Record<string, unknown>[], events?: Event[]}} Loaded */

/** The number of events on the page of a user. */
const newestEvents = 5;

/** @type {[name: string, label: import("../texts/text.js").Key, count: (page: UserPage) => number | undefined, draw: (page: UserPage, view: View, events: Event[]) => Node[]][]} */
const tabs = [
  ["", "user.profileTab", () => undefined, profile],
  ["sessions", "user.sessionsTab", (page) => page.sessions.length, sessions],
  ["applications", "user.applicationsTab", (page) => page.applications.length, applications],
  ["messages", "user.messagesTab", (page) => page.messages.length + page.invitations.length, messages],
  ["data", "user.dataTab", () => undefined, data],
];

/**
 * Everything about one user.
 *
 * @type {import("../view/view.js").Screen}
 */
export const userScreen = {
  title: (found) => (found?.page ? userName(found.page.user) : text("user.title")),
  async load(address, signal) {
    try {
      const id = encodeURIComponent(address.parts[1] ?? "");
      const [page, applications, events] = await Promise.all([
        call("GET", `/v1/admin/users/${id}`, undefined, signal),
        // The dialog about an application offers the roles of its settings.
        address.value("tab") === "applications" ? call("GET", "/v1/admin/applications", undefined, signal) : undefined,
        // The page is useful without them.
        address.value("tab") ? undefined : call("GET", `/v1/admin/events?user=${id}&limit=${newestEvents}`, undefined, signal).catch(() => undefined),
      ]);
      return { page, settings: applications?.items ?? [], events: events?.items ?? [] };
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return {};
      throw error;
    }
  },
  draw(/** @type {Loaded} */ { page, settings = [], events = [] }, view) {
    if (!page) {
      return view.draw(element("h1", { text: text("user.title"), tabindex: "-1" }),
        emptyState(text("user.missing"), text("user.missingAdvice"), link(text("users.all"), "/users", { class: "button" })));
    }
    const isReachable = may("admin.users.write") && mayActOn(page.administrator, page.user.id);
    if (isReachable) {
      Object.assign(view.dialogs, {
        edit: editUser(page), grant: editGrant(page, settings), ...recoveries(page), ban: banUser(page), delete: deleteUser(page),
        ...(page.sessions.length > 0 ? { "end-sessions": endAllSessions(page) } : {}),
        ...(hasFactors(page) ? { "remove-factors": removeFactors(page) } : {}),
      });
    }
    view.dialogs.export = exportUser(page);
    const tab = tabs.find(([name]) => name === view.address.value("tab")) ?? tabs[0];
    if (!tab) return undefined;
    return view.draw(head(page, view, isReachable), ...states(page, view, isReachable), tabList(page, view, tab[0]), ...tab[3](page, view, events));
  },
};

/** @param {UserPage} page */
const hasFactors = (page) => page.second_factors.length > 0 || page.recovery_codes_left > 0;

/** @param {UserPage} page @param {View} view @param {boolean} isReachable */
function head(page, view, isReachable) {
  const { user } = page;
  const name = userName(user);
  return element("div", { class: "view-head user-head" },
    element("div", { class: "user-title" }, avatar(name, user.picture, true),
      element("div", {},
        element("p", { class: "crumb" }, link(text("users.title"), "/users")),
        element("h1", { tabindex: "-1" }, foreign(name)),
        element("p", { class: "badges" },
          user.ban && badge(text("user.bannedBadge"), "danger"), page.deletion && badge(text("user.deletionBadge"), "danger"),
          user.kind === "anonymous" && badge(text("user.anonymousBadge")),
          page.administrator && badge(text(`role.${page.administrator}`), "good"), copyable(user.id, user.id, text("user.id"))))),
    element("div", { class: "actions" },
      may("admin.events.read") && link(text("user.events"), `/events?user=${user.id}`, { class: "button", testid: "to-events" }),
      isReachable && view.opener(text("user.edit"), "edit"),
      isReachable && !user.ban && view.opener(text("user.ban"), "ban")));
}

/**
 * What is unusual about the user now.
 *
 * @param {UserPage} page @param {View} view @param {boolean} isReachable
 */
function states({ user, deletion }, view, isReachable) {
  /** @type {Node[]} */
  const found = [];
  if (user.ban) {
    const { ban } = user;
    found.push(element("div", { class: "state danger", testid: "ban" },
      element("div", {},
        element("p", { class: "strong" }, text("user.bannedSince"), " ", timeElement(ban.banned_at)),
        element("p", { class: "muted small" }, ban.ends_at ? text("user.banEnds") : text("user.banForever"), " ", ban.ends_at ? timeElement(ban.ends_at) : null),
        ban.application && element("p", { class: "muted small", text: text("user.banOf", { application: plainText(ban.application, 60) }) }),
        ban.reason && element("p", {}, foreign(plainText(ban.reason, 500)))),
      isReachable && button(text("user.unban"), () => void unban(view, user), { id: "unban", testid: "unban" })));
  }
  if (deletion) {
    found.push(element("div", { class: "state danger", testid: "deletion" }, element("div", {},
      element("p", { class: "strong" }, text("user.deletedAt"), " ", timeElement(deletion.delete_at)),
      element("p", { class: "muted small", text: text("user.deletionAdvice") })),
      isReachable && button(text("user.keep"), () => void keepUser(view, user), { id: "keep", testid: "keep" })));
  }
  return found;
}

/** @param {UserPage} page @param {View} view @param {string} chosen */
const tabList = (page, view, chosen) => tabBar(text("user.parts"), tabs.map(([name, label, count]) => ({
  name: name || "profile", caption: count(page) ? text("user.tabWithCount", { label: text(label), number: count(page) ?? 0 }) : text(label),
  href: view.address.withoutDialog.with({ tab: name }).href, isHere: name === chosen,
})));

/** @param {UserPage} page @param {View} view @param {Event[]} events */
function profile(page, view, events) {
  const { user } = page;
  const isReachable = may("admin.users.write") && mayActOn(page.administrator, page.user.id);
  /** @type {(Node | undefined | false)[]} */
  const sections = [
    section(text("user.profile"), {}, facts([
      [text("field.name"), shown(user.name)], [text("field.firstName"), shown(user.first_name)], [text("field.lastName"), shown(user.last_name)],
      [text("field.language"), shown(user.locale)], [text("field.email"), address(user.email, user.email_verified)],
      [text("field.phone"), address(user.phone_number, user.phone_number_verified)], [text("field.username"), shown(user.username)],
      [text("users.created"), timeElement(user.created_at)], [text("users.lastSignIn"), timeElement(user.last_sign_in_at)],
    ])),
    section(text("user.ways"), {}, waysTable(user)),
    section(text("user.factors"), {
      note: text("user.factorsNote"), actions: [isReachable && hasFactors(page) && view.opener(text("user.removeFactors"), "remove-factors", { class: "button danger-text" })],
    }, factorsTable(page)),
    recoverySection(page, view),
    events.length > 0 && section(text("user.newestEvents"), { testid: "newest-events", actions: [link(text("events.all"), `/events?user=${user.id}`, { class: "button small" })] }, userEventsTable(events)),
    section(text("user.account"), {}, element("div", { class: "rows" },
      act(text("user.exportWhat"), view.opener(text("user.export"), "export")),
      isReachable && !page.deletion && act(text("user.deleteWhat"), view.opener(text("user.delete"), "delete", { class: "button danger-text" })))),
  ];
  return /** @type {Node[]} */ (sections.filter(Boolean));
}

/** @param {string} what @param {Node} control */
const act = (what, control) => element("div", { class: "row" }, element("p", { text: what }), control);

/** @param {string | null} value */
const shown = (value) => (value ? foreign(plainText(value, 256)) : null);

/** @param {string | null} value @param {boolean} isProven */
const address = (value, isProven) => (value ? element("span", {}, foreign(plainText(value, 320)), " ", isProven ? null : badge(text("way.unproven"), "warning")) : null);

/** @param {UserPage} page @param {View} view */
function sessions(page, view) {
  const isReachable = may("admin.users.write") && mayActOn(page.administrator, page.user.id);
  if (page.sessions.length === 0) return [section(text("user.sessions"), {}, emptyState(text("user.noSessions"), text("user.noSessionsAdvice")))];
  return [section(text("user.sessions"), { note: text("user.sessionsNote"), actions: [isReachable && view.opener(text("user.endSessions"), "end-sessions", { class: "button danger-text" })] },
    table({ label: text("user.sessions"), columns: [text("session.device"), text("session.application"), text("session.network"), text("session.started"), text("session.used"), ""] },
      page.sessions.map((session) => ({ testid: "session", cells: [
        element("span", {}, foreign(deviceName(session.device), { title: plainText(session.device, 300) || undefined }),
          element("span", { class: "muted small block", text: session.methods.map(wayName).join(", ") })),
        foreign(plainText(session.application, 60)), foreign(plainText(session.network, 60), { class: "mono" }),
        timeElement(session.created_at), timeElement(session.last_used_at),
        isReachable && button(text("session.end"), () => void view.attempt(
          () => call("DELETE", `/v1/admin/users/${page.user.id}/sessions/${session.id}`), text("session.ended")), { class: "button small", id: `end-${session.id}`, testid: "end-session" }),
      ] }))))];
}

/** @param {UserPage} page @param {View} view */
function applications(page, view) {
  if (page.applications.length === 0) return [section(text("user.applications"), {}, emptyState(text("user.noApplications"), text("user.noApplicationsAdvice")))];
  return page.applications.map((grant) => section(plainText(grant.application, 60), { testid: "grant", actions: [
    view.dialogs.grant && view.opener(text("user.edit"), "grant", { subject: grant.application, class: "button small" }),
    may("admin.applications.read") && link(text("user.toApplication"), `/applications/${encodeURIComponent(grant.application)}`, { class: "button small" })] },
    facts([[text("grant.scopes"), grant.scopes.join(" ")], [text("grant.roles"), grant.roles.map((role) => plainText(role, 60)).join(", ")]]),
    Object.keys(grant.app_metadata).length > 0 && element("pre", { class: "json", tabindex: "0", "aria-label": text("grant.metadata"), text: plainJSON(grant.app_metadata) })));
}

/** @param {UserPage} page */
function messages(page) {
  const invitations = page.invitations.map((invitation) => ({ testid: "invitation", cells: [
    foreign(plainText(invitation.email ?? invitation.phone_number, 320)), foreign(plainText(invitation.application, 60)), foreign(plainText(invitation.inviter, 120)),
    timeElement(invitation.created_at), invitation.accepted_at ? timeElement(invitation.accepted_at) : badge(text("invitation.open")),
  ] }));
  return [
    section(text("user.messages"), { note: text("user.messagesNote") }, page.messages.length > 0 ? messagesTable(page.messages) : emptyState(text("user.noMessages"), text("user.noMessagesAdvice"))),
    ...(invitations.length > 0 ? [section(text("user.invitations"), {}, table({
      label: text("user.invitations"), columns: [text("message.recipient"), text("session.application"), text("invitation.inviter"), text("message.created"), text("invitation.accepted")],
    }, invitations))] : []),
  ];
}

/** @param {UserPage} page */
function data({ user }) {
  const isEmpty = Object.keys(user.metadata).length === 0;
  return [section(text("data.metadata"), { note: text("data.metadataNote") }, isEmpty
    ? element("p", { class: "muted", text: text("data.none") })
    : element("pre", { class: "json", tabindex: "0", "aria-label": text("data.metadata"), testid: "json", text: plainJSON(user.metadata) }))];
}
