import { element, link } from "../elements/dom.js";
import { badge, foreign, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { deviceName } from "../format/device.js";
import { plainText } from "../format/text.js";
import { knownText, text } from "../texts/text.js";

/** @typedef {import("../server/types.js").Event} Event */

/** @param {string} type */
export const eventName = (type) => knownText(`event.${type}`) ?? plainText(type, 60);

/** @param {Event[]} items */
export const eventsTable = (items) => table({ label: text("events.title"), columns: [text("events.what"), text("events.actor"), text("events.about"), text("events.client"), text("events.time")] },
  items.map((event) => ({ id: `event-${event.id}`, testid: "event", cells: [what(event), party(event), about(event), client(event), timeElement(event.time)] })));

/**
 * The events of one user.
 *
 * @param {Event[]} items
 */
export const userEventsTable = (items) => table({ label: text("events.title"), columns: [text("events.what"), text("events.actor"), text("events.client"), text("events.time")] },
  items.map((event) => ({ testid: "user-event", cells: [what(event), party(event), client(event), timeElement(event.time)] })));

/** @param {Event} event */
const what = (event) => element("span", {},
  event.type.endsWith(".refused") || event.type.endsWith(".failed") ? badge(eventName(event.type), "warning") : element("span", { class: "strong", text: eventName(event.type) }),
  details(event.data ?? {}));

/**
 * The members of an event in words.
 *
 * @param {Record<string, unknown>} data
 */
function details(data) {
  const words = Object.entries(data).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${plainText(Array.isArray(value) ? value.join(", ") : String(value), 120)}`);
  return words.length > 0 && foreign(words.join(" · "), { class: "muted small block" });
}

/**
 * The party that has acted, with a link to its user.
 *
 * @param {Event} event
 */
function party({ actor, user_id: user }) {
  const name = knownText(`actor.${actor.type}`) ?? plainText(actor.type, 40);
  const isUser = actor.type === "user" || actor.type === "administrator";
  if (!actor.id || (isUser && actor.id === user)) return element("span", { text: name });
  const id = shortID(actor.id);
  return element("span", {}, name, element("span", { class: "muted small block" }, isUser ? link(id, `/users/${encodeURIComponent(actor.id)}`, { class: "mono nowrap" }) : foreign(id, { class: "mono nowrap" })));
}

/** @param {Event} event */
const about = ({ user_id: user, application }) => element("span", {}, user && link(shortID(user), `/users/${encodeURIComponent(user)}`, { class: "mono nowrap" }),
  application && element("a", { class: "small block", href: `/applications/${encodeURIComponent(application)}` }, foreign(plainText(application, 60))));

/** @param {Event} event */
const client = ({ device, network }) => element("span", {}, device && foreign(deviceName(device), { title: plainText(device, 300) }),
  network && foreign(plainText(network, 60), { class: "muted small mono block" }));

/**
 * The end of an id, which differs between ids of one time.
 *
 * @param {string} id
 */
const shortID = (id) => (id.length > 20 ? `…${plainText(id, 80).slice(-8)}` : plainText(id, 40));
