/// The purpose of a proof. A challenge is bound to it.
package enum WirePurpose: String, Sendable, CaseIterable {
  case signIn = "sign_in"
  /// Adds an identity to the signed-in user.
  case link
  /// Adds an identity to the signed-in user, and takes it from another user if it belongs to one.
  case move
}
