import { authorization, Problem } from "./api.js";
import { called, changedNote, clientName, confirmView, leavingView, purpose, reasonNote, wantedAccount } from "./authorization.js";
import { nameParties } from "./brand.js";
import { button, element, whileBusy } from "./dom.js";
import * as shell from "./shell.js";
import { signInView } from "./sign-in.js";
import { sentence, toast } from "./status.js";

/**
 * The page that signs a person in for an app: a sign-in where one is needed, a click where one is owed,
 * and on to the app. The server keeps the request sealed, with what has been shown, and decides every step.
 *
 * @typedef {import("./api.js").State} State
 * @typedef {import("./api.js").Authorization} Authorization
 */

let ticket = shell.pageTicket();

let stop = () => {};
/** @type {string | null} */
let name = null;
/** Whom the page has asked, or signed in, last. @type {string | undefined} */
let person;

/** @param {string} address which the server made of one that its operator listed */
function leave(address) {
  stop();
  stop = () => {};
  const go = () => location.replace(address);
  shell.show(leavingView(name, go), "Going on");
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
  nameParties(asked.state.config);
  if (asked.next === "confirm") showConfirm(asked);
  else showSignIn(asked, { note: reasonNote(asked) ?? note });
}

const deny = () => finish("/deny");

/** @param {"/allow" | "/deny"} step */
async function finish(step) {
  try {
    await take(step);
  } catch (error) {
    if (shell.isOver(error)) return showStopped(error);
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
  const title = `Sign in to ${clientName(asked)}`;
  const page = signInView(asked.state, {
    note, title, purpose: purpose(asked), account: another ? "other" : wantedAccount(asked),
    asked: { ticket, client: asked.client, onOver: showStopped },
    onProven: (state) => {
      person = state.user?.id;
      void next({ session: state.current_session_id });
    },
  }, element("div", { class: "actions" }, stay, cancel));
  stop = page.stop;
  shell.show(page.view, title);
}

/** @param {Authorization} asked */
function showConfirm(asked) {
  stop();
  stop = () => {};
  const note = person && person !== asked.state.user?.id ? changedNote : undefined;
  person = asked.state.user?.id;
  shell.show(confirmView(asked, { note, allow: () => finish("/allow"), deny, another: () => showSignIn(asked, { another: true }) }),
    `Continue to ${clientName(asked)}`);
}

/** @param {unknown} error @param {() => Promise<void>} [again] what could come of trying once more */
function showStopped(error, again) {
  stop();
  stop = () => {};
  shell.showStopped(error, { title: "Sign in", again });
}

/** @param {{note?: string, session?: string | null}} [options] */
async function next(options) {
  try {
    await take("", options);
  } catch (error) {
    showStopped(error, () => next(options));
  }
}

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
void next();
