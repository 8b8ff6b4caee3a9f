import Encodings

/// What a sent code is good for. A code proves nothing for another value of one of these.
package struct OneTimeCodeScope: Sendable, Hashable {
  /// The identifier of the challenge that the code answers.
  package let challengeID: String
  /// The purpose, such as `sign_in`.
  package let purpose: String
  /// The address that the code was sent to, in its normalized form.
  package let address: String
  /// The client's binding.
  package let binding: String

  package init(challengeID: String, purpose: String, address: String, binding: String) {
    self.challengeID = challengeID
    self.purpose = purpose
    self.address = address
    self.binding = binding
  }

  fileprivate var parts: [[UInt8]] { [challengeID, purpose, address, binding].map { Array($0.utf8) } }
}

extension OneTimeCode {
  /// The hash for the store, 32 bytes. It is the only form in which a sent code is kept.
  ///
  /// - Parameters:
  ///   - key: the key of the server.
  ///   - scope: what the code is good for.
  /// - Returns: the hash.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func hash(
    under key: CodeHashKey, for scope: OneTimeCodeScope
  ) throws(SecondFactorError) -> [UInt8] {
    try key.hash(.oneTimeCode, scope.parts + [digits])
  }

  /// Whether this code has a stored hash in this scope. The time does not depend on the code. The caller counts the try
  /// first.
  ///
  /// - Parameters:
  ///   - hash: the stored hash.
  ///   - key: the key of the server.
  ///   - scope: what the caller wants to use the code for.
  /// - Returns: whether the code is right.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func isRight(
    for hash: [UInt8], under key: CodeHashKey, for scope: OneTimeCodeScope
  ) throws(SecondFactorError) -> Bool {
    constantTimeEquals(try self.hash(under: key, for: scope), hash)
  }
}
