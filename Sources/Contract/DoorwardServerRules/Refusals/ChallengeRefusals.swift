package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The refusals of challenges, bindings and proofs.
extension Problem {
  /// 401 for a proof that is not valid.
  package static func notProven(_ code: String, _ detail: String) -> Problem {
    Problem(status: 401, code: code, detail: detail, fields: ["WWW-Authenticate": "Doorward"])
  }

  /// The challenge was issued for another message, nonce, binding, purpose, application or user.
  package static var invalidChallenge: Problem {
    .notProven(
      WireCode.invalidChallenge,
      "This is not a challenge issued here to this client for this purpose. Ask for a new one.")
  }

  package static var challengeExpired: Problem {
    .notProven(WireCode.challengeExpired, "The challenge has expired. Ask for a new one.")
  }

  package static var challengeUsed: Problem {
    .notProven(WireCode.challengeUsed, "The challenge has been used. Ask for a new one.")
  }

  package static var invalidBinding: Problem {
    Problem(
      status: 400, code: WireCode.invalidBinding,
      detail: "binding must be the base64url of a SHA-256, 43 characters without padding.")
  }

  package static var invalidBindingSecret: Problem {
    Problem(
      status: 400, code: WireCode.invalidBindingSecret,
      detail: "binding_secret must be 32 or more random bytes in base64url without padding.")
  }

  /// 403: the application does not offer the method.
  package static var methodNotOffered: Problem {
    Problem(
      status: 403, code: WireCode.methodNotOffered,
      detail: "This application does not offer this sign-in method.")
  }

  /// 422: the client has used the key of another request.
  package static var idempotencyKeyReused: Problem {
    Problem(
      status: 422, code: WireCode.idempotencyKeyReused,
      detail: "Another request had this Idempotency-Key. Send each request with a key of its own.")
  }

  // MARK: Passwords and codes

  /// The same for an unknown user, a user without a password, and a wrong password.
  package static var invalidCredentials: Problem {
    .notProven(WireCode.invalidCredentials, "The user or the password is wrong.")
  }

  package static var invalidCode: Problem {
    .notProven(WireCode.invalidCode, "The code is wrong. Check it and try again.")
  }

  package static var codeExhausted: Problem {
    .notProven(WireCode.codeExhausted, "This code has been tried too often. Ask for a new one.")
  }

  package static func tooManyGuesses(until end: Date, at now: Date) -> Problem {
    let seconds = max(1, Int(end.timeIntervalSince(now).rounded(.up)))
    return Problem(
      status: 429, code: WireCode.tooManyGuesses,
      detail: "Too many wrong passwords or codes. Try again in \(seconds) seconds, or sign in another way.",
      fields: [WireHeader.retryAfter: "\(seconds)"])
  }

  package static func rateLimited(seconds: Int64) -> Problem {
    Problem(
      status: 429, code: WireCode.rateLimited, detail: "Too many requests. Try again in \(seconds) seconds.",
      fields: [WireHeader.retryAfter: "\(seconds)"])
  }

  // MARK: Wallets

  /// 422: the application does not list the domain of the message that the wallet would sign.
  package static func domainNotListed(_ domain: String) -> Problem {
    notListed(WireCode.wrongDomain, "domain \"\(domain.prefix(100))\"")
  }

  package static func uriNotListed(_ uri: String) -> Problem {
    notListed(WireCode.wrongURI, "URI \"\(uri.prefix(100))\"")
  }

  package static func chainNotListed(_ chain: UInt64) -> Problem {
    notListed(WireCode.wrongChain, "chain \(chain)")
  }

  private static func notListed(_ code: String, _ part: String) -> Problem {
    Problem(status: 422, code: code, detail: "This application does not list the \(part).")
  }

  /// 422: the application does not list the NEAR network of a request for a challenge.
  package static var networkNotListed: Problem {
    Problem(
      status: 422, code: WireCode.wrongNetwork, detail: "This application does not list this NEAR network.")
  }

  package static var callbackURLNotListed: Problem {
    Problem(
      status: 422, code: WireCode.wrongCallbackURL,
      detail: "This application does not list this callback URL.")
  }

  // MARK: Passkeys

  /// 422 for the response of a passkey that is malformed. The errors of the library begin with a small letter.
  package static func malformedPasskey(_ code: String, reason: String) -> Problem {
    Problem(status: 422, code: code, detail: sentence(reason))
  }

  /// 401 for the response of a passkey that is not valid.
  package static func passkeyNotProven(_ code: String, reason: String) -> Problem {
    .notProven(code, sentence(reason))
  }

  private static func sentence(_ reason: String) -> String {
    reason.prefix(1).uppercased() + reason.dropFirst() + (reason.hasSuffix(".") ? "" : ".")
  }

  /// 401: the server has no such passkey. The client tells the authenticator to forget it.
  package static var unknownPasskey: Problem {
    .notProven(WireCode.unknownPasskey, "No account has this passkey. It may have been removed.")
  }

  /// 401: the passkey of another user is not a second factor of this one.
  package static var foreignPasskey: Problem {
    .notProven(WireCode.credentialNotAllowed, "This passkey belongs to another account.")
  }

  /// 401: the counter of an authenticator only increases (WebAuthn L3 §6.1.1).
  package static var clonedPasskey: Problem {
    .notProven(
      WireCode.possibleClone, "The counter of the passkey did not increase. A copy of it may exist.")
  }

  /// 409: a user has the credential (WebAuthn L3 §7.1 step 26).
  package static var passkeyRegistered: Problem {
    Problem(
      status: 409, code: WireCode.passkeyRegistered, detail: "This passkey belongs to an account already.")
  }

  /// 400: a passkey of another account does not move.
  package static var invalidPasskeyPurpose: Problem {
    Problem(
      status: 400, code: WireCode.invalidPurpose, detail: "purpose must be \"sign_in\" or \"link\".")
  }

  package static var namelessPasskey: Problem {
    Problem(status: 422, code: WireCode.invalidName, detail: "Give the passkey a name.")
  }
}
