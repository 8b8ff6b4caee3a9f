// An Ethereum wallet for the tests. It announces itself (EIP-6963), answers requests (EIP-1193) and makes real signatures
// through a binding. Tests change its behavior in window.testWallets.
((wallets) => {
  if (window !== window.top) return;
  window.testWallets = {};

  const refusal = (code, message) => Object.assign(new Error(message), { code });

  const make = (settings) => {
    const listeners = new Map();
    const wallet = { chains: ["0x1"], chain: "0x1", connect: "approve", sign: "approve", switching: "approve", calls: [], ...settings };
    wallet.emit = (event, value) => { for (const listener of listeners.get(event) ?? []) listener(value); };
    wallet.release = () => {};

    const answers = {
      eth_requestAccounts: async () => {
        if (wallet.connect === "reject") throw refusal(4001, "User rejected the request.");
        if (wallet.connect === "pending") throw refusal(-32002, "Request already pending.");
        if (wallet.connect === "hold") await new Promise((resolve) => { wallet.release = resolve; });
        return wallet.accounts;
      },
      eth_accounts: async () => wallet.accounts,
      eth_chainId: async () => wallet.chain,
      wallet_switchEthereumChain: async ([{ chainId }]) => {
        if (wallet.switching === "reject") throw refusal(4001, "User rejected the request.");
        if (!wallet.chains.includes(chainId)) throw refusal(4902, "Unrecognized chain ID.");
        wallet.chain = chainId;
        return null;
      },
      wallet_requestPermissions: async () => {
        if (wallet.nextAccounts) wallet.accounts = wallet.nextAccounts;
        return [{ parentCapability: "eth_accounts" }];
      },
      personal_sign: async ([message, address]) => {
        if (wallet.sign === "reject") throw refusal(4001, "User denied message signature.");
        if (wallet.sign === "hold") await new Promise((resolve) => { wallet.release = resolve; });
        return window.testEthereumSign(message, wallet.sign === "other-account" ? wallet.otherAccount : address);
      },
    };

    wallet.provider = {
      request: async ({ method, params }) => {
        wallet.calls.push(method);
        if (!answers[method]) throw refusal(4200, "Unsupported method.");
        return answers[method](params ?? []);
      },
      on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      removeListener: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((one) => one !== listener)),
    };
    return wallet;
  };

  for (const settings of wallets) {
    const wallet = make(settings);
    window.testWallets[settings.key] = wallet;
    if (settings.legacy) { window.ethereum = wallet.provider; continue; }
    const { uuid, name, icon, rdns } = settings;
    wallet.announce = (info = {}) => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", {
      detail: Object.freeze({ info: { uuid, name, icon, rdns, ...info }, provider: wallet.provider }),
    }));
    if (settings.late) continue;
    window.addEventListener("eip6963:requestProvider", () => wallet.announce());
    wallet.announce();
  }
})(__WALLETS__);
