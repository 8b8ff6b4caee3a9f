package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Problem {
  /// The message, nonce, binding, purpose, application or user is not the one a challenge was issued for.
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

  /// 401 for a proof that does not hold.
  package static func notProven(_ code: String, _ detail: String) -> Problem {
    Problem(status: 401, code: code, detail: detail, fields: ["WWW-Authenticate": "Doorward"])
  }
}
