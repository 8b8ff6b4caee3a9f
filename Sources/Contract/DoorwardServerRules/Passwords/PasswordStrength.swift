internal import DoorwardWire
package import Encodings

/// The number of guesses that a new password withstands, and the reason why the server would refuse it.
package struct PasswordStrength: Sendable, Hashable {
  /// The lowest score of a new password. Every server has the same.
  package static let lowestAccepted = 3

  /// From 0 to 4, on the scale of zxcvbn: fewer than 10³, 10⁶, 10⁸, 10¹⁰ guesses, or more. It is under 3 if the server
  /// would refuse the password for any reason.
  package let score: Int
  /// The reasons why the password is easy to guess, without repetitions; empty for the scores 3 and 4.
  package let advice: [PasswordAdvice]
  /// The reason why the server would refuse the password; nil if it would accept it.
  package let refusal: PasswordRefusal.Code?

  /// Makes the strength of an estimate.
  ///
  /// - Parameters:
  ///   - score: the score.
  ///   - weaknesses: the reasons why the password is easy to guess.
  package init(score: Int, weaknesses: [PasswordAdvice]) {
    var advice: [PasswordAdvice] = []
    if score < Self.lowestAccepted {
      for weakness in weaknesses + [.addWords] where !advice.contains(weakness) { advice.append(weakness) }
    }
    self.init(
      score: score, advice: advice, refusal: score < Self.lowestAccepted ? .tooGuessable : nil)
  }

  private init(score: Int, advice: [PasswordAdvice], refusal: PasswordRefusal.Code?) {
    self.score = score
    self.advice = advice
    self.refusal = refusal
  }

  /// The strength of a password that the server refuses for another reason.
  package func refused(_ code: PasswordRefusal.Code) -> PasswordStrength {
    let reasons: [PasswordAdvice] =
      switch code {
      case .containsIdentifier: [.containsOwnData]
      case .listed: [.commonWord]
      case .tooShort: [.addWords]
      default: []
      }
    return PasswordStrength(
      score: min(score, Self.lowestAccepted - 1),
      advice: reasons + advice.filter { !reasons.contains($0) }, refusal: code)
  }

  /// The strength for a client: `score`, `advice` with codes, and `refusal` if there is one.
  package var json: JSONValue {
    var members: [(String, JSONValue)] = [
      (PasswordStrengthMembers.score, .number(JSONNumber(score))),
      (PasswordStrengthMembers.advice, .array(advice.map { .string($0.rawValue) })),
    ]
    if let refusal { members.append((PasswordStrengthMembers.refusal, .string(refusal.rawValue))) }
    return .object(JSONObject(members))
  }
}

extension PasswordRefusal {
  /// The refusal of a password of this strength.
  package init(_ strength: PasswordStrength) {
    let reason = strength.advice.lazy.compactMap(\.reason).first.map { ": \($0)" } ?? ""
    self.init(
      .tooGuessable, "The password is easy to guess\(reason). Add more unrelated words.",
      advice: strength.advice)
  }
}
