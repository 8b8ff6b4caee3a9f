package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire

/// The refusals of callers: of their tokens, sessions and applications.
extension Problem {
  package static func missingToken(_ token: String = "an account token") -> Problem {
    Problem(
      status: 401, code: WireCode.missingToken,
      detail: "This call needs \(token) in the Authorization field.",
      fields: ["WWW-Authenticate": "Bearer"])
  }

  package static var invalidToken: Problem {
    Problem(
      status: 401, code: WireCode.invalidToken,
      detail: "The token has expired, its session has ended, or this call does not accept it.",
      fields: ["WWW-Authenticate": "Bearer error=\"\(WireCode.invalidToken)\""])
  }

  /// 401: the sign-in is too old for the call (RFC 9470).
  package static func recentSignInRequired(within seconds: Int64) -> Problem {
    Problem(
      status: 401, code: WireCode.recentSignInRequired,
      detail: "This needs a recent sign-in. Sign in again with this account, then repeat the request.",
      fields: [
        "WWW-Authenticate":
          "Bearer error=\"\(WireCode.recentSignInRequired)\", error_description=\"A recent sign-in is required\", max_age=\"\(seconds)\""
      ])
  }

  /// 401: the user has a second factor, and the session has none (RFC 9470).
  package static func secondFactorNeeded(acceptsCode: Bool) -> Problem {
    let assurances = [AssuranceName.secondFactor] + (acceptsCode ? [AssuranceName.secondFactorCode] : [])
    return Problem(
      status: 401, code: WireCode.recentSignInRequired,
      detail:
        "This needs a sign-in with a second factor. Sign in again with this account, then repeat the request.",
      fields: [
        "WWW-Authenticate":
          "Bearer error=\"\(WireCode.recentSignInRequired)\", error_description=\"A second factor is required\", acr_values=\"\(assurances.joined(separator: " "))\""
      ])
  }

  package static var unknownApplication: Problem {
    .notProven(WireCode.unknownApplication, "No application has this publishable id.")
  }

  /// 403: an anonymous user has called.
  package static var signUpRequired: Problem {
    Problem(
      status: 403, code: WireCode.signUpRequired,
      detail: "An anonymous user has no password, no address and no photo. Sign up first.")
  }

  /// 404 for an object that the caller cannot see.
  package static func notFound(_ object: String) -> Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such \(object).")
  }

  // MARK: OAuth calls

  package static func invalidRequest(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.invalidRequest, detail: detail)
  }

  /// 400: a request names two clients.
  package static var contradictingClients: Problem {
    .invalidRequest("client_id, Doorward-Application and the name in Authorization differ.")
  }

  /// 401 of the token endpoint (RFC 6749 §5.2).
  package static func invalidClient(_ detail: String = "No application has this client_id.") -> Problem {
    .notProven(WireCode.invalidClient, detail)
  }

  package static var invalidGrant: Problem {
    Problem(
      status: 400, code: WireCode.invalidGrant,
      detail:
        "The refresh token is not valid: it was used, has expired, its session has ended, or it belongs to another application."
    )
  }

  package static var unsupportedGrantType: Problem {
    Problem(
      status: 400, code: WireCode.unsupportedGrantType,
      detail: "This server does not support the grant. Use one that the server's metadata lists.")
  }
}
