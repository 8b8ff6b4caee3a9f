// Runs in the page's world at the start of the document, before the library is loaded. What it needs is taken
// into this closure first, so that nothing loaded later can stand between the wallets and the app. The app calls it
// with status.js and selector.js.
((makeStatus, takeKeys) => {
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
      else if (data.nearConnectFailure !== undefined) {
        event.stopImmediatePropagation();
        frameFailed(data, event.source);
      }
    },
    true,
  );

  // The calls that the app waits for, by id, the one with the latest report last; and the one for whose frame the
  // library is at work.
  const waiting = new Map();
  let current = null;

  // Tells the app how far a call is, and the user.
  const show = makeStatus();
  const advance = (call, stage) => {
    if (call.isOver || call.stage === stage) return;
    // What the wallet itself shows in the page says more.
    if (call.stage === "asking" && (stage === "window" || stage === "app")) return;
    call.stage = stage;
    waiting.delete(call.id);
    waiting.set(call.id, call);
    post(stringify({ event: "stage", id: call.id, stage }));
    show(waiting.values());
  };

  // What the user is asked for, by call.
  const purposes = {
    signIn: "connect",
    signInAndSignMessage: "sign in",
    signMessage: "sign the message",
    signAndSendTransactions: "approve the transaction",
    signDelegateActions: "approve the delegate action",
  };
  // Presses outside a dialog, which is how the library's own are given up; frames in it end here and now.
  const dialogs = ".hot-connector-popup";
  const giveUp = (dialog) => {
    dialog?.querySelector(".modal-container")?.click();
    for (const frame of dialog?.querySelectorAll("iframe") ?? []) frame.remove();
  };
  const giveUpAll = () => document.querySelectorAll(dialogs).forEach(giveUp);

  // Ends a call, and what it has on the screen.
  const end = (id) => {
    const call = waiting.get(id);
    if (call === undefined) return;
    waiting.delete(id);
    call.isOver = true;
    call.retry?.();
    takeAway(call);
    show(waiting.values());
    if (!call.isChoice) return;
    for (const dialog of document.querySelectorAll(dialogs)) if (dialog.querySelector("iframe") === null) giveUp(dialog);
  };
  const takeAway = (call) => {
    for (const panel of call.windows) panel.close();
    for (const frame of call.frames) giveUp(frame.closest(dialogs));
    call.windows.clear();
    call.frames.clear();
  };
  // A failed attempt keeps running in the library. Nothing that it does later may have an effect.
  const isCurrent = (call, attempt) => !call.isOver && call.attempt === attempt;
  const refuse = (call, attempt = call.attempt) => {
    if (!isCurrent(call, attempt)) throw new Error("Nobody waits for this any more.");
  };

  // A window may send the one that opened it elsewhere. So windows are opened by an empty frame, which they
  // may not send anywhere (HTML, "allowed to navigate": a frame is for pages of its own origin), and which
  // passes on what they say to it.
  let doorway = null;
  window.open = (...options) => {
    // What the app has given up opens none: what is approved there would be done twice once it is asked again.
    if (current === null ? waiting.size === 0 : current.isOver) return null;
    if (doorway?.isConnected !== true) {
      doorway = document.createElement("iframe");
      doorway.hidden = true;
      document.documentElement.append(doorway);
      doorway.contentWindow.addEventListener("message", ({ data, origin, source, ports }) => {
        window.dispatchEvent(new MessageEvent("message", { data, origin, source, ports: [...ports] }));
      });
    }
    const panel = doorway.contentWindow.open(...options);
    if (current === null) return panel;
    if (panel !== null) current.windows.add(panel);
    // The app leaves some addresses of the web to the system, which opens an app with them.
    advance(current, panel === null ? "app" : "window");
    return panel;
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

  // What is thrown need not be an error; of an error only name, message and code are the app's business.
  const failure = (thrown) => {
    if (thrown !== null && typeof thrown === "object") {
      try {
        const said = thrown.message ?? thrown.error?.message ?? thrown.error ?? thrown.reason ?? thrown.payload?.message;
        const message = typeof said === "string" ? said : stringify(said ?? thrown, plain);
        const code = [thrown, thrown.error, thrown.data, thrown.cause, thrown.payload].find((part) => part?.code != null)?.code;
        return { name: text(thrown.name ?? ""), message: text(message), code: text(code ?? "", 64) };
      } catch {
        return { name: "", message: "" };
      }
    }
    return { name: "", message: thrown === undefined || thrown === null ? "" : text(thrown) };
  };

  let connector = null;
  let network = null;
  let nonce = "";
  let loadTimeLimit = 30000;

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

  // What drives a wallet cannot be loaded or started. The user may retry.
  class Unavailable extends Error {}

  // The library takes whatever a server answers for the code of a wallet, and keeps it. The page itself fetches
  // nothing else.
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const response = await plainFetch(address, { signal: AbortSignal.timeout(loadTimeLimit), ...options });
    if (!response.ok) throw new Unavailable(`its server answered with the status ${response.status}`);
    return response;
  };

  // The library puts the code of a wallet into the only script of a frame, and waits until that says that it is
  // ready. A script before it reports errors. An error of the evaluation is final. A sound wallet can have an error
  // in a later task, so that one is only given as the reason if the wallet does not start in time.
  const watcher = (token) => `</script><script nonce="${nonce}">(() => {
    let isEvaluated = false;
    addEventListener("DOMContentLoaded", () => { isEvaluated = true; });
    const tell = (reason) => parent.postMessage({ nearConnectFailure: "${token}", isEvaluated, reason: String(reason) }, "*");
    addEventListener("error", (event) => {
      if (event instanceof ErrorEvent) tell(event.message);
      else if (event.target instanceof HTMLScriptElement) tell("a script that it needs could not be loaded");
    }, true);
    addEventListener("unhandledrejection", (event) => tell(event.reason));
  })();</script><script type="module" nonce="${nonce}">`;
  const frameOf = (source) =>
    [...document.querySelectorAll("iframe")].find((frame) => frame.contentWindow === source);
  const frameFailed = ({ nearConnectFailure: token, isEvaluated, reason }, source) => {
    const call = [...waiting.values()].find((call) => call.attempt?.token === token);
    if (token === null || call === undefined || call.attempt.isReady) return;
    const frame = frameOf(source);
    if (frame !== undefined) call.frames.add(frame);
    const error = `“${text(reason, 200)}”`;
    if (isEvaluated === true) call.attempt.lateError = error;
    else call.attempt.fail(new Unavailable(`its script failed with ${error}`));
  };

  // Has the code of a wallet, and notices if it does not start. What did not start is not kept for the next time.
  const codeFor = async (call, attempt, { manifest, executor }) => {
    let code;
    try {
      code = await executor.loadCode();
    } catch (thrown) {
      throw thrown instanceof Unavailable ? thrown : new Unavailable("its server could not be reached");
    }
    refuse(call, attempt);
    attempt.token = crypto.randomUUID();
    attempt.forget = async () => {
      executor.actualCode = null;
      await connector.db?.removeItem?.(`${manifest?.id}:${manifest?.version}`);
    };
    setTimeout(() => {
      if (attempt.isReady) return;
      const error = attempt.lateError === null ? "" : ` after the error ${attempt.lateError}`;
      attempt.fail(new Unavailable(`its script did not start in time${error}`));
    }, loadTimeLimit);
    advance(call, "starting");
    return watcher(attempt.token) + code;
  };

  // near-connect runs a frame for each call, by an executor that all calls of a wallet share. One of its own for
  // each call says whose frame and whose window it is, and begins nothing that nobody waits for: what drives the
  // wallet is fetched first, which may take longer than the person has patience.
  const stages = {
    "wallet-ready": "running", "ui.showIframe": "asking", "ui.hideIframe": "running", "open.nativeApp": "app",
  };
  const walletFor = async (call, id) => {
    const { attempt } = call;
    const wallet = await connector.wallet(id);
    refuse(call, attempt);
    call.wallet = { name: text(wallet.manifest?.name ?? id), icon: text(wallet.manifest?.icon ?? "", 1 << 20) };
    show(waiting.values());
    const shared = wallet.executor;
    if (typeof shared?.loadCode !== "function" || typeof shared._onMessage !== "function") return wallet;
    const loadCode = () => codeFor(call, attempt, wallet);
    const onMessage = async (frame, event) => {
      const element = frameOf(event.source);
      // A frame that is late for its call or its attempt is not told what to do.
      if (!isCurrent(call, attempt)) return giveUp(element?.closest(dialogs));
      const { method } = event.data;
      if (method === "wallet-ready") attempt.isReady = true;
      if (Object.hasOwn(stages, method)) advance(call, stages[method]);
      if (element !== undefined) call.frames.add(element);
      const before = current;
      current = call;
      try {
        return shared._onMessage(frame, event);
      } finally {
        current = before;
      }
    };
    const executor = Object.create(shared, { loadCode: { value: loadCode }, _onMessage: { value: onMessage } });
    return Object.create(wallet, { executor: { value: executor } });
  };

  const calls = {
    async start({ library, nonce: given, loadTimeLimit: limit, options }) {
      if (connector !== null) throw new Error("The bridge has been started.");
      nonce = given;
      loadTimeLimit = limit ?? loadTimeLimit;
      await load(library, nonce);
      const library_ = window.HOTConnect;
      if (typeof library_?.NearConnector !== "function") throw new Error("The wallet library is not near-connect.");
      network = options.network;
      connector = new library_.NearConnector({ ...options, storage, autoConnect: false, cspNonce: nonce });
      const refuseDebug = async () => {
        throw new Error("Debug wallets are not for apps.");
      };
      connector.registerDebugWallet = refuseDebug;
      connector.removeDebugWallet = refuseDebug;
      // Of a library that has no such executors, too, nothing comes up when nobody waits.
      new MutationObserver((changes) => {
        if (waiting.size === 0) return giveUpAll();
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.matches?.(dialogs)) takeKeys(node);
      }).observe(document.body, { childList: true });
    },
    async selectWallet({ features }, call) {
      await connector.whenManifestLoaded;
      refuse(call);
      call.isChoice = true;
      advance(call, "asking");
      return await connector.selectWallet({ features });
    },
    async signIn({ walletId, addFunctionCallKey }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signIn({ network, addFunctionCallKey });
    },
    async signInAndSignMessage({ walletId, messageParams, addFunctionCallKey }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signInAndSignMessage({ network, messageParams: message(messageParams), addFunctionCallKey });
    },
    async signMessage({ walletId, signerId, messageParams }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signMessage({ network, signerId, ...message(messageParams) });
    },
    async signAndSendTransactions({ walletId, signerId, transactions }, call) {
      const wallet = await walletFor(call, walletId);
      const list = transactions.map(({ receiverId, actions: some }) => ({ receiverId, actions: actions(some) }));
      if (list.length === 1) return [await wallet.signAndSendTransaction({ network, signerId, ...list[0] })];
      return await wallet.signAndSendTransactions({ network, signerId, transactions: list });
    },
    async signDelegateActions({ walletId, signerId, delegateActions }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signDelegateActions({
        network,
        signerId,
        delegateActions: delegateActions.map(({ receiverId, actions: some }) => ({ receiverId, actions: actions(some) })),
      });
    },
    async signOut({ walletId }, call) {
      const wallet = await walletFor(call, walletId);
      await wallet.signOut({ network });
    },
    // A wallet's app has sent the person back; what drives the wallet may want to know at once.
    async returned({ url }) {
      for (const frame of document.querySelectorAll("iframe")) {
        frame.contentWindow?.postMessage({ type: "near-connect-return", url }, "*");
      }
    },
    // The app waits for these no longer.
    async withdraw({ ids }) {
      ids.forEach(end);
    },
    async dismiss() {
      giveUpAll();
    },
  };

  // The app reads no half of a pair, which is what texts have that were cut or made up; and no more than this.
  const longest = 1 << 24;
  const say = (id, member, value) => {
    const json = stringify({ id, [member]: value }, plain);
    if (json.length > longest) throw new Error("The answer is too long.");
    post(json.replace(/\\(\\|ud[89a-f][0-9a-f]{2})/g, (found, what) => (what === "\\" ? found : "\\ufffd")));
  };

  // Runs a call, again for as long as its wallet cannot be loaded and the user retries.
  const perform = async (request, call) => {
    for (;;) {
      advance(call, "began");
      const attempt = { token: null, isReady: false, lateError: null };
      const failure = new Promise((_, reject) => (attempt.fail = reject));
      failure.catch(() => {});
      call.attempt = attempt;
      try {
        // The arguments are read anew: bytes are put into them for the library.
        const { arguments: given } = parse(request);
        return await Promise.race([calls[call.name](given, call), failure]);
      } catch (thrown) {
        if (!(thrown instanceof Unavailable) || call.isOver) throw thrown;
        call.attempt = null;
        takeAway(call);
        await Promise.all([retry(call, thrown.message), attempt.forget?.().catch(() => {})]);
        refuse(call);
      }
    }
  };
  const retry = (call, reason) => {
    call.failure = reason;
    call.stage = "unavailable";
    post(stringify({ event: "unavailable", id: call.id, reason }));
    show(waiting.values());
    return new Promise((resolve) => (call.retry = resolve));
  };

  const answer = async (request) => {
    const { id, call: name } = parse(request);
    if (name === "beat") return say(id, "value", null);
    const call = {
      id, name, purpose: Object.hasOwn(purposes, name) ? purposes[name] : undefined, isOver: false, isChoice: false,
      attempt: null, frames: new Set(), windows: new Set(),
    };
    waiting.set(id, call);
    try {
      if (!Object.hasOwn(calls, name)) throw new Error("The bridge does not know this call.");
      say(id, "value", (await perform(request, call)) ?? null);
    } catch (thrown) {
      say(id, "error", failure(thrown));
    } finally {
      end(id);
    }
  };
  element.addEventListener("in", () => void answer(read()));

  const accepted = () => {
    window.removeEventListener("near-connect-ask", offer);
    post(stringify({ event: "loaded" }));
  };
  element.addEventListener("accepted", accepted, { once: true });
  window.addEventListener("near-connect-ask", offer);
  offer();
})
