"use strict";

const jose = require("jose");
const { PublishedKeys, Unavailable, TIME_LIMIT } = require("./published-keys");

/** The token lets nobody in. */
class InvalidToken extends Error {}

/** Checks the access tokens of one Doorward for one audience. */
class AccessTokens {
  #issuer;
  #audience;
  #apiKey;
  #keys;

  /**
   * @param {string} issuer the server's public URL
   * @param {string} audience the application's audience
   * @param {string} [apiKey] where a session that has ended must be refused at once and not when its token expires:
   *   every token is then also shown to the server (RFC 7662), which costs a request each
   */
  constructor({ issuer, audience, apiKey }) {
    // Without an audience the library would take everybody's tokens.
    if (!issuer || !audience) throw new TypeError("Set DOORWARD_ISSUER and DOORWARD_AUDIENCE");
    this.#issuer = issuer;
    this.#audience = audience;
    this.#apiKey = apiKey;
    this.#keys = new PublishedKeys(issuer);
  }

  /** What a token says, once all of it has been checked. Throws `InvalidToken` or `Unavailable`. */
  async verify(token) {
    const claims = await this.#checked(token);
    // A guest has no session that could have ended.
    if (this.#apiKey && claims.scope !== "guest" && !(await this.#isActive(token))) {
      throw new InvalidToken("the session has ended");
    }
    return claims;
  }

  async #checked(token) {
    try {
      const { payload } = await jose.jwtVerify(token, (header, jws) => this.#keys.get(header, jws), {
        // Never what the token says: that may be "none", or HS256 with the public key as the secret.
        algorithms: ["ES256"],
        typ: "at+jwt",
        issuer: this.#issuer,
        // An account token is for the server, another application's token for that application.
        audience: this.#audience,
        // Seconds by which the clocks of two machines may differ.
        clockTolerance: 5,
      });
      // The library checks `exp` where it is there.
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
      throw new Unavailable("the server cannot be asked about a token", { cause: error });
    }
  }
}

module.exports = { AccessTokens, InvalidToken, Unavailable };
