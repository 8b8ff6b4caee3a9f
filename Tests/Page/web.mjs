/** Where the page's scripts and documents are. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const web = new URL("Sources/DoorwardServer/Web/", root);

/** @param {string} path within the page's folder */
export const webText = (path) => readFileSync(new URL(path, web), "utf8");

/** @param {string} path within the repository */
export const documentText = (path) => readFileSync(new URL(path, root), "utf8");

/** Imports a module of the page. @param {string} path */
export const webModule = (path) => import(new URL(path, web).href);

/** The paths of the files in the page's folder. @returns {string[]} */
export function webFiles(folder = "") {
  return readdirSync(fileURLToPath(new URL(folder, web)), { withFileTypes: true }).flatMap((entry) =>
    (entry.isDirectory() ? webFiles(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]));
}
