/// A password that a sign-in sets.
package struct PendingPassword: Sendable, Equatable {
  package let hash: String
  /// Whether the password is new: a reset. Otherwise it is a hash of the same password with other parameters.
  package let isNew: Bool

  package init(hash: String, isNew: Bool) {
    self.hash = hash
    self.isNew = isNew
  }
}
