// Creates the items of a wallet's storage from their keys and values. Their length is limited like that of a website's
// `localStorage`. The page and the frame of the wallet use the same rule.
(entries) => {
  const maximumLength = 1 << 20;
  const items = new Map(entries);
  let length = 0;
  for (const [key, value] of items) length += key.length + value.length;

  const lengthOf = (key) => (items.has(key) ? key.length + items.get(key).length : 0);
  return {
    get: (key) => items.get(String(key)) ?? null,
    set(givenKey, givenValue) {
      const [key, value] = [String(givenKey), String(givenValue)];
      const changed = length - lengthOf(key) + key.length + value.length;
      if (changed > maximumLength) {
        throw new DOMException("The storage of the wallet is full.", "QuotaExceededError");
      }
      length = changed;
      items.set(key, value);
    },
    remove(givenKey) {
      const key = String(givenKey);
      length -= lengthOf(key);
      items.delete(key);
    },
    keys: () => [...items.keys()],
    entries: () => [...items],
  };
}
