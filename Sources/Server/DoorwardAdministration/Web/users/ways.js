import { element } from "../elements/dom.js";
import { copyable } from "../elements/copy.js";
import { badge, emptyState, foreign, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText, shortIdentifier } from "../format/text.js";
import { knownText, text } from "../texts/text.js";

/**
 * The name of a way to sign in, of a second factor or of a method.
 *
 * @param {string} type
 */
export const wayName = (type) => knownText(`way.${type}`) ?? plainText(type, 40);

/**
 * The ways of a user by their names, each once.
 *
 * @param {import("../server/types.js").User} user
 */
export const wayNames = (user) => [...new Set([...user.identities.map(({ type }) => wayName(type)), ...(user.has_password ? [wayName("password")] : [])])];

/**
 * The identities of a user, and whether there is a password.
 *
 * @param {import("../server/types.js").User} user
 */
export function waysTable(user) {
  const rows = user.identities.map((identity) => ({ testid: "way", cells: [
    element("span", {}, wayName(identity.type)), identifier(identity),
    identity.verified_at ? timeElement(identity.verified_at) : badge(text("way.unproven"), "warning"), timeElement(identity.last_used_at),
  ] }));
  if (user.has_password) {
    const [set, nothing] = [element("span", { class: "muted", text: text("way.passwordSet") }), () => element("span")];
    rows.push({ testid: "way", cells: [element("span", {}, wayName("password")), set, nothing(), nothing()] });
  }
  if (rows.length === 0) return emptyState(text("way.none"), text("way.noneAdvice"));
  return table({ label: text("user.ways"), columns: [text("way.type"), text("way.identifier"), text("way.proven"), text("way.lastUsed")] }, rows);
}

/** @param {import("../server/types.js").Identity} identity */
function identifier(identity) {
  if (identity.type === "passkey") {
    return element("span", {}, foreign(plainText(identity.name, 80) || text("way.unnamedPasskey")), " ",
      identity.backed_up ? badge(text("way.synced")) : identity.backup_eligible === false ? badge(text("way.oneDevice")) : null);
  }
  const more = [identity.network, identity.wallet_client_type].map((word) => plainText(word, 40)).filter(Boolean).join(" · ");
  return element("span", {}, copyable(shortIdentifier(identity.identifier), identity.identifier, wayName(identity.type)), more && foreign(more, { class: "muted small" }));
}

/** @param {import("../server/types.js").UserPage} page */
export function factorsTable({ second_factors: factors, recovery_codes_left: codes, user }) {
  const rows = factors.map((factor) => {
    const identity = user.identities.find(({ id }) => id === factor.identity_id);
    const what = identity ? plainText(identity.name, 80) || (identity.type === "passkey" ? text("way.unnamedPasskey") : shortIdentifier(identity.identifier)) : "";
    return { testid: "factor", cells: [element("span", {}, wayName(factor.type === "code" ? `code.${factor.channel}` : factor.type)), foreign(what), timeElement(factor.created_at)] };
  });
  if (codes > 0) rows.push({ testid: "factor", cells: [element("span", {}, text("way.recovery")), element("span", {}, text("way.codesLeft", { count: codes })), element("span", {})] });
  if (rows.length === 0) return element("p", { class: "muted", text: text("user.noFactors") });
  return table({ label: text("user.factors"), columns: [text("way.type"), text("way.identifier"), text("way.added")] }, rows);
}
