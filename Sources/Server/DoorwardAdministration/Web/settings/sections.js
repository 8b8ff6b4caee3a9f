/**
 * The settings of the server in parts of the screen, by the beginnings of their keys.
 *
 * @typedef {import("../server/types.js").Setting} Setting
 * @typedef {{name: string, label: import("../texts/text.js").Key, groups: readonly (readonly [name: string, label: import("../texts/text.js").Key, starts: readonly string[]])[]}} Part
 */

/** @type {readonly Part[]} */
export const parts = [
  { name: "", label: "settings.lifetimes", groups: [["lifetimes", "settings.lifetimes", ["lifetimes."]], ["limits", "settings.limits", ["limits."]]] },
  { name: "rates", label: "settings.rates", groups: [["rates", "settings.rates", ["rate_limits."]]] },
  { name: "delivery", label: "settings.delivery", groups: [["mail", "settings.mail", ["mail."]], ["sms", "settings.sms", ["sms."]], ["messages", "settings.messages", ["delivery."]]] },
  { name: "passwords", label: "settings.passwords", groups: [["passwords", "settings.passwords", ["passwords."]]] },
  { name: "wallets", label: "settings.wallets", groups: [["chains", "settings.chains", ["chains"]], ["near", "settings.near", ["near.", "near_connect."]]] },
  { name: "server", label: "settings.server", groups: [["server", "settings.server", [""]]] },
];

const placed = parts.flatMap(({ groups }) => groups.flatMap(([, , starts]) => starts)).filter(Boolean);

/**
 * The settings of a group. The last group has all that belong to no other.
 *
 * @param {readonly Setting[]} settings @param {readonly string[]} starts
 */
export const settingsOf = (settings, starts) => settings.filter(({ key }) => (starts[0] === ""
  // Applications have a screen of their own.
  ? key !== "applications" && !placed.some((start) => key.startsWith(start)) : starts.some((start) => key.startsWith(start))))
  .sort((one, other) => rank(one) - rank(other));

/** The settings that others depend on. They come first. */
const first = [
  "mail.host", "mail.port", "mail.security", "mail.user", "mail.password", "mail.from", "mail.from_name", "mail.reply_to",
  "sms.provider", "sms.countries", "sms.daily_limit", "near.mainnet.rpc", "near.testnet.rpc",
];

/** @param {Setting} setting */
const rank = ({ key }) => (first.includes(key) ? first.indexOf(key) : first.length);

/**
 * The values of the settings that have a few.
 *
 * @type {Record<string, readonly string[]>}
 */
export const choices = { "mail.security": ["", "starttls", "tls", "none"], "sms.provider": ["", "twilio", "webhook"] };

/** The settings in seconds, besides the lifetimes. */
const seconds = new Set(["limits.new_identity_hold", "limits.deletion_grace", "rate_limits.code_pause", "rate_limits.longest_guess_pause", "rate_limits.guess_memory"]);

/** @param {string} key */
export const isInSeconds = (key) => key.startsWith("lifetimes.") || seconds.has(key);
