// Stands in for near-connect in the tests. It has the part of the interface that the page uses, runs no wallet code, and
// makes real signatures through a binding. The id of a wallet chooses its behavior.
window.HOTConnect = (() => {
  const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

  class Wallet {
    constructor(connector, manifest) {
      this.connector = connector;
      this.manifest = manifest;
    }

    /** One approval of the user. The test counts them. */
    async approve(what) {
      await window.testNearApproval(this.manifest.id, what);
      if (this.manifest.id === "declines") throw new Error("User rejected");
      if (this.manifest.id === "never-answers") await new Promise(() => {});
    }

    async signature({ message, recipient, nonce, callbackUrl }) {
      if (!(nonce instanceof Uint8Array)) throw new Error("nonce must be a Uint8Array");
      return window.testNearSign({ message, recipient, nonce: base64(nonce), callback: callbackUrl ?? null });
    }

    async signIn() {
      await this.approve("connect");
      const { accountId, publicKey } = await window.testNearAccount();
      return [{ accountId, publicKey: this.manifest.id === "no-key" ? "" : publicKey }];
    }

    async signInAndSignMessage({ messageParams }) {
      await this.approve("connect and sign");
      const signedMessage = await this.signature(messageParams);
      return [{ accountId: signedMessage.accountId, publicKey: signedMessage.publicKey, signedMessage }];
    }

    async signMessage(parameters) {
      await this.approve("sign");
      const signed = await this.signature(parameters);
      if (this.manifest.id === "answers-json") return JSON.stringify(signed);
      if (this.manifest.id === "no-key") return { ...signed, publicKey: undefined };
      return signed;
    }
  }

  class NearConnector {
    constructor(options) {
      this.options = options;
      this.listeners = new Map();
      this.wallets = [];
      this.whenManifestLoaded = (async () => {
        const manifest = typeof options.manifest === "object" ? options.manifest : await (await fetch(options.manifest)).json();
        this.wallets = manifest.wallets.map((entry) => new Wallet(this, entry));
      })();
      window.addEventListener("message", (event) => {
        if (event.data?.type !== "near-wallet-injected") return;
        this.wallets = [new Wallet(this, event.data.manifest), ...this.wallets.filter(({ manifest }) => manifest.id !== event.data.manifest.id)];
        this.emit("selector:walletsChanged", {});
      });
      window.testConnector = this;
    }

    get availableWallets() { return this.wallets; }
    on(event, listener) { this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]); }
    off(event, listener) { this.listeners.set(event, (this.listeners.get(event) ?? []).filter((one) => one !== listener)); }
    emit(event, value) { for (const listener of this.listeners.get(event) ?? []) listener(value); }

    async wallet(id) {
      const wallet = this.wallets.find(({ manifest }) => manifest.id === id);
      if (!wallet) throw new Error("Wallet not found");
      return wallet;
    }

    async connect({ walletId, signMessageParams }) {
      const wallet = await this.wallet(walletId);
      const accounts = signMessageParams
        ? await wallet.signInAndSignMessage({ messageParams: signMessageParams })
        : await wallet.signIn();
      if (signMessageParams) this.emit("wallet:signInAndSignMessage", { wallet, accounts, success: true });
      this.emit("wallet:signIn", { wallet, accounts, success: true, source: signMessageParams ? "signInAndSignMessage" : "signIn" });
      return wallet;
    }
  }

  return { NearConnector };
})();
