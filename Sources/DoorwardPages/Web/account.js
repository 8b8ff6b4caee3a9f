import { updateFor } from "./account/update.js";
import { accountView } from "./account/view.js";
import { brand, card, nameParties } from "./elements/brand.js";
import { button, element, focusHeading, whileBusy } from "./elements/dom.js";
import * as shell from "./elements/shell.js";
import { announce, toast } from "./elements/status.js";
import { plainText } from "./format/text.js";
import { sentence } from "./messages/sentence.js";
import { text } from "./messages/text.js";
import { signOut } from "./server/account.js";
import { getState, sessionEvents } from "./server/call.js";
import { signInView } from "./sign-in/view.js";

/**
 * The page where a user signs in and manages the account. It also notices when another window changes the session.
 *
 * @typedef {import("./server/types.js").State} State
 */

/** @type {State} */
let state;
let stop = () => {};
/** The id of the user that the page shows. It is empty for the sign-in view. */
let shown = "";

/** @param {State} fresh @param {{note?: string, focus?: boolean}} options */
function show(fresh, { note, focus } = {}) {
  state = fresh;
  stop();
  const name = plainText(state.config.application_name, 60);
  nameParties(state.config);
  const title = text(state.signed_in ? "account.title" : "signIn.title");
  const page = state.signed_in
    ? { view: accountView(() => state, brand(signOutButton()), { onChange, reload: async () => onChange(await getState()), onSignedOut, onDeleted }), stop: () => {} }
    : signInView(state, { note, onProven: (proven) => { show(proven); announce(text("signIn.done")); } });
  stop = page.stop;
  shown = state.user?.id ?? "";
  shell.show(page.view, name ? text("signIn.pageTitle", { title, name }) : title, { focus });
}

/**
 * Follows a change that the user has made on this page.
 *
 * @param {State} fresh
 */
function onChange(fresh) {
  const update = updateFor(shown, fresh, "change");
  if (update.action === "show") {
    void onSignedOut(text("account.wasSignedOut"));
    return;
  }
  const at = window.scrollY;
  const part = document.activeElement?.closest("section")?.getAttribute("aria-labelledby");
  show(fresh, { focus: false });
  window.scrollTo({ top: at });
  // The element that had focus is gone. A keyboard continues at the same part of the page.
  const section = document.getElementById(part ?? "")?.closest("section");
  if (section) focusHeading(section);
}

function signOutButton() {
  const control = button(text("account.signOut"), () => whileBusy(control, async () => {
    try {
      await signOut("this");
      await onSignedOut(text("account.signedOut"));
    } catch (error) {
      toast(sentence(error), { problem: true, retry: () => control.click() });
    }
  }), { testid: "sign-out" });
  return control;
}

/** @param {string} note */
async function onSignedOut(note) {
  show(await getState(), { note });
}

async function onDeleted() {
  state = await getState();
  shown = "";
  stop();
  stop = () => {};
  shell.show(card("account-deleted",
    element("h1", { text: text("account.deleted") }),
    element("p", { class: "lead", text: text("account.deletedText") }),
    element("div", { class: "actions" }, button(text("account.backToSignIn"), () => show(state), { testid: "back-to-sign-in" }))),
  text("account.deleted"));
}

/** Looks whether another window has changed the session. */
async function look() {
  if (!state) return;
  const fresh = await getState().catch(() => undefined);
  if (fresh) follow(fresh);
}

/** @param {State} fresh */
function follow(fresh) {
  const update = updateFor(shown, fresh, "look");
  if (update.action === "show") show(fresh, { note: update.note && text(update.note) });
}

async function start() {
  try {
    show(await getState(), { focus: false });
  } catch (error) {
    shell.showStopped(error, { title: text("signIn.title"), heading: text("stopped.notStarted"), again: () => location.reload() });
  }
}

sessionEvents.addEventListener("signed-out", (event) => follow(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("visibilitychange", () => { if (!document.hidden) void look(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) void look(); });
void start();
