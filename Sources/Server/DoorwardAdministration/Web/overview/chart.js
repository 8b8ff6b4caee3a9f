import { element } from "../elements/dom.js";
import { dayText } from "../format/time.js";
import { text } from "../texts/text.js";

/** @typedef {import("../server/types.js").EventCounts} EventCounts */

const space = "http://www.w3.org/2000/svg";
const [width, height, gap] = [300, 48, 2];
const day = 86_400_000;

/**
 * The number of events of each day (UTC), the oldest day first. A day without an event has 0.
 *
 * @param {EventCounts} counts @param {string[]} types of the events
 * @returns {{day: Date, count: number}[]}
 */
export function daily({ from, until, items }, types) {
  const first = Math.floor(new Date(from).getTime() / day);
  const last = Math.floor((new Date(until).getTime() - 1) / day);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({ day: new Date((first + index) * day), count: 0 }));
  for (const item of items) {
    const own = types.includes(item.type) ? days[Math.floor(new Date(item.time).getTime() / day) - first] : undefined;
    if (own) own.count += item.count;
  }
  return days;
}

/**
 * A number over a time, as bars and as a table.
 *
 * @param {string} title @param {{day: Date, count: number}[]} days
 */
export function chart(title, days) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const bar = width / Math.max(1, days.length);
  const picture = node("svg", { viewBox: `0 0 ${width} ${height}`, class: "bars", "aria-hidden": "true", preserveAspectRatio: "none" },
    ...days.map(({ count }, index) => {
      const tall = count > 0 ? Math.max(2, count / most * height) : 1;
      return node("rect", { x: index * bar, y: height - tall, width: bar - gap, height: tall, class: count > 0 ? "bar" : "bar none" });
    }));
  return element("div", { class: "number", testid: "chart" },
    element("p", { class: "number-value", text: new Intl.NumberFormat("en").format(total) }), element("p", { class: "number-label", text: title }), picture,
    element("details", {}, element("summary", { class: "small", text: text("chart.table") }),
      element("table", { class: "table plain", "aria-label": title },
        element("thead", {}, element("tr", {}, element("th", { scope: "col", text: text("chart.day") }), element("th", { scope: "col", text: text("chart.count") }))),
        element("tbody", {}, ...[...days].reverse().filter(({ count }) => count > 0).map((own) => element("tr", {},
          element("td", { text: dayText(own.day) }), element("td", { text: new Intl.NumberFormat("en").format(own.count) })))))));
}

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
