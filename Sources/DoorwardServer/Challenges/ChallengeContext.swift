/// Everything beside its own text that a challenge is bound to.
struct ChallengeContext: Sendable {
  /// What the proof will be used for.
  enum Purpose: String, Sendable {
    case signIn = "sign_in"
    case link
  }

  let application: Application
  let purpose: Purpose
  /// Whose account the proof is added to; set when linking.
  let user: User.ID?
  let binding: Binding
}
