import { catalog } from "../../messages/catalog.js";

/** The texts that all wallets share. */
export const { text, parts } = catalog("wallets");
