import { catalog } from "../../../messages/catalog.js";
import { PageError } from "../../../messages/page-error.js";
import { openChannel } from "./channel.js";
import { loadLibrary, makeConnector, refuseInjectedWallets } from "./library.js";
import { loadManifest } from "./manifest.js";
import { canSign, signWith } from "./sign.js";
import { cannotSign } from "./signature.js";
import { keepNothing } from "./storage.js";
import { clear, say, showAction, showProblem, showWallets } from "./view.js";

const { text } = catalog("nearWallets");

/**
 * The page of the wallet origin: the user chooses a NEAR wallet, and the page sends one signature to the account page.
 *
 * @typedef {ReturnType<typeof import("./channel.js").openChannel>} Channel
 */

const settings = /** @type {HTMLElement} */ (document.getElementById("wallet")).dataset;
const nonce = document.querySelector("script")?.nonce ?? "";

/** Counts the attempts. The answer of an earlier attempt is dropped. */
let attempt = 0;

/** @param {unknown} error */
const reason = (error) => (error instanceof PageError ? error.message : text("unknown"));

/**
 * @param {any} connector @param {import("./channel.js").Network} network
 * @param {string | undefined} last the id of the wallet that was used last
 * @param {Channel} channel
 */
function offer(connector, network, last, channel) {
  const wallets = () => connector.availableWallets ?? connector.wallets ?? [];

  const choose = async (/** @type {any} */ wallet) => {
    const { name } = wallet.manifest;
    if (!canSign(wallet)) return showProblem(cannotSign(name).message);
    attempt += 1;
    const mine = attempt;
    showProblem();
    say(text("continueIn", { wallet: name }));
    showAction(text("chooseAnother"), "near-back", () => { attempt += 1; list(true); });
    try {
      const request = await channel.request();
      if (mine !== attempt) return;
      channel.chosen(request);
      const signed = await signWith(connector, wallet, network, request);
      if (mine !== attempt) return;
      attempt += 1;
      clear();
      say(text("signed"));
      channel.signed(request, signed);
    } catch (error) {
      if (mine !== attempt) return;
      list(true);
      showProblem(reason(error), error instanceof PageError && error.kind === "declined");
    }
  };

  const list = (/** @type {boolean} */ focus) => {
    channel.prepare();
    showProblem();
    say(text("choose"));
    showWallets(wallets(), last, choose, focus);
  };
  list(true);
  // A browser extension may add itself late. The list does not change once the user has chosen.
  connector.on("selector:walletsChanged", () => { if (attempt === 0) list(false); });
}

/** @param {Channel} channel */
async function start(channel) {
  showProblem();
  clear();
  say(text("loading"));
  try {
    const { network, last } = await channel.opening;
    channel.prepare();
    const [library, manifest] = await Promise.all([
      loadLibrary({ url: settings.nearConnectUrl ?? "", integrity: settings.nearConnectIntegrity ?? "", nonce }),
      loadManifest(settings.manifestUrl ?? ""),
    ]);
    const connector = await makeConnector(library, network, manifest, nonce);
    if ((connector.availableWallets ?? connector.wallets ?? []).length === 0) {
      throw new PageError("failed", text("listNotLoaded"));
    }
    offer(connector, network, last, channel);
  } catch (error) {
    say("");
    showProblem(reason(error));
    showAction(text("tryAgain"), "near-retry", () => void start(channel));
  }
}

if (window.parent === window) {
  say(text("partOfSignIn"));
} else {
  keepNothing();
  refuseInjectedWallets();
  const channel = openChannel(settings.accountOrigin ?? "");
  window.addEventListener("keydown", (event) => { if (event.key === "Escape") channel.cancelled(); });
  channel.ready();
  void start(channel);
}
