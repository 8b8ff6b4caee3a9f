#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a session's refresh tokens stand: the only token that rotates is the one numbered `counter`.
public struct RefreshState: Sendable, Equatable {
  public var counter: UInt64
  /// When `counter` was reached; nil before the first rotation.
  public var rotatedAt: Date?
  /// SHA-256 of the `Idempotency-Key` of that rotation, where it carried one.
  public var idempotencyKeyHash: [UInt8]?

  public init(counter: UInt64 = 0, rotatedAt: Date? = nil, idempotencyKeyHash: [UInt8]? = nil) {
    self.counter = counter
    self.rotatedAt = rotatedAt
    self.idempotencyKeyHash = idempotencyKeyHash
  }
}
