import { accountLine } from "../authorization/consent.js";
import { card } from "../elements/brand.js";
import { element, uniqueID, whileBusy } from "../elements/dom.js";
import { notice } from "../elements/status.js";
import { parts, text } from "../messages/text.js";
import { userCode } from "./code.js";

/**
 * Asks for the code.
 *
 * @param {{code: string, state: import("../server/types.js").State, problem?: string, take: (code: string) => Promise<void>}} options
 *   `code`: from the address of the page; the user compares it with the device
 * @returns {{view: HTMLElement, focus: () => void}}
 */
export function codeView({ code, state, problem, take }) {
  const [field, help] = [uniqueID("code"), uniqueID("code-help")];
  const input = element("input", {
    id: field, name: "user_code", value: code, testid: "code", required: true, size: 9, maxlength: 20, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", "aria-describedby": help, "aria-invalid": problem ? "true" : false,
  });
  const trouble = element("div", { id: help }, problem && notice(problem, { problem: true, testid: "code-problem" }));
  const go = element("button", { type: "submit", class: "button main wide", text: text("device.continue"), testid: "take-code" });
  /** @param {string} said */
  const complain = (said) => {
    trouble.replaceChildren(notice(said, { problem: true, testid: "code-problem" }));
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const typed = userCode(input.value);
    if (typed) void whileBusy(go, () => take(typed));
    else complain(text("device.codeForm"));
  };
  const isToCompare = code !== "" && !problem;
  const view = card("device-code",
    element("h1", { text: text(isToCompare ? "device.doesItShow" : "device.title") }),
    element("p", { class: "lead", text: text(isToCompare ? "device.compare" : "device.whereIsTheCode") }),
    state.signed_in && accountLine(state),
    element("form", { class: "stack", novalidate: true, on: { submit } },
      element("div", { class: "field code-field" },
        element("label", { for: field, text: text("device.codeLabel") }),
        element("div", { class: "field-row" }, input)),
      trouble, go));
  return { view, focus: () => { input.focus(); input.select(); } };
}

/**
 * The line that names the device by its code.
 *
 * @param {import("../server/types.js").Device} device
 */
export const codeLine = ({ user_code }) => element("p", { class: "panel" },
  ...parts("device.codeLine", { code: element("span", { class: "mono strong nowrap", text: user_code, testid: "user-code" }) }));
