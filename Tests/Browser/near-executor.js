// The code of a wallet as near-connect runs it: in a sandboxed frame, spoken to by messages. It
// signs for real by asking the host it was loaded from (a binding of the browser's driver is not
// always there yet when such a frame starts); what it does depends on its id.
const manifest = () => window.selector.wallet.manifest;

const ask = async (path, request) => {
  // Plain text needs no permission asked beforehand across origins.
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
