"use strict";

const jose = require("jose");

/** Nobody can say now whether a token is good: answer 503, not 401. */
class Unavailable extends Error {}

const KEPT_FOR = 300_000;
const PAUSE = 10_000;
const TIME_LIMIT = 5_000;

/**
 * The keys of one Doorward: kept for five minutes, and asked for again where a token names one that is not among
 * them, but not more than every ten seconds, whether or not the server answers. So bad tokens are no way to make a
 * backend hammer its Doorward, and while that is down every token by a known key still passes.
 */
class PublishedKeys {
  #url;
  #find;
  #fetchedAt = -Infinity;
  #askedAt = -Infinity;
  #pending;

  constructor(issuer) {
    this.#url = `${issuer}/.well-known/jwks.json`;
  }

  /** The key for a token, as `jose.jwtVerify` asks for it. */
  async get(header, token) {
    const age = performance.now() - this.#fetchedAt;
    if (age < KEPT_FOR) {
      try {
        return await this.#find(header, token);
      } catch (error) {
        if (!(error instanceof jose.errors.JWKSNoMatchingKey) || age < PAUSE) throw error;
      }
    }
    await this.#fetch();
    return this.#find(header, token);
  }

  /** Everybody who needs the keys at once waits for one request. */
  async #fetch() {
    if (!this.#pending) {
      const now = performance.now();
      if (now - this.#askedAt < PAUSE) throw new Unavailable("the keys could not be fetched a moment ago");
      this.#askedAt = now;
      this.#pending = this.#ask().finally(() => (this.#pending = undefined));
    }
    await this.#pending;
  }

  async #ask() {
    try {
      const answer = await fetch(this.#url, { redirect: "error", signal: AbortSignal.timeout(TIME_LIMIT) });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      this.#find = jose.createLocalJWKSet(await answer.json());
      this.#fetchedAt = performance.now();
    } catch (error) {
      throw new Unavailable("the keys cannot be fetched", { cause: error });
    }
  }
}

module.exports = { PublishedKeys, Unavailable, TIME_LIMIT };
