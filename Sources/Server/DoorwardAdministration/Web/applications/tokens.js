import { copyable, copyButton } from "../elements/copy.js";
import { element, link } from "../elements/dom.js";
import { checksField } from "../elements/field.js";
import { badge, emptyState, facts, foreign, notice, section } from "../elements/parts.js";
import { plainJSON, plainText } from "../format/text.js";
import { userName } from "../format/user.js";
import { call } from "../server/call.js";
import { Problem } from "../server/problem.js";
import { text } from "../texts/text.js";
import { actForm, FieldError } from "../view/form.js";
import { userField } from "../view/user-field.js";

/**
 * @typedef {import("../server/types.js").Application} Application @typedef {import("../server/types.js").TokenPreview} TokenPreview
 * @typedef {import("../server/types.js").User} User @typedef {import("../view/view.js").View} View
 * @typedef {{preview?: TokenPreview, user?: User | undefined, isUnknown?: boolean}} Part `isUnknown`: the address names no user of the server
 */

/** What an application gets about a user, each with its member in the answer. */
const kinds = /** @type {const} */ (["access_token", "id_token", "userinfo"]);

/**
 * The preview that the address asks for.
 *
 * @param {string} application @param {import("../navigation/address.js").Address} address @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
export async function loadTokens(application, address, signal) {
  const [id, scope] = [address.value("user"), address.value("scope")];
  if (!id) return {};
  try {
    const query = new URLSearchParams({ user: id, ...(scope ? { scope } : {}) });
    const [found, { items }] = await Promise.all([
      call("GET", `/v1/admin/applications/${encodeURIComponent(application)}/token-preview?${query}`, undefined, signal),
      call("GET", `/v1/admin/user-search?${new URLSearchParams({ q: id, limit: "1" })}`, undefined, signal)]);
    const preview = /** @type {TokenPreview} */ (found);
    return { preview, user: items.find((user) => user.id === preview.user_id) };
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.code === "invalid_filter")) return { isUnknown: true };
    throw error;
  }
}

/**
 * The claims that the tokens of a chosen user would have.
 *
 * @param {Application} application @param {View} view @param {Part} part
 * @returns {Node[]}
 */
export function tokensSections(application, view, { preview, user, isUnknown }) {
  const { address } = view;
  const offered = /** @type {string[]} */ (application.scopes ?? []);
  const asked = address.value("scope") ? address.value("scope").split(" ") : offered;
  const person = userField(view, isUnknown ? "" : address.value("user"));
  const { form, open, end } = actForm(view, {
    action: text("tokens.show"), testid: "tokens-form",
    fields: [person, checksField({ name: "scopes", label: text("setting.scopes"), chosen: asked, choices: offered.map((scope) => [scope, plainText(scope, 60)]) })],
    async submit({ user: id, scopes }) {
      if (!id) throw new FieldError("user", text("tokens.needsUser"));
      if (scopes.length === 0) throw new FieldError("scopes", text("tokens.needsScope"));
      view.frame.go(address.withoutDialog.with({ user: id, scope: scopes.length === offered.length ? undefined : scopes.join(" ") }));
    },
  });
  open();
  view.signal.addEventListener("abort", end);
  if (isUnknown) person.complain(text("tokens.noUser"));
  return [
    section(text("tokens.title"), { note: text("tokens.note") }, element("div", { class: "in-row" }, form)),
    ...(preview ? results(preview, user) : [emptyState(text("tokens.none"), text("tokens.noneAdvice"))]),
  ];
}

/** @param {TokenPreview} preview @param {User | undefined} user */
function results(preview, user) {
  const name = user ? userName(user) : text("user.unnamed");
  const { refusal, session_id: session, scope } = preview;
  const head = section(text("tokens.of", { name }), { testid: "tokens-result" }, facts([
    [text("userField.label"), link(name, `/users/${encodeURIComponent(preview.user_id)}`)],
    [text("setting.scopes"), scope ? element("span", { class: "badges" }, ...scope.split(" ").map((one) => foreign(plainText(one, 60), { class: "badge mono" }))) : null],
    [text("tokens.session"), session ? copyable(`…${session.slice(-8)}`, session, text("tokens.session")) : refusal ? null : badge(text("tokens.signedOut"), "warning")],
  ]), refusal ? notice(text("tokens.refused", { detail: plainText(refusal.detail, 300) }), { problem: true, testid: "refusal" })
    : !session && element("p", { class: "notice", testid: "signed-out", text: text("tokens.signedOutMeans") }),
  element("p", { class: "visually-hidden", role: "status", text: text("tokens.of", { name }) }));
  return refusal ? [head] : [head, ...kinds.map((kind) => claims(kind, preview[kind]))];
}

/** @param {typeof kinds[number]} kind @param {Record<string, unknown> | null} members */
function claims(kind, members) {
  const title = text(`tokens.${kind}`);
  if (!members) return section(title, { testid: `tokens-${kind}` }, element("p", { class: "muted", text: text("tokens.withoutOpenID") }));
  const json = plainJSON(members);
  return section(title, { note: text(`tokens.${kind}.note`), testid: `tokens-${kind}`, actions: [copyButton(json, { label: title, class: "button small", testid: `copy-${kind}` })] },
    element("pre", { class: "json whole", tabindex: "0", "aria-label": title, testid: `claims-${kind}`, text: json }));
}
