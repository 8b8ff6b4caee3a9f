import { parts, text } from "./text.js";

/**
 * The first lines of a file with recovery codes.
 *
 * @param {{site: string, account: string, date: string}} of
 * @returns {string[]}
 */
export const fileHeading = ({ site, account, date }) =>
  [text("fileTitle", { site }), ...(account ? [text("fileAccount", { account })] : []), text("fileDate", { date })];

/**
 * Recovery codes as a text file.
 *
 * @param {readonly string[]} codes @param {readonly string[]} heading
 */
export const codesFile = (codes, heading) => [...heading, "", ...codes, "", text("fileNote"), ""].join("\n");

/** @param {string} site */
export const fileName = (site) =>
  parts("fileName", { site: site.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") }).join("").replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^-/, "");
