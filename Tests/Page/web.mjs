/** The folders of the page's scripts and documents. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const web = new URL("Sources/DoorwardPages/Web/", root);

/** @param {string} path within the page's folder */
export const webText = (path) => readFileSync(new URL(path, web), "utf8");

/** @param {string} path within the repository */
export const documentText = (path) => readFileSync(new URL(path, root), "utf8");

/** Imports a module of the page. @param {string} path */
export const webModule = (path) => import(new URL(path, web).href);

/** The paths of the files in a folder. @param {URL} base @param {string} folder @returns {string[]} */
const filesIn = (base, folder) => readdirSync(fileURLToPath(new URL(folder, base)), { withFileTypes: true }).flatMap((entry) =>
  (entry.isDirectory() ? filesIn(base, `${folder}${entry.name}/`) : [`${folder}${entry.name}`]));

/** The paths of the files in the page's folder. */
export const webFiles = (folder = "") => filesIn(web, folder);

/** The paths of the Swift sources in the repository. */
export const swiftFiles = () => filesIn(root, "Sources/").filter((path) => path.endsWith(".swift"));
