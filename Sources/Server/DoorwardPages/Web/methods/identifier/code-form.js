import { element } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { joined } from "../../messages/sentence.js";
import { codeEntry } from "./code-entry.js";
import { heading, shown } from "./fields.js";
import { mailAppLink } from "./mail-app.js";
import { parts, text } from "./text.js";

/**
 * Asks for the code that was sent to an address.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @typedef {{challenge_id: string, code: string}} Proof
 *
 * @param {{config: import("../../server/types.js").Config, level: 2 | 3, address: string, sent: SentCode, lead?: string, hint?: string,
 *   resend: () => Promise<SentCode>, prove: (proof: Proof) => Promise<void>, isOver?: (error: unknown) => boolean,
 *   keep?: (sent: SentCode) => void}} options
 *   `prove` continues after a right code; `keep` keeps the step, with the latest code
 * @param {...(Node | false)} ways other ways to continue
 * @returns {import("../method.js").Form}
 */
export function codeForm({ config, level, address, sent, lead, hint, resend, prove, isOver = () => false, keep }, ...ways) {
  const entry = codeEntry({
    config, sent, resend, isOver, keep,
    complain: (complaint) => complain(complaint),
    onComplete: () => form.requestSubmit(),
  });
  const { form, complain } = sendingForm({
    testid: "code-form", action: text("verify"),
    submit: async () => {
      const complaint = entry.complaint();
      if (complaint) return complain(complaint);
      await prove(entry.proof());
    },
    explain: entry.explain,
  }, entry.view);
  entry.attach(form);
  for (const way of [mailAppLink(address), ...ways]) if (way) entry.ways.append(way);
  const view = element("section", { class: "form-view", testid: "code-step" },
    heading(level, text(address.includes("@") ? "checkEmail" : "checkPhone")),
    lead && element("p", { class: "muted", text: lead }),
    element("p", {}, ...parts("codeSent", { address: shown(address) })),
    form,
    element("p", { class: "muted small" }, joined([text(address.includes("@") ? "notArrived" : "notArrivedPhone"), ...(hint ? [hint] : [])])),
    entry.ways);
  return { view, keep: keep && (() => keep(entry.latest())) };
}
