import { deletedView } from "./account/deletion.js";
import { invitedAddress } from "./account/invitation.js";
import { keepReset, linkSecret } from "./account/links.js";
import { updateFor } from "./account/update.js";
import { accountView } from "./account/view.js";
import { brand, nameParties } from "./elements/brand.js";
import { button, focusHeading, whileBusy } from "./elements/dom.js";
import { dropSteps } from "./elements/kept-step.js";
import { offerLanguages, speakSaved } from "./elements/language-switch.js";
import * as shell from "./elements/shell.js";
import { announce, toast } from "./elements/status.js";
import { keepingTyped } from "./elements/typed.js";
import { pageLanguage } from "./format/languages.js";
import { plainText } from "./format/text.js";
import { sentence } from "./messages/sentence.js";
import { text } from "./messages/text.js";
import { signOut } from "./server/account.js";
import { getState, sessionEvents } from "./server/call.js";
import { noSignIn, signInView } from "./sign-in/view.js";

/**
 * The page where a user signs in and manages the account. It also notices when another window changes the session.
 *
 * @typedef {import("./server/types.js").State} State
 */

/** @type {State} */
let state;
let signIn = noSignIn;
/** The id of the user that the page shows. It is empty for the sign-in view. */
let shown = "";

/**
 * @param {State} fresh @param {Linked & {note?: string, focus?: boolean, keepsFocus?: boolean, isSame?: boolean}} options
 *
 * @typedef {{invited?: string, link?: string, isReset?: boolean}} Linked `invited`: the address of an invitation; `link`: the secret of a
 *   link that signs in; `isReset`: the link continues the choice of a new password
 */
function show(fresh, { note, invited, link, focus, keepsFocus = false, isSame } = {}) {
  state = fresh;
  if (shown !== "" && shown !== state.user?.id) dropSteps();
  signIn.stop();
  const name = plainText(state.config.application_name, 60);
  nameParties(state.config);
  const title = text(state.signed_in ? "account.title" : "signIn.title");
  const page = state.signed_in
    ? { view: accountView(() => state, brand(signOutButton()), { onChange, onSignedOut, onDeleted }, isSame), ...noSignIn }
    : signInView(state, { note, invited, link, onProven: (proven) => void welcome(proven) });
  signIn = page;
  shown = state.user?.id ?? "";
  shell.show(page.view, name ? text("signIn.pageTitle", { title, name }) : title, {
    focus: keepsFocus ? false : state.signed_in ? focus : "field", isSame,
  });
}

/**
 * Shows the account after a sign-in.
 *
 * @param {State} proven
 */
async function welcome(proven) {
  await speakSaved(pageLanguage(proven.user?.locale));
  show(proven);
  announce(text("signIn.done"));
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
  // A change of something else must not lose a name that the user has typed and not saved yet.
  keepingTyped(() => show(fresh, { focus: false, isSame: true }));
  window.scrollTo({ top: at });
  // The element with the focus was removed. The keyboard continues at the same part of the page.
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

/** @param {Date} [deleteAt] until when the user can keep the account */
function onDeleted(deleteAt) {
  shown = "";
  dropSteps();
  signIn.stop();
  signIn = noSignIn;
  const { view, title } = deletedView(deleteAt, () => void start());
  shell.show(view, title);
}

/** Looks whether another window has changed the session. */
async function look() {
  if (!state) return;
  const fresh = await getState().catch(() => undefined);
  if (fresh) follow(fresh);
}

/** @param {State} fresh */
function follow(fresh) {
  if (!signIn.isOpen()) return;
  const update = updateFor(shown, fresh, "look");
  if (update.action === "show") show(fresh, { note: update.note && text(update.note) });
}

/**
 * The request of the link that has opened the page. It need not stay in the history of the browser.
 *
 * @returns {Linked | undefined}
 */
function takeLink() {
  const [invited, link] = [invitedAddress(location.hash), linkSecret(location.hash)];
  const isReset = !invited && !link && keepReset(location.hash);
  if (!invited && !link && !isReset) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return { invited, link, isReset };
}

/**
 * Explains why the page of a signed-in user does not follow a link.
 *
 * @param {Linked} linked
 */
function explainLink({ invited }) {
  if (state.signed_in) toast(text(invited ? "account.invited" : "signInLink.signedIn"), { problem: true });
}

async function start() {
  try {
    const fresh = await getState();
    // The answer has told the server's time, by which a step ends.
    const linked = takeLink();
    await speakSaved(pageLanguage(fresh.user?.locale));
    show(fresh, { ...linked, focus: false });
    if (linked) explainLink(linked);
  } catch (error) {
    shell.showStopped(error, { title: text("signIn.title"), heading: text("stopped.notStarted"), again: () => location.reload() });
  }
}

sessionEvents.addEventListener("signed-out", (event) => follow(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("visibilitychange", () => { if (!document.hidden) void look(); });
window.addEventListener("hashchange", () => {
  const linked = takeLink();
  if (!linked || !state) return;
  if (!state.signed_in && signIn.isOpen()) show(state, linked);
  explainLink(linked);
});
window.addEventListener("pageshow", (event) => { if (event.persisted) void look(); });
offerLanguages(() => { if (signIn.isOpen()) keepingTyped(() => show(state, { keepsFocus: true })); });
void start();
