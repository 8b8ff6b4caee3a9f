import { text } from "./text.js";

/** The view of every flow with a wallet: three steps, and the message to sign. */

/** @returns {Pick<import("../method.js").Flow, "steps" | "message">} */
export const walletFlow = () => ({
  steps: (/** @type {const} */ (["connect", "sign", "check"])).map((name) => ({ name, label: text(`step.${name}`) })),
  message: { caption: text("message.caption"), waiting: text("message.waiting") },
});
