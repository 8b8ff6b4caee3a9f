// Creates the list of waiting calls. It reports the progress of each call to the app and to the status view, and
// removes the UI of a call that ends.
({ post, serialize }, showStatus) => {
  // By id. The call with the latest report is the last one.
  const waiting = new Map();

  const report = (event) => post(serialize(event));
  const show = () => showStatus(waiting.values());

  // The dialogs of the library. A click outside a dialog cancels it. The frames in it are removed at once.
  const dialogs = ".hot-connector-popup";
  const closeDialog = (dialog) => {
    dialog?.querySelector(".modal-container")?.click();
    for (const frame of dialog?.querySelectorAll("iframe") ?? []) frame.remove();
  };
  const closeDialogOf = (frame) => closeDialog(frame?.closest(dialogs));
  const closeDialogs = () => document.querySelectorAll(dialogs).forEach(closeDialog);

  const removeUI = (call) => {
    for (const popup of call.windows) popup.close();
    for (const frame of call.frames) closeDialogOf(frame);
    call.windows.clear();
    call.frames.clear();
  };

  const list = {
    waiting,
    // The call for which the library currently runs the code of a wallet.
    active: null,
    dialogs,
    closeDialogOf,
    closeDialogs,
    removeUI,
    show,

    add: (id, name) => {
      const call = {
        id, name, isOver: false, isSelection: false, attempt: null, frames: new Set(), windows: new Set(),
      };
      waiting.set(id, call);
      return call;
    },

    advance: (call, stage) => {
      if (call.isOver || call.stage === stage) return;
      // The wallet shows its own UI in the page, which takes precedence over its window or its app.
      if (call.stage === "asking" && (stage === "window" || stage === "app")) return;
      call.stage = stage;
      waiting.delete(call.id);
      waiting.set(call.id, call);
      report({ event: "stage", id: call.id, stage });
      show();
    },

    // Reports that the wallet could not be loaded, and waits until the user retries or the call ends.
    retry: (call, { message: reason, sentence }) => {
      call.failure = sentence;
      call.stage = "unavailable";
      report({ event: "unavailable", id: call.id, reason });
      show();
      return new Promise((resolve) => (call.retry = resolve));
    },

    end: (id) => {
      const call = waiting.get(id);
      if (call === undefined) return;
      waiting.delete(id);
      call.isOver = true;
      call.retry?.();
      removeUI(call);
      show();
      if (!call.isSelection) return;
      // The list of wallets is a dialog without a frame.
      for (const dialog of document.querySelectorAll(dialogs)) {
        if (dialog.querySelector("iframe") === null) closeDialog(dialog);
      }
    },

    // A failed attempt continues to run in the library. Its later actions must have no effect.
    isCurrent: (call, attempt) => !call.isOver && call.attempt === attempt,
    requireCurrent: (call, attempt = call.attempt) => {
      if (!list.isCurrent(call, attempt)) throw new Error("The call has ended.");
    },
  };
  return list;
}
