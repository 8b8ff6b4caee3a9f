"use strict";

const express = require("express");
const { AccessTokens, InvalidToken, Unavailable } = require("./access-tokens");

const tokens = new AccessTokens({
  issuer: process.env.DOORWARD_ISSUER,
  audience: process.env.DOORWARD_AUDIENCE,
  apiKey: process.env.DOORWARD_API_KEY,
});
const guestsAllowed = process.env.DOORWARD_GUESTS === "allowed";
const requiredRole = process.env.DOORWARD_ROLE;
const challenge = 'Bearer realm="my-endpoint"';

/** The token of a request: a bearer token (RFC 6750), or the header DOORWARD-ACCESS-TOKEN. */
function tokenOf(req) {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(req.get("Authorization") ?? "") ?? [];
  return bearer ?? req.get("DOORWARD-ACCESS-TOKEN");
}

/** Verifies the token of a request and sets `req.user` to its claims. */
async function requireUser(req, res, next) {
  // The response belongs to one user, and a cache cannot know which headers identify the user.
  res.set("Cache-Control", "no-store");
  const token = tokenOf(req);
  if (!token) {
    return res.status(401).set("WWW-Authenticate", challenge).json({ error: "No token provided" });
  }
  try {
    req.user = await tokens.verify(token);
  } catch (error) {
    if (error instanceof InvalidToken) {
      const why = `${challenge}, error="invalid_token"`;
      return res.status(401).set("WWW-Authenticate", why).json({ error: "Invalid token" });
    }
    if (error instanceof Unavailable) {
      console.error(`${error.message}: ${error.cause?.message ?? "the last request was too recent"}`);
      return res.status(503).set("Retry-After", "10").json({ error: "Tokens cannot be checked now" });
    }
    return next(error);
  }
  if (req.user.scope === "guest" && !guestsAllowed) {
    const why = `${challenge}, error="insufficient_scope"`;
    return res.status(403).set("WWW-Authenticate", why).json({ error: "Sign in first" });
  }
  if (requiredRole && !req.user.roles?.includes(requiredRole)) return res.status(403).json({ error: "Not allowed" });
  next();
}

const router = express.Router();

router.get("/my-endpoint", requireUser, (req, res) => {
  res.json({ message: "Access granted", user: req.user });
});

module.exports = router;
