package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Problem {
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

  /// 401 for a proof that is not valid.
  package static func notProven(_ code: String, _ detail: String) -> Problem {
    Problem(status: 401, code: code, detail: detail, fields: ["WWW-Authenticate": "Doorward"])
  }
}
