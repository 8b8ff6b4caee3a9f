// Creates the storage of the wallets. Each wallet has one record with its items, so a wallet whose storage is full affects
// no other wallet. near-connect would store the items of all wallets in the page's `localStorage`, which has one limit.
(makeItems) => {
  const name = "wallets";
  let database = null;

  const open = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open("doorward-wallet-storage", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  // Calls a function with the items of a wallet, and stores the items if it changes them.
  const withItems = async (wallet, mode, act) => {
    database ??= open();
    let transaction;
    try {
      transaction = (await database).transaction(name, mode);
    } catch (error) {
      database = null;
      throw error;
    }
    return await new Promise((resolve, reject) => {
      let result;
      let failure = null;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(failure ?? transaction.error);
      const store = transaction.objectStore(name);
      const reading = store.get(wallet);
      reading.onsuccess = () => {
        try {
          const items = makeItems(reading.result ?? []);
          result = act(items);
          if (mode === "readwrite") store.put(items.entries(), wallet);
        } catch (error) {
          failure = error;
          transaction.abort();
        }
      };
    });
  };

  const clear = (wallet) => withItems(wallet, "readwrite", (items) => items.keys().forEach(items.remove));
  const entries = (wallet) => withItems(wallet, "readonly", (items) => items.entries());

  // The requests of near-connect's frames, by their method.
  const requests = {
    "storage.set": (wallet, { key, value }) => withItems(wallet, "readwrite", (items) => items.set(key, value)),
    "storage.get": (wallet, { key }) => withItems(wallet, "readonly", (items) => items.get(key)),
    "storage.remove": (wallet, { key }) => withItems(wallet, "readwrite", (items) => items.remove(key)),
    "storage.keys": (wallet) => withItems(wallet, "readonly", (items) => items.keys()),
  };

  return { requests, clear, entries };
}
