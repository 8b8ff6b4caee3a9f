// The code of the test wallets. It signs with a real key, and each wallet id selects a misbehavior.
const manifest = window.selector.manifest ?? {};
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const base58 = (bytes) => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  return "1".repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};
const base64 = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
const joined = (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) { all.set(part, place); place += part.length; }
  return all;
};
const number = (value, length) =>
  Uint8Array.from({ length }, (_, place) => Number((BigInt(value) >> BigInt(8 * place)) & 255n));
const prefixed = (bytes) => joined(number(bytes.length, 4), bytes);
const string = (text) => prefixed(new TextEncoder().encode(text));

// The private key of the tests: an Ed25519 seed of 32 bytes with the value 7, in PKCS #8 format (RFC 8410 §7).
const wrapped = joined(
  Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]), new Uint8Array(32).fill(7));
const key = await crypto.subtle.importKey("pkcs8", wrapped, "Ed25519", true, ["sign"]);
const { x } = await crypto.subtle.exportKey("jwk", key);
const rawKey = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const publicKey = `ed25519:${base58(rawKey)}`;
// The id of an implicit account is its key.
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const accountId = manifest.id === "implicit" ? hex(rawKey) : "alice.near";

const sign = async (bytes) => {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, digest));
};
const signMessage = async ({ message, recipient, nonce }) => {
  if (!(nonce instanceof Uint8Array)) throw new Error("nonce must be a Uint8Array");
  const payload = joined(number(2 ** 31 + 413, 4), string(message), nonce, string(recipient), number(0, 1));
  return { accountId, publicKey, signature: base64(await sign(payload)) };
};
const borshAction = ({ type, params }) => {
  if (type === "Transfer") return joined(number(3, 1), number(params.deposit, 16));
  if (type !== "FunctionCall") throw new Error(`the test wallet signs no ${type}`);
  const args = params.args instanceof Uint8Array ? params.args : new TextEncoder().encode(JSON.stringify(params.args));
  return joined(number(2, 1), string(params.methodName), prefixed(args), number(params.gas, 8), number(params.deposit, 16));
};
const signDelegate = async ({ receiverId, actions }) => {
  const action = joined(
    string(accountId), string(receiverId), number(actions.length, 4), ...actions.map(borshAction), number(12, 8),
    number(1000, 8), number(0, 1), rawKey);
  const signature = await sign(joined(number(2 ** 30 + 366, 4), action));
  return base64(joined(action, number(0, 1), signature));
};
const view = ({ type, params }) => {
  if (type === "Transfer") return { Transfer: params };
  const args = params.args instanceof Uint8Array ? params.args : new TextEncoder().encode(JSON.stringify(params.args));
  return { FunctionCall: { method_name: params.methodName, args: base64(args), gas: Number(params.gas), deposit: params.deposit } };
};
// Sends a transaction to the site of the test.
const post = (path, body) => fetch(new URL(path, window.selector.location), { method: "POST", mode: "no-cors", body });
const send = async ({ receiverId, actions }) => {
  const hash = base58(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(receiverId))));
  const outcome = {
    final_execution_status: "FINAL",
    status: { SuccessValue: "" },
    transaction: { hash, signer_id: accountId, receiver_id: receiverId, actions: actions.map(view) },
  };
  if (manifest.id !== "unsent") await post("/sent", JSON.stringify(outcome));
  return outcome;
};

// Finds the id by which the page identifies a reply.
let request = {};
window.addEventListener("message", ({ data }) => {
  if (data?.method?.startsWith("wallet:")) request = { id: data.id, origin: data.origin, method: data.method.slice(7) };
});

const misbehaviors = {
  asks: async (parameters) => {
    await askWindow();
    return await signMessage(parameters);
  },
  "throws-text": async () => { throw "no means no"; },
  "throws-nothing": async () => { throw undefined; },
  "throws-object": async () => { throw { code: 4900, reason: "the object said so" }; },
  refuses: async () => { throw { code: 4001, message: "no" }; },
  never: () => new Promise(() => {}),
  slow: async (parameters) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return await signMessage(parameters);
  },
  // Sends a reply before the frame does.
  twice: async (parameters) => {
    const answer = await signMessage(parameters);
    window.parent.postMessage({ ...request, status: "success", result: answer }, "*");
    return answer;
  },
  json: async (parameters) => JSON.stringify(await signMessage(parameters)),
  bytes: async (parameters) => {
    const answer = await signMessage(parameters);
    return { ...answer, signature: Uint8Array.from(atob(answer.signature), (letter) => letter.charCodeAt(0)) };
  },
  wrong: async (parameters) => await signMessage({ ...parameters, message: `${parameters.message}!` }),
};

// A web wallet: its own page in a window answers with the account.
const askWindow = () => new Promise((resolve, reject) => {
  window.addEventListener("message", ({ data }) => {
    if (data?.account_id !== undefined) resolve([{ accountId: data.account_id, publicKey: "" }]);
    if (data?.status === "failure") reject(new Error(data.errorMessage));
  });
  // Another host name than the bridge page's, because wallets have other origins.
  const address = new URL("/wallet", window.selector.location.replace("127.0.0.1", "localhost"));
  if (manifest.id === "web-gone") address.port = "49151";
  window.selector.open(address.href, "wallet", "width=400,height=600");
});

window.selector.ready({
  async signIn({ addFunctionCallKey }) {
    if (addFunctionCallKey !== undefined) await post("/report", JSON.stringify(addFunctionCallKey));
    return manifest.id.startsWith("web") ? await askWindow() : [{ accountId, publicKey }];
  },
  async signInAndSignMessage({ messageParams, addFunctionCallKey }) {
    if (addFunctionCallKey !== undefined) await post("/report", JSON.stringify(addFunctionCallKey));
    return [{ accountId, publicKey, signedMessage: await signMessage(messageParams) }];
  },
  signMessage: misbehaviors[manifest.id] ?? signMessage,
  async signAndSendTransaction(transaction) { return await send(transaction); },
  async signAndSendTransactions({ transactions }) { return await Promise.all(transactions.map(send)); },
  async signDelegateActions({ delegateActions }) {
    return { signedDelegateActions: await Promise.all(delegateActions.map(signDelegate)) };
  },
  async signOut() {},
  async getAccounts() { return [{ accountId, publicKey }]; },
});
