import { copyable, copyButton } from "../elements/copy.js";
import { element } from "../elements/dom.js";
import { facts, section, tabBar } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { issuer } from "../session/server.js";
import { text } from "../texts/text.js";
import { languages, purpose, snippet } from "./snippets.js";

/** @typedef {import("../server/types.js").Application} Application @typedef {import("../view/view.js").View} View */

/** The scopes of a first sign-in, if the application may have them. */
const firstScopes = ["openid", "profile", "email"];

/**
 * What a program needs to use the application, and a test of its sign-in.
 *
 * @param {Application} application @param {View} view
 * @returns {Node[]}
 */
export function useSections(application, view) {
  const redirects = /** @type {string[]} */ (application.redirect_uris ?? []);
  const [redirect = ""] = redirects;
  const scopes = firstScopes.filter((scope) => (application.scopes ?? firstScopes).includes(scope));
  const client = {
    issuer: issuer(), id: String(application.id), audience: String(application.audience ?? ""), redirect: redirect || "https://app.example.com/callback",
    scopes, isConfidential: application.confidential === true, algorithm: String(application.id_token_signed_response_alg ?? "ES256"),
  };
  const chosen = languages.find((name) => name === view.address.value("code")) ?? languages[0];
  const code = snippet(chosen, client);
  return [
    section(text("use.values"), {}, facts([
      [text("use.issuer"), copyable(client.issuer, client.issuer, text("use.issuer"))], [text("use.clientID"), copyable(plainText(client.id, 64), client.id, text("use.clientID"))],
      [text("use.audience"), copyable(plainText(client.audience, 300), client.audience, text("use.audience"))],
      [text("use.discovery"), copyable(discovery(client.issuer), discovery(client.issuer), text("use.discovery"))],
    ])),
    section(text("use.test"), { note: text("use.testNote"), testid: "test-sign-in" }, redirect && scopes.includes("openid")
      ? element("p", {}, element("a", { class: "button", href: testAddress(client, redirect), target: "_blank", rel: "noopener noreferrer", testid: "to-test-sign-in", text: text("use.toTest") }))
      : element("p", { class: "muted", text: text("use.noTest") })),
    section(text("use.code"), { note: text(`use.code.${purpose(chosen, client)}`), actions: [copyButton(code, { label: text("use.code"), class: "button small", testid: "copy-code" })] },
      tabBar(text("use.languages"), languages.map((name) => ({
        name: `code-${name}`, caption: text(`use.${name}`), href: view.address.withoutDialog.with({ code: name === "swift" ? undefined : name }).href, isHere: name === chosen,
      }))),
      element("pre", { class: "json code", tabindex: "0", "aria-label": text("use.code"), testid: "code", text: code })),
  ];
}

/** @param {string} server */
const discovery = (server) => `${server}/.well-known/openid-configuration`;

/**
 * The address of a sign-in whose code no program can redeem.
 *
 * @param {{issuer: string, id: string, scopes: string[]}} client @param {string} redirect
 */
function testAddress({ issuer: server, id, scopes }, redirect) {
  const random = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const query = new URLSearchParams({
    client_id: id, redirect_uri: redirect, response_type: "code", scope: scopes.join(" "), state: random(), nonce: random(), code_challenge: random(), code_challenge_method: "S256",
    prompt: "login",
  });
  return `${server}/authorize?${query}`;
}
