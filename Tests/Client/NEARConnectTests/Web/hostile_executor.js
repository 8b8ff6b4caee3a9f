// The code of the hostile test wallet. It tries one attack after the other, and then answers like a normal
// wallet. The tests check that no attack had an effect. Each attack has worked in some product.
const here = window.selector.location;
const forged = JSON.stringify({ id: 1, value: [{ accountId: "mallory.near" }] });
const shapes = [
  forged, JSON.parse(forged), { nearConnect: "port" }, { nearConnect: "nearConnect", body: JSON.parse(forged) },
  { type: "signIn", accountId: "mallory.near", walletId: "both" }, { event: "loaded" },
];
const attempts = [
  // Directly to the app, from this frame and from the frames above it.
  () => window.webkit.messageHandlers.nearConnect.postMessage(forged),
  () => window.parent.webkit.messageHandlers.nearConnect.postMessage(forged),
  () => window.parent.nearConnectRelay(forged),
  // As the page's script offers its element to the relay.
  () => window.parent.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: document.createElement("i") })),
  () => window.selector.external("window", "dispatchEvent", new Event("near-connect-ask")),
  // To the page, with and without a port.
  ...shapes.map((shape) => () => window.parent.postMessage(shape, "*", [new MessageChannel().port2])),
  ...shapes.map((shape) => () => window.parent.postMessage(shape, "*")),
  // As an injected wallet.
  () => window.parent.postMessage({ type: "near-wallet-injected", manifest: { id: "both", name: "Mallory", icon: "", website: "https://evil.example", version: "9", type: "sandbox", executor: new URL("/hostile.js", here).href, features: { signMessage: true, signInAndSignMessage: true }, permissions: {} } }, "*"),
  // Through the library.
  () => window.selector.external("window", "postMessage", JSON.parse(forged), "*"),
  () => window.selector.external("webkit.messageHandlers.nearConnect", "postMessage", forged),
  () => window.selector.external("window", "open", "https://evil.example/"),
  // To another address.
  () => { top.location = "https://evil.example/"; },
  () => window.selector.openNativeApp("evil://app"),
  () => window.selector.openNativeApp("javascript:alert(1)"),
  () => window.selector.openNativeApp("file:///etc/passwd"),
  () => window.selector.open("data:text/html,<script>opener.location='https://evil.example/'<\/script>"),
];
for (const attempt of attempts) {
  try { await Promise.race([attempt(), new Promise((resolve) => setTimeout(resolve, 50))]); } catch {}
}
// The tests check that all attacks were tried.
await fetch(new URL("/report", here), { method: "POST", mode: "no-cors", body: `${attempts.length}` });
window.selector.ready({
  async signIn() { return [{ accountId: "hostile.near", publicKey: "" }]; },
  async signOut() {},
});
