import { card, nameParties } from "./elements/brand.js";
import { button, element, whileBusy } from "./elements/dom.js";
import { dropSteps } from "./elements/kept-step.js";
import { nameParts } from "./elements/name.js";
import * as shell from "./elements/shell.js";
import { toast } from "./elements/status.js";
import { plainText, userName } from "./format/text.js";
import { sentence } from "./messages/sentence.js";
import { parts, text } from "./messages/text.js";
import { isTicketOver } from "./server/problem.js";
import { endSession } from "./server/requests.js";

/** The page that an app opens when the user signs out there. It signs the user out here too, or asks first. */

const ticket = shell.pageTicket();

/** @param {string} title @param {...(Node | false)} content */
function show(title, ...content) {
  shell.show(card("end-session", element("h1", { text: title }), ...content), title);
}

/** @param {string} said */
const lead = (said) => element("p", { class: "lead", text: said });

/** @param {string} name of the app @param {string | null | undefined} address to return to */
function stay(name, address) {
  if (!address) return location.replace("/");
  show(text("end.stayed"), lead(text("end.stayedText", { name: name || text("app.unnamedCapital") })),
    element("div", { class: "actions" },
      button(text("app.back", { name: name || text("app.unnamed") }), () => location.replace(address), { class: "button main", testid: "go-back" }),
      button(text("end.account"), () => location.replace("/"), { testid: "account-link" })));
}

/** @param {"" | "/confirm"} step */
async function take(step) {
  const { next, redirect_to, return_to, client, state } = await endSession(step, ticket);
  if (state) nameParties({ provider_name: state.config.provider_name, application_name: client ?? "" });
  if (next === "confirm") {
    const name = plainText(client, 60);
    const user = userName(state);
    const out = button(text("end.signOut"), () => void whileBusy(out, () => take("/confirm").catch((error) => {
      if (isTicketOver(error)) return shell.showStopped(error);
      toast(sentence(error), { problem: true, retry: () => out.click() });
    })), { class: "button main", testid: "sign-out" });
    return show(text("end.ask"), lead(text("end.asks", { name: name || text("end.unnamed") })),
      user !== "" && element("p", {}, ...parts("end.signedInAs", { name: element("span", { class: "strong" }, ...nameParts(user)) })),
      element("div", { class: "actions" }, out,
        button(text("end.stay"), () => stay(name, return_to), { testid: "stay" })));
  }
  dropSteps();
  show(text("end.done"), !redirect_to && lead(text("end.closePage")));
  if (redirect_to) location.replace(redirect_to);
}

/** @returns {Promise<void>} */
const start = () => take("").catch((error) => shell.showStopped(error, { again: start }));

void start();
