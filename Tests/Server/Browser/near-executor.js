// The code of a wallet, which near-connect runs in a sandboxed frame. It gets real signatures from the host that served it,
// because a binding may not exist yet when such a frame starts. The id of the wallet chooses its behavior.
const manifest = () => window.selector.wallet.manifest;

const ask = async (path, request) => {
  // A request with plain text needs no preflight.
  const answer = await fetch(new URL(path, manifest().executor), { method: "POST", body: JSON.stringify(request) });
  return answer.json();
};
const approve = (what) => ask("/approve", { wallet: manifest().id, what });
const sign = ({ message, recipient, nonce }) => ask("/sign", {
  message, recipient, nonce: btoa(String.fromCharCode(...nonce)), callback: null,
});

window.selector.ready({
  async signIn() {
    if (manifest().id === "reaches-out") await window.selector.external("window", "alert", "reached");
    await approve("connect");
    return [await ask("/account", {})];
  },
  async signInAndSignMessage({ messageParams }) {
    await approve("connect and sign");
    const signedMessage = await sign(messageParams);
    return [{ accountId: signedMessage.accountId, publicKey: signedMessage.publicKey, signedMessage }];
  },
  async signMessage(parameters) {
    await approve("sign");
    return sign(parameters);
  },
  async signOut() {},
  async getAccounts() { return []; },
});
