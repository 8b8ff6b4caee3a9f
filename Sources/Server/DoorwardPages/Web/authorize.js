import { account, confirmView, leavingView, purpose } from "./authorization/consent.js";
import { changeNote, clientName, reasonNote, wantedAccount } from "./authorization/request.js";
import { nameParties } from "./elements/brand.js";
import { button, element, whileBusy } from "./elements/dom.js";
import { dropStep } from "./elements/kept-step.js";
import { offerLanguages } from "./elements/language-switch.js";
import * as shell from "./elements/shell.js";
import { toast } from "./elements/status.js";
import { keepingTyped } from "./elements/typed.js";
import { sentence } from "./messages/sentence.js";
import { text } from "./messages/text.js";
import { tellBrowser } from "./methods/registry.js";
import { isTicketOver, needsSignIn } from "./server/problem.js";
import { authorization } from "./server/requests.js";
import { noSignIn, signInView } from "./sign-in/view.js";

/**
 * The page that signs a user in to an app: a sign-in or a consent if one is needed, then the app. The server seals the
 * request and decides every step.
 *
 * @typedef {import("./server/types.js").State} State
 * @typedef {import("./server/types.js").Authorization} Authorization
 */

let ticket = shell.pageTicket();

let signIn = noSignIn;
/** Draws the present view again. */
let redraw = () => {};
/**
 * The name of the app.
 *
 * @type {string | null}
 */
let name = null;
/**
 * The id of the user whom the page has shown or signed in last.
 *
 * @type {string | undefined}
 */
let user;
/**
 * The question that the page has shown last.
 *
 * @type {Authorization | undefined}
 */
let question;
/** Ends once the browser knows the passkeys of the user whom the page has signed in. */
let told = Promise.resolve();
/** The step that the page takes. A later step waits for it, and is not taken after the page has been left. */
let taken = Promise.resolve();
let hasLeft = false;

/** @param {string} address from the server, which has checked it */
async function leave(address) {
  hasLeft = true;
  signIn.stop();
  signIn = noSignIn;
  redraw = () => {};
  const go = () => location.replace(address);
  shell.show(leavingView(name, go), text("app.leavingTitle"));
  // A page that is left sends nothing more.
  await told;
  go();
}

/**
 * Takes a step and shows the next one.
 *
 * @param {"" | "/allow" | "/deny"} step
 * @param {{note?: string, session?: string | null}} [options] `session`: the one that a sign-in on the page has opened
 * @returns {Promise<void>}
 */
function take(step, options) {
  const own = taken.then(() => (hasLeft ? undefined : ask(step, options)));
  taken = own.catch(() => {});
  return own;
}

/** @type {typeof take} */
async function ask(step, { note, session } = {}) {
  const asked = await authorization(step, ticket, session);
  if (asked.redirect_to) return leave(asked.redirect_to);
  ticket = asked.ticket;
  name = clientName(asked);
  nameParties(asked.state.config);
  if (asked.next === "confirm") showConfirm(asked, reasonToAsk(asked));
  else showSignIn(asked, { note: reasonNote(asked) ?? note });
}

async function deny() {
  if (signIn.mayLeave()) await finish("/deny");
}

/** @param {"/allow" | "/deny"} step */
async function finish(step) {
  try {
    await take(step);
  } catch (error) {
    if (isTicketOver(error)) return showStopped(error);
    // The sign-in has ended or has become too old. The server decides the next step.
    if (needsSignIn(error)) return void next({ note: sentence(error) });
    toast(sentence(error), { problem: true, retry: () => void finish(step) });
  }
}

/**
 * @param {Authorization} asked
 * @param {{note?: string, another?: boolean, focus?: false | "field"}} options `another`: the signed-in user chooses another account
 */
function showSignIn(asked, { note, another = false, focus = "field" } = {}) {
  signIn.stop();
  const cancel = button(text("action.cancel"), () => void whileBusy(cancel, deny), { class: "button quiet", testid: "cancel" });
  const stay = another && button(text("app.stayWith", { name: account(asked.state).name }), () => { if (signIn.mayLeave()) showConfirm(asked); }, { class: "button quiet", testid: "stay-with" });
  const title = text("signIn.titleFor", { name: clientName(asked) });
  const page = signInView(asked.state, {
    note, purpose: purpose({ ...asked, granted_scopes: [] }), account: another ? "other" : wantedAccount(asked),
    request: { ticket, client: asked.client, onOver: showStopped },
    onProven: (state) => {
      user = state.user?.id;
      told = tellBrowser(state);
      void next({ session: state.current_session_id });
    },
  }, element("div", { class: "actions" }, stay, cancel));
  signIn = page;
  redraw = () => showSignIn(asked, { another, focus: false });
  shell.show(page.view, title, { focus });
}

/**
 * Why the page asks a user who has signed in here or has answered.
 *
 * @param {Authorization} asked
 */
const reasonToAsk = (asked) =>
  (user && user !== asked.state.user?.id ? () => text("app.accountChanged") : question && changeNote(question, asked));

/** @param {Authorization} asked @param {() => string} [reason] */
function showConfirm(asked, reason) {
  signIn.stop();
  signIn = noSignIn;
  user = asked.state.user?.id;
  question = asked;
  redraw = () => showConfirm(asked, reason);
  dropStep();
  shell.show(confirmView(asked, { note: reason?.(), allow: () => finish("/allow"), deny, another: () => showSignIn(asked, { another: true }) }),
    text("app.continueTo", { name: clientName(asked) }));
}

/** @param {unknown} error @param {() => Promise<void>} [again] */
function showStopped(error, again) {
  signIn.stop();
  signIn = noSignIn;
  redraw = () => showStopped(error, again);
  shell.showStopped(error, { title: text("signIn.title"), again });
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
offerLanguages(() => { if (signIn.isOpen()) keepingTyped(() => redraw()); });
void next();
