// The bridge page's script. It runs in the page's script world at the start of the document, before the library is
// loaded. All its parts capture the functions they need at that time, so that code loaded later cannot intercept the
// messages between wallets and the app.
(parts, texts) => {
  const values = parts.makeValues();
  const channel = parts.makeChannel();
  const calls = parts.makeCalls({ ...channel, ...values }, parts.makeStatus(texts));
  const session = { connector: null, network: null, nonce: "", loadTimeLimit: 30000 };
  parts.replaceWindowOpen(calls);
  const storage = parts.makeStorage(parts.makeItems);
  // The script of the frames, as a text. Its arguments are JSON.
  const frameScript = (given) => `(${parts.runInFrame})((${parts.makeValues})(), ${parts.makeItems}, ${given});`;
  const { Unavailable, walletFor, frameFailed } = parts.makeWallets(
    values, calls, session, texts, storage, parts.makeRequests(values, storage), frameScript);
  const start = parts.makeLibrary(calls, session, parts.makeSelector(texts));
  const operations = parts.makeOperations(values, calls, session, start, walletFor);

  // A frame that announces itself with this message would replace a listed wallet and be connected without the user.
  const injection = "near-wallet-injected";
  window.addEventListener(injection, (event) => event.stopImmediatePropagation(), true);
  window.addEventListener(
    "message",
    (event) => {
      const data = event.data;
      // The library reads members of every message, so a message that is not an object would make it throw.
      if (data === null || typeof data !== "object" || data.type === injection) event.stopImmediatePropagation();
      else if (data.nearConnectFailure !== undefined) {
        event.stopImmediatePropagation();
        frameFailed(data, event.source);
      }
    },
    true,
  );

  // Runs a call. If its wallet cannot be loaded, runs it again each time the user retries.
  const perform = async (request, call) => {
    for (;;) {
      calls.advance(call, "began");
      const attempt = { token: null, isReady: false, late: null };
      const failure = new Promise((_, reject) => (attempt.fail = reject));
      failure.catch(() => {});
      call.attempt = attempt;
      try {
        // Each attempt parses the arguments again, because the operations replace parts of them with bytes.
        const { arguments: given } = values.parse(request);
        return await Promise.race([operations[call.name](given, call), failure]);
      } catch (thrown) {
        if (!(thrown instanceof Unavailable) || call.isOver) throw thrown;
        call.attempt = null;
        calls.removeUI(call);
        await Promise.all([calls.retry(call, thrown), attempt.removeCode?.().catch(() => {})]);
        calls.requireCurrent(call);
      }
    }
  };

  const reply = (id, member, value) => channel.post(values.serialize({ id, [member]: value }));

  const answer = async (request) => {
    const { id, call: name } = values.parse(request);
    if (name === "beat") return reply(id, "value", null);
    const call = calls.add(id, name);
    try {
      if (!Object.hasOwn(operations, name)) throw new Error("The bridge does not support this call.");
      reply(id, "value", (await perform(request, call)) ?? null);
    } catch (thrown) {
      // The user waits for an answer, so one is sent even if the error cannot be.
      try {
        reply(id, "error", values.thrown(thrown));
      } catch {
        reply(id, "error", values.thrown(new Error("The answer cannot be read.")));
      }
    } finally {
      calls.end(id);
    }
  };

  channel.open((text) => void answer(text), () => channel.post(values.serialize({ event: "loaded" })));
}
