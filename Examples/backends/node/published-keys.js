"use strict";

const jose = require("jose");

/** Tokens cannot be verified now: respond with 503, not 401. */
class Unavailable extends Error {}

const LIFETIME = 300_000;
const PAUSE = 10_000;
const TIME_LIMIT = 5_000;

/**
 * The published keys of one Doorward server. They are cached for five minutes. If a token names an unknown key, they are
 * fetched again, but at most once every ten seconds, even if the server does not answer. Invalid tokens can therefore
 * not overload the server, and tokens with a known key are accepted while the server is down.
 */
class PublishedKeys {
  #url;
  #find;
  #fetchedAt = -Infinity;
  #requestedAt = -Infinity;
  #pending;

  constructor(issuer) {
    this.#url = `${issuer}/.well-known/jwks.json`;
  }

  /** Returns the key for a token, for `jose.jwtVerify`. */
  async get(header, token) {
    const age = performance.now() - this.#fetchedAt;
    if (age < LIFETIME) {
      try {
        return await this.#find(header, token);
      } catch (error) {
        if (!(error instanceof jose.errors.JWKSNoMatchingKey) || age < PAUSE) throw error;
      }
    }
    await this.#fetch();
    return this.#find(header, token);
  }

  /** Fetches the keys. Concurrent callers share one request. */
  async #fetch() {
    if (!this.#pending) {
      const now = performance.now();
      if (now - this.#requestedAt < PAUSE) throw new Unavailable("the keys could not be fetched a moment ago");
      this.#requestedAt = now;
      this.#pending = this.#request().finally(() => (this.#pending = undefined));
    }
    await this.#pending;
  }

  async #request() {
    try {
      const answer = await fetch(this.#url, { redirect: "error", signal: AbortSignal.timeout(TIME_LIMIT) });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      this.#find = jose.createLocalJWKSet(await answer.json());
      this.#fetchedAt = performance.now();
    } catch (error) {
      throw new Unavailable("the keys could not be fetched", { cause: error });
    }
  }
}

module.exports = { PublishedKeys, Unavailable, TIME_LIMIT };
