// Creates the function that prepares a wallet for a call. The code of the wallet runs in a frame of the library.
({ text, stringify }, calls, session, texts, storage, respond, frameScript) => {
  // The code of a wallet could not be loaded or started. The user may retry. The message is for the app, and the
  // sentence for the user.
  class Unavailable extends Error {
    constructor(message, sentence) {
      super(message);
      this.sentence = sentence;
    }
  }
  const filled = (sentence, blank, value) => sentence.split(`{${blank}}`).join(value);

  // The library accepts any response as the code of a wallet, and caches it. The page itself fetches nothing else.
  const systemFetch = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const response = await systemFetch(address, { signal: AbortSignal.timeout(session.loadTimeLimit), ...options });
    if (!response.ok) {
      const { status } = response;
      throw new Unavailable(`its server answered with the status ${status}`, filled(texts.refused, "status", status));
    }
    return response;
  };

  // The script that runs in a frame before the code of the wallet. The library puts the code into a script of the frame,
  // and replaces names in it that values can also contain, so values contain neither a period nor a `<`.
  const prepared = (token, stored) => {
    const given = stringify({ token, stored }).replace(/[.<]/g, (letter) => (letter === "." ? "\\u002e" : "\\u003c"));
    return `</script><script nonce="${session.nonce}">${frameScript(given)}</script><script type="module" nonce="${session.nonce}">`;
  };

  const frameOf = (source) =>
    [...document.querySelectorAll("iframe")].find((frame) => frame.contentWindow === source);

  const missing = {
    now: ["a script that it needs could not be loaded", texts.scriptMissing],
    late: ["its script did not start in time because a script that it needs could not be loaded", texts.scriptMissing],
  };
  const failed = (error) => ({
    now: [`its script failed with “${error}”`, filled(texts.scriptFailed, "error", error)],
    late: [
      `its script did not start in time after the error “${error}”`, filled(texts.tooSlowAfter, "error", error),
    ],
  });

  // Handles an error that the script in a frame reported.
  const frameFailed = ({ nearConnectFailure: token, isEvaluated, isMissing, reason }, source) => {
    const call = [...calls.waiting.values()].find((call) => call.attempt?.token === token);
    if (token === null || call === undefined || call.attempt.isReady) return;
    const frame = frameOf(source);
    if (frame !== undefined) call.frames.add(frame);
    // The message and the sentence of the failure, and those that apply if the wallet does not become ready in time.
    const failures = isMissing === true ? missing : failed(text(reason, 200));
    if (isEvaluated === true) call.attempt.late = failures.late;
    else call.attempt.fail(new Unavailable(...failures.now));
  };

  // Loads the code of a wallet, and fails the attempt if the code does not start in time.
  const loadCode = async (call, attempt, { manifest, executor }) => {
    let code;
    try {
      code = await executor.loadCode();
    } catch (thrown) {
      throw thrown instanceof Unavailable ? thrown : new Unavailable("its server could not be reached", texts.unreachable);
    }
    calls.requireCurrent(call, attempt);
    attempt.token = crypto.randomUUID();
    // Removes code that did not start from the library's cache.
    attempt.removeCode = async () => {
      executor.actualCode = null;
      await session.connector.db?.removeItem?.(`${manifest?.id}:${manifest?.version}`);
    };
    setTimeout(() => {
      if (attempt.isReady) return;
      attempt.fail(new Unavailable(...(attempt.late ?? ["its script did not start in time", texts.tooSlow])));
    }, session.loadTimeLimit);
    // A wallet works without its stored values, too: it asks the user to connect again.
    const stored = await storage.entries(manifest?.id).catch(() => []);
    calls.requireCurrent(call, attempt);
    calls.advance(call, "starting");
    return prepared(attempt.token, stored) + code;
  };

  const stages = {
    "wallet-ready": "running", "ui.showIframe": "asking", "ui.hideIframe": "running", "open.nativeApp": "app",
  };

  // near-connect runs a frame for each call with an executor that all calls of a wallet share. A separate executor for
  // each call identifies the call of a frame and of a window. It also prevents an ended call from starting its code:
  // loading the code can take longer than the user waits.
  const walletFor = async (call, id) => {
    const { attempt } = call;
    const wallet = await session.connector.wallet(id);
    calls.requireCurrent(call, attempt);
    call.wallet = { name: text(wallet.manifest?.name ?? id), icon: text(wallet.manifest?.icon ?? "", 1 << 20) };
    calls.show();
    const shared = wallet.executor;
    if (typeof shared?.loadCode !== "function" || typeof shared._onMessage !== "function") return wallet;
    const onMessage = async (frame, event) => {
      const element = frameOf(event.source);
      // The frame of an ended call or attempt gets no answer.
      if (!calls.isCurrent(call, attempt)) return calls.closeDialogOf(element);
      const { method } = event.data;
      if (method === "wallet-ready") attempt.isReady = true;
      if (Object.hasOwn(stages, method)) calls.advance(call, stages[method]);
      if (element !== undefined) call.frames.add(element);
      const previous = calls.active;
      calls.active = call;
      try {
        return respond(frame, event, wallet.manifest, (once) => shared._onMessage(once, event));
      } finally {
        calls.active = previous;
      }
    };
    const executor = Object.create(shared, {
      loadCode: { value: () => loadCode(call, attempt, wallet) }, _onMessage: { value: onMessage },
      // The script in the frame gives the wallet its stored values.
      getAllStorage: { value: async () => ({}) }, clearStorage: { value: () => storage.clear(wallet.manifest.id) },
    });
    return Object.create(wallet, { executor: { value: executor } });
  };

  return { Unavailable, walletFor, frameFailed };
}
