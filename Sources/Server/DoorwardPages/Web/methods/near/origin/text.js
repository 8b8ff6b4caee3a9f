import { catalog } from "../../../messages/catalog.js";

/** The texts of the wallet origin. */
export const { text } = catalog("nearWallets");
