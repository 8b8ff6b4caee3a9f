import { getState, sessionEvents, signOut } from "./api.js";
import { brand, card, nameParties } from "./brand.js";
import { button, element, focusHeading, whileBusy } from "./dom.js";
import { plainText } from "./format.js";
import { announce, sentence, toast } from "./status.js";
import { signInView } from "./sign-in.js";
import { accountView } from "./views.js";

/**
 * The hosted page: shows the sign-in or the account, whichever the server says is true, and follows
 * when that changes somewhere else.
 *
 * @typedef {import("./api.js").State} State
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {State} */
let state;
let stop = () => {};
/** What is on the page; a change that leaves it alike must not disturb what a person is doing. */
let shown = "";

/** @param {State} fresh @param {{note?: string, focus?: boolean}} options */
function show(fresh, { note, focus = true } = {}) {
  state = fresh;
  stop();
  // A dialog belongs to the view it was opened from.
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  const name = plainText(state.config.application_name, 60);
  nameParties(state.config);
  const title = state.signed_in ? "Your account" : "Sign in";
  document.title = name ? `${title} · ${name}` : title;
  const page = state.signed_in
    ? accountView(() => state, brand(signOutButton()), { onChange: showChange, reload: async () => showChange(await getState()), onSignedOut: leave, onDeleted: farewell })
    : signInView(state, { note, onProven: (proven) => { show(proven); announce("You are signed in."); } });
  stop = page.stop;
  shown = state.user?.id ?? "";
  main.replaceChildren(page.view);
  main.removeAttribute("aria-busy");
  if (focus) focusHeading(page.view);
}

/**
 * The same person with something changed.
 *
 * @param {State} fresh
 */
function showChange(fresh) {
  if (!fresh.signed_in) return void leave();
  const at = window.scrollY;
  show(fresh, { focus: false });
  window.scrollTo({ top: at });
}

function signOutButton() {
  const control = button("Sign out", () => whileBusy(control, async () => {
    try {
      await signOut("this");
      await leave("You are signed out.");
    } catch (error) {
      toast(sentence(error), { problem: true, retry: () => control.click() });
    }
  }), { testid: "sign-out" });
  return control;
}

/**
 * Back to the sign-in.
 *
 * @param {string} [note]
 */
async function leave(note = "You were signed out. Sign in to go on.") {
  show(await getState(), { note });
}

/** After the account is deleted. */
async function farewell() {
  state = await getState();
  shown = "";
  stop();
  stop = () => {};
  const view = card("farewell",
    element("h1", { text: "Your account is deleted" }),
    element("p", { class: "lead", text: "Your profile, your ways to sign in and your sessions are gone. You can close this page." }),
    element("div", { class: "actions" }, button("Back to sign-in", () => show(state), { testid: "back-to-sign-in" })));
  document.title = "Your account is deleted";
  main.replaceChildren(view);
  focusHeading(view);
}

/** Shows what is true now, without disturbing a view that is still right. */
async function refresh() {
  if (!state) return;
  const fresh = await getState().catch(() => undefined);
  if (!fresh || (fresh.user?.id ?? "") === shown) return;
  show(fresh, { note: fresh.signed_in ? undefined : "You were signed out, maybe on another device. Sign in to go on." });
}

async function start() {
  try {
    show(await getState(), { focus: false });
  } catch (error) {
    main.removeAttribute("aria-busy");
    main.replaceChildren(card("stopped",
      element("h1", { text: "This page could not start" }),
      element("p", { role: "alert", text: sentence(error) }),
      element("div", { class: "actions" }, button("Try again", () => location.reload(), { class: "button main", testid: "reload" }))));
    focusHeading(main);
  }
}

sessionEvents.addEventListener("signed-out", (event) => {
  if (state?.signed_in) show(/** @type {CustomEvent} */ (event).detail, { note: "You were signed out, maybe on another device. Sign in to go on." });
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) void refresh(); });
void start();
