import { decideDevice, findDevice, getState, Problem } from "./api.js";
import { changedNote, clientName } from "./authorization.js";
import { codeView, confirmView, overView } from "./device-views.js";
import { button, element } from "./dom.js";
import { plainText } from "./format.js";
import { isOver, nameApplication, show, showStopped } from "./shell.js";
import { signInView } from "./sign-in.js";
import { sentence, toast } from "./status.js";

/**
 * The page that lets a device in: the code that the device shows, a sign-in where one is needed, and a yes
 * or no to what the server says of the device. To open the page does nothing, also where its address has
 * the code: whoever sent the link may have made the code.
 *
 * @typedef {import("./api.js").State} State
 * @typedef {import("./api.js").Device} Device
 */

let stop = () => {};
/** @type {State} */
let state;
let code = plainText(new URLSearchParams(location.search).get("user_code"), 20);

/** @param {string} [problem] what is wrong with the code */
function showCode(problem) {
  stop();
  stop = () => {};
  const { view, focus } = codeView({ code, state, problem, take });
  show(view, "Let a device in");
  if (problem || !code) focus();
}

/** @param {string} typed */
async function take(typed) {
  code = typed;
  if (state.signed_in) await find();
  else showSignIn(state, { title: "Sign in to let your device in" });
}

/**
 * Asks which device shows the code.
 *
 * @param {string} [note]
 */
async function find(note) {
  try {
    const device = await findDevice(code);
    state = { ...device.state, config: state.config };
    if (device.next === "confirm") return showConfirm(device, note);
    const name = clientName(device);
    showSignIn(device.state, { title: `Sign in to continue to ${name}`, note: `${name} takes other ways to sign in.` });
  } catch (error) {
    if (isSignedOut(error)) return showSignInAgain(sentence(error));
    showCode(sentence(error));
  }
}

/** @param {State} from @param {{title: string, note?: string, account?: import("./picker.js").Wanted}} options */
function showSignIn(from, { title, note, account }) {
  stop();
  const page = signInView(from, { note, title, account, onProven: (proven) => { state = proven; void find(); } },
    element("div", { class: "actions" },
      button("Type another code", () => showCode(), { class: "button quiet", testid: "other-code" })));
  stop = page.stop;
  show(page.view, title);
}

/** @param {string} note */
function showSignInAgain(note) {
  state = { ...state, signed_in: false };
  showSignIn(state, { title: "Sign in to let your device in", note });
}

/** @param {Device} device @param {string} [note] */
function showConfirm(device, note) {
  stop();
  stop = () => {};
  show(confirmView(device, {
    note, allow: () => decide("/allow", device), deny: () => decide("/deny", device),
    another: () => showSignIn(device.state, { title: `Sign in to continue to ${clientName(device)}`, account: "other" }),
  }), `Let a device in to ${clientName(device)}`);
}

/** @param {"/allow" | "/deny"} step @param {Device} device */
async function decide(step, device) {
  try {
    await decideDevice(step, device.ticket ?? "");
    show(overView(step === "/allow", device), step === "/allow" ? "Your device is signed in" : "Turned away");
  } catch (error) {
    if (isSignedOut(error)) return showSignInAgain(sentence(error));
    if (isOver(error)) return find(changedNote);
    if (error instanceof Problem && error.status === 400) return showCode(sentence(error));
    toast(sentence(error), { problem: true, retry: () => void decide(step, device) });
  }
}

/** @param {unknown} error */
const isSignedOut = (error) => error instanceof Problem && error.status === 401;

async function start() {
  try {
    state = await getState();
    nameApplication(plainText(state.config.application_name, 60));
    showCode();
  } catch (error) {
    showStopped(error, { title: "Let a device in", heading: "This page could not start", again: start });
  }
}

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
void start();
