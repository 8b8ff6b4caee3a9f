// Creates the function that answers a request of a wallet's frame to the page, such as one to store a value, exactly once.
({ thrown }, storage) => {
  // The library leaves requests unanswered if they fail or if it does not know them, and the code of the wallet waits.
  const answerOnce = (frame, id) => {
    let isAnswered = false;
    const post = (data) => {
      const isAnswer = data?.id === id && data.status !== undefined;
      if (isAnswer && isAnswered) return;
      frame.postMessage(data);
      if (isAnswer) isAnswered = true;
    };
    return Object.create(frame, { postMessage: { value: post } });
  };

  return async (frame, event, { id: wallet, permissions }, perform) => {
    const { id, method, params, status } = event.data;
    // The frame also reports that the wallet is ready, and sends its answers.
    if (id === undefined || status !== undefined) return perform(frame);
    const once = answerOnce(frame, id);
    const answer = (status, result) => once.postMessage({ id, status, result });
    try {
      if (!Object.hasOwn(storage.requests, method)) {
        await perform(once);
        throw new Error("The page does not support this request.");
      }
      if (!permissions?.storage) throw new Error("Permission denied");
      answer("success", (await storage.requests[method](wallet, params)) ?? null);
    } catch (error) {
      try {
        answer("failed", thrown(error));
      } catch {
        // The frame no longer exists.
      }
    }
  };
}
