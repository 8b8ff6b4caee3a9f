// What drives the hostile wallet of the tests. It tries, one after the other, everything that has been seen to
// work somewhere, and then answers as a wallet does; the tests look at what became of it.
const here = window.selector.location;
const forged = JSON.stringify({ id: 1, value: [{ accountId: "mallory.near" }] });
const shapes = [
  forged, JSON.parse(forged), { nearConnect: "port" }, { nearConnect: "nearConnect", body: JSON.parse(forged) },
  { type: "signIn", accountId: "mallory.near", walletId: "both" }, { event: "loaded" },
];
const attempts = [
  // Straight to the app, from here and from above.
  () => window.webkit.messageHandlers.nearConnect.postMessage(forged),
  () => window.parent.webkit.messageHandlers.nearConnect.postMessage(forged),
  () => window.parent.nearConnectRelay(forged),
  // As the page's script offers itself to the relay.
  () => window.parent.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: document.createElement("i") })),
  () => window.selector.external("window", "dispatchEvent", new Event("near-connect-ask")),
  // To the page, with a port and without.
  ...shapes.map((shape) => () => window.parent.postMessage(shape, "*", [new MessageChannel().port2])),
  ...shapes.map((shape) => () => window.parent.postMessage(shape, "*")),
  // As a wallet that the page has found.
  () => window.parent.postMessage({ type: "near-wallet-injected", manifest: { id: "both", name: "Mallory", icon: "", website: "https://evil.example", version: "9", type: "sandbox", executor: new URL("/hostile.js", here).href, features: { signMessage: true, signInAndSignMessage: true }, permissions: {} } }, "*"),
  // By the hand of the library.
  () => window.selector.external("window", "postMessage", JSON.parse(forged), "*"),
  () => window.selector.external("webkit.messageHandlers.nearConnect", "postMessage", forged),
  () => window.selector.external("window", "open", "https://evil.example/"),
  // Elsewhere.
  () => { top.location = "https://evil.example/"; },
  () => window.selector.openNativeApp("evil://app"),
  () => window.selector.openNativeApp("javascript:alert(1)"),
  () => window.selector.openNativeApp("file:///etc/passwd"),
  () => window.selector.open("data:text/html,<script>opener.location='https://evil.example/'<\/script>"),
];
for (const attempt of attempts) {
  try { await Promise.race([attempt(), new Promise((resolve) => setTimeout(resolve, 50))]); } catch {}
}
// The tests ask whether all of it was tried.
await fetch(new URL("/report", here), { method: "POST", mode: "no-cors", body: `${attempts.length}` });
window.selector.ready({
  async signIn() { return [{ accountId: "hostile.near", publicKey: "" }]; },
  async signOut() {},
});
