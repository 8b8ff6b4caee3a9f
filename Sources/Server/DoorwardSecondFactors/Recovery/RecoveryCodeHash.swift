import DoorwardServerRules
import Encodings

/// The stored hash of a recovery code that a user has typed correctly.
///
/// Only ``RecoveryCode/find(in:under:userID:)`` makes it. The code is used up when the store deletes the hash, so the
/// sign-in deletes it in its transaction and fails if there was nothing to delete.
package struct FoundRecoveryCode: Sendable, Equatable {
  /// The hash, 32 bytes.
  package let hash: [UInt8]

  fileprivate init(hash: [UInt8]) { self.hash = hash }
}

extension RecoveryCode {
  /// The hash for the store, 32 bytes. Two users never have the same hash.
  ///
  /// - Returns: the hash.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func hash(under key: CodeHashKey, userID: String) throws(SecondFactorError) -> [UInt8] {
    try key.hash(.recoveryCode, [Array(userID.utf8), characters])
  }

  /// Looks for this code among the stored hashes of a user. The time depends only on the number of hashes.
  ///
  /// `hashes` are the hashes of the codes that the user has not used.
  ///
  /// - Returns: the hash to delete; nil if the code is wrong or was used.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func find(
    in hashes: [[UInt8]], under key: CodeHashKey, userID: String
  ) throws(SecondFactorError) -> FoundRecoveryCode? {
    let wanted = try hash(under: key, userID: userID)
    var isFound = false
    for hash in hashes where constantTimeEquals(hash, wanted) { isFound = true }
    return isFound ? FoundRecoveryCode(hash: wanted) : nil
  }
}
