import { endSession } from "./api.js";
import { card, nameParties } from "./brand.js";
import { button, element, whileBusy } from "./dom.js";
import { personName, plainText } from "./format.js";
import * as shell from "./shell.js";
import { sentence, toast } from "./status.js";

/** The page that an app sends a person to who signs out there: it signs out here too, or asks first. */

const ticket = shell.pageTicket();

/** @param {string} title @param {...(Node | false)} content */
function show(title, ...content) {
  shell.show(card("end-session", element("h1", { text: title }), ...content), title);
}

/** @param {string} text */
const lead = (text) => element("p", { class: "lead", text });

/** @param {string} name of the app @param {string | null | undefined} address that it can be gone back to by */
function stay(name, address) {
  if (!address) return location.replace("/");
  show("You are still signed in here", lead(`${name || "The app"} may have signed you out by itself.`),
    element("div", { class: "actions" },
      button(`Back to ${name || "the app"}`, () => location.replace(address), { class: "button main", testid: "go-back" }),
      button("Your account", () => location.replace("/"), { testid: "account-link" })));
}

/** @param {"" | "/confirm"} step */
async function take(step) {
  const { next, redirect_to, return_to, client, state } = await endSession(step, ticket);
  if (state) nameParties({ provider_name: state.config.provider_name, application_name: client ?? "" });
  if (next === "confirm") {
    const name = plainText(client, 60);
    const who = personName(state);
    const out = button("Sign out", () => void whileBusy(out, () => take("/confirm").catch((error) => {
      if (shell.isOver(error)) return shell.showStopped(error);
      toast(sentence(error), { problem: true, retry: () => out.click() });
    })), { class: "button main", testid: "sign-out" });
    return show("Sign out?", lead(`${name || "An app"} asks to sign you out here too.`),
      who && element("p", {}, "You are signed in as ", element("span", { class: "strong", text: who }), "."),
      element("div", { class: "actions" }, out,
        button("Stay signed in", () => stay(name, return_to), { testid: "stay" })));
  }
  show("You are signed out", !redirect_to && lead("You can close this page."));
  if (redirect_to) location.replace(redirect_to);
}

/** @returns {Promise<void>} */
const start = () => take("").catch((error) => shell.showStopped(error, { again: start }));

void start();
