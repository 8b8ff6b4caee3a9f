import { card, nameParties } from "./elements/brand.js";
import { button, element, whileBusy } from "./elements/dom.js";
import { withFragment } from "./elements/fragment.js";
import { show } from "./elements/shell.js";
import { text } from "./messages/text.js";
import { giveLink, linkOf } from "./methods/identifier/code-link.js";
import { getState } from "./server/call.js";

/**
 * The page of the link in the message with the code. Opening it has no effect, because programs that check links open
 * it too. After the user presses the button, the tab that requested the code continues.
 */

/** @param {string} heading @param {string} said @param {...(Node | false)} content */
function tell(heading, said, ...content) {
  show(card("code-link", element("h1", { text: heading }), element("p", { class: "lead", text: said }), ...content), text("link.title"));
}

/** @param {string} secret @param {() => boolean} isCurrent */
async function start(secret, isCurrent) {
  // The page works without these names.
  await getState().then(({ config }) => nameParties(config)).catch(() => {});
  if (!isCurrent()) return;
  const link = linkOf(secret);
  if (!link) return tell(text("link.broken"), text("link.brokenText"));
  const go = button(text("link.continue"), () => void whileBusy(go, async () => {
    const isTaken = await giveLink(link);
    if (!isCurrent()) return;
    if (isTaken) tell(text("link.taken"), text("link.takenText"));
    else tell(text("link.alone"), text("link.aloneText"));
  }), { class: "button main", testid: "continue" });
  tell(text("link.ask"), text("link.askText"), element("div", { class: "actions" }, go));
}

withFragment((secret, isCurrent) => void start(secret, isCurrent));
