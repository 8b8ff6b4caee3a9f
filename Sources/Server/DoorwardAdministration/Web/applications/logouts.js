import { element, link } from "../elements/dom.js";
import { emptyState, foreign, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText, shortIdentifier } from "../format/text.js";
import { call } from "../server/call.js";
import { knownText, text } from "../texts/text.js";

/**
 * @typedef {import("../server/types.js").Application} Application @typedef {import("../server/types.js").Event} Event
 * @typedef {{items: Event[], isWhole: boolean}} Part `isWhole`: whether there are no others
 */

const type = "logout.failed";
const day = 86_400_000;
const limit = 50;
/** The most calls for the events of one list. */
const mostCalls = 10;

/**
 * The logout tokens that the application did not accept, the newest first. The numbers of events say which days have some, so that
 * no call looks through days without one.
 *
 * @param {string} application @param {import("../navigation/address.js").Address} _ @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
export async function loadLogouts(application, _, signal) {
  const counts = await call("GET", "/v1/admin/event-counts?days=30", undefined, signal);
  const days = [...new Set(counts.items.filter((one) => one.type === type).map(({ time }) => time))].sort().reverse();
  /** @type {Event[]} */
  const items = [];
  let calls = 0;
  for (const from of days) {
    const until = new Date(new Date(from).getTime() + day).toISOString();
    /** @type {string | undefined} */
    let cursor;
    do {
      if (calls === mostCalls || items.length >= limit) return { items, isWhole: false };
      const query = new URLSearchParams({ type, application, from, until, limit: String(limit), ...(cursor ? { cursor } : {}) });
      const part = await call("GET", `/v1/admin/events?${query}`, undefined, signal);
      items.push(...part.items);
      cursor = part.next_cursor;
      calls += 1;
    } while (cursor);
  }
  return { items, isWhole: true };
}

/** @param {Application} application */
export const getsLogouts = (application) => Boolean(application.backchannel_logout_uri);

/**
 * The logout tokens that the application did not accept, each with its answer.
 *
 * @param {Application} application @param {import("../view/view.js").View} _ @param {Part} part
 * @returns {Node[]}
 */
export function logoutsSections(application, _, { items, isWhole }) {
  const isOff = !getsLogouts(application);
  return [section(text("logouts.title"), { note: text("logouts.note"), testid: "logouts" },
    items.length === 0 ? emptyState(text(isOff ? "logouts.noAddress" : "logouts.none"), text(isOff ? "logouts.noAddressAdvice" : "logouts.noneAdvice"))
      : table({ label: text("logouts.title"), columns: [text("userField.label"), text("logouts.answer"), text("logouts.attempts"), text("events.time")] },
        items.map((event) => ({ id: `event-${event.id}`, testid: "logout", cells: [
          event.user_id && link(shortIdentifier(event.user_id), `/users/${encodeURIComponent(event.user_id)}`, { class: "mono nowrap" }),
          answer(event.data ?? {}), element("span", { text: String(Number(event.data?.attempts)) }), timeElement(event.time),
        ] }))),
    !isWhole && element("p", { class: "muted small" }, text("logouts.more"), " ",
      link(text("logouts.toEvents"), `/events?${new URLSearchParams({ type, application: String(application.id) })}`)))];
}

/**
 * What the application has answered, or why there was no answer.
 *
 * @param {Record<string, unknown>} data of the event
 */
function answer({ status, error, code }) {
  if (typeof status !== "number") return element("span", { text: knownText(`webhook.code.${code}`) ?? plainText(code, 40) });
  return element("span", {}, text("logouts.status", { status: String(status) }), typeof error === "string" && foreign(plainText(error, 60), { class: "words small mono" }));
}
