import { Problem } from "./api.js";
import { element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { cancelled, WalletError } from "./provider.js";

/**
 * Wallet code runs on an origin of its own, in a frame that can ask for a few challenges, say which of
 * them a wallet signs, hand over a signature, and nothing else. Both sides check who speaks (window and
 * origin) and which request is meant. The frame asks ahead: a browser lets the click on a wallet open a
 * window for moments only.
 *
 * @typedef {import("./api.js").NearChallenge} Challenge
 * @typedef {{account_id: string, public_key: string, signature: string, wallet_id: string}} Signed
 */

const patience = 20_000;

/** More than anybody tries; it is other people's script that asks. */
const mostChallenges = 20;

/**
 * How long a challenge may wait for a choice, in milliseconds: half its life, so that the other half is
 * left to sign in. By this machine's clock, which may be wrong: never longer than two minutes.
 *
 * @param {Challenge} challenge
 */
const keptFor = ({ expires_at }) => Math.max(0, Math.min((Date.parse(expires_at) - Date.now()) / 2, 120_000));

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
 * Opens the wallet frame over the page and waits for one signature over a challenge.
 *
 * @param {{origin: string, network: string, last?: string, title: string, challenge: () => Promise<Challenge>,
 *   onChosen: (challenge: Challenge) => void, signal: AbortSignal}} request
 *   `last`: the id of the wallet that was used last; `onChosen`: a wallet is about to sign this one.
 * @returns {Promise<{signed: Signed, challenge: Challenge}>}
 */
export function signInFrame({ origin, network, last, title, challenge, onChosen, signal }) {
  return new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    const frame = frameElement(origin, network);
    const waiting = element("p", { class: "frame-wait muted", role: "status", text: "Opening the NEAR wallets." });
    /** What the frame was given, by number. @type {Map<number, Challenge>} */
    const given = new Map();
    let asking = false;
    let finished = false;

    const finish = (/** @type {() => void} */ settle) => {
      // A challenge may fail on its way long after the person has closed the dialog.
      if (finished) return;
      finished = true;
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
      if (said.type === "doorward.ask") return void ask();
      if (said.type === "doorward.failed") {
        const reason = bounded(said.reason, 400) || "The NEAR wallet could not sign.";
        return finish(() => reject(new WalletError("failed", reason)));
      }
      const meant = given.get(said.number);
      if (!meant) return;
      if (said.type === "doorward.chosen") return onChosen(meant);
      if (said.type !== "doorward.signed") return;
      const signed = {
        account_id: bounded(said.account_id, 64), public_key: bounded(said.public_key, 256),
        signature: bounded(said.signature, 512), wallet_id: bounded(said.wallet_id, 64),
      };
      const whole = signed.account_id && signed.public_key && signed.signature;
      finish(() => whole
        ? resolve({ signed, challenge: meant })
        : reject(new WalletError("failed", "The NEAR wallet answered without an account, a key or a signature. Try another wallet.")));
    };

    let greeted = false;
    const greet = () => {
      window.clearTimeout(timer);
      waiting.remove();
      if (greeted) return;
      greeted = true;
      frame.contentWindow?.postMessage({ type: "doorward.open", id, network, last }, origin);
    };

    const ask = async () => {
      if (asking) return;
      if (given.size >= mostChallenges) {
        return finish(() => reject(new WalletError("failed", "Too many wallets were tried in one go. Start again.")));
      }
      asking = true;
      try {
        const fresh = await challenge();
        const number = given.size + 1;
        given.set(number, fresh);
        const { message, recipient, nonce, callback_url } = fresh;
        frame.contentWindow?.postMessage({
          type: "doorward.challenge", id, number, message, recipient, nonce, callback_url, kept_for: keptFor(fresh),
        }, origin);
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
