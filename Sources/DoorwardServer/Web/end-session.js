import { endSession, Problem } from "./api.js";
import { button, element, focusHeading, whileBusy } from "./dom.js";
import { plainText, shortIdentifier } from "./format.js";
import { sentence, toast } from "./status.js";

/** The page that an app sends a person to who signs out there: it signs out here too, or asks first. */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const ticket = document.querySelector("meta[name=doorward-ticket]")?.getAttribute("content") ?? "";

/** @param {string} title @param {...(Node | false)} content */
function show(title, ...content) {
  document.title = title;
  main.replaceChildren(element("div", { class: "card narrow", testid: "end-session" }, element("h1", { text: title }), ...content));
  main.removeAttribute("aria-busy");
  focusHeading(main);
}

/** @param {string} text */
const lead = (text) => element("p", { class: "lead", text });

/** @param {unknown} error @param {() => void} again */
function showProblem(error, again) {
  // Nothing more can come of a ticket that is over.
  const isOver = error instanceof Problem && error.code === "invalid_ticket";
  show(isOver ? "This took too long" : "This page could not go on", element("p", { role: "alert", text: sentence(error) }),
    !isOver && element("div", { class: "actions" }, button("Try again", again, { class: "button main", testid: "reload" })));
}

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
  if (next === "confirm") {
    const name = plainText(client, 60);
    const who = plainText(state?.user?.name, 120) || shortIdentifier(state?.identities[0]?.identifier ?? "");
    const out = button("Sign out", () => void whileBusy(out, () => take("/confirm").catch((error) => {
      if (error instanceof Problem && error.code === "invalid_ticket") return showProblem(error, start);
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

const start = () => void take("").catch((error) => showProblem(error, start));

start();
