/** The folders of the page's scripts and documents, and the texts of its scripts. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);
const web = new URL("Sources/Server/DoorwardPages/Web/", root);

/** @param {string} path within the page's folder */
export const webText = (path) => readFileSync(new URL(path, web), "utf8");

/** @param {string} path within the repository */
export const documentText = (path) => readFileSync(new URL(path, root), "utf8");

/** A file of `DoorwardTexts`. @param {string} path */
const textFile = (path) => JSON.parse(documentText(`Sources/Texts/DoorwardTexts/${path}`));

/** The tags of the languages. */
export const languages = readdirSync(new URL("Sources/Texts/DoorwardTexts/Languages/", root)).map((name) => name.replace(/\.json$/, ""));

/** The keys that have the text of another one, and that key. */
export const sameTexts = textFile("same-texts.json");

/** The texts of parts of a language by key, as the server gives them to scripts. @param {string} tag @param {string[]} parts */
export function textsOf(tag, parts = ["shared", "page"]) {
  const language = textFile(`Languages/${tag}.json`);
  const texts = Object.fromEntries(parts.flatMap((part) => Object.entries(language[part]).flatMap(([section, own]) =>
    Object.entries(own).map(([name, text]) => [`${section}.${name}`, text]))));
  if (parts.includes("page")) texts["html.footer"] = language.server.html.footer;
  for (const [key, other] of Object.entries(sameTexts)) if (other in texts) texts[key] = texts[other];
  return texts;
}

// The script of the page's language runs before the others.
globalThis.doorwardTexts = textsOf("en");

/** Imports a module of the page. @param {string} path */
export const webModule = (path) => import(new URL(path, web).href);

/** The paths of the files in a folder. @param {URL} base @param {string} folder @returns {string[]} */
const filesIn = (base, folder) => readdirSync(fileURLToPath(new URL(folder, base)), { withFileTypes: true }).flatMap((entry) =>
  (entry.isDirectory() ? filesIn(base, `${folder}${entry.name}/`) : [`${folder}${entry.name}`]));

/** The paths of the files in the page's folder. */
export const webFiles = (folder = "") => filesIn(web, folder);

/** The parts of the OpenAPI document. */
export const documentParts = () => filesIn(root, "Sources/Contract/OpenAPI/").map((path) => JSON.parse(documentText(path)));

/** The paths of the Swift sources in the repository. */
export const swiftFiles = () => filesIn(root, "Sources/").filter((path) => path.endsWith(".swift"));
