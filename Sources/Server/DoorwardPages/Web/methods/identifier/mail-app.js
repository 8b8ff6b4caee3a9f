import { element } from "../../elements/dom.js";
import { text } from "./text.js";

/**
 * A link that opens the app for mail. Only iOS has an address for that app: on Android an address cannot open one without a message, and
 * on a computer many users read mail in the browser.
 *
 * @param {string} address that a message was sent to @param {string} [agent]
 */
export const mailAppLink = (address, agent = navigator.userAgent) => address.includes("@") && /\b(?:iPhone|iPad|iPod)\b/.test(agent)
  && element("a", { class: "button quiet", href: "message://", text: text("openMail"), testid: "open-mail" });
