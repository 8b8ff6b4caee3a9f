/**
 * The language that the user has chosen for the pages of this site in this browser. The server reads the cookie when it
 * chooses the language of a page.
 */

const name = "doorward_language";
const year = 365 * 86_400;

/** @param {string} value @param {number} age in seconds */
function keep(value, age) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

/** @param {string} tag */
export const keepLanguage = (tag) => keep(tag, year);

export const forgetLanguage = () => keep("", 0);

export const hasChosenLanguage = () => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${name}=`));

/**
 * The language that the server chooses for this browser.
 *
 * @returns {Promise<string>} empty if the server does not answer
 */
export async function languageOfServer() {
  try {
    const answer = await fetch(location.pathname, { credentials: "same-origin", cache: "no-store" });
    return answer.headers.get("Content-Language") ?? "";
  } catch {
    return "";
  }
}
