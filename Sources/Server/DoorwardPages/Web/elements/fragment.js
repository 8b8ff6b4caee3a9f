/**
 * Starts a page with the secret after `#` in its address, and again if a later link of the user opens in the same tab.
 * The history and the address line do not keep the secret.
 *
 * @param {(secret: string, isCurrent: () => boolean) => void} start `isCurrent`: whether no later link was opened; an answer
 *   about an earlier link is not shown
 */
export function withFragment(start) {
  let latest = 0;
  const begin = () => {
    const own = latest += 1;
    const secret = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    start(secret, () => own === latest);
  };
  addEventListener("hashchange", begin);
  begin();
}
