/// The bar of a new password. It shows the score of the server's estimate, not the length, so it is never full for a password that the
/// server refuses.
public struct PasswordMeter: Hashable, Sendable {
  /// The highest score.
  public static let highestScore = 4
  /// The lowest score of a password that the server accepts.
  static let lowestAccepted = 3

  /// The score of the typed text: from 0 to ``highestScore``.
  public private(set) var score = 0
  /// The sentence about the estimate; nil before the server has answered.
  public private(set) var advice: String?

  /// Makes an empty bar.
  public init() {}

  /// Whether the server would accept the password.
  public var isFine: Bool { score >= Self.lowestAccepted }

  /// The user has typed a text. `isEstimated` is whether its strength matters: other texts have a fault that the user sees.
  mutating func type(isEstimated: Bool) {
    // The score of the earlier text is not that of this one.
    score = isEstimated ? min(score, Self.lowestAccepted - 1) : 0
    advice = nil
  }

  /// Shows an estimate of the typed text.
  mutating func take(_ score: Int, _ advice: String) {
    self.score = score
    self.advice = advice
  }
}
