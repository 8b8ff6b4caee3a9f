// Runs in the frame of a wallet, after the script of the library and before the code of the wallet. The library replaces
// the names of some functions of windows in this text, so it must not use them.
({ copy, thrown }, makeItems, { token, stored }) => {
  // Reports why the code of the wallet does not start. The library puts the code into the only script of a frame and waits
  // until the code reports that it is ready. An error during the evaluation is final. A working wallet can have an error
  // in a later task, so a later error is only used as the reason if the wallet does not start.
  let isEvaluated = false;
  addEventListener("DOMContentLoaded", () => { isEvaluated = true; });
  const send = (failure) => parent.postMessage({ nearConnectFailure: token, isEvaluated, ...failure }, "*");
  const report = (reason) => send({ reason: String(reason) });
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) report(event.message);
    else if (event.target instanceof HTMLScriptElement) send({ isMissing: true });
  }, true);
  addEventListener("unhandledrejection", (event) => report(event.reason));

  // Converts what the wallet returns and throws. A message to the page carries no functions, and it loses the class and
  // the own members of an error. The library would not answer a request that fails with such a value.
  const method = (wallet, name) => {
    let found;
    try {
      found = wallet[name];
      if (typeof found !== "function") return found;
    } catch (error) {
      found = () => { throw error; };
    }
    return async (...given) => {
      try {
        return copy(await Reflect.apply(found, wallet, given));
      } catch (error) {
        throw thrown(error);
      }
    };
  };
  let wallet = null;
  Object.defineProperty(window.selector, "wallet", {
    get: () => wallet,
    set: (given) => {
      wallet = Object(given) === given ? new Proxy({}, { get: (_, name) => method(given, name) }) : null;
    },
  });

  // What the library offers as the `localStorage` of the wallet. The library's own object has no limit, and the frame
  // would not start with a stored value that ends a script.
  const items = makeItems(stored);
  const keep = (change) => void change.catch(() => {});
  window.sandboxedLocalStorage = {
    getItem: items.get,
    setItem(key, value) {
      items.set(key, value);
      keep(window.selector.storage.set(String(key), String(value)));
    },
    removeItem(key) {
      items.remove(key);
      keep(window.selector.storage.remove(String(key)));
    },
    clear() {
      items.keys().forEach(this.removeItem);
    },
    key: (index) => items.keys()[index] ?? null,
    get length() {
      return items.keys().length;
    },
  };
}
