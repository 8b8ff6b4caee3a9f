import { element } from "./dom.js";

/**
 * Text from a wallet or a device, made safe to read: no control, direction-changing or invisible
 * characters, single spaces, at most `limit` characters.
 *
 * @param {unknown} text
 * @param {number} limit
 */
export function plainText(text, limit) {
  if (typeof text !== "string") return "";
  const clean = text.slice(0, limit * 8).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, " ").replace(/\s+/gu, " ").trim();
  const characters = Array.from(clean);
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("").trimEnd()}…` : clean;
}

/**
 * An address short enough to recognize: both ends, because either alone can be imitated.
 *
 * @param {string} identifier
 */
export function shortIdentifier(identifier) {
  if (identifier.length <= 24) return identifier;
  const head = identifier.startsWith("0x") ? 8 : 6;
  return `${identifier.slice(0, head)}…${identifier.slice(-6)}`;
}

/**
 * What somebody is called: by the name they gave, else by their first way in.
 *
 * @param {import("./api.js").State | null | undefined} state
 */
export const personName = (state) => plainText(state?.user?.name, 120) || shortIdentifier(state?.identities[0]?.identifier ?? "");

/** The letter that stands for somebody. @param {string} name */
export const avatar = (name) =>
  element("span", { class: "avatar", "aria-hidden": "true", text: (Array.from(name.replace(/^0x/, ""))[0] ?? "?").toUpperCase() });

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/**
 * A time as people say it, with the exact one a hover away.
 *
 * @param {string | null | undefined} time RFC 3339
 * @param {{relative?: boolean}} options
 */
export function timeElement(time, options = {}) {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return element("span", { text: "unknown" });
  const attributes = { datetime: date.toISOString(), title: moment.format(date) };
  const seconds = (Date.now() - date.getTime()) / 1000;
  if (!options.relative || seconds > 7 * 86_400) {
    return element("time", { ...attributes, text: day.format(date) });
  }
  const unit = units.find(([, size]) => seconds >= size);
  const text = unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
  return element("time", { ...attributes, text });
}

/** @type {Record<string, string>} */
const kinds = {
  ethereum: "Ethereum", near: "NEAR", email: "E-mail", phone: "Phone", username: "User name", passkey: "Passkey",
};

/** @param {string} type */
export function kindName(type) {
  return kinds[type] ?? plainText(type, 24);
}

/**
 * How a session was opened, in words.
 *
 * @type {Record<string, string>}
 */
const methods = {
  siwe: "Ethereum wallet", near: "NEAR wallet", pwd: "Password", otp: "Code", sms: "SMS code", passkey: "Passkey",
};

/** @param {unknown} methodsOfSession */
export function methodNames(methodsOfSession) {
  const names = Array.isArray(methodsOfSession) ? methodsOfSession : [];
  return names.map((name) => methods[name]).filter(Boolean).join(", ");
}

/**
 * In the order of asking: most browsers claim to be another one too.
 *
 * @type {[RegExp, string][]}
 */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"], [/\b(?:OPR|Opera)\//, "Opera"], [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"], [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

/** @type {[RegExp, string][]} */
const systems = [
  [/\biPhone\b/, "iPhone"], [/\biPad\b/, "iPad"], [/\bAndroid\b/, "Android"], [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"], [/\bMac(?:intosh| OS X)\b/, "macOS"], [/\bLinux\b/, "Linux"],
];

/** Whether a `User-Agent` is of something held in the hand. @param {unknown} agent */
export const isHandheld = (agent) => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(plainText(agent, 300));

/**
 * What a person would call the device that a `User-Agent` describes.
 *
 * @param {unknown} agent
 */
export function deviceName(agent) {
  const text = plainText(agent, 300);
  const browser = browsers.find(([form]) => form.test(text))?.[1];
  const system = systems.find(([form]) => form.test(text))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (plainText(text, 60) || "Unknown device");
}
