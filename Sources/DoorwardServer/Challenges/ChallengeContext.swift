/// Everything beside its own text that a challenge is bound to.
struct ChallengeContext: Sendable {
  /// What the proof will be used for.
  enum Purpose: String, Sendable {
    case signIn = "sign_in"
    /// Adding an identity to the user's account.
    case link
    /// Adding an identity to the user's account that belongs to another account, which loses it.
    case move
  }

  let application: Application
  let purpose: Purpose
  /// Whose account the proof is added to; set when linking and moving.
  let user: User.ID?
  let binding: Binding
}
