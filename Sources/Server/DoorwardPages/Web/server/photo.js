import { callSignedIn, whileSignedIn } from "./call.js";
import { Problem, problemOf } from "./problem.js";

/**
 * The requests of the user's photo.
 *
 * @typedef {import("./types.js").State} State
 */

/** The most bytes that the server accepts. */
export const photoLimit = 10 << 20;

const timeout = 120_000;

/** @type {import("./types.js").PathOf<"PUT">} */
const address = "/session/user/photo";

/**
 * Sends a photo. `fetch` does not report the progress of an upload, so this is another kind of request.
 *
 * @param {Blob} file
 * @param {{onProgress: (part: number) => void, signal: AbortSignal}} options `part`: from 0 to 1
 * @returns {Promise<State>}
 */
export const sendPhoto = (file, options) => whileSignedIn(() => upload(file, options));

/** @param {Blob} file @param {{onProgress: (part: number) => void, signal: AbortSignal}} options @returns {Promise<State>} */
const upload = (file, { onProgress, signal }) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("PUT", address);
  request.timeout = timeout;
  // The server accepts this request only as an image, and reads the format from the content.
  request.setRequestHeader("Content-Type", file.type.startsWith("image/") ? file.type : "image/jpeg");
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.upload.onload = () => onProgress(1);
  request.onload = () => {
    const answer = parsed(request.responseText);
    if (request.status === 200 && answer !== undefined) resolve(answer);
    else reject(problemOf(request.status, { get: (name) => request.getResponseHeader(name) }, answer));
  };
  request.onerror = request.ontimeout = request.onabort = () =>
    reject(new Problem(0, navigator.onLine ? "unreachable" : "offline"));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(file);
});

/** @param {string} text @returns {any} `undefined` if the text is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const deletePhoto = () => callSignedIn("DELETE", "/session/user/photo");
