import { openChannel } from "./wallet-channel.js";
import { loadLibrary, makeConnector, refuseInjectedWallets } from "./wallet-library.js";
import { loadManifest } from "./wallet-manifest.js";
import { canSign, cannotSign, SigningError, signWith } from "./wallet-sign.js";
import { keepNothing } from "./wallet-storage.js";
import { clear, say, showAction, showProblem, showWallets } from "./wallet-view.js";

/** The wallet origin: chooses a NEAR wallet, gets one signature and hands it over. */

const settings = /** @type {HTMLElement} */ (document.getElementById("wallet")).dataset;
const nonce = document.querySelector("script")?.nonce ?? "";

/** The attempt that counts; the answer of one that was left behind is dropped. */
let attempt = 0;

/** @param {unknown} error */
const reason = (error) => (error instanceof Error && error.message ? error.message : "Something went wrong. Try again.");

/**
 * @param {any} connector @param {import("./wallet-channel.js").Network} network
 * @param {string | undefined} last the id of the wallet that was used last
 * @param {ReturnType<typeof openChannel>} channel
 */
function offer(connector, network, last, channel) {
  const wallets = () => connector.availableWallets ?? connector.wallets ?? [];

  const choose = async (/** @type {any} */ wallet) => {
    const { name } = wallet.manifest;
    if (!canSign(wallet)) return showProblem(cannotSign(name).message);
    attempt += 1;
    const mine = attempt;
    showProblem();
    say(`Go on in ${name}. If it opened no window, allow popups for this site.`);
    showAction("Choose another wallet", "near-back", () => { attempt += 1; list(true); });
    try {
      const request = await channel.request();
      if (mine !== attempt) return;
      channel.chosen(request);
      const signed = await signWith(connector, wallet, network, request);
      if (mine !== attempt) return;
      attempt += 1;
      clear();
      say("Signed. Checking your signature.");
      channel.signed(request, signed);
    } catch (error) {
      if (mine !== attempt) return;
      list(true);
      showProblem(reason(error), error instanceof SigningError && error.declined);
    }
  };

  const list = (/** @type {boolean} */ focus) => {
    channel.prepare();
    showProblem();
    say("Choose your wallet.");
    showWallets(wallets(), last, choose, focus);
  };
  list(true);
  // A browser extension may add itself late; a person who has chosen is not disturbed.
  connector.on("selector:walletsChanged", () => { if (attempt === 0) list(false); });
}

/** @param {ReturnType<typeof openChannel>} channel */
async function start(channel) {
  showProblem();
  clear();
  say("Looking for NEAR wallets.");
  try {
    const { network, last } = await channel.opening;
    channel.prepare();
    const [library, manifest] = await Promise.all([
      loadLibrary({ url: settings.nearConnectUrl ?? "", integrity: settings.nearConnectIntegrity ?? "", nonce }),
      loadManifest(settings.manifestUrl ?? "").catch(() => ({ version: "1.0.0", wallets: [] })),
    ]);
    const connector = await makeConnector(library, network, manifest, nonce);
    if ((connector.availableWallets ?? connector.wallets ?? []).length === 0) {
      throw new Error("The list of NEAR wallets did not load. Check that you are online and that no content blocker stops it, then try again.");
    }
    offer(connector, network, last, channel);
  } catch (error) {
    say("");
    showProblem(reason(error));
    showAction("Try again", "near-retry", () => void start(channel));
  }
}

if (window.parent === window) {
  say("This page is a part of signing in and does nothing by itself.");
} else {
  keepNothing();
  refuseInjectedWallets();
  const channel = openChannel(settings.accountOrigin ?? "");
  window.addEventListener("keydown", (event) => { if (event.key === "Escape") channel.cancelled(); });
  channel.ready();
  void start(channel);
}
