import { clientName, personLine, scopeList } from "./authorization.js";
import { deliberateButton } from "./deliberate.js";
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
  const view = element("div", { class: "card narrow", testid: "device-code" },
    element("h1", { text: code && !problem ? "Does your device show this code?" : "Let a device in" }),
    element("p", { class: "lead", text: code && !problem
      ? "Continue if it is the very same. If somebody sent you here and you have no device in front of you that asks for it, close this page."
      : "A TV, a terminal or another device that waits for you to sign in shows a code. Type it here." }),
    state.signed_in && personLine(state),
    form);
  return { view, focus: () => { input.focus(); input.select(); } };
}

/**
 * What the device says it is; a browser says more than anybody reads.
 *
 * @param {string | null | undefined} agent
 */
const ownName = (agent) => (agent?.startsWith("Mozilla/") ? deviceName(agent) : plainText(agent, 80) || "nothing");

/**
 * Whether the client's own server asked in place of the device, so that nothing is known of where that is.
 *
 * @param {Device["request"]} request
 */
const isRelayed = (request) => request.same_network == null;

/** @param {Device} device */
function facts({ client, request, user_code }) {
  const network = plainText(request.network, 60) || "unknown";
  /** @type {[string, Node | string][]} */
  const rows = [
    ["Code", element("span", { class: "mono strong device-code", text: user_code, testid: "user-code" })],
    ["Asked", timeElement(request.created_at, { relative: true })],
    ...(isRelayed(request)
      ? /** @type {[string, Node][]} */ ([
        ["By", element("span", { text: `the server of ${clientName({ client })}`, testid: "relay" })]])
      : /** @type {[string, Node][]} */ ([
        ["From", element("span", { testid: "network" }, element("span", { class: "mono", text: network }), request.same_network ? " (your network)" : "")],
        ["Calls itself", element("span", { text: ownName(request.device), testid: "device" })]])),
  ];
  return element("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [
    element("dt", { text: name }), element("dd", {}, value)]));
}

/**
 * Asks whether the device is the person's own, with all that is known of it.
 *
 * @param {Device} device
 * @param {{note?: string, allow: () => Promise<void>, deny: () => Promise<void>, another: () => void}} options
 * @returns {HTMLElement}
 */
export function confirmView(device, { note, allow, deny, another }) {
  const name = clientName(device);
  const go = deliberateButton("Continue", allow, { class: "button main wide", testid: "continue" });
  const no = button("Not me", () => void whileBusy(no, deny), { class: "button wide", testid: "not-me" });
  return element("div", { class: "card narrow", testid: "confirm-device" },
    element("h1", { text: `Sign in to ${name} on this device?` }),
    note && notice(note, { testid: "note" }),
    facts(device),
    element("p", {
      class: device.request.same_network === false ? "notice problem" : "notice", testid: "warning",
      text: device.request.same_network
        ? "Continue only if you started this yourself, on a device in front of you that shows this code."
        : isRelayed(device.request)
        ? "Where the device is cannot be told. Continue only if it is in front of you and shows this code. If somebody sent you the code, they want your account: choose Not me."
        : "This comes from another network than yours. Continue only if the device is in front of you and shows this code. If somebody sent you the code, they want your account: choose Not me.",
    }),
    personLine(device.state), scopeList(name, device.scopes),
    element("div", { class: "stack" }, go, no,
      element("div", { class: "actions" },
        button("Use another account", another, { class: "button quiet", testid: "another-account" }))));
}

/** @param {boolean} isAllowed @param {Device} device */
export function overView(isAllowed, device) {
  return element("div", { class: "card narrow", testid: "over" },
    element("h1", { text: isAllowed ? "You can go back to your device" : "The device was turned away" }),
    element("p", { class: "lead", text: isAllowed
      ? `${clientName(device)} signs you in there within a few seconds. You can close this page.`
      : "It learned nothing about you. You can close this page." }));
}
