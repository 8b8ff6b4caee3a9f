/** The origin of the accounts, which is also the issuer of tokens. The page of the dashboard names it. */
export const issuer = () => document.querySelector("meta[name=doorward-issuer]")?.getAttribute("content") ?? "";
