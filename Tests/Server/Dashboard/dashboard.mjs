/** The folder of the dashboard's scripts. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);
const web = new URL("Sources/Server/DoorwardAdministration/Web/", root);

// Browsers have these.
globalThis.location = new URL("https://admin.example.com/users?q=ada");
const stored = new Map();
globalThis.sessionStorage = {
  getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value), removeItem: (name) => stored.delete(name),
};

/** @param {string} path within the repository */
export const repositoryText = (path) => readFileSync(new URL(path, root), "utf8");

/** @param {string} path within the folder */
export const scriptText = (path) => readFileSync(new URL(path, web), "utf8");

/** Imports a module of the dashboard. @param {string} path */
export const dashboardModule = (path) => import(new URL(path, web).href);

/** The paths of the scripts. @param {string} [folder] @returns {string[]} */
export const scripts = (folder = "") => readdirSync(fileURLToPath(new URL(folder, web)), { withFileTypes: true }).flatMap((entry) =>
  (entry.isDirectory() ? scripts(`${folder}${entry.name}/`) : entry.name.endsWith(".js") ? [`${folder}${entry.name}`] : []));
