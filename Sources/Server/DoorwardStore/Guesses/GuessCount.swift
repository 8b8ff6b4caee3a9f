#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The guesses of one secret since the last correct one.
package struct GuessCount: Sendable, Equatable {
  package var count: Int64
  package var lastAt: Date
  /// The time at which the count is removed.
  package var expiresAt: Date

  package init(count: Int64, lastAt: Date, expiresAt: Date) {
    self.count = count
    self.lastAt = lastAt
    self.expiresAt = expiresAt
  }
}

/// The subject for which guesses are counted: a challenge, an identifier, or a signed-in user. The store has a MAC of
/// it.
package struct GuessSubject: Hashable, Sendable {
  package static let length = 32

  package let bytes: [UInt8]

  /// - Parameter bytes: 32 bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }
}
