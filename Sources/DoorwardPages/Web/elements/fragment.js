/**
 * Starts a page with the secret behind `#` in its address, and again if a later link of the user opens in the same tab. The
 * history and the address line do not keep the secret.
 *
 * @param {(secret: string) => void} start
 */
export function withFragment(start) {
  const begin = () => {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    start(secret);
  };
  addEventListener("hashchange", begin);
  begin();
}
