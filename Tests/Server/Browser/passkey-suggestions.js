// Stands for the suggestions of a field. A virtual authenticator answers a conditional request at once; here it waits until
// the test picks a suggestion, as a user does.
(() => {
  window.testSuggestions = [];
  const { credentials } = navigator;
  if (!credentials) return;
  const get = credentials.get.bind(credentials);
  credentials.get = (options) => (options?.mediation !== "conditional" ? get(options) : new Promise((resolve, reject) => {
    const waiting = { pick: () => get(options).then(resolve, reject), isAborted: false };
    window.testSuggestions.push(waiting);
    options.signal.addEventListener("abort", () => {
      waiting.isAborted = true;
      reject(options.signal.reason);
    });
  }));
})();
