#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The state of a session's refresh tokens. Only the token numbered `counter` can be exchanged.
package struct RefreshState: Sendable, Equatable {
  package var counter: UInt64
  /// The time at which `counter` was reached; nil before the first rotation.
  package var rotatedAt: Date?
  /// The SHA-256 of the `Idempotency-Key` of the request that led to `counter`: the sign-in, or the last rotation.
  package var idempotencyKeyHash: [UInt8]?

  package init(counter: UInt64 = 0, rotatedAt: Date? = nil, idempotencyKeyHash: [UInt8]? = nil) {
    self.counter = counter
    self.rotatedAt = rotatedAt
    self.idempotencyKeyHash = idempotencyKeyHash
  }
}
