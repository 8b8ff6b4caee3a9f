import { sendingForm, textField } from "../elements/form.js";
import { whenComplete } from "../methods/identifier/complete.js";
import { isCode } from "../methods/identifier/typed.js";
import { text } from "./text.js";
import { codeAttributes, codeLength } from "./totp.js";

/**
 * The form for the first code of an authenticator app.
 *
 * @param {string} testid
 * @param {(code: string) => Promise<void>} send
 * @param {(error: unknown, input: HTMLInputElement) => import("../elements/form.js").Complaint | undefined} explain
 */
export function firstCodeForm(testid, send, explain) {
  const { view, input } = textField({ label: text("firstCode"), name: "code", class: "code-input", dir: "ltr", ...codeAttributes, testid: "second-factor-code" });
  const { form, complain } = sendingForm({
    testid, action: text("confirm"),
    submit: async () => {
      if (!isCode(input.value, codeLength)) return complain({ said: text("codeForm", { count: codeLength }), input });
      await send(input.value);
    },
    explain: (error) => {
      const complaint = explain(error, input);
      // A refused code is typed again.
      if (complaint?.input) input.value = "";
      return complaint;
    },
  }, view);
  whenComplete(input, codeLength, () => form.requestSubmit());
  return form;
}
