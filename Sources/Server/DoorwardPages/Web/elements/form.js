import { text } from "../messages/text.js";
import { button, element, uniqueID, whileBusy } from "./dom.js";
import { notice } from "./status.js";

/**
 * A text field with its label.
 *
 * @param {{label: string, help?: Node, end?: Node} & Record<string, any>} options
 *   `help`: describes the field; `end`: a button at its end; further members are attributes of the input
 * @returns {{view: HTMLElement, input: HTMLInputElement}}
 */
export function textField({ label, help, end, ...attributes }) {
  const id = uniqueID("field");
  const helpID = help && uniqueID("help");
  const input = element("input", { id, type: "text", spellcheck: "false", autocapitalize: "none", "aria-describedby": helpID, ...attributes });
  const view = element("div", { class: "field" },
    element("label", { for: id, text: label }),
    element("div", { class: "field-row" }, input, end),
    help && element("div", { id: helpID, class: "muted small field-help" }, help));
  return { view, input };
}

/**
 * A field for a password with a button that shows the typed text.
 *
 * @param {{label: string, help?: Node} & Record<string, any>} options as of `textField`
 */
export function passwordField(options) {
  const reveal = button(text("field.show"), () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    reveal.textContent = text(isShown ? "field.show" : "field.hide");
    reveal.setAttribute("aria-label", text(isShown ? "field.showPassword" : "field.hidePassword"));
  }, { class: "button reveal", "aria-label": text("field.showPassword"), testid: "reveal" });
  const { view, input } = textField({ ...options, type: "password", end: reveal });
  return { view, input };
}

/**
 * A form with one button that sends it. During the request the button is disabled, and a second submit does nothing.
 *
 * @param {{testid: string, action: string, style?: string, submit: () => Promise<void>, explain: (error: unknown) => Complaint | undefined}} options
 *   `style`: the classes of the button; `submit` throws if it fails; `explain`: the reason for the user, or nothing if the page shows it in another way
 * @param {...(Node | string | null | undefined | false)} content
 *
 * @typedef {{said: string, input?: HTMLInputElement}} Complaint `input`: the field that the user has to correct
 */
export function sendingForm({ testid, action, style = "button main wide", submit, explain }, ...content) {
  const trouble = element("div", { class: "form-trouble" });
  const send = element("button", { type: "submit", class: style, testid: `${testid}-submit`, text: action });
  /** @type {HTMLInputElement | undefined} */
  let wrong;
  const forget = () => {
    trouble.replaceChildren();
    wrong?.removeAttribute("aria-invalid");
    wrong = undefined;
  };
  /** @param {Complaint} complaint */
  const complain = ({ said, input }) => {
    forget();
    trouble.append(notice(said, { problem: true, testid: "form-problem" }));
    if (input) {
      wrong = input;
      input.setAttribute("aria-invalid", "true");
      input.focus();
      input.select();
    }
    trouble.scrollIntoView({ block: "nearest" });
  };
  const listen = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void whileBusy(send, async () => {
      forget();
      try {
        await submit();
      } catch (error) {
        const complaint = explain(error);
        if (complaint && form.isConnected) complain(complaint);
      }
    });
  };
  // Without the script, the browser must not put a password into an address.
  const form = element("form", { class: "form", method: "post", novalidate: true, testid, on: { submit: listen, input: forget } }, ...content, trouble, send);
  return { form, complain };
}
