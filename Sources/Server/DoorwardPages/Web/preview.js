import { nameParties } from "./elements/brand.js";
import { offerLanguages } from "./elements/language-switch.js";
import * as shell from "./elements/shell.js";
import { plainText } from "./format/text.js";
import { text } from "./messages/text.js";
import { noSignIn, signInView } from "./sign-in/view.js";

/**
 * The sign-in page of an application, with a look that the dashboard sends while an administrator types. The server puts the settings of
 * the application into the page. Nothing on the page can be used.
 *
 * @typedef {{title?: Record<string, string> | null, text?: Record<string, string> | null, color?: string, logo?: string, powered_by?: boolean}} Look
 */

/** @type {{config: import("./server/types.js").Config, look: Look}} */
const { config, look } = JSON.parse(document.querySelector("meta[name=doorward-preview]")?.getAttribute("content") ?? "{}");
const icon = document.querySelector("link[rel=icon]");
const ownIcon = icon?.getAttribute("href") ?? "";
const colors = document.getElementById("colors");
const ownColors = colors?.getAttribute("href") ?? "";
const footer = document.getElementById("powered-by");
let signIn = noSignIn;

/** @param {Look} look */
function draw({ title, text: welcome, color, logo, powered_by: namesDoorward }) {
  signIn.stop();
  icon?.setAttribute("href", logo?.startsWith("data:image/") ? logo : ownIcon);
  colors?.setAttribute("href", color ? `${ownColors}&color=${encodeURIComponent(color)}` : ownColors);
  if (footer) footer.hidden = namesDoorward === false;
  const own = { ...config, appearance: { title: title ?? null, text: welcome ?? null } };
  nameParties(own);
  /** @type {import("./server/types.js").State} */
  const state = { signed_in: false, user: null, identities: [], current_session_id: null, signed_in_by_link: false, config: own };
  const page = signInView(state, { onProven: () => {} });
  signIn = page;
  shell.show(page.view, text("signIn.titleFor", { name: plainText(own.application_name, 60) }), { focus: false });
}

// The page sends nothing. The policy would refuse a request, and browsers report each refusal.
globalThis.fetch = () => new Promise(() => {});
document.body.inert = true;
offerLanguages(() => {});
draw(look);
// The dashboard has the origin of this address. The origin of the page itself is opaque.
addEventListener("message", ({ source, origin, data }) => { if (source === parent && origin === location.origin) draw(data); });
// The message has no data, so any window may read it.
parent.postMessage("ready", "*");
