"use strict";

const jose = require("jose");
const { PublishedKeys, Unavailable, TIME_LIMIT } = require("./published-keys");

/** The token is not valid. */
class InvalidToken extends Error {}

/** Verifies the access tokens of one Doorward server for one audience. */
class AccessTokens {
  #issuer;
  #audience;
  #apiKey;
  #keys;

  /**
   * @param {string} issuer the server's public URL
   * @param {string} audience the application's audience
   * @param {string} [apiKey] set it to refuse ended sessions at once instead of when their tokens expire. Every token is
   *   then also sent to the server (RFC 7662), which costs one request per token
   */
  constructor({ issuer, audience, apiKey }) {
    // Without an audience the library would accept the tokens of all applications.
    if (!issuer || !audience) throw new TypeError("Set DOORWARD_ISSUER and DOORWARD_AUDIENCE");
    this.#issuer = issuer;
    this.#audience = audience;
    this.#apiKey = apiKey;
    this.#keys = new PublishedKeys(issuer);
  }

  /** Verifies a token and returns its claims. Throws `InvalidToken` or `Unavailable`. */
  async verify(token) {
    const claims = await this.#checked(token);
    // A guest has no session on the server.
    if (this.#apiKey && claims.scope !== "guest" && !(await this.#isActive(token))) {
      throw new InvalidToken("the session has ended");
    }
    return claims;
  }

  async #checked(token) {
    try {
      const { payload } = await jose.jwtVerify(token, (header, jws) => this.#keys.get(header, jws), {
        // Never use the token's own alg: it could be "none", or HS256 with the public key as the secret.
        algorithms: ["ES256"],
        typ: "at+jwt",
        issuer: this.#issuer,
        // Account tokens and tokens of other applications have other audiences.
        audience: this.#audience,
        // The allowed difference between the clocks, in seconds.
        clockTolerance: 60,
      });
      // The library checks `exp` only if it is present.
      if (typeof payload.exp !== "number" || typeof payload.sub !== "string") {
        throw new InvalidToken("a claim is missing");
      }
      return payload;
    } catch (error) {
      if (error instanceof jose.errors.JOSEError) throw new InvalidToken(error.message, { cause: error });
      throw error;
    }
  }

  async #isActive(token) {
    try {
      const answer = await fetch(`${this.#issuer}/v1/introspect`, {
        method: "POST",
        headers: { authorization: `Bearer ${this.#apiKey}` },
        body: new URLSearchParams({ token }),
        redirect: "error",
        signal: AbortSignal.timeout(TIME_LIMIT),
      });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      return (await answer.json()).active === true;
    } catch (error) {
      throw new Unavailable("the server could not be queried about a token", { cause: error });
    }
  }
}

module.exports = { AccessTokens, InvalidToken, Unavailable };
