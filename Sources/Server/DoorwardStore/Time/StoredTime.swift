#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Converts moments to the form of the store and of sealed texts: whole milliseconds since 1970-01-01T00:00:00Z.
package enum StoredTime {
  /// - Throws: ``StoreError/Code/malformed`` if the moment is out of range.
  package static func milliseconds(_ moment: Date) throws -> Int64 {
    guard let milliseconds = Int64(exactly: (moment.timeIntervalSince1970 * 1000).rounded()) else {
      throw StoreError(.malformed, "a moment is out of range")
    }
    return milliseconds
  }

  package static func milliseconds(_ moment: Date?) throws -> Int64? {
    try moment.map { try milliseconds($0) }
  }

  package static func moment(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  package static func moment(_ milliseconds: Int64?) -> Date? { milliseconds.map { moment($0) } }
}
