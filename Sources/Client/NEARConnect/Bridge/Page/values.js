// Creates the functions that convert values between wallets, the page and the app. They run in the page and in the frame
// of each wallet. They capture `JSON` before any other script can replace its functions.
() => {
  const { parse, stringify } = JSON;

  const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const base64 = (view) => {
    let text = "";
    for (let start = 0; start < view.length; start += 0x8000) {
      text += String.fromCharCode(...view.subarray(start, start + 0x8000));
    }
    return btoa(text);
  };

  const text = (value, limit = 2000) => {
    try {
      return String(value).slice(0, limit);
    } catch {
      return "";
    }
  };

  // Members that describe a failure, the shortest first. Classes often inherit them or hide them from a list of members.
  const descriptions = ["name", "message", "code", "errorCode", "reason", "error", "errorMessage", "payload", "data", "cause"];

  // Copies a value into one that both a message to another window and JSON can represent. The value may have getters
  // that fail, functions, and references to itself; these are left out. Bytes become base64.
  const copyOf = (value, { isThrown, maximumDepth, maximumParts, maximumLength }) => {
    let parts = maximumParts;
    let excess = null;
    const ancestors = new Set();

    const cut = (reason) => {
      excess ??= reason;
      return null;
    };

    const members = (names, read) => {
      // An object with a prototype would lose a member with the name `__proto__`.
      const copied = Object.create(null);
      for (const name of names) {
        if (excess !== null) break;
        let member;
        try {
          member = copy(read(name));
        } catch {
          continue;
        }
        if (member !== undefined) copied[text(name)] = member;
      }
      return copied;
    };

    const describe = (thrown) => {
      const copied = members(new Set([...descriptions, ...Object.keys(thrown)]), (name) => thrown[name]);
      if (typeof copied.name === "string" && copied.name !== "" && copied.name !== "Error") return copied;
      const named = thrown.constructor?.name;
      if (typeof named === "string" && named !== "" && named !== "Object") copied.name = text(named);
      return copied;
    };

    const copyObject = (object) => {
      if (object instanceof ArrayBuffer || ArrayBuffer.isView(object)) {
        const view = object instanceof ArrayBuffer ? new Uint8Array(object) : new Uint8Array(object.buffer, object.byteOffset, object.byteLength);
        return view.length > maximumLength ? cut("The answer is too long.") : base64(view);
      }
      if ([String, Number, Boolean, BigInt].some((type) => object instanceof type)) return copy(object.valueOf());
      if (object instanceof Map) return members(object.keys(), (name) => object.get(name));
      if (object instanceof Set) return copy([...object]);
      if (Array.isArray(object)) {
        const copied = [];
        for (let index = 0; index < object.length && excess === null; index += 1) copied.push(copy(object[index]) ?? null);
        return copied;
      }
      if (object instanceof Error || (isThrown && ancestors.size === 1)) return describe(object);
      if (typeof object.toJSON === "function") return copy(object.toJSON());
      return members(Object.keys(object), (name) => object[name]);
    };

    const copy = (part) => {
      if (excess !== null) return null;
      if ((parts -= 1) < 0) return cut("The answer is too long.");
      if (typeof part === "string") return part.slice(0, maximumLength);
      if (typeof part === "bigint") return part.toString();
      if (part === null || typeof part === "number" || typeof part === "boolean") return part;
      if (typeof part !== "object") return undefined;
      if (ancestors.has(part)) return null;
      if (ancestors.size === maximumDepth) return cut("The answer is nested too deeply.");
      ancestors.add(part);
      try {
        return copyObject(part);
      } catch {
        return null;
      } finally {
        ancestors.delete(part);
      }
    };

    const copied = copy(value);
    if (excess !== null && !isThrown) throw new Error(excess);
    return copied;
  };

  // The app's parser rejects longer texts, deeper values and unpaired surrogates.
  const maximumLength = 1 << 24;
  const copy = (value) =>
    copyOf(value, { isThrown: false, maximumDepth: 60, maximumParts: 1 << 20, maximumLength: maximumLength + 1 });

  // Copies a thrown value of any type. The app finds the reason in it. Each part has a name and a value of at most 2000
  // UTF-16 units, which JSON may escape with six characters each, so the copy is shorter than `maximumLength`.
  const thrown = (value) => {
    if (typeof value === "function" || typeof value === "symbol") return text(value);
    return copyOf(value, { isThrown: true, maximumDepth: 8, maximumParts: 400, maximumLength: 2000 }) ?? null;
  };

  // Truncated strings can contain unpaired surrogates, so each is replaced by U+FFFD.
  const serialize = (value) => {
    const json = stringify(copy(value));
    if (json.length > maximumLength) throw new Error("The answer is too long.");
    return json.replace(/\\(\\|ud[89a-f][0-9a-f]{2})/g, (escape, end) => (end === "\\" ? escape : "\\ufffd"));
  };

  return { parse, stringify, bytes, text, copy, thrown, serialize };
}
