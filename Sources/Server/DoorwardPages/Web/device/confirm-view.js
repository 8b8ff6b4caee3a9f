import { accountLine, scopeList } from "../authorization/consent.js";
import { clientName } from "../authorization/request.js";
import { card } from "../elements/brand.js";
import { deliberateButton } from "../elements/deliberate.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { notice } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { deviceName } from "../format/device.js";
import { plainText } from "../format/text.js";
import { parts, text } from "../messages/text.js";

/** @typedef {import("../server/types.js").Device} Device */

/**
 * The name that the device gives itself. The `User-Agent` of a browser is shortened.
 *
 * @param {string | null | undefined} agent
 */
const ownName = (agent) => (agent?.startsWith("Mozilla/") ? deviceName(agent) : plainText(agent, 80) || text("device.nothing"));

/**
 * The distance of the device from the user: `local` on the same network, `elsewhere`, or `unknown` if the server of the
 * client asked for the device.
 *
 * @param {Device["request"]} request
 * @returns {"local" | "elsewhere" | "unknown"}
 */
export const distance = (request) => (request?.same_network == null ? "unknown" : request.same_network ? "local" : "elsewhere");

const warnings = /** @type {const} */ ({ local: "device.warnLocal", elsewhere: "device.warnElsewhere", unknown: "device.warnUnknown" });

/** @param {Device} device */
function facts(device) {
  const { client, request } = device;
  const far = distance(request);
  const time = timeElement(request?.created_at, { relative: true });
  const network = element("span", { class: "mono", text: plainText(request?.network, 60) || text("device.unknownNetwork") });
  /** @type {[string, (Node | string)[]][]} */
  const rows = far === "unknown"
    ? [[text("device.askedBy"), [element("span", { testid: "relay" }, ...parts("device.serverAt", { name: element("bdi", { text: clientName({ client }) }), time }))]]]
    : [
      [text("device.callsItself"), [element("span", { class: "strong", text: ownName(request?.device), testid: "device" })]],
      [text("device.askedFrom"), [element("span", { testid: "network" }, ...parts(far === "local" ? "device.yourNetworkAt" : "device.networkAt", { network, time }))]],
    ];
  return element("div", { class: "panel" },
    element("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [element("dt", { text: name }), element("dd", {}, ...value)])),
    far === "local" && element("p", { class: "small", testid: "warning", text: text(warnings[far]) }));
}

/**
 * Asks whether the device is the user's own. The question names the device by its code.
 *
 * @param {Device} device
 * @param {{note?: string, allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} options
 * @returns {HTMLElement}
 */
export function confirmView(device, { note, allow, deny, another }) {
  const far = distance(device.request);
  const go = deliberateButton(text("device.allow"), allow, { class: "button main", testid: "continue" });
  const no = button(text("device.deny"), () => void whileBusy(no, deny), { testid: "deny" });
  return card("confirm-device",
    element("h1", {}, ...parts("device.confirm", { code: element("span", { class: "mono nowrap", text: device.user_code, testid: "user-code" }) })),
    note && notice(note, { testid: "note" }),
    facts(device),
    far !== "local" && element("p", { class: "notice warning", testid: "warning", text: text(warnings[far]) }),
    accountLine(device.state, another), device.question === "consent" && scopeList(clientName(device), device.scopes),
    element("div", { class: "actions equal" }, go, no));
}

/** @param {boolean} isAllowed @param {Device} device */
export function decidedView(isAllowed, device) {
  return card("decided",
    element("h1", { text: text(isAllowed ? "device.allowed" : "device.denied") }),
    element("p", { class: "lead", text: isAllowed ? text("device.allowedText", { name: clientName(device) }) : text("device.deniedText") }));
}
