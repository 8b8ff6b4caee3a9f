import { element } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { codeField, complaintOf, heading, shown } from "./fields.js";
import { resending } from "./resend.js";
import { codeLength } from "./settings.js";
import { parts, text } from "./text.js";
import { codeDigits, isCode } from "./typed.js";

/**
 * Asks for the code that was sent to an address.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @typedef {{challenge_id: string, code: string}} Proof
 *
 * @param {{config: import("../../server/types.js").Config, level: 2 | 3, address: string, sent: SentCode, hint?: string,
 *   resend: () => Promise<SentCode>, prove: (proof: Proof) => Promise<void>, isOver?: (error: unknown) => boolean}} options
 *   `prove` continues after a right code
 * @param {...(Node | false)} ways other ways to continue
 * @returns {import("../method.js").Form}
 */
export function codeForm({ config, level, address, sent, hint, resend, prove, isOver = () => false }, ...ways) {
  const { validity, again, challenge } = resending({
    config, sent, resend,
    onSent: () => { input.value = ""; input.focus(); },
    onFailed: (error) => { if (!isOver(error)) complain(complaintOf(error, {})); },
  });
  const { view: field, input } = codeField(validity);
  const { form, complain } = sendingForm({
    testid: "code-form", action: text("verify"),
    submit: async () => {
      if (!isCode(input.value, codeLength(config))) return complain({ said: text("codeForm", { length: codeLength(config) }), input });
      await prove({ challenge_id: challenge(), code: codeDigits(input.value) });
    },
    explain: (error) => (isOver(error) ? undefined : complaintOf(error, { code: input })),
  }, field);
  const view = element("section", { class: "form-view", testid: "code-step" },
    heading(level, text("codeTitle")),
    element("p", {}, ...parts("codeSent", { address: shown(address) })),
    form,
    element("p", { class: "muted small" }, [text(address.includes("@") ? "notArrived" : "notArrivedPhone"), hint].filter(Boolean).join(" ")),
    element("div", { class: "actions ways-on" }, again, ...ways));
  return { view };
}
