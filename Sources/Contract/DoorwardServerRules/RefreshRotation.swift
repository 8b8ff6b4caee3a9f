import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The rule of refresh tokens (RFC 9700 §4.14.2): each is used once, and a second use by another party ends the session.
///
/// An answer can get lost. So the same use again gets the same successor while that is unused: the `Idempotency-Key`
/// tells it, or, without a key, a few seconds do.
package struct RefreshRotation: Sendable, Equatable {
  /// The time in which a use without an `Idempotency-Key` may be repeated, in seconds.
  package static let graceWithoutKey: TimeInterval = 10

  /// The number of the token that is not used yet.
  package var counter: UInt64
  /// The time at which `counter` was reached; nil before the first use.
  package var rotatedAt: Date?
  /// SHA-256 of the `Idempotency-Key` of that use; nil if it had none.
  package var keyHash: [UInt8]?

  package init(counter: UInt64 = 0, rotatedAt: Date? = nil, keyHash: [UInt8]? = nil) {
    self.counter = counter
    self.rotatedAt = rotatedAt
    self.keyHash = keyHash
  }

  /// The meaning of a use of a token.
  package enum Use: Sendable, Equatable {
    /// The first use: the session rotates.
    case first
    /// The same use again: the answer is the same successor.
    case repeated
    /// Two parties have the token: the session ends.
    case reuse
  }

  /// The hash that the rule compares.
  package static func hash(ofKey key: String) -> [UInt8] { SHA256.hash(Array(key.utf8)) }

  /// Decides about a use.
  ///
  /// - Parameters:
  ///   - used: the number of the token.
  ///   - keyHash: the hash of the request's `Idempotency-Key`; nil if it has none.
  ///   - now: the time of the request.
  /// - Returns: the meaning of the use.
  package func use(of used: UInt64, keyHash: [UInt8]?, at now: Date) -> Use {
    if used == counter { return used < UInt64.max ? .first : .reuse }
    // Only the token before the unused one can have an unused successor.
    guard counter > 0, used == counter - 1, let rotatedAt else { return .reuse }
    if let known = self.keyHash {
      return keyHash.map { constantTimeEquals($0, known) } == true ? .repeated : .reuse
    }
    guard keyHash == nil, now.timeIntervalSince(rotatedAt) <= Self.graceWithoutKey else { return .reuse }
    return .repeated
  }

  /// Takes the first use of the token `counter`.
  package mutating func rotate(keyHash: [UInt8]?, at now: Date) {
    counter += 1
    rotatedAt = now
    self.keyHash = keyHash
  }
}
