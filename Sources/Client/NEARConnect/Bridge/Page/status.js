// Creates the function that shows the latest waiting call: its wallet and its progress. The user sees this status while
// the wallet shows no UI in the page.
(texts) => {
  // The requests that the user answers, by the name of the call. The title of the window describes the request.
  const requests = ["signIn", "signInAndSignMessage", "signMessage", "signAndSendTransactions", "signDelegateActions"];
  const sentences = {
    began: texts.codeLoading,
    starting: texts.codeStarting,
    running: texts.waiting,
    window: texts.continueInWindow,
    app: texts.continueInApp,
  };
  const sentence = ({ stage, failure }) => (stage === "unavailable" ? failure : (sentences[stage] ?? ""));

  return (waiting) => {
    const status = document.querySelector(".bridge-status");
    if (status === null) return;
    const calls = [...waiting];
    const call = calls.filter(({ name }) => requests.includes(name)).at(-1);
    status.hidden = calls.some(({ stage }) => stage === "asking");
    const [badge, heading, text, spinner, button] = status.children;
    const { name = texts.title, icon = "" } = call?.wallet ?? {};
    badge.hidden = call?.wallet === undefined;
    heading.textContent = name;
    text.textContent = call === undefined ? texts.busy : sentence(call);
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
