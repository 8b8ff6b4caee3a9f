import { card, nameParties } from "./elements/brand.js";
import { button, element, whileBusy } from "./elements/dom.js";
import { withFragment } from "./elements/fragment.js";
import { show } from "./elements/shell.js";
import { text } from "./messages/text.js";
import { giveLink, linkOf } from "./methods/identifier/code-link.js";
import { getState } from "./server/call.js";

/**
 * The page that the link beside a code opens. Opening it does nothing: programs that look for harmful links open them too.
 * After a press of the button, the tab that asked for the code goes on.
 */

/** @param {string} heading @param {string} said @param {...(Node | false)} content */
function tell(heading, said, ...content) {
  show(card("code-link", element("h1", { text: heading }), element("p", { class: "lead", text: said }), ...content), text("link.title"));
}

/** @param {string} secret */
async function start(secret) {
  // The page works without these names.
  await getState().then(({ config }) => nameParties(config)).catch(() => {});
  const link = linkOf(secret);
  if (!link) return tell(text("link.broken"), text("link.brokenText"));
  const go = button(text("link.continue"), () => void whileBusy(go, async () => {
    if (await giveLink(link)) tell(text("link.taken"), text("link.takenText"));
    else tell(text("link.alone"), text("link.aloneText"));
  }), { class: "button main", testid: "continue" });
  tell(text("link.ask"), text("link.askText"), element("div", { class: "actions" }, go));
}

withFragment((secret) => void start(secret));
