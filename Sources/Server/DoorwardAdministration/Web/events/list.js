import { button, element, link } from "../elements/dom.js";
import { save } from "../elements/download.js";
import { emptyState, notice } from "../elements/parts.js";
import { shortIdentifier } from "../format/text.js";
import { call } from "../server/call.js";
import { isSignedOut } from "../server/problem.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";
import { eventName, eventsTable } from "./table.js";
import { types } from "./types.js";

/** @typedef {import("../server/types.js").Event} Event @typedef {{items: Event[], next_cursor?: string}} Part @typedef {import("../view/view.js").View} View */

const limit = 50;
/** The most calls until the first event of a list. */
const mostCalls = 10;
/** The filters besides the days. */
const names = ["type", "user", "actor", "application"];
/** The pause between two looks for new events, in milliseconds. */
const pause = 5_000;

/**
 * @param {import("../navigation/address.js").Address} address @param {AbortSignal} signal @param {string} [after] the end of the part before
 * @returns {Promise<Part>}
 */
function eventsAt(address, signal, after) {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const name of names) if (address.value(name)) query.set(name, address.value(name));
  for (const name of ["from", "until"]) {
    const day = new Date(`${address.value(name)}T00:00:00`);
    if (Number.isNaN(day.getTime())) continue;
    // The last day belongs to the chosen time.
    if (name === "until") day.setDate(day.getDate() + 1);
    query.set(name, day.toISOString());
  }
  if (after) query.set("cursor", after);
  return call("GET", `/v1/admin/events?${query}`, undefined, signal);
}

/**
 * What has happened, the newest first.
 *
 * @type {import("../view/view.js").Screen}
 */
export const eventsScreen = {
  title: () => text("events.title"),
  async load(address, signal) {
    let part = await eventsAt(address, signal);
    // One call examines a part of the events, which may have none of those.
    for (let calls = 1; part.items.length === 0 && part.next_cursor && calls < mostCalls; calls += 1) part = await eventsAt(address, signal, part.next_cursor);
    return part;
  },
  draw(/** @type {Part} */ first, view) {
    const { address } = view;
    let { items, next_cursor: next } = first;
    const list = element("div", { class: "list", testid: "events" });
    const drawList = () => {
      const isFiltered = [...names, "from", "until"].some((name) => address.value(name));
      list.replaceChildren(...(items.length > 0 ? [eventsTable(items)] : [emptyState(text(isFiltered ? "events.notFound" : "events.none"), text(isFiltered ? "events.notFoundAdvice" : "events.noneAdvice"),
        isFiltered && link(text("events.all"), "/events", { class: "button" }))]));
      older.hidden = !next;
    };
    const older = button(text("events.older"), async () => {
      try {
        const part = await eventsAt(address, view.signal, next);
        items = [...items, ...part.items];
        next = part.next_cursor;
        drawList();
      } catch (error) {
        if (!view.signal.aborted && !isSignedOut(error)) list.append(notice(sentence(error), { problem: true }));
      }
    }, { testid: "older" });
    const look = async () => {
      if (document.hidden) return;
      const part = await eventsAt(address, view.signal).catch(() => undefined);
      const known = new Set(items.map(({ id }) => id));
      const fresh = (part?.items ?? []).filter(({ id }) => !known.has(id));
      if (!part || fresh.length === 0) return;
      // If the part has none of the known events, others may be between them. Then the list begins again.
      if (items.length > 0 && fresh.length === part.items.length) ({ items, next_cursor: next } = part);
      else items = [...fresh, ...items];
      const focused = document.activeElement?.id;
      drawList();
      if (focused) document.getElementById(focused)?.focus();
    };
    const timer = setInterval(() => void look(), pause);
    view.signal.addEventListener("abort", () => clearInterval(timer));
    drawList();
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("events.title"), tabindex: "-1" }),
        button(text("events.download"), () => save("events.jsonl", items.map((item) => `${JSON.stringify(item)}\n`).join(""), "application/jsonl"), { testid: "download-events" })),
      filters(view), list, element("div", { class: "pages" }, older));
  },
};

/** @param {View} view */
function filters(view) {
  const { address } = view;
  const change = (/** @type {string} */ name) => (/** @type {{target: HTMLInputElement | HTMLSelectElement}} */ { target }) => view.frame.go(view.address.with({ [name]: target.value }));
  const type = element("select", { id: "filter-type", "aria-label": text("events.type"), testid: "filter-type", on: { change: change("type") } },
    element("option", { value: "", text: text("events.everyType") }),
    ...types.map((name) => element("option", { value: name, selected: name === address.value("type"), text: eventName(name) })));
  const day = (/** @type {"from" | "until"} */ name) => element("label", { class: "inline" }, text(`events.${name}`),
    element("input", { type: "date", id: `filter-${name}`, value: address.value(name), testid: `filter-${name}`, on: { change: change(name) } }));
  const chosen = names.slice(1).filter((name) => address.value(name)).map((name) => link(
    text("events.only", { what: text(/** @type {"events.user"} */ (`events.${name}`)), value: shortIdentifier(address.value(name)) }),
    address.with({ [name]: undefined }).href, { class: "button", title: text("events.every"), testid: `only-${name}` }));
  return element("div", { class: "toolbar" }, type, day("from"), day("until"), ...chosen);
}
