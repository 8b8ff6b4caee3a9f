/** Fills the secret of an owner link into the form. The history and the address line do not keep it. */
const secret = document.getElementById("secret");
if (secret instanceof HTMLInputElement && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
