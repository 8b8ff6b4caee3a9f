// Creates the function that shows the latest waiting call: its wallet and its progress. The user sees this status while
// the wallet shows no UI in the page.
() => {
  // The request that the user answers, by the name of the call. Other calls do not need the user.
  const purposes = {
    signIn: "connect",
    signInAndSignMessage: "sign in",
    signMessage: "sign the message",
    signAndSendTransactions: "approve the transaction",
    signDelegateActions: "approve the delegate action",
  };
  const texts = {
    began: (purpose) => `Loading the wallet to ${purpose} …`,
    starting: (purpose) => `Starting the wallet to ${purpose} …`,
    running: (purpose) => `Waiting for the wallet to ${purpose} …`,
    window: (purpose) => `Continue in the wallet’s window to ${purpose}.`,
    app: (purpose) => `Continue in the wallet’s app to ${purpose}, then return here.`,
    unavailable: (purpose, call) => `The wallet could not be loaded: ${call.failure}.`,
  };

  return (waiting) => {
    const status = document.querySelector(".bridge-status");
    if (status === null) return;
    const calls = [...waiting];
    const call = calls.filter(({ name }) => Object.hasOwn(purposes, name)).at(-1);
    status.hidden = calls.some(({ stage }) => stage === "asking");
    const [badge, heading, text, spinner, button] = status.children;
    const { name = "Wallets", icon = "" } = call?.wallet ?? {};
    badge.hidden = call?.wallet === undefined;
    heading.textContent = name;
    text.textContent = call === undefined ? "One moment …" : (texts[call.stage]?.(purposes[call.name], call) ?? "");
    const [letter, picture] = badge.children;
    letter.textContent = [...name][0]?.toUpperCase() ?? "";
    picture.onerror = () => (picture.hidden = true);
    if (picture.getAttribute("src") !== icon) {
      picture.hidden = icon === "";
      picture.src = icon;
    }
    const hasFailed = call?.stage === "unavailable";
    spinner.hidden = hasFailed;
    const appears = hasFailed && button.hidden;
    button.hidden = !hasFailed;
    button.onclick = () => call?.retry?.();
    if (appears) button.focus();
  };
}
