// Runs in the page's world at the start of the document, before the library is loaded. What it needs is taken
// into this closure first, so that nothing loaded later can stand between the wallets and the app.
(() => {
  "use strict";
  const { parse, stringify } = JSON;

  // The way to the app: see the relay. It is offered until the relay has it, which is before the document has
  // any script of its own, and never again.
  const element = document.createElement("i");
  const content = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const write = content.set.bind(element);
  const read = content.get.bind(element);
  const announce = element.dispatchEvent.bind(element);
  const PlainEvent = Event;
  const post = (text) => {
    write(text);
    announce(new PlainEvent("out"));
  };
  const offer = () => window.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: element }));

  // A frame that announces itself as a wallet would take the place of a listed one and be connected unasked.
  const injected = "near-wallet-injected";
  window.addEventListener(injected, (event) => event.stopImmediatePropagation(), true);
  window.addEventListener(
    "message",
    (event) => {
      const data = event.data;
      // The library reads members of whatever arrives.
      if (data === null || typeof data !== "object" || data.type === injected) event.stopImmediatePropagation();
    },
    true,
  );

  // A window may send the one that opened it elsewhere. So windows are opened by an empty frame, which they
  // may not send anywhere (HTML, "allowed to navigate": a frame is for pages of its own origin), and which
  // passes on what they say to it.
  let doorway = null;
  window.open = (...options) => {
    if (doorway?.isConnected !== true) {
      doorway = document.createElement("iframe");
      doorway.hidden = true;
      document.documentElement.append(doorway);
      doorway.contentWindow.addEventListener("message", ({ data, origin, source, ports }) => {
        window.dispatchEvent(new MessageEvent("message", { data, origin, source, ports: [...ports] }));
      });
    }
    return doorway.contentWindow.open(...options);
  };

  const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const base64 = (view) => {
    let text = "";
    for (let start = 0; start < view.length; start += 0x8000) {
      text += String.fromCharCode(...view.subarray(start, start + 0x8000));
    }
    return btoa(text);
  };

  // What wallets answer with is anything that can be cloned; the app reads JSON.
  const plain = (key, value) => {
    if (typeof value === "bigint") return value.toString();
    if (value instanceof ArrayBuffer) return base64(new Uint8Array(value));
    if (ArrayBuffer.isView(value)) return base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    if (value instanceof Map) return Object.fromEntries(value);
    if (value instanceof Error) return { name: value.name, message: value.message };
    return value;
  };

  const text = (value, limit = 2000) => {
    try {
      return String(value).slice(0, limit);
    } catch {
      return "";
    }
  };

  // What is thrown need not be an error; of an error only name and message are the app's business.
  const failure = (thrown) => {
    if (thrown !== null && typeof thrown === "object") {
      try {
        const said = thrown.message ?? thrown.error?.message ?? thrown.error ?? thrown.reason ?? thrown.payload?.message;
        const message = typeof said === "string" ? said : stringify(said ?? thrown, plain);
        return { name: text(thrown.name ?? ""), message: text(message) };
      } catch {
        return { name: "", message: "" };
      }
    }
    return { name: "", message: thrown === undefined || thrown === null ? "" : text(thrown) };
  };

  let connector = null;
  let network = null;

  // Nothing of a connection is kept in the page: the app knows the account and names the wallet each time.
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

  const load = (library, nonce) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.nonce = nonce;
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
      script.onerror = () =>
        reject(new Error("The wallet library could not be loaded, or is not the file that was pinned."));
      document.head.append(script);
    });

  const actions = (list) =>
    list.map(({ action, bytes: names }) => {
      for (const name of names ?? []) action.params[name] = bytes(action.params[name]);
      return action;
    });
  const message = ({ message, recipient, nonce }) => ({ message, recipient, nonce: bytes(nonce) });

  const calls = {
    async start({ library, nonce, options }) {
      if (connector !== null) throw new Error("The bridge has been started.");
      await load(library, nonce);
      const library_ = window.HOTConnect;
      if (typeof library_?.NearConnector !== "function") throw new Error("The wallet library is not near-connect.");
      network = options.network;
      connector = new library_.NearConnector({ ...options, storage, autoConnect: false, cspNonce: nonce });
      const refuse = async () => {
        throw new Error("Debug wallets are not for apps.");
      };
      connector.registerDebugWallet = refuse;
      connector.removeDebugWallet = refuse;
    },
    async registerWallet({ manifest }) {
      await connector.whenManifestLoaded;
      await connector.registerWallet(manifest);
    },
    async selectWallet({ features }) {
      return await connector.selectWallet({ features });
    },
    async signIn({ walletId }) {
      const wallet = await connector.wallet(walletId);
      return await wallet.signIn({ network });
    },
    async signInAndSignMessage({ walletId, messageParams }) {
      const wallet = await connector.wallet(walletId);
      return await wallet.signInAndSignMessage({ network, messageParams: message(messageParams) });
    },
    async signMessage({ walletId, signerId, messageParams }) {
      const wallet = await connector.wallet(walletId);
      return await wallet.signMessage({ network, signerId, ...message(messageParams) });
    },
    async signAndSendTransactions({ walletId, signerId, transactions }) {
      const wallet = await connector.wallet(walletId);
      const list = transactions.map(({ receiverId, actions: some }) => ({ receiverId, actions: actions(some) }));
      if (list.length === 1) return [await wallet.signAndSendTransaction({ network, signerId, ...list[0] })];
      return await wallet.signAndSendTransactions({ network, signerId, transactions: list });
    },
    async signDelegateActions({ walletId, signerId, delegateActions }) {
      const wallet = await connector.wallet(walletId);
      return await wallet.signDelegateActions({
        network,
        signerId,
        delegateActions: delegateActions.map(({ receiverId, actions: some }) => ({ receiverId, actions: actions(some) })),
      });
    },
    async signOut({ walletId }) {
      const wallet = await connector.wallet(walletId);
      await wallet.signOut({ network });
    },
    // A wallet's app has sent the person back; what drives the wallet may want to know at once.
    async returned({ url }) {
      for (const frame of document.querySelectorAll("iframe")) {
        frame.contentWindow?.postMessage({ type: "near-connect-return", url }, "*");
      }
    },
    // Presses outside each dialog, which is how the library's own are given up.
    async dismiss() {
      for (const dialog of document.querySelectorAll(".hot-connector-popup .modal-container")) dialog.click();
    },
  };

  const answer = async (request) => {
    const { id } = request;
    try {
      const call = Object.hasOwn(calls, request.call) ? calls[request.call] : null;
      if (call === null) throw new Error("The bridge does not know this call.");
      const value = (await call(request.arguments)) ?? null;
      post(stringify({ id, value }, plain));
    } catch (thrown) {
      post(stringify({ id, error: failure(thrown) }));
    }
  };
  element.addEventListener("in", () => void answer(parse(read())));

  const accepted = () => {
    window.removeEventListener("near-connect-ask", offer);
    post(stringify({ event: "loaded" }));
  };
  element.addEventListener("accepted", accepted, { once: true });
  window.addEventListener("near-connect-ask", offer);
  offer();
})();
