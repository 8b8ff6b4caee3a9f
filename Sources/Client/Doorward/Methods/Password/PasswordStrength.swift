internal import DoorwardWire
internal import Encodings

/// The number of guesses that a password withstands, estimated by the server, and whether the server would refuse it. Sign-up,
/// change and reset refuse a password with a score under 3.
public struct PasswordStrength: Sendable, Hashable {
  /// A reason why a password is easy to guess, or a way to make it stronger.
  public typealias Advice = PasswordAdvice

  /// From 0 to 4: fewer than 10³, 10⁶, 10⁸ or 10¹⁰ guesses, or more. It is under 3 if the server would refuse the password for
  /// any reason, so a meter that shows it is never full then.
  public let score: Int
  /// The advice, without repetitions; empty for the scores 3 and 4.
  public let advice: [Advice]
  /// The code of the error with which the server would refuse the password; nil if it would accept it, and from older servers.
  public let refusal: DoorwardError.Code?

  /// Makes a strength, for previews and tests.
  ///
  /// - Parameters:
  ///   - score: From 0 to 4.
  ///   - advice: The advice.
  ///   - refusal: The code of the refusal.
  public init(score: Int, advice: [Advice] = [], refusal: DoorwardError.Code? = nil) {
    self.score = score
    self.advice = advice
    self.refusal = refusal
  }

  /// Reads an answer; nil if it is not valid.
  init?(_ value: JSONValue) {
    guard let score = value[PasswordStrengthMembers.score]?.int64, (0...4).contains(score),
      let advice = Advice.list(value[PasswordStrengthMembers.advice])
    else { return nil }
    self.init(
      score: Int(score), advice: advice,
      refusal: value[PasswordStrengthMembers.refusal]?.string.map(DoorwardError.Code.init(rawValue:)))
  }
}
