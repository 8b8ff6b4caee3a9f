import { text } from "../texts/text.js";
import { plainText } from "./text.js";

/**
 * The order matters: most browsers also claim to be another one.
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

/**
 * A short name for the device that a `User-Agent` describes.
 *
 * @param {unknown} agent
 */
export function deviceName(agent) {
  const given = plainText(agent, 300);
  const browser = browsers.find(([form]) => form.test(given))?.[1];
  const system = systems.find(([form]) => form.test(given))?.[1];
  if (browser && system) return text("device.on", { browser, system });
  return browser ?? system ?? (plainText(given, 60) || text("device.unknown"));
}
