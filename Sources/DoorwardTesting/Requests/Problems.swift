import DoorwardHTTP

/// The server's refusals.
extension Problem {
  static func notProven(_ code: String, _ detail: String) -> Problem {
    Problem(status: 401, code: code, detail: detail, fields: ["WWW-Authenticate": "Doorward"])
  }

  static let invalidChallenge = notProven(
    "invalid_challenge",
    "This is not a challenge issued here to this client for this purpose. Ask for a new one.")
  static let challengeExpired = notProven(
    "challenge_expired", "The challenge has expired. Ask for a new one.")
  static let challengeUsed = notProven(
    "challenge_used", "The challenge has been used. Ask for a new one.")
  static let unknownApplication = notProven(
    "unknown_application", "No application has this publishable id.")
  static let invalidClient = notProven("invalid_client", "No application has this client_id.")

  static let missingToken = Problem(
    status: 401, code: "missing_token", detail: "This call needs an account token as bearer.",
    fields: ["WWW-Authenticate": "Bearer"])
  static let invalidToken = Problem(
    status: 401, code: "invalid_token", detail: "The token is expired, ended, or not one this call takes.",
    fields: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
  static func recentSignInRequired(_ seconds: Int64) -> Problem {
    Problem(
      status: 401, code: "insufficient_user_authentication",
      detail: "This needs a recent sign-in. Sign in again with this account, then repeat the request.",
      fields: [
        "WWW-Authenticate":
          "Bearer error=\"insufficient_user_authentication\", error_description=\"A recent sign-in is required\", max_age=\"\(seconds)\""
      ])
  }

  static let invalidGrant = Problem(
    status: 400, code: "invalid_grant",
    detail: "The refresh token is not valid here: it is spent, expired, ended or another application's.")
  static func invalidRequest(_ detail: String) -> Problem {
    Problem(status: 400, code: "invalid_request", detail: detail)
  }

  static let methodNotOffered = Problem(
    status: 403, code: "method_not_offered", detail: "This application does not offer this way to sign in.")
  static let identityOnHold = Problem(
    status: 403, code: "identity_on_hold",
    detail: """
      A wallet that was added within the last 24 hours cannot remove an older one or delete the account. Sign in with \
      a wallet that has been here for longer, then try again.
      """)
  static let tooManyIdentities = Problem(
    status: 409, code: "too_many_identities",
    detail: "This account has as many wallets as it may have. Remove one, then add this one again.")
  static let lastIdentity = Problem(
    status: 409, code: "last_identity",
    detail: "This is the last way into the account. Add another one before removing it.")
  static func notFound(_ what: String) -> Problem {
    Problem(status: 404, code: "not_found", detail: "There is no such \(what).")
  }
  static func unprocessable(_ code: String, _ detail: String) -> Problem {
    Problem(status: 422, code: code, detail: detail)
  }
  static func malformed(_ code: String, _ detail: String) -> Problem {
    Problem(status: 400, code: code, detail: detail)
  }
}
