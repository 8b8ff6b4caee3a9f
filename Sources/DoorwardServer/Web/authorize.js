import { authorization, Problem, sessionEvents } from "./api.js";
import { clientName, confirmView, leavingView } from "./authorization.js";
import { button, element, focusHeading, whileBusy } from "./dom.js";
import { signInView } from "./sign-in.js";
import { sentence, toast } from "./status.js";

/**
 * The page that signs a person in for an app: a sign-in where one is needed, a click where one is owed,
 * and on to the app. The server keeps the request sealed and decides every step.
 *
 * @typedef {import("./api.js").Authorization} Authorization
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const ticket = document.querySelector("meta[name=doorward-ticket]")?.getAttribute("content") ?? "";

let stop = () => {};
/** @type {string | null} */
let name = null;

/** @param {HTMLElement} view @param {{title: string, focus?: boolean}} options */
function show(view, { title, focus = true }) {
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  document.title = title;
  main.replaceChildren(view);
  main.removeAttribute("aria-busy");
  if (focus) focusHeading(view);
}

/** @param {string} address which the server made of one that its operator listed */
function leave(address) {
  stop();
  stop = () => {};
  const go = () => location.replace(address);
  show(leavingView(name, go), { title: "Going on" });
  go();
}

/**
 * A step that may be the last.
 *
 * @param {"" | "/allow" | "/deny"} step
 * @returns {Promise<Authorization | null>} null when the browser is on its way
 */
async function take(step) {
  const answer = await authorization(step, ticket);
  if (!answer.redirect_to) return answer;
  leave(answer.redirect_to);
  return null;
}

const deny = () => finish("/deny");

/** @param {"/allow" | "/deny"} step */
async function finish(step) {
  try {
    await take(step);
  } catch (error) {
    // The sign-in behind the page has ended or grown too old meanwhile: the server says what is next.
    if (error instanceof Problem && error.status === 401) return void next(sentence(error));
    toast(sentence(error), { problem: true, retry: () => void finish(step) });
  }
}

/** @param {Authorization} asked @param {string} [note] */
function showSignIn(asked, note) {
  stop();
  const cancel = button("Cancel", () => void whileBusy(cancel, deny), { class: "button quiet", testid: "cancel" });
  const title = `Sign in to continue to ${clientName(asked)}`;
  // A signature on this page is the person's word for this app: no further click is owed.
  const page = signInView(asked.state, { note, title, onProven: () => void finish("/allow") },
    element("div", { class: "actions" }, cancel));
  stop = page.stop;
  show(page.view, { title });
}

/** @param {Authorization} asked */
function showConfirm(asked) {
  stop();
  stop = () => {};
  show(confirmView(asked, { allow: () => finish("/allow"), deny, another: () => showSignIn(asked) }),
    { title: `Continue to ${clientName(asked)}` });
}

/** @param {string} [note] */
async function next(note) {
  try {
    const asked = await take("");
    if (!asked) return;
    name = clientName(asked);
    const application = document.getElementById("application");
    if (application) application.textContent = name;
    if (asked.next === "confirm") showConfirm(asked);
    else showSignIn(asked, note ?? (asked.state.signed_in ? "This app asks you to sign in again." : undefined));
  } catch (error) {
    const over = error instanceof Problem && error.code === "invalid_ticket";
    show(element("div", { class: "card narrow", testid: "stopped" },
      element("h1", { text: over ? "This took too long" : "This page could not start" }),
      element("p", { role: "alert", text: sentence(error) }),
      !over && element("div", { class: "actions" }, button("Try again", () => void next(), { class: "button main", testid: "reload" }))),
    { title: "Sign in" });
  }
}

sessionEvents.addEventListener("signed-out", () => void next("You were signed out. Sign in to go on."));
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
void next();
