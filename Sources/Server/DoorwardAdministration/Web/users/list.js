import { element, link, uniqueID } from "../elements/dom.js";
import { avatar, badge, emptyState, foreign, notice, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { mainIdentifier, userName } from "../format/user.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { isSignedOut } from "../server/problem.js";
import { may } from "../session/session.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";
import { createUser } from "./create.js";
import { wayNames } from "./ways.js";

/** @typedef {{items: import("../server/types.js").User[], next_cursor?: string}} Part */

const limit = 25;
const filters = ["kind", "banned", "sort"];
/** The pause after a key before the search starts, in milliseconds. */
const pause = 150;

/**
 * The users that the address asks for.
 *
 * @param {Address} address @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
function usersAt(address, signal) {
  const search = address.value("q").trim();
  if (search) return call("GET", `/v1/admin/user-search?${new URLSearchParams({ q: search.slice(0, 200), limit: "50" })}`, undefined, signal);
  const query = new URLSearchParams({ limit: String(limit) });
  for (const name of filters) if (address.value(name)) query.set(name, address.value(name));
  if (address.value("after")) query.set("cursor", address.value("after"));
  return call("GET", `/v1/admin/users?${query}`, undefined, signal);
}

/** @type {import("../view/view.js").Screen} */
export const usersScreen = {
  title: () => text("users.title"),
  load: (address, signal) => usersAt(address, signal),
  draw(part, view) {
    if (may("admin.users.write")) view.dialogs.create = createUser;
    const list = element("div", { class: "list", testid: "users" });
    list.replaceChildren(...content(part, view));
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("users.title"), tabindex: "-1" }),
        may("admin.users.write") && view.opener(text("users.create"), "create", { class: "button main" })),
      toolbar(view, list), list);
  },
};

/**
 * The search and the filters. The list changes while the user types; the address has the search too.
 *
 * @param {import("../view/view.js").View} view @param {HTMLElement} list
 */
function toolbar(view, list) {
  const search = element("input", { type: "search", id: "search", class: "search", "aria-label": text("users.search"), placeholder: text("users.searchHint"),
    value: view.address.value("q"), autocomplete: "off", spellcheck: "false", "data-search": true, testid: "search", "aria-keyshortcuts": "/" });
  const chosen = element("div", { class: "filters" }, ...[
    filter(view, "kind", [["", "users.everyKind"], ["registered", "users.registered"], ["anonymous", "users.anonymous"]]),
    filter(view, "banned", [["", "users.bannedOrNot"], ["true", "users.banned"], ["false", "users.notBanned"]]),
    filter(view, "sort", [["", "users.newest"], ["created_at", "users.oldest"]]),
  ]);
  chosen.hidden = Boolean(view.address.value("q"));
  /** @type {AbortController | undefined} */
  let running;
  let timer = 0;
  const find = async () => {
    running?.abort();
    const own = running = new AbortController();
    view.address = view.address.with({ q: search.value.trim(), after: undefined });
    view.frame.replace(view.address);
    chosen.hidden = Boolean(search.value.trim());
    list.setAttribute("aria-busy", "true");
    try {
      const part = await usersAt(view.address, own.signal);
      if (!own.signal.aborted) list.replaceChildren(...content(part, view));
    } catch (error) {
      if (!own.signal.aborted && !isSignedOut(error)) list.replaceChildren(notice(sentence(error), { problem: true }));
    }
    if (!own.signal.aborted) list.removeAttribute("aria-busy");
  };
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(find, pause);
  });
  view.signal.addEventListener("abort", () => { clearTimeout(timer); running?.abort(); });
  return element("div", { class: "toolbar", role: "search" }, search, chosen);
}

/**
 * @param {import("../view/view.js").View} view @param {string} name of the parameter @param {[string, import("../texts/text.js").Key][]} choices
 */
function filter(view, name, choices) {
  const control = element("select", { id: `filter-${name}`, "aria-label": text(/** @type {"users.kind"} */ (`users.${name}`)), testid: `filter-${name}` },
    ...choices.map(([value, key]) => element("option", { value, text: text(key), selected: value === view.address.value(name) })));
  control.addEventListener("change", () => view.frame.go(view.address.with({ [name]: control.value, after: undefined })));
  return control;
}

/** @param {Part} part @param {import("../view/view.js").View} view @returns {Node[]} */
function content(part, view) {
  const { address } = view;
  const isFiltered = ["q", "after", ...filters].some((name) => address.value(name));
  if (part.items.length === 0 && !part.next_cursor) {
    if (!isFiltered) {
      return [emptyState(text("users.none"), text("users.noneAdvice"), may("admin.users.write") && view.opener(text("users.create"), "create", { class: "button main" }))];
    }
    return [emptyState(text("users.notFound"), text("users.notFoundAdvice"), link(text("users.all"), "/users", { class: "button" }))];
  }
  const rows = table({ label: text("users.title"), columns: [text("users.user"), text("users.ways"), text("users.lastSignIn"), text("users.created")], isLinked: true },
    part.items.map((user) => ({ id: `user-${user.id}`, testid: "user-row", cells: [person(user), ways(user), timeElement(user.last_sign_in_at), timeElement(user.created_at)] })));
  const said = element("p", { class: "visually-hidden", role: "status", text: text("users.count", { count: part.items.length }) });
  const pages = element("div", { class: "pages" },
    address.value("after") ? link(text("list.first"), address.with({ after: undefined }).href, { class: "button" }) : null,
    part.next_cursor ? link(text("list.next"), address.with({ after: part.next_cursor }).href, { class: "button", testid: "next" }) : null);
  return [rows, said, pages];
}

/** @param {import("../server/types.js").User} user */
export function person(user) {
  const name = userName(user);
  const identifier = mainIdentifier(user);
  const id = uniqueID("name");
  return element("div", { class: "person-cell" }, avatar(name, user.picture),
    element("div", { class: "person-lines" },
      element("span", { class: "person-first" }, element("a", { class: "row-link", href: `/users/${user.id}`, id }, foreign(name)),
        user.ban && badge(text("user.bannedBadge"), "danger"), user.kind === "anonymous" && badge(text("user.anonymousBadge"))),
      identifier && identifier !== name && foreign(identifier, { class: "muted small" })));
}

/** @param {import("../server/types.js").User} user */
const ways = (user) => element("span", { class: "badges" }, ...wayNames(user).map((name) => badge(name)));

