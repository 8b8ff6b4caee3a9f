import { button, element } from "../elements/dom.js";
import { timeElement } from "../elements/time.js";
import { deviceName, isHandheld } from "../format/device.js";
import { initial, plainText } from "../format/text.js";
import { parts, text } from "../messages/text.js";
import { sessionLabel } from "../methods/registry.js";

/** @typedef {import("../server/types.js").Session} Session */

/**
 * The name of a session: the app that has it, or the browser.
 *
 * @param {Session} session
 */
export const sessionName = (session) => plainText(session.application_name, 60) || deviceName(session.device);

/** @param {Session} session */
function mark(session) {
  const app = plainText(session.application_name, 60);
  const shape = isHandheld(session.device) ? "handheld" : "desk";
  return element("span", { class: app ? "mark" : `mark ${shape}`, "aria-hidden": "true", text: initial(app) });
}

/** @param {Session} session @param {() => void} revoke */
export function sessionRow(session, revoke) {
  const name = sessionName(session);
  const device = session.application_name && session.device ? deviceName(session.device) : "";
  // Each part may run in another direction than the page, as an address of the network does.
  const details = [device, plainText(session.network, 64), sessionLabel(session.amr)].filter(Boolean)
    .flatMap((detail) => [" · ", element("bdi", { text: detail })]);
  const used = session.current ? [text("sessions.activeNow")]
    : parts("sessions.lastUsed", { time: timeElement(session.last_used_at, { relative: true }) });
  return element("li", { class: "entry", testid: "session" },
    mark(session),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", title: plainText(session.device, 300) }, name,
        session.current && element("span", { class: "badge", text: text("sessions.current"), testid: "current" })),
      element("p", { class: "muted small" }, ...used, ...details)),
    !session.current && element("div", { class: "entry-actions" },
      button(text("sessions.signOut"), revoke, {
        class: "button quiet danger-text", "aria-label": text("sessions.signOutOne", { name }), testid: "revoke",
      })));
}
