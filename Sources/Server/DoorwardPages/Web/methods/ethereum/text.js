import { catalog, sentences } from "../../messages/catalog.js";

export const { text, parts } = catalog("ethereum");
export const errorText = sentences("ethereum.error");
