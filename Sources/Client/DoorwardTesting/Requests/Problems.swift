import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings

/// The refusals of the server.
extension Problem {
  // MARK: Challenges and proofs

  static func notProven(_ code: String, _ detail: String) -> Problem {
    Problem(status: 401, code: code, detail: detail, fields: ["WWW-Authenticate": "Doorward"])
  }

  static let invalidChallenge = notProven(
    WireCode.invalidChallenge,
    "This is not a challenge issued here to this client for this purpose. Ask for a new one.")
  static let challengeExpired = notProven(
    WireCode.challengeExpired, "The challenge has expired. Ask for a new one.")
  static let challengeUsed = notProven(
    WireCode.challengeUsed, "The challenge has been used. Ask for a new one.")
  static let invalidBinding = malformed(
    WireCode.invalidBinding,
    "binding must be the base64url of a SHA-256, 43 characters without padding.")
  static let invalidBindingSecret = malformed(
    WireCode.invalidBindingSecret,
    "binding_secret must be 32 or more random bytes in base64url without padding.")
  static let invalidCredentials = notProven(
    WireCode.invalidCredentials, "The user or the password is wrong.")
  static let invalidCode = notProven(
    WireCode.invalidCode, "The code is wrong. Check it and try again.")
  static let codeExhausted = notProven(
    WireCode.codeExhausted, "This code has been tried too often. Ask for a new one.")
  static func tooManyGuesses(_ seconds: Int) -> Problem {
    Problem(
      status: 429, code: WireCode.tooManyGuesses,
      detail: "Too many wrong passwords or codes. Try again in \(seconds) seconds, or sign in another way.",
      fields: [WireHeader.retryAfter: "\(seconds)"])
  }
  static let idempotencyKeyReused = unprocessable(
    WireCode.idempotencyKeyReused,
    "Another request had this Idempotency-Key. Send each request with a key of its own.")
  static func secondFactorRequired(_ challenge: JSONObject) -> Problem {
    Problem(
      status: 401, code: WireCode.secondFactorRequired,
      detail: "This account has a second factor. Prove it to finish the sign-in.",
      members: [Problem.Member(WireProblem.Members.secondFactor, .object(challenge))],
      fields: ["WWW-Authenticate": "Doorward"])
  }
  static let secondFactorUnavailable = Problem(
    status: 403, code: WireCode.secondFactorUnavailable,
    detail:
      "This sign-in needs a second factor, but none of the account's second factors can be used in this application after this sign-in method. Sign in with another method."
  )
  static func secondFactorNeeded(acceptsCode: Bool) -> Problem {
    let assurance = Session.secondFactorAssurance
    let assurances = acceptsCode ? "\(assurance) \(assurance)-code" : assurance
    return Problem(
      status: 401, code: WireCode.recentSignInRequired,
      detail:
        "This needs a sign-in with a second factor. Sign in again with this account, then repeat the request.",
      fields: [
        "WWW-Authenticate":
          "Bearer error=\"\(WireCode.recentSignInRequired)\", error_description=\"A second factor is required\", acr_values=\"\(assurances)\""
      ])
  }
  static let unsuitableAddress = Problem(
    status: 409, code: WireCode.unsuitableAddress,
    detail:
      "Codes as a second factor need an address of the account, and a way to sign in without a code to it. Add them first."
  )
  static let tooManySecondFactors = Problem(
    status: 409, code: WireCode.tooManySecondFactors,
    detail:
      "This account has the most authenticators that it may have. Remove one, then add this one again.")
  static let noSecondFactor = Problem(
    status: 409, code: WireCode.noSecondFactor,
    detail: "Recovery codes replace a second factor. Add a second factor first.")
  static let signUpRequired = Problem(
    status: 403, code: WireCode.signUpRequired,
    detail: "An anonymous user has no password, no address and no photo. Sign up first.")
  static let signUpClosed = Problem(
    status: 403, code: WireCode.signUpClosed,
    detail: "This application accepts no new users. Sign in with an account that you already have.")
  static let invitationRequired = Problem(
    status: 403, code: WireCode.invitationRequired,
    detail:
      "This application accepts new users by invitation only. Sign up with the address that was invited."
  )
  static let emailDomainNotAllowed = Problem(
    status: 403, code: WireCode.emailDomainNotAllowed,
    detail: "This application accepts new users only with an email address of certain domains.")
  static let userBanned = Problem(
    status: 403, code: WireCode.userBanned, detail: "This account is suspended.")
  static func rateLimited(_ seconds: Int) -> Problem {
    Problem(
      status: 429, code: WireCode.rateLimited, detail: "Too many requests. Try again in \(seconds) seconds.",
      fields: [WireHeader.retryAfter: "\(seconds)"])
  }
  static let identifierRequired = Problem(
    status: 409, code: WireCode.identifierRequired,
    detail: "A password needs an email address, a phone number or a user name. Add one first.")
  static let usernameTaken = Problem(
    status: 409, code: WireCode.userNameTaken,
    detail: "This user name, or one that looks like it, is taken. Choose another.")
  static let addressExists = Problem(
    status: 409, code: WireCode.addressExists,
    detail:
      "This account has another address of this kind. Ask for a code with purpose \"change\" to replace it.")
  static let addressInUse = Problem(
    status: 409, code: WireCode.identityInUse,
    detail: "This address belongs to another account. Sign in to that account to use it.")
  static let methodNotOffered = Problem(
    status: 403, code: WireCode.methodNotOffered,
    detail: "This application does not offer this way to sign in.")

  // MARK: The caller

  static let unknownApplication = notProven(
    WireCode.unknownApplication, "No application has this publishable id.")
  static let invalidClient = notProven(WireCode.invalidClient, "No application has this client_id.")
  static let missingToken = Problem(
    status: 401, code: WireCode.missingToken, detail: "This call needs an account token as bearer.",
    fields: ["WWW-Authenticate": "Bearer"])
  static let invalidToken = Problem(
    status: 401, code: WireCode.invalidToken,
    detail: "The token has expired, its session has ended, or this call does not accept it.",
    fields: ["WWW-Authenticate": "Bearer error=\"\(WireCode.invalidToken)\""])
  static func recentSignInRequired(_ seconds: Int64) -> Problem {
    Problem(
      status: 401, code: WireCode.recentSignInRequired,
      detail: "This needs a recent sign-in. Sign in again with this account, then repeat the request.",
      fields: [
        "WWW-Authenticate":
          "Bearer error=\"\(WireCode.recentSignInRequired)\", error_description=\"A recent sign-in is required\", max_age=\"\(seconds)\""
      ])
  }

  // MARK: OAuth calls

  static let invalidGrant = Problem(
    status: 400, code: WireCode.invalidGrant,
    detail:
      "The refresh token is not valid: it was used, has expired, its session has ended, or it belongs to another application."
  )
  static func invalidRequest(_ detail: String) -> Problem { malformed(WireCode.invalidRequest, detail) }

  // MARK: The account

  static let identityOnHold = Problem(
    status: 403, code: WireCode.identityOnHold,
    detail: """
      A wallet that was added within the last 24 hours cannot remove an older one or delete the account. Sign in with \
      a wallet that has been here for longer, then try again.
      """)
  static let walletInUse = Problem(
    status: 409, code: WireCode.identityInUse, detail: "This way to sign in belongs to another account.")
  static func accountDeletionPending(_ deletion: WireAccountDeletion) -> Problem {
    Problem(
      status: 409, code: WireCode.accountDeletionPending,
      detail:
        "This account will be deleted. To keep it, repeat the request with \"\(WireAccountDeletion.keepAccount)\": true.",
      members: [Problem.Member(WireProblem.Members.accountDeletion, .object(deletion.json))])
  }
  static let identifierNotOffered = Problem(
    status: 403, code: WireCode.identifierNotOffered,
    detail: "Users of this application do not sign up with an identifier of this kind.")
  static let channelNotOffered = Problem(
    status: 403, code: WireCode.channelNotOffered,
    detail: "This application sends no codes by this channel.")
  static let invalidFactor = malformed(
    WireCode.invalidMethod, "method must be one of the methods of the answer to the first factor.")
  static let photoUnsupported = Problem(
    status: 415, code: WireCode.photoUnsupportedFormat,
    detail: "Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image.")
  static let tooManyIdentities = Problem(
    status: 409, code: WireCode.tooManyIdentities,
    detail: "This account has as many wallets as it may have. Remove one, then add this one again.")
  static let lastIdentity = Problem(
    status: 409, code: WireCode.lastIdentity,
    detail: "This is the last way into the account. Add another one before removing it.")
  static func notFound(_ object: String) -> Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such \(object).")
  }
}
