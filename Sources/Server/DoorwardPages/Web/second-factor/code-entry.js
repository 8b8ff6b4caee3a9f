import { element, headingTag } from "../elements/dom.js";
import { sendingForm, textField } from "../elements/form.js";
import { text } from "./text.js";

/**
 * A heading and a form with one field for a code.
 *
 * @param {import("./factor.js").Step} step
 * @param {{title: string, lead: string, label: string, wrongForm: string, wrongCode: string, hasForm: (typed: string) => boolean,
 *   attributes: Record<string, any>}} options
 *   `hasForm`: whether the text can be a code; `wrongForm`: said if it cannot; `attributes`: of the field
 * @returns {HTMLElement}
 */
export function codeEntry(step, { title, lead, label, wrongForm, wrongCode, hasForm, attributes }) {
  const { view: field, input } = textField({ label, name: "code", class: "code-input", dir: "ltr", testid: "second-factor-code", ...attributes });
  const { form, complain } = sendingForm({
    testid: "second-factor", action: text("verify"),
    submit: async () => {
      if (!hasForm(input.value)) return complain({ said: wrongForm, input });
      await step.prove({ code: input.value });
    },
    explain: (error) => step.explain(error, input, wrongCode),
  }, field);
  return element("div", { class: "form-view" },
    element(headingTag(step.level), { text: title }),
    element("p", { class: "muted" }, lead),
    form);
}
