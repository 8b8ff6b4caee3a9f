import { countdown } from "../../elements/countdown.js";
import { button, element, whileBusy } from "../../elements/dom.js";
import { announce } from "../../elements/status.js";
import { duration } from "../../messages/sentence.js";
import { locale } from "../../messages/language.js";
import { codeLength } from "./settings.js";
import { text } from "./text.js";

/**
 * The remaining lifetime of the code, and a button that sends a new one.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @param {{config: import("../../server/types.js").Config, sent: SentCode, resend: () => Promise<SentCode>, onSent: () => void, onFailed: (error: unknown) => void,
 *   onExpired: () => void}} options
 * @returns {{validity: HTMLElement, again: HTMLButtonElement, latest: () => SentCode, expire: () => void}}
 *   `expire` is called if the server says that the code has expired
 */
export function resending({ config, sent, resend, onSent, onFailed, onExpired }) {
  let current = sent;
  const validity = element("p", { role: "status", testid: "validity" });
  const again = button(text("resend"), () => {
    if (isEarly) return;
    void whileBusy(again, async () => {
      try {
        current = await resend();
        start();
        announce(text("resent"));
        onSent();
      } catch (error) {
        onFailed(error);
      }
    }).then(show);
  }, { class: "button quiet", testid: "resend" });
  let isEarly = true;
  let wait = 0;
  const show = () => {
    again.textContent = isEarly ? text("resendIn", { duration: duration(wait, locale()) }) : text("resend");
    if (isEarly) again.setAttribute("aria-disabled", "true");
    else if (!again.classList.contains("busy")) again.removeAttribute("aria-disabled");
  };
  let stop = () => {};
  let stopValidity = () => {};
  let tell = (/** @type {number} */ _seconds) => {};
  const start = () => {
    stop();
    const stopWait = countdown(current.resend_at, (seconds) => {
      wait = seconds;
      isEarly = seconds > 0;
      show();
    });
    let said = "";
    tell = (seconds) => {
      // In whole minutes, so that a screen reader speaks only when it matters.
      const words = seconds === 0 ? text("expired") : text("validFor", {
        count: codeLength(config), duration: new Intl.NumberFormat(locale(), { style: "unit", unit: "minute", unitDisplay: "long" }).format(Math.max(1, Math.round(seconds / 60))),
      });
      if (words !== said) validity.textContent = words;
      said = words;
      validity.classList.toggle("over", seconds === 0);
      if (seconds === 0) onExpired();
    };
    stopValidity = countdown(current.expires_at, tell);
    stop = () => { stopWait(); stopValidity(); };
  };
  start();
  const expire = () => {
    stopValidity();
    tell(0);
  };
  return { validity, again, latest: () => current, expire };
}
