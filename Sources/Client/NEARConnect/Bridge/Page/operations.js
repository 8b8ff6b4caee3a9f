// Creates the operations that the app can call, by name. Each receives its arguments and its call.
({ bytes }, calls, session, start, walletFor) => {
  const actions = (list) =>
    list.map(({ action, bytes: names }) => {
      for (const name of names ?? []) action.params[name] = bytes(action.params[name]);
      return action;
    });
  const transactions = (list) => list.map(({ receiverId, actions: encoded }) => ({ receiverId, actions: actions(encoded) }));
  const message = ({ message, recipient, nonce }) => ({ message, recipient, nonce: bytes(nonce) });

  return {
    start,
    async selectWallet({ features }, call) {
      await session.connector.whenManifestLoaded;
      calls.requireCurrent(call);
      call.isSelection = true;
      calls.advance(call, "asking");
      return await session.connector.selectWallet({ features });
    },
    async signIn({ walletId, addFunctionCallKey }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signIn({ network: session.network, addFunctionCallKey });
    },
    async signInAndSignMessage({ walletId, messageParams, addFunctionCallKey }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signInAndSignMessage({
        network: session.network, messageParams: message(messageParams), addFunctionCallKey,
      });
    },
    async signMessage({ walletId, signerId, messageParams }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signMessage({ network: session.network, signerId, ...message(messageParams) });
    },
    async signAndSendTransactions({ walletId, signerId, transactions: encoded }, call) {
      const { network } = session;
      const wallet = await walletFor(call, walletId);
      const list = transactions(encoded);
      if (list.length === 1) return [await wallet.signAndSendTransaction({ network, signerId, ...list[0] })];
      return await wallet.signAndSendTransactions({ network, signerId, transactions: list });
    },
    async signDelegateActions({ walletId, signerId, delegateActions }, call) {
      const wallet = await walletFor(call, walletId);
      return await wallet.signDelegateActions({
        network: session.network, signerId, delegateActions: transactions(delegateActions),
      });
    },
    async signOut({ walletId }, call) {
      const wallet = await walletFor(call, walletId);
      await wallet.signOut({ network: session.network });
    },
    // The user has returned from a wallet's app. The code of the wallet may check the outcome at once.
    async returned({ url }) {
      for (const frame of document.querySelectorAll("iframe")) {
        frame.contentWindow?.postMessage({ type: "near-connect-return", url }, "*");
      }
    },
    // The app no longer waits for these calls.
    async withdraw({ ids }) {
      ids.forEach(calls.end);
    },
    async dismiss() {
      calls.closeDialogs();
    },
  };
}
