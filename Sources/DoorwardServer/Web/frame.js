import { Problem } from "./api.js";
import { element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { cancelled, WalletError } from "./provider.js";

/**
 * Wallet code runs on an origin of its own, in a frame that can ask for a challenge, hand over a
 * signature, and nothing else. Both sides check who speaks (window and origin) and which request is
 * meant. A challenge lives for minutes and a choice may take longer: so each choice gets a fresh one.
 *
 * @typedef {{message: string, recipient: string, nonce: string, callback_url?: string | null, network: string}} Challenge
 * @typedef {{account_id: string, public_key: string, signature: string, wallet_id: string}} Signed
 */

const patience = 20_000;

/** For hardware wallets and for copying a pairing code; not every browser knows Bluetooth. */
const permissions = ["hid", "usb", "clipboard-read", "clipboard-write", ...("bluetooth" in navigator ? ["bluetooth"] : [])];

/** @param {unknown} value @param {number} limit @returns {string} empty when it is not a string of that size */
const bounded = (value, limit) => (typeof value === "string" && value.length <= limit ? value : "");

/**
 * @param {string} origin of the wallet frame @param {string} network
 */
function frameElement(origin, network) {
  return element("iframe", {
    class: "wallet-frame", title: "NEAR wallets", testid: "wallet-frame",
    src: `${origin}/near?network=${encodeURIComponent(network)}`,
    // No top navigation: the frame cannot take this page somewhere else. Popups are the wallets' own pages.
    sandbox: "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
    allow: permissions.map((name) => `${name} ${origin}`).join("; "),
    referrerpolicy: "no-referrer",
  });
}

/**
 * Opens the wallet frame over the page and waits for one signature over the challenge.
 *
 * @param {{origin: string, network: string, title: string, challenge: () => Promise<Challenge>, signal: AbortSignal}} request
 * @returns {Promise<{signed: Signed, challenge: Challenge}>}
 */
export function signInFrame({ origin, network, title, challenge, signal }) {
  return new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    const frame = frameElement(origin, network);
    const waiting = element("p", { class: "frame-wait muted", role: "status", text: "Opening the NEAR wallets." });
    /** What wallets have been asked to sign, by number. @type {Map<number, Challenge>} */
    const asked = new Map();
    let asking = false;

    const finish = (/** @type {() => void} */ settle) => {
      window.removeEventListener("message", receive);
      window.clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      opened.close();
      settle();
    };
    const giveUp = () => finish(() => reject(cancelled()));

    /** @param {MessageEvent} event */
    const receive = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const said = event.data;
      if (typeof said !== "object" || said === null) return;
      if (said.type === "doorward.ready") return greet();
      if (said.id !== id) return;
      if (said.type === "doorward.cancelled") return giveUp();
      if (said.type === "doorward.chosen") return void ask();
      if (said.type === "doorward.failed") {
        const reason = bounded(said.reason, 400) || "The NEAR wallet could not sign.";
        return finish(() => reject(new WalletError("failed", reason)));
      }
      const given = asked.get(said.number);
      if (said.type !== "doorward.signed" || !given) return;
      const signed = {
        account_id: bounded(said.account_id, 64), public_key: bounded(said.public_key, 256),
        signature: bounded(said.signature, 512), wallet_id: bounded(said.wallet_id, 64),
      };
      const whole = signed.account_id && signed.public_key && signed.signature;
      finish(() => whole
        ? resolve({ signed, challenge: given })
        : reject(new WalletError("failed", "The NEAR wallet answered without an account, a key or a signature. Try another wallet.")));
    };

    let greeted = false;
    const greet = () => {
      window.clearTimeout(timer);
      waiting.remove();
      if (greeted) return;
      greeted = true;
      frame.contentWindow?.postMessage({ type: "doorward.open", id, network }, origin);
    };

    const ask = async () => {
      // Whoever chooses anew meanwhile is answered with the one that is on its way.
      if (asking) return;
      asking = true;
      try {
        const given = await challenge();
        const number = asked.size + 1;
        asked.set(number, given);
        const { message, recipient, nonce, callback_url } = given;
        frame.contentWindow?.postMessage({ type: "doorward.sign", id, number, message, recipient, nonce, callback_url }, origin);
      } catch (problem) {
        finish(() => reject(problem));
      } finally {
        asking = false;
      }
    };

    const timer = window.setTimeout(() => finish(() => reject(new Problem(0, "wallet_origin_unreachable",
      `The page of the NEAR wallets (${origin}) did not open. A content blocker may be stopping it. Allow it and try again.`))), patience);
    window.addEventListener("message", receive);
    signal.addEventListener("abort", giveUp, { once: true });
    const opened = openDialog({
      title, wide: true, testid: "near-dialog", onClose: giveUp,
      content: element("div", { class: "frame-holder" }, waiting, frame),
    });
  });
}
