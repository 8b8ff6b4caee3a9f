import { plainText } from "../format/text.js";

/** @typedef {import("../server/types.js").Finding} Finding */

/**
 * The name of a check as a heading. Abbreviations stay.
 *
 * @param {Finding} finding
 */
export const nameOf = ({ check }) => plainText(check.charAt(0).toUpperCase() + check.slice(1), 60);

/** @type {Record<Finding["status"], number>} */
const ranks = { problem: 0, warning: 1, ok: 2 };

/**
 * The findings that need an act, problems first.
 *
 * @param {readonly Finding[]} findings
 */
export const toDo = (findings) => findings.filter(({ status }) => status !== "ok").sort((one, other) => ranks[one.status] - ranks[other.status]);

/**
 * The groups of checks by the beginnings of their names. The last group has all that belong to no other.
 *
 * @type {readonly (readonly [name: string, label: import("../texts/text.js").Key, checks: readonly string[]])[]}
 */
const groups = [
  ["data", "health.data", ["data directory", "database", "PostgreSQL", "backups"]],
  ["keys", "health.keys", ["master key", "signing keys"]],
  ["messages", "health.messages", ["mail", "SMS", "templates"]],
  ["server", "health.server", []],
];

/** @param {Finding} finding */
const groupOf = ({ check }) => groups.find(([, , checks]) => checks.some((name) => check === name || check.startsWith(`${name} `))) ?? groups[groups.length - 1];

/**
 * The findings without a problem, in groups. A group without any is left out.
 *
 * @param {readonly Finding[]} findings
 */
export const inOrder = (findings) => groups.map((group) => (
  { name: group[0], label: group[1], findings: findings.filter((finding) => finding.status === "ok" && groupOf(finding) === group) }))
  .filter(({ findings: own }) => own.length > 0);

/** @type {Record<string, readonly [caption: import("../texts/text.js").Key, href: string]>} */
const places = {
  applications: ["applications.title", "/applications"], mail: ["settings.delivery", "/settings?tab=delivery"], SMS: ["settings.delivery", "/settings?tab=delivery"],
  "rate limits": ["settings.rates", "/settings?tab=rates"], "signing keys": ["keys.signing", "/keys?tab=signing"],
  templates: ["messages.templates", "/messages?tab=templates"],
};

/**
 * The screen of the dashboard where a finding can be corrected, if there is one.
 *
 * @param {Finding} finding
 */
export const placeOf = ({ check }) => (Object.hasOwn(places, check) ? places[check] : undefined);

/**
 * The time that a sentence names, such as that of the newest backup.
 *
 * @param {Finding} finding
 */
export const timeOf = ({ detail }) => /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/.exec(detail)?.[0];
