import { clientName, personLine, scopeList } from "./authorization.js";
import { deliberateButton } from "./deliberate.js";
import { card } from "./brand.js";
import { button, element, uniqueID, whileBusy } from "./dom.js";
import { deviceName, plainText, timeElement } from "./format.js";
import { notice } from "./status.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Device} Device */

/** The letters of a code: none of them is a vowel (RFC 8628 §6.1). */
const codeForm = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/**
 * Asks for the code.
 *
 * @param {{code: string, state: State, problem?: string, take: (code: string) => Promise<void>}} options
 *   `code`: what the address brought, which the person compares with the device.
 * @returns {{view: HTMLElement, focus: () => void}}
 */
export function codeView({ code, state, problem, take }) {
  const [field, help] = [uniqueID("code"), uniqueID("code-help")];
  const input = element("input", {
    id: field, name: "user_code", value: code, testid: "code", required: true, size: 9, maxlength: 20, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", "aria-describedby": help, "aria-invalid": problem ? "true" : false,
  });
  const trouble = element("div", { id: help }, problem && notice(problem, { problem: true, testid: "code-problem" }));
  const go = element("button", { type: "submit", class: "button main wide", text: "Continue", testid: "take-code" });
  /** @param {string} text */
  const complain = (text) => {
    trouble.replaceChildren(notice(text, { problem: true, testid: "code-problem" }));
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const form = element("form", {
    class: "stack", novalidate: true,
    on: {
      submit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const letters = input.value.replace(/[^a-z0-9]/gi, "").toUpperCase();
        if (!codeForm.test(letters)) return complain("A code is eight letters without vowels, such as WDJB-MJHT. Compare it with your device.");
        void whileBusy(go, () => take(`${letters.slice(0, 4)}-${letters.slice(4)}`));
      },
    },
  },
  element("div", { class: "field code-field" },
    element("label", { for: field, text: "The code on your device" }),
    element("div", { class: "field-row" }, input)),
  trouble, go);
  const view = card("device-code",
    element("h1", { text: code && !problem ? "Does your device show this code?" : "Sign in a device" }),
    element("p", { class: "lead", text: code && !problem
      ? "Continue only if the codes are the same. If you were sent this link and no device in front of you shows a code, close this page."
      : "A TV, a terminal or another device that waits for you to sign in shows a code. Type it here." }),
    state.signed_in && personLine(state),
    form);
  return { view, focus: () => { input.focus(); input.select(); } };
}

/**
 * Which device the user is about to sign in.
 *
 * @param {Device} device
 */
export const codeLine = ({ user_code }) => element("p", { class: "given" }, "For the device that shows ",
  element("span", { class: "mono strong nowrap", text: user_code, testid: "user-code" }), ".");

/**
 * What the device calls itself. The text of a browser is shortened.
 *
 * @param {string | null | undefined} agent
 */
const ownName = (agent) => (agent?.startsWith("Mozilla/") ? deviceName(agent) : plainText(agent, 80) || "nothing");

/**
 * Whether the client's server asked for the device, so that nothing is known about where the device is.
 *
 * @param {Device["request"]} request
 */
const isRelayed = (request) => request?.same_network == null;

/** @param {Device} device */
function facts(device) {
  const { client, request } = device;
  const network = plainText(request?.network, 60) || "unknown";
  const time = timeElement(request?.created_at, { relative: true });
  /** @type {[string, (Node | string)[]][]} */
  const rows = isRelayed(request)
    ? [["Asked by", [element("span", { text: `the server of ${clientName({ client })}`, testid: "relay" }), ", ", time]]]
    : [
      ["Calls itself", [element("span", { class: "strong", text: ownName(request?.device), testid: "device" })]],
      ["Asked from", [element("span", { testid: "network" }, element("span", { class: "mono", text: network }), request?.same_network ? " (your network)" : ""), ", ", time]],
    ];
  return element("div", { class: "given" },
    element("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [element("dt", { text: name }), element("dd", {}, ...value)])),
    request?.same_network && element("p", { class: "small", testid: "warning", text: warning(device) }));
}

/** @param {Device} device */
function warning({ request }) {
  if (request?.same_network) return "Continue only if you started this yourself and the device is in front of you.";
  const where = isRelayed(request) ? "It is not known where the device is." : "The device is on another network than you.";
  return `${where} Continue only if it is in front of you and shows this code. If you were sent the code, the sender wants your account: choose “Not my device”.`;
}

/**
 * Asks whether the device is the user's own. The question names the device by the code that it shows.
 *
 * @param {Device} device
 * @param {{note?: string, allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} options
 * @returns {HTMLElement}
 */
export function confirmView(device, { note, allow, deny, another }) {
  const name = clientName(device);
  const go = deliberateButton("Sign in device", allow, { class: "button main", testid: "continue" });
  const no = button("Not my device", () => void whileBusy(no, deny), { testid: "not-me" });
  return card("confirm-device",
    element("h1", {}, "Sign in the device that shows ",
      element("span", { class: "mono nowrap", text: device.user_code, testid: "user-code" }), "?"),
    note && notice(note, { testid: "note" }),
    facts(device),
    !device.request?.same_network && element("p", { class: "notice warning", testid: "warning", text: warning(device) }),
    personLine(device.state, another), scopeList(name, device.scopes),
    element("div", { class: "actions equal" }, go, no));
}

/** @param {boolean} isAllowed @param {Device} device */
export function overView(isAllowed, device) {
  return card("over",
    element("h1", { text: isAllowed ? "You can go back to your device" : "The device was not signed in" }),
    element("p", { class: "lead", text: isAllowed
      ? `${clientName(device)} signs you in there within a few seconds. You can close this page.`
      : "It learned nothing about you. You can close this page." }));
}
