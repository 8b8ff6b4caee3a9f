import { serverNow } from "../server/clock.js";

/**
 * Reports the remaining time each second until a time, by the server's clock. The last number is 0.
 *
 * @param {string} time RFC 3339
 * @param {(seconds: number) => void} tell
 * @returns {() => void} stops it
 */
export function countdown(time, tell) {
  const end = Date.parse(time);
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - serverNow()) / 1_000));
    if (seconds === 0) window.clearInterval(timer);
    tell(seconds);
  };
  const timer = window.setInterval(tick, 1_000);
  tick();
  return () => window.clearInterval(timer);
}
