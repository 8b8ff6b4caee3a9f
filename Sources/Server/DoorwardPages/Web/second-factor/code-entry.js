import { element, headingTag } from "../elements/dom.js";
import { sendingForm, textField } from "../elements/form.js";
import { whenComplete } from "../methods/identifier/complete.js";
import { text } from "./text.js";

/**
 * A heading and a form with one field for a code.
 *
 * @param {import("./factor.js").Step} step
 * @param {{title: string, lead: string, label: string, wrongForm: string, wrongCode: string, hasForm: (typed: string) => boolean,
 *   length?: number, attributes: Record<string, any>}} options
 *   `hasForm`: whether the text can be a code; `wrongForm`: said if it cannot; `length`: the number of digits after which the code is sent;
 *   `attributes`: of the field
 * @returns {HTMLElement}
 */
export function codeEntry(step, { title, lead, label, wrongForm, wrongCode, hasForm, length, attributes }) {
  const { view: field, input } = textField({ label, name: "code", class: "code-input", dir: "ltr", testid: "second-factor-code", ...attributes });
  const { form, complain } = sendingForm({
    testid: "second-factor", action: text("verify"),
    submit: async () => {
      if (!hasForm(input.value)) return complain({ said: wrongForm, input });
      await step.prove({ code: input.value });
    },
    explain: (error) => {
      const complaint = step.explain(error, input, wrongCode);
      // A refused code is typed again. A recovery code is long, and has at most one wrong letter.
      if (length && complaint?.input) input.value = "";
      return complaint;
    },
  }, field);
  if (length) whenComplete(input, length, () => form.requestSubmit());
  return element("div", { class: "form-view" },
    element(headingTag(step.level), { text: title }),
    element("p", { class: "muted" }, lead),
    form);
}
