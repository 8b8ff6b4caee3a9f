import { element } from "../elements/dom.js";
import { dayText, momentText } from "../format/time.js";
import { text } from "../texts/text.js";
import { wayName } from "../users/ways.js";

/** @typedef {import("../server/types.js").EventCounts} EventCounts */

const space = "http://www.w3.org/2000/svg";
const [width, height, gap] = [300, 48, 2];
const day = 86_400_000;

/**
 * The number of events of each part of a time, the oldest part first. A part without an event has 0.
 *
 * @param {EventCounts} counts @param {string[]} types of the events @param {number} [length] of a part, in milliseconds: a day, or an hour
 * @returns {{start: Date, count: number}[]}
 */
export function parted({ from, until, items }, types, length = day) {
  const first = Math.floor(new Date(from).getTime() / length);
  const last = Math.floor((new Date(until).getTime() - 1) / length);
  const parts = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({ start: new Date((first + index) * length), count: 0 }));
  for (const item of items) {
    const own = types.includes(item.type) ? parts[Math.floor(new Date(item.time).getTime() / length) - first] : undefined;
    if (own) own.count += item.count;
  }
  return parts;
}

/**
 * The number of events by their detail, such as the methods of sign-ins, the most first.
 *
 * @param {EventCounts} counts @param {string[]} types of the events
 * @returns {{detail: string, count: number}[]}
 */
export function byDetail({ items }, types) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { type, detail, count } of items) if (types.includes(type)) sums.set(detail, (sums.get(detail) ?? 0) + count);
  return [...sums].map(([detail, count]) => ({ detail, count })).sort((one, other) => other.count - one.count || (one.detail < other.detail ? -1 : 1));
}

/**
 * A number over a time, as bars and as a table.
 *
 * @param {string} title @param {{start: Date, count: number}[]} parts @param {boolean} [isByHour] whether a part is an hour
 */
export function chart(title, parts, isByHour = false) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...parts.map(({ count }) => count));
  const bar = width / Math.max(1, parts.length);
  const picture = node("svg", { viewBox: `0 0 ${width} ${height}`, class: "bars", "aria-hidden": "true", preserveAspectRatio: "none" },
    ...parts.map(({ count }, index) => {
      const tall = count > 0 ? Math.max(2, count / most * height) : 1;
      return node("rect", { x: index * bar, y: height - tall, width: bar - gap, height: tall, class: count > 0 ? "bar" : "bar none" });
    }));
  return element("div", { class: "number", testid: "chart" },
    element("p", { class: "number-value", text: new Intl.NumberFormat("en").format(total) }), element("p", { class: "number-label", text: title }), picture,
    element("details", {}, element("summary", { class: "small", text: text("chart.table") }),
      element("table", { class: "table plain", "aria-label": title },
        element("thead", {}, element("tr", {}, element("th", { scope: "col", text: text(isByHour ? "chart.hour" : "chart.day") }), element("th", { scope: "col", text: text("chart.count") }))),
        element("tbody", {}, ...[...parts].reverse().filter(({ count }) => count > 0).map((own) => element("tr", {},
          element("td", { text: isByHour ? momentText(own.start) : dayText(own.start) }), element("td", { text: new Intl.NumberFormat("en").format(own.count) })))))));
}

/**
 * Sign-ins by method, as bars beside their numbers.
 *
 * @param {string} title @param {{detail: string, count: number}[]} rows @param {string} empty what is said without a row
 */
export function shares(title, rows, empty) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const head = element("h3", { class: "number-label", text: title });
  if (rows.length === 0) return element("div", { class: "number", testid: "shares" }, head, element("p", { class: "muted small", text: empty }));
  return element("div", { class: "number", testid: "shares" }, head,
    element("table", { class: "table plain shares", "aria-label": title },
      element("thead", { class: "visually-hidden" }, element("tr", {}, element("th", { scope: "col", text: text("chart.method") }), element("th", { scope: "col", text: text("chart.count") }), element("td", {}))),
      element("tbody", {}, ...rows.map(({ detail, count }) => element("tr", {},
        element("td", { text: methodsText(detail) }), element("td", { text: new Intl.NumberFormat("en").format(count) }),
        element("td", { "aria-hidden": "true" }, node("svg", { viewBox: `0 0 ${width} 8`, class: "share", preserveAspectRatio: "none" },
          node("rect", { x: 0, y: 0, width: Math.max(2, count / most * width), height: 8, class: "bar" }))))))));
}

/** @param {string} detail the methods of a sign-in, with spaces between them */
export const methodsText = (detail) => detail.split(" ").filter(Boolean).map(wayName).join(" + ") || text("chart.noMethod");

/**
 * An element of a picture.
 *
 * @param {string} tag @param {Record<string, string | number>} attributes @param {...Node} children
 */
function node(tag, attributes, ...children) {
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
