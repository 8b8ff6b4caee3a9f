import { Problem } from "./api.js";
import { element, focusHeading } from "./dom.js";
import { proveEthereum } from "./ethereum.js";
import { proveNear } from "./near.js";
import { moveOffer } from "./move.js";
import { nearPicture } from "./pictures.js";
import { progressPanel } from "./progress.js";
import { sentence } from "./status.js";
import { WalletError } from "./provider.js";
import { lastWallet } from "./last-wallet.js";
import { isOver } from "./shell.js";
import { choiceRow, ethereumWallets, walletIcon } from "./choices.js";

/**
 * Chooses a wallet and runs its flow in place. The same picker signs in, links another wallet, moves one from
 * another account and proves a linked one again.
 *
 * @typedef {import("./api.js").State} State
 * @typedef {import("./api.js").Taken} Taken
 *
 * Which account is wanted of a wallet: one that is the person's already, one that is not, or whichever it offers.
 * @typedef {"any" | "linked" | "other"} Wanted
 *
 * The request of an app that the page holds, and what happens once it is over.
 * @typedef {{ticket: string, client: {name: string, site?: string | null}, onOver: (error: Problem) => void}} Asked
 *
 * @param {{state: State, purpose: "sign_in" | "link", account?: Wanted, asked?: Asked, level: 2 | 3,
 *   onProven: (state: State, isMoved: boolean) => void, signAgain?: () => Promise<State | null>}} options
 *   `level`: of the headings; `signAgain`: proves a linked wallet when the server asks for it.
 * @returns {{picker: HTMLElement, stop: () => void}}
 */
export function walletPicker({ state, purpose, account = "any", asked, level, onProven, signAgain }) {
  const { config, identities } = state;
  const last = lastWallet();
  const has = (/** @type {string} */ type) => account !== "linked" || identities.some((identity) => identity.type === type);
  const offersEthereum = config.methods.includes("siwe") && config.ethereum && has("ethereum");
  const offersNear = config.methods.includes("near") && config.near && has("near");
  const picker = element("div", { class: "picker" });
  const lists = element("div", { class: "picker-lists" });
  /** @type {AbortController | null} */
  let running = null;
  let stopList = () => {};
  const verb = purpose === "link" ? "Link" : account === "linked" ? "Confirm with" : "Sign in with";

  /**
   * @param {{name: string, icon: () => Node,
   *   prove: (flow: {progress: import("./progress.js").Progress, signal: AbortSignal, moving?: Taken}) => Promise<State>}} way
   * @param {HTMLElement | null} origin what to focus when the user comes back
   * @param {Taken} [moving] the wallet that the user has confirmed to move here
   */
  const run = async (way, origin, moving) => {
    const attempt = new AbortController();
    running = attempt;
    const back = () => {
      attempt.abort();
      picker.replaceChildren(lists);
      origin?.focus();
    };
    const { panel, progress, fail } = progressPanel({
      title: `${moving ? "Move" : verb} ${way.name}`, icon: way.icon(), level, onCancel: back,
    });
    picker.replaceChildren(panel);
    focusHeading(panel);
    const restart = () => void run(way, origin, moving);
    const wayBack = { text: "Other wallets", action: back, testid: "other-wallets" };
    try {
      const proven = await way.prove({ progress, signal: attempt.signal, moving });
      if (!attempt.signal.aborted) onProven(proven, Boolean(moving));
    } catch (error) {
      if (attempt.signal.aborted) return;
      if (error instanceof WalletError && error.kind === "cancelled") return back();
      if (signAgain && error instanceof Problem && error.code === "insufficient_user_authentication") {
        const proveAgain = async () => { if (await signAgain()) restart(); };
        return fail("Your last sign-in was a while ago. Sign again with a wallet that is linked already, and this one will be linked.",
          [{ text: "Sign again", action: () => void proveAgain(), testid: "sign-again", main: true }, wayBack]);
      }
      if (asked && isOver(error)) return asked.onOver(error);
      if (error instanceof Problem && error.taken) return offerMove(way, origin, error.taken, back);
      if (error instanceof Problem && error.code === "challenge_expired") {
        return fail("That took too long. Please sign again.", [{ text: "Sign again", action: restart, testid: "retry", main: true }]);
      }
      fail(sentence(error), [{ text: "Try again", action: restart, testid: "retry", main: true }, wayBack],
        error instanceof WalletError && error.kind === "rejected");
    }
  };
  /**
   * @param {Parameters<typeof run>[0]} way @param {HTMLElement | null} origin
   * @param {Taken} taken @param {() => void} back
   */
  const offerMove = (way, origin, taken, back) => {
    const offer = moveOffer({ taken, icon: way.icon(), level, onMove: () => void run(way, origin, taken), onCancel: back });
    picker.replaceChildren(offer);
    focusHeading(offer);
  };
  const pressed = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);
  const heading = /** @type {"h2" | "h3"} */ (`h${level}`);

  if (offersEthereum) {
    const { list, stop } = ethereumWallets({
      offersNear: Boolean(offersNear), client: asked?.client,
      choose: (wallet) => void run({
        name: wallet.name, icon: () => walletIcon(wallet.icon),
        prove: (flow) => proveEthereum({ ...flow, wallet, state, purpose, ticket: asked?.ticket, account }),
      }, pressed()),
    });
    stopList = stop;
    lists.append(element("section", { class: "picker-section" }, element(heading, { class: "section-title", text: "Ethereum" }), list));
  }
  if (offersNear) {
    // The two that wallets know; a private network has no wallets to choose from.
    const networks = (config.near?.networks ?? []).filter((network) => network === "mainnet" || network === "testnet");
    const rows = networks.map((network) => choiceRow({
      icon: walletIcon(nearPicture), testid: "near-wallet", isLast: last.kind === "near" && last.network === network,
      name: networks.length > 1 ? `NEAR wallet on ${network}` : "NEAR wallet",
      detail: "Pick yours from the list",
      choose: () => void run({
        name: "NEAR", icon: () => walletIcon(nearPicture),
        prove: (flow) => proveNear({ ...flow, network, state, purpose, ticket: asked?.ticket, account }),
      }, pressed()),
    }));
    lists.append(element("section", { class: "picker-section" },
      element(heading, { class: "section-title", text: "NEAR" }), element("ul", { class: "rows" }, ...rows)));
  }
  if (!offersEthereum && !offersNear) {
    lists.append(element("p", { class: "muted", text: "This site offers no way to sign in with a wallet. Tell its operator." }));
  }
  picker.append(lists);
  return { picker, stop: () => { running?.abort(); stopList(); } };
}
