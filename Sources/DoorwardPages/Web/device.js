import { decideDevice, findDevice, getState, Problem } from "./api.js";
import { changedNote, clientName } from "./authorization.js";
import { nameParties } from "./brand.js";
import { codeLine, codeView, confirmView, overView } from "./device-views.js";
import { button, element } from "./dom.js";
import { plainText } from "./format.js";
import { isOver, show, showStopped } from "./shell.js";
import { signInView } from "./sign-in.js";
import { sentence, toast } from "./status.js";

/**
 * The page that signs in a device: the code that the device shows, a sign-in if one is needed, and the decision
 * about the device that the server describes. Opening the page does nothing, even if its address has the code: the
 * sender of the link may have made the code.
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
  nameParties(state.config);
  const { view, focus } = codeView({ code, state, problem, take });
  show(view, "Sign in a device");
  if (problem || !code) focus();
}

/** @param {string} typed */
async function take(typed) {
  code = typed;
  await find();
}

/**
 * Asks which device shows the code. A signed-out user learns that a code is unknown before they sign anything.
 *
 * @param {string} [note]
 */
async function find(note) {
  try {
    const device = await findDevice(code);
    state = { ...device.state, config: state.config };
    nameParties(device.state.config);
    if (device.next === "confirm") return showConfirm(device, note);
    const name = clientName(device);
    showSignIn(device.state, {
      title: `Sign in to ${name}`, purpose: codeLine(device),
      note: state.signed_in ? `${name} takes other ways to sign in than the one you used.` : undefined,
    });
  } catch (error) {
    if (isSignedOut(error)) return showSignInAgain(sentence(error));
    showCode(sentence(error));
  }
}

/** @param {State} from @param {{title: string, note?: string, purpose?: Node, account?: import("./picker.js").Wanted}} options */
function showSignIn(from, { title, note, purpose, account }) {
  stop();
  const page = signInView(from, { note, title, purpose, account, onProven: (proven) => { state = proven; void find(); } },
    element("div", { class: "actions" },
      button("Type another code", () => showCode(), { class: "button quiet", testid: "other-code" })));
  stop = page.stop;
  show(page.view, title);
}

/** @param {string} note */
function showSignInAgain(note) {
  state = { ...state, signed_in: false };
  showSignIn(state, { title: "Sign in to go on with your device", note });
}

/** @param {Device} device @param {string} [note] */
function showConfirm(device, note) {
  stop();
  stop = () => {};
  show(confirmView(device, {
    note, allow: () => decide("/allow", device), deny: () => decide("/deny", device),
    another: () => showSignIn(device.state, { title: `Sign in to ${clientName(device)}`, purpose: codeLine(device), account: "other" }),
  }), `Sign in a device to ${clientName(device)}`);
}

/** @param {"/allow" | "/deny"} step @param {Device} device */
async function decide(step, device) {
  try {
    await decideDevice(step, device.ticket ?? "");
    show(overView(step === "/allow", device), step === "/allow" ? "Your device is signed in" : "Your device was not signed in");
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
    showCode();
  } catch (error) {
    showStopped(error, { title: "Sign in a device", heading: "This page could not start", again: start });
  }
}

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
void start();
