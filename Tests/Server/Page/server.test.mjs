// The requests of the page, against a real HTTP server on loopback.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { documentText, webModule } from "./web.mjs";

// Node 18 has no CustomEvent; browsers have.
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

const { call, callSignedIn, sessionEvents } = await webModule("server/call.js");
const { confirmation } = await webModule("server/proof.js");
const { DeletionPending, sendSignIn } = await webModule("server/sign-in.js");
const { photoLimit } = await webModule("server/photo.js");

/** The answers of the server by path: status, headers and body. */
const answers = {
  "/state": [200, {}, { signed_in: false, user: null, identities: [], current_session_id: null, config: {} }],
  "/empty": [204, {}, undefined],
  "/file": [200, { "Content-Disposition": 'attachment; filename="ada-2026.json"' }, { stored: true }],
  "/refused": [403, {}, { code: "identity_on_hold", detail: "Words of the server.", trace_id: "t1" }],
  "/limited": [429, { "Retry-After": "7" }, { code: "rate_limited" }],
  "/ended": [401, {}, { code: "signed_out" }],
  "/stale": [401, {}, { code: "insufficient_user_authentication" }],
  "/deleted": [409, {}, { code: "account_deletion_pending", account_deletion: { delete_at: "2026-12-23T09:30:00Z" } }],
  "/kept": [200, {}, { signed_in: true }],
  "/page": [502, { "Content-Type": "text/html" }, "<h1>Bad gateway</h1>"],
};
const requests = [];
/** The sign-ins that keep an account. */
const kept = [];
let origin = "";
const realFetch = globalThis.fetch;

const server = createServer(async (request, response) => {
  let path = request.url === "/session/state" ? "/state" : request.url;
  requests.push(`${request.method} ${path} ${request.headers["content-type"] ?? ""}`.trim());
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (path === "/deleted" && JSON.parse(Buffer.concat(chunks)).keep_account) {
    kept.push(JSON.parse(Buffer.concat(chunks)));
    path = "/kept";
  }
  const [status, headers, body] = answers[path];
  response.writeHead(status, { Connection: "close", ...headers });
  response.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
});

before(async () => {
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  origin = `http://127.0.0.1:${server.address().port}`;
  // A browser resolves paths against the page; Node has no page.
  globalThis.fetch = (path, options) => realFetch(new URL(path, origin), options);
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true, writable: true });
});
after(() => server.close());

test("a successful answer is its JSON, and an empty one is nothing", async () => {
  assert.equal((await call("GET", "/state")).signed_in, false);
  assert.equal(await call("POST", "/empty", { a: 1 }), undefined);
  assert.deepEqual(requests.splice(0), ["GET /state", "POST /empty application/json"]);
});

test("an attachment has its file name", async () => {
  const { file, name } = await call("GET", "/file");
  assert.deepEqual([name, JSON.parse(await file.text())], ["ada-2026.json", { stored: true }]);
});

test("a refusal keeps the code and the trace id, and not the server's words", async () => {
  await assert.rejects(call("GET", "/refused"), { status: 403, code: "identity_on_hold", trace: "t1", message: "identity_on_hold" });
  await assert.rejects(call("GET", "/limited"), { code: "rate_limited", retryAfter: 7 });
});

test("a page of a proxy is an unexpected answer", () => assert.rejects(call("GET", "/page"), { status: 502, code: "unexpected_answer" }));

test("a session that has ended is announced with the state", async () => {
  const announced = [];
  const listen = (event) => announced.push(event.detail.signed_in);
  sessionEvents.addEventListener("signed-out", listen);
  await assert.rejects(callSignedIn("GET", "/ended"), { code: "signed_out" });
  await assert.rejects(callSignedIn("GET", "/stale"), { code: "insufficient_user_authentication" });
  await assert.rejects(callSignedIn("GET", "/refused"), { code: "identity_on_hold" });
  sessionEvents.removeEventListener("signed-out", listen);
  assert.deepEqual(announced, [false]);
});

test("a sign-in to an account that will be deleted can be repeated to keep it", async () => {
  const pending = await sendSignIn("/deleted", { code: "123456" }).catch((error) => error);
  assert.ok(pending instanceof DeletionPending);
  assert.deepEqual([pending.code, pending.deleteAt], ["account_deletion_pending", "2026-12-23T09:30:00Z"]);
  assert.deepEqual(await pending.keep(), { signed_in: true });
  assert.deepEqual(kept, [{ code: "123456", keep_account: true }]);
});

test("another refusal of a sign-in is not changed", () =>
  assert.rejects(sendSignIn("/refused", {}), (error) => !(error instanceof DeletionPending) && error.code === "identity_on_hold"));

test("the page and the server agree on the largest photo", () => {
  const limits = documentText("Sources/Contract/DoorwardWire/Users/WirePhoto.swift");
  assert.equal(photoLimit, 10 << 20);
  assert.match(limits, /\bmaximumBytes = 10 << 20\n/);
});

test("a server that cannot be reached is told from a machine that is offline", async () => {
  globalThis.fetch = (path, options) => realFetch(new URL(path, "http://127.0.0.1:1"), options);
  await assert.rejects(call("GET", "/state"), { status: 0, code: "unreachable" });
  globalThis.navigator.onLine = false;
  await assert.rejects(call("GET", "/state"), { status: 0, code: "offline" });
});

test("a move repeats the offer that the user has confirmed", () => {
  const account = { name: "Grace", created_at: "2026-01-01T00:00:00Z" };
  assert.deepEqual(confirmation({ account, identity: {}, deletes_account: true }), { move: true, confirmed: { account, deletes_account: true } });
});
