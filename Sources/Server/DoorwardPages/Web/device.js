import { changeNote, clientName, reasonNote } from "./authorization/request.js";
import { codeLine, codeView } from "./device/code-view.js";
import { confirmView, decidedView } from "./device/confirm-view.js";
import { nameParties } from "./elements/brand.js";
import { button, element } from "./elements/dom.js";
import { dropStep, keepStep, keptStep, textsOf } from "./elements/kept-step.js";
import { offerLanguages } from "./elements/language-switch.js";
import { show, showStopped } from "./elements/shell.js";
import { toast } from "./elements/status.js";
import { keepingTyped } from "./elements/typed.js";
import { plainText } from "./format/text.js";
import { sentence } from "./messages/sentence.js";
import { text } from "./messages/text.js";
import { tellBrowser } from "./methods/registry.js";
import { getState } from "./server/call.js";
import { serverNow } from "./server/clock.js";
import { isTicketOver, needsSignIn, Problem } from "./server/problem.js";
import { decideDevice, findDevice } from "./server/requests.js";
import { noSignIn, signInView } from "./sign-in/view.js";

/**
 * The page that signs in a device: its code, a sign-in if one is needed, and the decision. Opening the page decides
 * nothing, even if the address has the code: an attacker may have sent the link.
 *
 * @typedef {import("./server/types.js").State} State
 * @typedef {import("./server/types.js").Device} Device
 */

let signIn = noSignIn;
/** Draws the present view again. */
let redraw = () => {};
/** @type {State} */
let state;
let code = plainText(new URLSearchParams(location.search).get("user_code"), 20);

/** @param {string} [problem] with the code */
function showCode(problem) {
  dropStep("device");
  signIn.stop();
  signIn = noSignIn;
  nameParties(state.config);
  redraw = () => showCode();
  const { view, focus } = codeView({ code, state, problem, take });
  show(view, text("device.title"));
  if (problem || !code) focus();
}

/** A device waits for ten minutes. */
const keepCode = () => keepStep("code", serverNow() + 600_000, { code, user: state.user?.id ?? "" }, "device");

/** @param {string} typed */
async function take(typed) {
  code = typed;
  keepCode();
  await find();
}

/**
 * Asks the server for the device. A signed-out user learns that a code is unknown before they sign anything.
 *
 * @param {Device} [before] the device that the page has shown before, with a question that the server does not take an answer to any more
 */
async function find(before) {
  try {
    const device = await findDevice(code);
    state = { ...device.state, config: state.config };
    nameParties(device.state.config);
    if (device.next === "confirm") return showConfirm(device, before && (changeNote(before, device) ?? (() => text("stopped.tookTooLong"))));
    const name = clientName(device);
    showSignIn(device.state, {
      title: () => text("signIn.titleFor", { name }), purpose: () => codeLine(device), device, note: reasonNote(device),
    });
  } catch (error) {
    if (needsSignIn(error)) return showSignInAgain(sentence(error));
    showCode(sentence(error));
  }
}

/**
 * @param {State} from
 * @param {{title: () => string, note?: string, purpose?: () => Node, account?: import("./methods/method.js").WantedAccount, device?: Device, focus?: false | "field"}} options
 */
function showSignIn(from, { title, note, purpose, account, device, focus = "field" }) {
  signIn.stop();
  redraw = () => showSignIn(from, { title, purpose, account, device, focus: false });
  const request = device && { ticket: device.sign_in_ticket, client: device.client, onOver: showOver };
  const page = signInView(from, { note, title: title(), purpose: purpose?.(), account, request, onProven },
    element("div", { class: "actions" },
      button(text("device.otherCode"), () => { if (signIn.mayLeave()) showCode(); }, { class: "button quiet", testid: "other-code" })));
  signIn = page;
  show(page.view, title(), { focus });
}

/** @param {State} proven */
function onProven(proven) {
  state = proven;
  void tellBrowser(proven);
  void find();
}

/** @param {string} note */
function showSignInAgain(note) {
  state = { ...state, signed_in: false };
  showSignIn(state, { title: () => text("device.signInAgain"), note });
}

/** @param {Device} device @param {() => string} [reason] why the page asks again */
function showConfirm(device, reason) {
  signIn.stop();
  signIn = noSignIn;
  redraw = () => showConfirm(device, reason);
  dropStep();
  keepCode();
  const name = clientName(device);
  show(confirmView(device, {
    note: reason?.(), allow: () => decide("/allow", device), deny: () => decide("/deny", device),
    another: () => showSignIn(device.state, { title: () => text("signIn.titleFor", { name }), purpose: () => codeLine(device), account: "other", device }),
  }), text("device.titleFor", { name }));
}

/** @param {boolean} isAllowed @param {Device} device */
function showDecided(isAllowed, device) {
  redraw = () => showDecided(isAllowed, device);
  show(decidedView(isAllowed, device), text(isAllowed ? "device.allowedTitle" : "device.deniedTitle"));
}

/** @param {unknown} error of a request that has expired */
function showOver(error) {
  redraw = () => showOver(error);
  showStopped(error);
}

/** @param {"/allow" | "/deny"} step @param {Device} device */
async function decide(step, device) {
  const isAllowed = step === "/allow";
  try {
    await decideDevice(step, device.ticket ?? "");
    dropStep("device");
    showDecided(isAllowed, device);
  } catch (error) {
    if (needsSignIn(error)) return showSignInAgain(sentence(error));
    if (isTicketOver(error)) return find(device);
    if (error instanceof Problem && error.status === 400) return showCode(sentence(error));
    toast(sentence(error), { problem: true, retry: () => void decide(step, device) });
  }
}

async function start() {
  try {
    state = await getState();
    const kept = textsOf(keptStep("device")?.values, ["code", "user"]);
    // The code is that of the user who has typed or compared it in this tab. Nothing is decided yet.
    if (!kept?.code || kept.user !== (state.user?.id ?? "")) return showCode();
    code = kept.code;
    await find();
  } catch (error) {
    showStopped(error, { title: text("device.title"), heading: text("stopped.notStarted"), again: start });
  }
}

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
offerLanguages(() => { if (signIn.isOpen()) keepingTyped(() => redraw()); });
void start();
