#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as the database keeps them: whole milliseconds since 1970-01-01T00:00:00Z.
enum StoredTime {
  /// - Throws: ``StoreError/Code/malformed`` for a moment no calendar reaches.
  static func milliseconds(_ moment: Date) throws -> Int64 {
    guard let milliseconds = Int64(exactly: (moment.timeIntervalSince1970 * 1000).rounded()) else {
      throw StoreError(.malformed, "a moment is out of range")
    }
    return milliseconds
  }

  static func milliseconds(_ moment: Date?) throws -> Int64? {
    try moment.map { try milliseconds($0) }
  }

  static func moment(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  static func moment(_ milliseconds: Int64?) -> Date? { milliseconds.map { moment($0) } }
}
