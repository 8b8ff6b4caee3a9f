// Creates the function that loads the library and creates its connector.
(calls, session, prepareDialog) => {
  // The page stores no connection: the app stores the account and names the wallet in each call.
  const memory = new Map();
  const storage = {
    async get(key) {
      return key === "debug-wallets" ? null : (memory.get(key) ?? null);
    },
    async set(key, value) {
      if (key !== "debug-wallets") memory.set(key, value);
    },
    async remove(key) {
      memory.delete(key);
    },
  };

  const load = (library) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.nonce = session.nonce;
      if (library.source !== undefined) {
        script.textContent = library.source;
        document.head.append(script);
        resolve();
        return;
      }
      script.src = library.url;
      script.integrity = library.integrity;
      script.crossOrigin = "anonymous";
      script.referrerPolicy = "no-referrer";
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("The wallet library could not be loaded, or its hash does not match."));
      document.head.append(script);
    });

  const refuseDebugWallet = async () => {
    throw new Error("Apps do not support debug wallets.");
  };

  return async ({ library, nonce, loadTimeLimit, options }) => {
    if (session.connector !== null) throw new Error("The bridge has already started.");
    session.nonce = nonce;
    session.loadTimeLimit = loadTimeLimit ?? session.loadTimeLimit;
    await load(library);
    const module = window.HOTConnect;
    if (typeof module?.NearConnector !== "function") throw new Error("The wallet library is not near-connect.");
    session.network = options.network;
    session.connector = new module.NearConnector({ ...options, storage, autoConnect: false, cspNonce: nonce });
    session.connector.registerDebugWallet = refuseDebugWallet;
    session.connector.removeDebugWallet = refuseDebugWallet;
    // Closes dialogs that appear while no call waits. Libraries without executors need this too.
    new MutationObserver((changes) => {
      if (calls.waiting.size === 0) return calls.closeDialogs();
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node.matches?.(calls.dialogs)) prepareDialog(node);
      }
    }).observe(document.body, { childList: true });
  };
}
