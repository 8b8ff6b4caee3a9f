import DoorwardServerRules
import DoorwardWire
import Foundation

/// A one-time code that was sent. The server seals these values into `challenge_id`; an app sees no difference.
struct SentCode: Sendable {
  /// The effect of a code.
  enum Purpose: Sendable {
    case signIn, signUp, verify, change, reset

    /// The purpose of a request; nil for a second factor, whose challenge is that of the sign-in.
    init?(_ purpose: CodePurpose) {
      switch purpose {
      case .signIn: self = .signIn
      case .verify: self = .verify
      case .change: self = .change
      case .secondFactor: return nil
      }
    }
  }

  /// The identifier, or the signed-in user, whose guesses are counted.
  var guessSubject: String {
    switch purpose {
    case .verify, .change: CodeBook.subject(ofSignedIn: user ?? "")
    case .signIn, .signUp, .reset: CodeBook.subject("code", identifier)
    }
  }

  let purpose: Purpose
  /// The identifier that the request named. The guesses of the code count for it.
  let identifier: Identity.Key
  /// The address that the code proves; nil if no code was sent. Then every code is wrong.
  let recipient: Identity.Key?
  let binding: WireBinding?
  /// The signed-in user, or the user of the reset.
  let user: String?
  var signUp: SignUpValues?
  var code = OneTimeCode { randomBytes($0) }
  var number = 0
  var expiresAt = Date(timeIntervalSince1970: 0)
  var isSpent = false
  /// The idempotency key of a first step that waits for a second factor.
  var waitingKey: String?
  var answer: AnsweredSignIn?
}
