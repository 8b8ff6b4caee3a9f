import { plainText } from "../format/text.js";
import { isRightToLeft } from "../messages/language.js";
import { text } from "../messages/text.js";
import { element } from "./dom.js";

/** The logo and the names of two parties: the provider, and the application that it signs the user in to. */

let provider = "";
let client = "";

/** @param {{provider_name?: string, application_name?: string}} config of the page's state */
export function nameParties({ provider_name, application_name }) {
  provider = plainText(provider_name, 60);
  const name = plainText(application_name, 60);
  client = name === provider ? "" : name;
}

function logo() {
  const address = document.querySelector("link[rel=icon]")?.getAttribute("href");
  return element("img", { class: "logo", src: address, alt: "", width: 32, height: 32 });
}

function names() {
  const party = (/** @type {string} */ name, /** @type {string} */ testid) => element("span", { class: "party", dir: "auto", text: name, testid });
  if (!client) return element("p", { class: "parties", testid: "parties" }, party(provider, "provider"));
  return element("p", { class: "parties", testid: "parties" },
    element("span", { class: "visually-hidden", text: text("parties.signsYouInTo", { provider, client }) }),
    element("span", { class: "party-names", "aria-hidden": "true" },
      party(provider, "provider"), element("span", { class: "party-arrow", text: isRightToLeft() ? "←" : "→" }), party(client, "client")));
}

/**
 * The first line of a page.
 *
 * @param {...(Node | false)} end the content at the end of the line
 */
export function brand(...end) {
  return element("header", { class: "brand" }, logo(), provider !== "" && names(), ...end);
}

/**
 * A view that asks the user for one thing.
 *
 * @param {string} testid
 * @param {...(Node | string | null | undefined | false)} content
 */
export function card(testid, ...content) {
  return element("div", { class: "card narrow", testid }, brand(), ...content);
}
