import { openDialog } from "../../elements/dialog.js";
import { element } from "../../elements/dom.js";
import { catalog } from "../../messages/catalog.js";
import { language } from "../../messages/language.js";
import { PageError } from "../../messages/page-error.js";
import { Conversation } from "./conversation.js";

const { text } = catalog("near");

/**
 * The frame of the wallet origin. The code of wallets runs on that origin and cannot reach this page. Both sides check
 * the window and the origin of every message. The frame asks for a challenge before the user chooses a wallet, because
 * a browser lets a click open a window only for a short time.
 *
 * @typedef {import("./conversation.js").Challenge} Challenge
 * @typedef {import("./conversation.js").Signed} Signed
 */

/** The time limit for the frame to load, in milliseconds. */
const timeout = 20_000;

/** For hardware wallets and for copying a pairing code. Some browsers do not support Bluetooth. */
const permissions = () => ["hid", "usb", "clipboard-read", "clipboard-write", ...("bluetooth" in navigator ? ["bluetooth"] : [])];

/**
 * @param {string} origin of the wallet frame @param {Record<string, string>} query
 */
function frameElement(origin, query) {
  return element("iframe", {
    class: "embedded-frame", title: text("frameTitle"), testid: "wallet-frame",
    src: `${origin}/near?${new URLSearchParams(query)}`,
    // Without top navigation, the frame cannot take this page to another address. Popups are the wallets' own pages.
    sandbox: "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
    allow: permissions().map((name) => `${name} ${origin}`).join("; "),
    referrerpolicy: "no-referrer",
  });
}

/**
 * Opens the wallet frame in a dialog and waits for one signature over a challenge.
 *
 * @param {{origin: string, network: string, application: string, last?: string, title: string, challenge: () => Promise<Challenge>,
 *   onChosen: (challenge: Challenge) => void, signal: AbortSignal}} request
 *   `last`: the id of the wallet that was used last; `onChosen`: a wallet is about to sign this challenge
 * @returns {Promise<{signed: Signed, challenge: Challenge}>}
 */
export function signInFrame({ origin, network, application, last, title, challenge, onChosen, signal }) {
  return new Promise((resolve, reject) => {
    const conversation = new Conversation(crypto.randomUUID());
    const frame = frameElement(origin, { network, application, ui_locales: language() });
    const waiting = element("p", { class: "frame-wait muted", role: "status", text: text("opening") });
    const post = (/** @type {object} */ message) => frame.contentWindow?.postMessage(message, origin);
    let isFinished = false;

    const finish = (/** @type {() => void} */ settle) => {
      // The request for a challenge may fail long after the user has closed the dialog.
      if (isFinished) return;
      isFinished = true;
      window.removeEventListener("message", receive);
      window.clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      opened.close();
      settle();
    };
    const fail = (/** @type {unknown} */ error) => finish(() => reject(error));
    const cancel = () => fail(new PageError("cancelled"));

    const giveChallenge = async () => {
      try {
        post(conversation.give(await challenge(), Date.now()));
      } catch (problem) {
        fail(problem);
      }
    };

    /** @param {MessageEvent} event */
    const receive = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const action = conversation.receive(event.data);
      switch (action.type) {
        case "greet":
          window.clearTimeout(timer);
          waiting.remove();
          return post({ type: "doorward.open", id: conversation.id, network, last });
        case "ask": return void giveChallenge();
        case "chosen": return onChosen(action.challenge);
        case "signed": return finish(() => resolve(action));
        case "cancel": return cancel();
        case "tooMany": return fail(new PageError("failed", text("tooMany")));
        case "unreadable": return fail(new PageError("failed", text("unreadable")));
        default:
      }
    };

    const timer = window.setTimeout(() => fail(new PageError("failed", text("notOpened", { origin }))), timeout);
    window.addEventListener("message", receive);
    signal.addEventListener("abort", cancel, { once: true });
    const opened = openDialog({
      title, wide: true, testid: "near-dialog", onClose: cancel,
      content: element("div", { class: "frame-holder" }, waiting, frame),
    });
  });
}
