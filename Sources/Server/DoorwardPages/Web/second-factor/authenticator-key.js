import { copyButton } from "../elements/copy.js";
import { element } from "../elements/dom.js";
import { groups } from "./groups.js";
import { text } from "./text.js";

/**
 * The key of a new authenticator: as a QR code, as a link to an app on this device, and as text.
 *
 * @param {import("../server/types.js").AuthenticatorEnrollment} enrollment
 */
export function authenticatorKey({ secret, uri, qr_code }) {
  return element("div", { class: "enrollment" },
    // In an <img>, an SVG document cannot run scripts or load anything.
    element("img", {
      class: "qr-code", src: `data:image/svg+xml,${encodeURIComponent(qr_code)}`, alt: text("picture"), width: 200, height: 200, testid: "qr-code",
    }),
    element("a", { class: "button quiet", href: uri, testid: "otpauth" }, text("sameDevice")),
    element("details", { testid: "key" },
      element("summary", { text: text("cannotScan") }),
      element("div", { class: "key-row" },
        element("code", { class: "mono key", dir: "ltr", "aria-label": text("key"), text: groups(secret), testid: "secret" }),
        copyButton(secret, { text: text("copy"), label: text("copyKey"), testid: "copy-secret" })),
      element("p", { class: "muted small", text: text("keyHelp") })));
}
