import { catalog, sentences } from "../../messages/catalog.js";

export const { text } = catalog("near");
export const errorText = sentences("near.error");
