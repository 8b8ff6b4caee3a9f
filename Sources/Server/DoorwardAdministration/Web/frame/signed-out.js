import { element } from "../elements/dom.js";
import { text } from "../texts/text.js";

/**
 * The page of a browser without a session. The sign-in leads back to the kept address.
 *
 * @param {string} reason
 */
export const signedOut = (reason) => element("div", { class: "card", testid: "signed-out" },
  element("p", { class: "brand" }, element("img", { src: document.querySelector("link[rel=icon]")?.getAttribute("href"), alt: "", width: "28", height: "28" }), text("frame.brand")),
  element("h1", { text: text("frame.signIn"), tabindex: "-1" }),
  element("p", { text: reason }),
  element("p", { class: "muted small", text: text("frame.methods") }),
  element("p", {}, element("a", { class: "button main", href: "/sign-in", text: text("frame.toSignIn"), testid: "to-sign-in" })));
