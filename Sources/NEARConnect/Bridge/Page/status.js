// Makes the function that shows the latest of the calls that wait: its wallet, and how far it is. It is what the user
// sees while the wallet itself shows nothing in the page.
() => {
  const texts = {
    began: (call) => `Loading the wallet to ${call.purpose} …`,
    starting: (call) => `Starting the wallet to ${call.purpose} …`,
    running: (call) => `Waiting for the wallet to ${call.purpose} …`,
    window: (call) => `Continue in the wallet’s window to ${call.purpose}.`,
    app: (call) => `Continue in the wallet’s app to ${call.purpose}, then come back here.`,
    unavailable: (call) => `The wallet could not be loaded: ${call.failure}.`,
  };

  return (waiting) => {
    const status = document.querySelector(".bridge-status");
    if (status === null) return;
    const calls = [...waiting];
    const call = calls.filter(({ purpose }) => purpose !== undefined).at(-1);
    status.hidden = calls.some(({ stage }) => stage === "asking");
    const [badge, heading, text, spinner, button] = status.children;
    const { name = "Wallets", icon = "" } = call?.wallet ?? {};
    badge.hidden = call?.wallet === undefined;
    heading.textContent = name;
    text.textContent = call === undefined ? "One moment …" : (texts[call.stage]?.(call) ?? "");
    const [letter, picture] = badge.children;
    letter.textContent = [...name][0]?.toUpperCase() ?? "";
    picture.onerror = () => (picture.hidden = true);
    if (picture.getAttribute("src") !== icon) {
      picture.hidden = icon === "";
      picture.src = icon;
    }
    const isOver = call?.stage === "unavailable";
    spinner.hidden = isOver;
    const appears = isOver && button.hidden;
    button.hidden = !isOver;
    button.onclick = () => call?.retry?.();
    if (appears) button.focus();
  };
}
