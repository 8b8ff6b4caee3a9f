// Creates the functions that convert values between the page and the app. They capture `JSON` before any other script
// can replace its functions.
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

  // Wallets can answer with any value that can be cloned, but the app reads JSON.
  const plain = (key, value) => {
    if (typeof value === "bigint") return value.toString();
    if (value instanceof ArrayBuffer) return base64(new Uint8Array(value));
    if (ArrayBuffer.isView(value)) return base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    if (value instanceof Map) return Object.fromEntries(value);
    if (value instanceof Error) return { name: value.name, message: value.message };
    return value;
  };

  const text = (value, limit = 2000) => {
    try {
      return String(value).slice(0, limit);
    } catch {
      return "";
    }
  };

  // A thrown value can have any type. The app receives only its name, its message and its code.
  const failure = (thrown) => {
    if (thrown !== null && typeof thrown === "object") {
      try {
        const found = thrown.message ?? thrown.error?.message ?? thrown.error ?? thrown.reason ?? thrown.payload?.message;
        const message = typeof found === "string" ? found : stringify(found ?? thrown, plain);
        const code = [thrown, thrown.error, thrown.data, thrown.cause, thrown.payload].find((part) => part?.code != null)?.code;
        return { name: text(thrown.name ?? ""), message: text(message), code: text(code ?? "", 64) };
      } catch {
        return { name: "", message: "" };
      }
    }
    return { name: "", message: thrown === undefined || thrown === null ? "" : text(thrown) };
  };

  // The app's parser rejects longer texts and unpaired surrogates. Truncated strings can contain unpaired surrogates,
  // so each is replaced by U+FFFD.
  const maximumLength = 1 << 24;
  const serialize = (value) => {
    const json = stringify(value, plain);
    if (json.length > maximumLength) throw new Error("The answer is too long.");
    return json.replace(/\\(\\|ud[89a-f][0-9a-f]{2})/g, (escape, end) => (end === "\\" ? escape : "\\ufffd"));
  };

  return { parse, bytes, text, failure, serialize };
}
