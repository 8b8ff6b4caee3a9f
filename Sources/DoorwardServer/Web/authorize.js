import { authorization, Problem } from "./api.js";
import { called, changedNote, clientName, confirmView, leavingView, purpose, reasonNote, wantedAccount } from "./authorization.js";
import { button, element, focusHeading, whileBusy } from "./dom.js";
import { signInView } from "./sign-in.js";
import { sentence, toast } from "./status.js";

/**
 * The page that signs a person in for an app: a sign-in where one is needed, a click where one is owed,
 * and on to the app. The server keeps the request sealed, with what has been shown, and decides every step.
 *
 * @typedef {import("./api.js").State} State
 * @typedef {import("./api.js").Authorization} Authorization
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let ticket = document.querySelector("meta[name=doorward-ticket]")?.getAttribute("content") ?? "";

let stop = () => {};
/** @type {string | null} */
let name = null;
/** Whom the page has asked, or signed in, last. @type {string | undefined} */
let person;

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
 * Takes a step, which may be the last, and shows what is next.
 *
 * @param {"" | "/allow" | "/deny"} step
 * @param {{note?: string, session?: string | null}} [options] `session`: what a sign-in on the page has just opened
 */
async function take(step, { note, session } = {}) {
  const asked = await authorization(step, ticket, session);
  if (asked.redirect_to) return leave(asked.redirect_to);
  ticket = asked.ticket;
  name = clientName(asked);
  const application = document.getElementById("application");
  if (application) application.textContent = name;
  if (asked.next === "confirm") showConfirm(asked);
  else showSignIn(asked, { note: reasonNote(asked) ?? note });
}

const deny = () => finish("/deny");

/** @param {"/allow" | "/deny"} step */
async function finish(step) {
  try {
    await take(step);
  } catch (error) {
    if (isOver(error)) return showStopped(error);
    // The sign-in behind the page has ended or grown too old meanwhile: the server says what is next.
    if (error instanceof Problem && error.status === 401) return void next({ note: sentence(error) });
    toast(sentence(error), { problem: true, retry: () => void finish(step) });
  }
}

/**
 * @param {Authorization} asked
 * @param {{note?: string, another?: boolean}} [options] `another`: the person is signed in and wants to be somebody else
 */
function showSignIn(asked, { note, another = false } = {}) {
  stop();
  const cancel = button("Cancel", () => void whileBusy(cancel, deny), { class: "button quiet", testid: "cancel" });
  const stay = another && button(`Stay with ${called(asked.state).name}`, () => showConfirm(asked), { class: "button quiet", testid: "stay-with" });
  const title = `Sign in to continue to ${clientName(asked)}`;
  const page = signInView(asked.state, {
    note, title, purpose: purpose(asked), account: another ? "other" : wantedAccount(asked),
    asked: { ticket, client: asked.client, onOver: showStopped },
    onProven: (state) => {
      person = state.user?.id;
      void next({ session: state.current_session_id });
    },
  }, element("div", { class: "actions" }, stay, cancel));
  stop = page.stop;
  show(page.view, { title });
}

/** @param {Authorization} asked */
function showConfirm(asked) {
  stop();
  stop = () => {};
  const note = person && person !== asked.state.user?.id ? changedNote : undefined;
  person = asked.state.user?.id;
  show(confirmView(asked, { note, allow: () => finish("/allow"), deny, another: () => showSignIn(asked, { another: true }) }),
    { title: `Continue to ${clientName(asked)}` });
}

/** Whether nothing more can come of what the page holds. @param {unknown} error */
const isOver = (error) => error instanceof Problem && error.code === "invalid_ticket";

/** @param {unknown} error @param {() => void} [again] what could come of trying once more */
function showStopped(error, again) {
  stop();
  stop = () => {};
  show(element("div", { class: "card narrow", testid: "stopped" },
    element("h1", { text: isOver(error) ? "This took too long" : "This page could not go on" }),
    element("p", { role: "alert", text: sentence(error) }),
    again && element("div", { class: "actions" }, button("Try again", again, { class: "button main", testid: "reload" }))),
  { title: "Sign in" });
}

/** @param {{note?: string, session?: string | null}} [options] */
async function next(options) {
  try {
    await take("", options);
  } catch (error) {
    showStopped(error, isOver(error) ? undefined : () => void next(options));
  }
}

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
void next();
